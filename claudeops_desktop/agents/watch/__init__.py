"""The built-in agent: real checks of the operator's services, told as stream-json (PRODUCT S1).

A program of its own (``claudeops watch``, ``python -m claudeops_desktop.agents.watch``). It imports ``streamjson`` and
nothing else of ours. In the order things happen:

    services.py   what is to be checked                services.toml → Service
    measure.py    all checks at once, none waits       Service → Measurement
    history.py    what was measured before             Measurement → Track
    events.py     what is wrong, changed, recovered    Track, Measurement → Event
    lessons.py    what is worth remembering            Track → Lesson
    report.py     all of it as stream-json lines
    session.py    puts these together into one run
"""

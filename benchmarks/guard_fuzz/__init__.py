"""Proof by execution that commands which the guard calls reading change, send and disclose nothing.

``grammar`` makes commands, ``sandbox`` starts a place of its own for those that the guard calls reading, ``driver``
runs them there one by one and looks at the canaries of ``world`` after each, ``campaign`` counts.
``driver``, ``listener``, ``stand_ins`` and ``world`` run inside the sandbox and use nothing but the standard library.
"""

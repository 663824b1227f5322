<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next or previous control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows, Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move in a table or list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear a search field; close a dialog</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No key does that. The palette (Ctrl+K) finds every command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open as a page to print</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written to {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On every page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys of Claude Ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview: mark all as read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the log of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show failed runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in all logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose columns of runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acknowledge the chosen events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acknowledge all events shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mute events like this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what is muted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show critical events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show events that are not acknowledged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview what the next run will read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit with domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adjust confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the session&apos;s line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget everything about something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See all memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what was closed lately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approve what waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit what waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject what waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible conflict: Both hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible conflict: The new one replaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible conflict: They are the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About to expire: Still true</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About to expire: Let go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About to expire: Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approve with your words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what is known around a service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why was it not remembered?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the reminders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave a service alone (maintenance)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the limits of a service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the cooldown of the chosen service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approve it for the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuse what waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo an approval that has not taken effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the chosen service now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run about the chosen service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maintenance of the chosen service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a check of a service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discover services</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the chosen service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the chosen service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show incidents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show services over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show repositories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show trends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the map of services</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open services.toml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back up everything into one file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back up now…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import from claude-ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import from claude-ops…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the data folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a test notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an address for notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an address…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a test alert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder of crash reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a run now (Ctrl+R); the schedule stays as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the tier, or run with a prompt, services or another agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More ways to run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the run that is on (Ctrl+.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Emergency stop: end every agent, refuse every request and pause the schedules (Ctrl+Shift+X)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn off dry run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run is on: let runs change things again (Ctrl+Shift+D)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn on dry run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run: let no run change anything (Ctrl+Shift+D)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume scheduled runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume scheduled runs (Ctrl+Shift+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause scheduled runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause scheduled runs (Ctrl+Shift+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{page} cannot be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is an error in the application, not yours. The log has the details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages of {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n needs you</source>
        <comment>%n need you</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{place}, %n needs you</source>
        <comment>{place}, %n need you</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is stopped: agents were ended, requests refused, and nothing starts until you resume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claude Ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run: nothing is changed on your servers, and no run is escalated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run is a dry run: it changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused: scheduled runs wait until you resume. Run now still works.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>agent unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: {change}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo: {change}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Observe (tier 1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Investigate (tier 2)…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remediate (tier 3)…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run with a prompt, services or another agent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview what the agent will read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume after the stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run: change nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to {place}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

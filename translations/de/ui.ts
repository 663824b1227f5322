<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>nothing starts until you resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Stopping {tier} with {agent}</source>
        <translation>{tier} mit {agent} wird gestoppt</translation>
    </message>
    <message>
        <source>Running {tier} with {agent}</source>
        <translation>{tier} mit {agent} läuft</translation>
    </message>
    <message>
        <source>Stopped by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last run failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last run timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last run interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scheduled runs are paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing scheduled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next {tier} {time} ({relative})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next {tier} {time}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

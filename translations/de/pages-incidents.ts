<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Incidents</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Acknowledge the chosen incident</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a note to the chosen incident</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n incident</source>
        <comment>%n incidents</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{incidents} · {open} open</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

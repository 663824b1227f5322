<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Open services.toml</source>
        <translation>services.toml öffnen</translation>
    </message>
    <message>
        <source>No services yet</source>
        <translation>Noch keine Dienste</translation>
    </message>
    <message>
        <source>Services that are checked appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a check…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the chosen service now</source>
        <translation>Ausgewählten Dienst jetzt prüfen</translation>
    </message>
    <message>
        <source>Run about the chosen service…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maintenance of the chosen service…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a check of a service…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discover services…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the chosen service…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the chosen service…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search services</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discover…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

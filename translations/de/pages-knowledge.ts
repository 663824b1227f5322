<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>There are no files yet.</source>
        <translation>Noch keine Dateien.</translation>
    </message>
    <message>
        <source>This page is for files that you can read and edit: a memory file, notes, decisions and procedures. What the agent has learned so far is kept as memories.</source>
        <translation>Diese Seite ist für Dateien, die man lesen und bearbeiten kann: eine Gedächtnisdatei, Notizen, Entscheidungen und Abläufe. Was der Agent bisher gelernt hat, wird als Erinnerungen aufbewahrt.</translation>
    </message>
    <message>
        <source>Show memories</source>
        <translation>Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>No files</source>
        <translation>Keine Dateien</translation>
    </message>
</context>
</TS>

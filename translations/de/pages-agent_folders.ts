<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Project or role</source>
        <translation>Projekt oder Rolle</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message numerus="yes">
        <source>%n problem in this file</source>
        <comment>%n problems in this file</comment>
        <translation>
            <numerusform>%n Problem in dieser Datei</numerusform>
            <numerusform>%n Probleme in dieser Datei</numerusform>
        </translation>
    </message>
    <message>
        <source>The Claude CLI keeps no memory on this computer.</source>
        <translation>Die Claude CLI hat auf diesem Rechner kein Gedächtnis.</translation>
    </message>
    <message>
        <source>When it notes something about a project by itself, its files are listed here. They are never written unasked.</source>
        <translation>Wenn sie sich von selbst etwas zu einem Projekt notiert, stehen ihre Dateien hier. Ungefragt werden sie nie geschrieben.</translation>
    </message>
    <message>
        <source>Claude&apos;s folders</source>
        <translation>Ordner von Claude</translation>
    </message>
    <message>
        <source>Search by project, file or title</source>
        <translation>Nach Projekt, Datei oder Titel suchen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>Files of the Claude CLI</source>
        <translation>Dateien der Claude CLI</translation>
    </message>
    <message>
        <source>Save the file that is being edited</source>
        <translation>Die bearbeitete Datei speichern</translation>
    </message>
    <message>
        <source>No file matches</source>
        <translation>Keine Datei passt</translation>
    </message>
    <message>
        <source>Try fewer words, or show all folders.</source>
        <translation>Versuchen Sie weniger Wörter, oder zeigen Sie alle Ordner an.</translation>
    </message>
    <message numerus="yes">
        <source>%n folder of the Claude CLI</source>
        <comment>%n folders of the Claude CLI</comment>
        <translation>
            <numerusform>%n Ordner der Claude CLI</numerusform>
            <numerusform>%n Ordner der Claude CLI</numerusform>
        </translation>
    </message>
    <message>
        <source>The folders cannot be read</source>
        <translation>Die Ordner können nicht gelesen werden</translation>
    </message>
    <message>
        <source>There is no {name} in this folder.</source>
        <translation>{name} gibt es in diesem Ordner nicht.</translation>
    </message>
    <message>
        <source>Write to {name}, a file of the Claude CLI? It reads the file at its next session.</source>
        <translation>In {name} schreiben, eine Datei der Claude CLI? Sie liest die Datei in ihrer nächsten Sitzung.</translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation>Datei schreiben</translation>
    </message>
    <message>
        <source>Put this earlier text in the place of {name}, a file of the Claude CLI?</source>
        <translation>Diesen früheren Text an die Stelle von {name} setzen, einer Datei der Claude CLI?</translation>
    </message>
    <message>
        <source>Restore it</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>What stands there now is kept as a version.</source>
        <translation>Was jetzt dort steht, wird als Version behalten.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Saved {name}.</source>
        <translation>{name} gespeichert.</translation>
    </message>
    <message>
        <source>{name} was changed meanwhile, so nothing was written. Your text is in its history.</source>
        <translation>{name} wurde inzwischen geändert, daher wurde nichts geschrieben. Ihr Text steht im Verlauf.</translation>
    </message>
</context>
</TS>

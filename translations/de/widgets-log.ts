<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Find in this log</source>
        <translation>In diesem Log suchen</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorherige Stelle</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>“{text}” is not in this log.</source>
        <translation>„{text}“ kommt in diesem Log nicht vor.</translation>
    </message>
    <message>
        <source>Line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>Line {number}, continued from the end</source>
        <translation>Zeile {number}, vom Ende her fortgesetzt</translation>
    </message>
    <message>
        <source>Line {number}, continued from the top</source>
        <translation>Zeile {number}, vom Anfang her fortgesetzt</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>says</source>
        <translation>sagt</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht behalten</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>denkt</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source>Line {number} · {time}</source>
        <translation>Zeile {number} · {time}</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Show all of this line</source>
        <translation>Ganze Zeile zeigen</translation>
    </message>
    <message>
        <source>No session chosen</source>
        <translation>Keine Sitzung gewählt</translation>
    </message>
    <message>
        <source>Its log appears here.</source>
        <translation>Ihr Log erscheint hier.</translation>
    </message>
    <message>
        <source>Opening the log…</source>
        <translation>Log wird geöffnet…</translation>
    </message>
    <message>
        <source>No log yet</source>
        <translation>Noch kein Log</translation>
    </message>
    <message>
        <source>It appears here once the agent has started.</source>
        <translation>Erscheint hier, sobald der Agent gestartet ist.</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>The log is empty</source>
        <translation>Das Log ist leer</translation>
    </message>
    <message>
        <source>The agent has not said anything.</source>
        <translation>Der Agent hat nichts gesagt.</translation>
    </message>
    <message>
        <source>The log appears here as soon as the agent says something.</source>
        <translation>Das Log erscheint hier, sobald der Agent etwas sagt.</translation>
    </message>
    <message>
        <source>The log of this session has been removed</source>
        <translation>Das Log dieser Sitzung wurde entfernt</translation>
    </message>
    <message>
        <source>Old logs are removed by age and size (see Settings, Logs). Each memory keeps a copy of the line it came from: see What was learned.</source>
        <translation>Alte Logs werden nach Alter und Größe entfernt (siehe Einstellungen, Logs). Jede Erinnerung behält eine Kopie der Zeile, aus der sie stammt: siehe „Was gelernt wurde“.</translation>
    </message>
    <message>
        <source>Jump to live</source>
        <translation>Zum Ende springen (live)</translation>
    </message>
    <message numerus="yes">
        <source>%n line</source>
        <comment>%n lines</comment>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Lines {first} to {last} of {total}</source>
        <translation>Zeilen {first} bis {last} von {total}</translation>
    </message>
    <message>
        <source>following live</source>
        <translation>folgt live</translation>
    </message>
    <message>
        <source>new lines appear below</source>
        <translation>neue Zeilen erscheinen unten</translation>
    </message>
    <message>
        <source>scroll up for earlier lines</source>
        <translation>für frühere Zeilen nach oben blättern</translation>
    </message>
    <message>
        <source>Jump to the end</source>
        <translation>Zum Ende springen</translation>
    </message>
    <message numerus="yes">
        <source>… %n more character is in the log file</source>
        <comment>… %n more characters are in the log file</comment>
        <translation>
            <numerusform>… %n weiteres Zeichen steht in der Logdatei</numerusform>
            <numerusform>… %n weitere Zeichen stehen in der Logdatei</numerusform>
        </translation>
    </message>
</context>
</TS>

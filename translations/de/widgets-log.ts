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
        <source>Previous match (Shift+Return)</source>
        <translation>Vorherige Stelle (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>Nächste Stelle (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Escape)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>“{words}” is not in this log.</source>
        <translation>„{words}“ kommt in diesem Log nicht vor.</translation>
    </message>
    <message>
        <source>, on from the {value}</source>
        <translation>, weiter ab {value}</translation>
    </message>
    <message>
        <source>Line {line}{on}</source>
        <translation>Zeile {line}{on}</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht behalten</translation>
    </message>
    <message>
        <source>Line {number} · {at}</source>
        <translation>Zeile {number} · {at}</translation>
    </message>
    <message>
        <source>… {left_out} more characters are in the log file</source>
        <translation>… {left_out} weitere Zeichen stehen in der Logdatei</translation>
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
        <translation>Das Log dieser Sitzung ist weg</translation>
    </message>
    <message>
        <source>Old logs are removed by age and size (Settings, Logs). What was learned keeps a copy of the line it came from: see Learned.</source>
        <translation>Alte Logs werden nach Alter und Größe entfernt (Einstellungen, Logs). Gelerntes behält eine Kopie der Zeile, aus der es stammt: siehe Gelernt.</translation>
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
        <source> · following live</source>
        <translation> · folgt live</translation>
    </message>
    <message>
        <source> · live below</source>
        <translation> · unten geht es live weiter</translation>
    </message>
    <message>
        <source> · scroll up for earlier lines</source>
        <translation> · für frühere nach oben blättern</translation>
    </message>
    <message>
        <source>Jump to the end</source>
        <translation>Zum Ende springen</translation>
    </message>
</context>
</TS>

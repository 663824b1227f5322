<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Click to sort; right-click to choose columns</source>
        <translation>Klick sortiert; Rechtsklick wählt Spalten</translation>
    </message>
    <message>
        <source>Watch {name}</source>
        <translation>{name} überwachen</translation>
    </message>
    <message>
        <source>Name of what {why}</source>
        <translation>Name von {why}</translation>
    </message>
    <message>
        <source>Kind of check of {name}</source>
        <translation>Art der Prüfung von {name}</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test {name}</source>
        <translation>{name} testen</translation>
    </message>
    <message>
        <source>It is watched already</source>
        <translation>Wird bereits überwacht</translation>
    </message>
    <message>
        <source>watched already as {defined} · {answer}</source>
        <translation>bereits überwacht als {defined} · {answer}</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Another service is called {name}. Choose another name.</source>
        <translation>Ein anderer Dienst heißt {name}. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Clear the search (Escape)</source>
        <translation>Suche leeren (Escape)</translation>
    </message>
    <message>
        <source>All services</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Services, separated by commas</source>
        <translation>Dienste, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Choose services</source>
        <translation>Dienste auswählen</translation>
    </message>
    <message>
        <source>Choose from the checked services</source>
        <translation>Aus den geprüften Diensten auswählen</translation>
    </message>
    <message>
        <source>No service has been checked yet.</source>
        <translation>Es wurde noch kein Dienst geprüft.</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>wartet auf Sie</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>Zeit überschritten</translation>
    </message>
    <message>
        <source>approved for the run</source>
        <translation>für den Lauf freigegeben</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verpasst</translation>
    </message>
    <message>
        <source>void</source>
        <translation>ungültig</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>down</source>
        <translation>ausgefallen</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>beeinträchtigt</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>service down</source>
        <translation>Dienst ausgefallen</translation>
    </message>
    <message>
        <source>service degraded</source>
        <translation>Dienst beeinträchtigt</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>escalated</source>
        <translation>eskaliert</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>eingereiht</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>attempted</source>
        <translation>versucht</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>korrigiert</translation>
    </message>
    <message>
        <source>ran</source>
        <translation>gelaufen</translation>
    </message>
    <message>
        <source>upcoming</source>
        <translation>kommend</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>resolved</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>started</source>
        <translation>gestartet</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>wiederholt</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>redeployment</source>
        <translation>Neuausrollung</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>only claimed</source>
        <translation>nur behauptet</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>scheduled</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>escalation</source>
        <translation>Eskalation</translation>
    </message>
    <message>
        <source>continuation</source>
        <translation>Fortsetzung</translation>
    </message>
    <message>
        <source>alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>{column}: none</source>
        <translation>{column}: keine Angabe</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>Als CSV exportieren…</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>Als JSON exportieren…</translation>
    </message>
    <message>
        <source>Fit columns to content</source>
        <translation>Spalten an Inhalt anpassen</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Compact rows</source>
        <translation>Kompakte Zeilen</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>Spalten…</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>Als CSV exportieren</translation>
    </message>
    <message>
        <source>Export as JSON</source>
        <translation>Als JSON exportieren</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>The rows could not be read. Nothing was copied.</source>
        <translation>Die Zeilen konnten nicht gelesen werden. Es wurde nichts kopiert.</translation>
    </message>
    <message numerus="yes">
        <source>%n row was copied.</source>
        <comment>%n rows were copied.</comment>
        <translation>
            <numerusform>%n Zeile wurde kopiert.</numerusform>
            <numerusform>%n Zeilen wurden kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The rows could not be read. Nothing was written.</source>
        <translation>Die Zeilen konnten nicht gelesen werden. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>{path} could not be written: {reason}.</source>
        <translation>{path} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message numerus="yes">
        <source>%n row was written to {path}.</source>
        <comment>%n rows were written to {path}.</comment>
        <translation>
            <numerusform>%n Zeile wurde nach {path} geschrieben.</numerusform>
            <numerusform>%n Zeilen wurden nach {path} geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new row above</source>
        <comment>%n new rows above</comment>
        <translation>
            <numerusform>%n neue Zeile oberhalb</numerusform>
            <numerusform>%n neue Zeilen oberhalb</numerusform>
        </translation>
    </message>
</context>
</TS>

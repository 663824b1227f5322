<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>The next or previous control</source>
        <translation>Nächstes oder voriges Bedienelement</translation>
    </message>
    <message>
        <source>Arrows, Home, End</source>
        <translation>Pfeile, Pos1, Ende</translation>
    </message>
    <message>
        <source>Move in a table or list</source>
        <translation>In einer Tabelle oder Liste bewegen</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Open the row</source>
        <translation>Zeile öffnen</translation>
    </message>
    <message>
        <source>Return in a search field</source>
        <translation>Eingabetaste in einem Suchfeld</translation>
    </message>
    <message>
        <source>Go to the first row that was found</source>
        <translation>Zur ersten gefundenen Zeile gehen</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Copy the selected rows of a table</source>
        <translation>Die markierten Zeilen einer Tabelle kopieren</translation>
    </message>
    <message>
        <source>Shift+F10</source>
        <translation>Umschalt+F10</translation>
    </message>
    <message>
        <source>Open the menu of a table: copy, export, look, columns</source>
        <translation>Das Menü einer Tabelle öffnen: kopieren, exportieren, Aussehen, Spalten</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Clear a search field; close a dialog</source>
        <translation>Suchfeld leeren; Dialog schließen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>Tasten suchen</translation>
    </message>
    <message>
        <source>No key does that. The palette (Ctrl+K) finds every command.</source>
        <translation>Dafür gibt es keine Taste. Die Palette (Strg+K) findet jeden Befehl.</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Open as a page to print</source>
        <translation>Als druckbare Seite öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Written to {path}</source>
        <translation>Gespeichert in {path}</translation>
    </message>
    <message>
        <source>On every page</source>
        <translation>Auf jeder Seite</translation>
    </message>
    <message>
        <source>Keys of Claude Ops</source>
        <translation>Tasten von Claude Ops</translation>
    </message>
    <message>
        <source>Overview: mark all as read</source>
        <translation>Überblick: alles als gelesen markieren</translation>
    </message>
    <message>
        <source>Show the log of this run</source>
        <translation>Protokoll dieses Laufs anzeigen</translation>
    </message>
    <message>
        <source>Open this run in a window</source>
        <translation>Diesen Lauf im Fenster öffnen</translation>
    </message>
    <message>
        <source>Show failed runs</source>
        <translation>Fehlgeschlagene Läufe anzeigen</translation>
    </message>
    <message>
        <source>Search in all logs</source>
        <translation>In allen Protokollen suchen</translation>
    </message>
    <message>
        <source>Export this session</source>
        <translation>Diese Sitzung exportieren</translation>
    </message>
    <message>
        <source>Choose columns of runs</source>
        <translation>Spalten der Läufe auswählen</translation>
    </message>
    <message>
        <source>Continue this run</source>
        <translation>Diesen Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Run this once more</source>
        <translation>Noch einmal ausführen</translation>
    </message>
    <message>
        <source>Acknowledge the chosen events</source>
        <translation>Ausgewählte Ereignisse bestätigen</translation>
    </message>
    <message>
        <source>Acknowledge all events shown</source>
        <translation>Alle angezeigten Ereignisse bestätigen</translation>
    </message>
    <message>
        <source>Mute events like this</source>
        <translation>Solche Ereignisse stummschalten</translation>
    </message>
    <message>
        <source>Show what is muted</source>
        <translation>Stummgeschaltetes anzeigen</translation>
    </message>
    <message>
        <source>Show critical events</source>
        <translation>Kritische Ereignisse anzeigen</translation>
    </message>
    <message>
        <source>Show events that are not acknowledged</source>
        <translation>Unbestätigte Ereignisse anzeigen</translation>
    </message>
    <message>
        <source>Set up alerts</source>
        <translation>Alarme einrichten</translation>
    </message>
    <message>
        <source>Show the events</source>
        <translation>Ereignisse anzeigen</translation>
    </message>
    <message>
        <source>Mark the finding as fixed, or open it again</source>
        <translation>Den Befund als behoben markieren oder wieder öffnen</translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation>Erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>Preview what the next run will read</source>
        <translation>Vorschau auf den Kontext des nächsten Laufs</translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation>Text bearbeiten</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Share with everyone</source>
        <translation>Mit allen teilen</translation>
    </message>
    <message>
        <source>Make private</source>
        <translation>Privat machen</translation>
    </message>
    <message>
        <source>Open the session&apos;s line</source>
        <translation>Zeile der Sitzung öffnen</translation>
    </message>
    <message>
        <source>Show alerts</source>
        <translation>Alarme zeigen</translation>
    </message>
    <message>
        <source>Show findings</source>
        <translation>Befunde zeigen</translation>
    </message>
    <message>
        <source>Edit the chosen case</source>
        <translation>Den ausgewählten Fall bearbeiten</translation>
    </message>
    <message>
        <source>Note that the case was right</source>
        <translation>Vermerken, dass der Fall stimmte</translation>
    </message>
    <message>
        <source>Note that the case was wrong</source>
        <translation>Vermerken, dass der Fall falsch war</translation>
    </message>
    <message>
        <source>Do not offer the case, or offer it again</source>
        <translation>Den Fall nicht mehr anbieten, oder wieder anbieten</translation>
    </message>
    <message>
        <source>Merge the case into another one</source>
        <translation>Den Fall mit einem anderen zusammenführen</translation>
    </message>
    <message>
        <source>Export the case</source>
        <translation>Den Fall exportieren</translation>
    </message>
    <message>
        <source>Show the incident</source>
        <translation>Vorfall anzeigen</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>Lauf anzeigen</translation>
    </message>
    <message>
        <source>Show the patterns</source>
        <translation>Muster anzeigen</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Einzelheiten anzeigen</translation>
    </message>
    <message>
        <source>Edit the memory, or all that are selected</source>
        <translation>Die Erinnerung bearbeiten, oder alle ausgewählten</translation>
    </message>
    <message>
        <source>Reopen or restore</source>
        <translation>Wieder öffnen oder wiederherstellen</translation>
    </message>
    <message>
        <source>Turn the lesson or the reminder on or off</source>
        <translation>Die Lehre oder die Vormerkung ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Review it</source>
        <translation>Durchsehen</translation>
    </message>
    <message>
        <source>Show what is related to it</source>
        <translation>Anzeigen, was damit zusammenhängt</translation>
    </message>
    <message>
        <source>See step by step why it is read or not</source>
        <translation>Schritt für Schritt sehen, warum sie gelesen wird oder nicht</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Forget everything about something</source>
        <translation>Alles zu einem Thema vergessen</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Approve what waits</source>
        <translation>Wartendes freigeben</translation>
    </message>
    <message>
        <source>Edit what waits</source>
        <translation>Wartendes bearbeiten</translation>
    </message>
    <message>
        <source>Undo the last answer</source>
        <translation>Letzte Antwort rückgängig machen</translation>
    </message>
    <message>
        <source>Possible conflict: Both hold</source>
        <translation>Möglicher Widerspruch: Beide gelten</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Refuse or reject what waits</source>
        <translation>Ablehnen, was wartet</translation>
    </message>
    <message>
        <source>Possible conflict: The new one replaces</source>
        <translation>Möglicher Widerspruch: Die neue ersetzt</translation>
    </message>
    <message>
        <source>Possible conflict: They are the same</source>
        <translation>Möglicher Widerspruch: Sie sind gleich</translation>
    </message>
    <message>
        <source>About to expire: Still true</source>
        <translation>Läuft bald ab: Gilt noch</translation>
    </message>
    <message>
        <source>About to expire: Check</source>
        <translation>Läuft bald ab: Prüfen</translation>
    </message>
    <message>
        <source>Question: Dismiss</source>
        <translation>Frage: Verwerfen</translation>
    </message>
    <message>
        <source>Ask memory</source>
        <translation>Erinnerungen befragen</translation>
    </message>
    <message>
        <source>Show what is related to a service</source>
        <translation>Zusammenhänge eines Dienstes anzeigen</translation>
    </message>
    <message>
        <source>Entry in the memory file</source>
        <translation>Eintrag in der Gedächtnisdatei</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Procedure</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Put in order</source>
        <translation>In Ordnung bringen</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Leave a service alone (maintenance)</source>
        <translation>Dienst in Ruhe lassen (Wartung)</translation>
    </message>
    <message>
        <source>Set the limits of a service</source>
        <translation>Grenzen eines Dienstes festlegen</translation>
    </message>
    <message>
        <source>Clear the cooldown of the chosen service</source>
        <translation>Sperrzeit des ausgewählten Dienstes aufheben</translation>
    </message>
    <message>
        <source>Approve it for the whole run</source>
        <translation>Für den ganzen Lauf freigeben</translation>
    </message>
    <message>
        <source>Check the chosen service now</source>
        <translation>Ausgewählten Dienst jetzt prüfen</translation>
    </message>
    <message>
        <source>Run about the chosen service</source>
        <translation>Lauf zum ausgewählten Dienst</translation>
    </message>
    <message>
        <source>Maintenance of the chosen service</source>
        <translation>Wartung des ausgewählten Dienstes</translation>
    </message>
    <message>
        <source>Add a check of a service</source>
        <translation>Prüfung eines Dienstes hinzufügen</translation>
    </message>
    <message>
        <source>Discover services</source>
        <translation>Dienste suchen</translation>
    </message>
    <message>
        <source>Drop what is about to expire, or decide later</source>
        <translation>Verwerfen, was abläuft, oder später entscheiden</translation>
    </message>
    <message>
        <source>Move facts of an earlier version here</source>
        <translation>Tatsachen einer früheren Version hierher holen</translation>
    </message>
    <message>
        <source>Save the answer</source>
        <translation>Antwort speichern</translation>
    </message>
    <message>
        <source>Choose what needs approval</source>
        <translation>Festlegen, was Freigabe braucht</translation>
    </message>
    <message>
        <source>Show decided approvals</source>
        <translation>Entschiedene Freigaben zeigen</translation>
    </message>
    <message>
        <source>Explain why something was not remembered</source>
        <translation>Erklären, warum etwas nicht behalten wurde</translation>
    </message>
    <message>
        <source>Show the steps of memory</source>
        <translation>Schritte des Gedächtnisses zeigen</translation>
    </message>
    <message>
        <source>Make the map smaller</source>
        <translation>Karte verkleinern</translation>
    </message>
    <message>
        <source>Make the map larger</source>
        <translation>Karte vergrößern</translation>
    </message>
    <message>
        <source>Show the whole map</source>
        <translation>Ganze Karte zeigen</translation>
    </message>
    <message>
        <source>Confirm the proposed dependency</source>
        <translation>Vorgeschlagene Abhängigkeit bestätigen</translation>
    </message>
    <message>
        <source>Dismiss the proposed dependency</source>
        <translation>Vorgeschlagene Abhängigkeit verwerfen</translation>
    </message>
    <message>
        <source>Show the next proposed dependency</source>
        <translation>Nächste vorgeschlagene Abhängigkeit zeigen</translation>
    </message>
    <message>
        <source>Show the service</source>
        <translation>Dienst anzeigen</translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation>Datei hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder, and keep it up to date</source>
        <translation>Ordner hinzufügen und aktuell halten</translation>
    </message>
    <message>
        <source>Add a web page</source>
        <translation>Webseite hinzufügen</translation>
    </message>
    <message>
        <source>Folders and feeds</source>
        <translation>Ordner und Feeds</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Remove the document</source>
        <translation>Dokument entfernen</translation>
    </message>
    <message>
        <source>Show what is related to the chosen service</source>
        <translation>Zeigen, was mit dem gewählten Dienst zusammenhängt</translation>
    </message>
    <message>
        <source>Set the limits of the chosen service</source>
        <translation>Grenzen des gewählten Dienstes setzen</translation>
    </message>
    <message>
        <source>Give the chosen service the default limits</source>
        <translation>Dem gewählten Dienst die üblichen Grenzen geben</translation>
    </message>
    <message>
        <source>Cancel the planned maintenance of the chosen service</source>
        <translation>Geplante Wartung des gewählten Dienstes absagen</translation>
    </message>
    <message>
        <source>Show the cooldowns of all services</source>
        <translation>Sperrzeiten aller Dienste zeigen</translation>
    </message>
    <message>
        <source>Rename the chosen service</source>
        <translation>Ausgewählten Dienst umbenennen</translation>
    </message>
    <message>
        <source>Remove the chosen service</source>
        <translation>Ausgewählten Dienst entfernen</translation>
    </message>
    <message>
        <source>Open services.toml</source>
        <translation>services.toml öffnen</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>Ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Show the weekly report</source>
        <translation>Wochenbericht zeigen</translation>
    </message>
    <message>
        <source>Add a schedule</source>
        <translation>Zeitplan hinzufügen</translation>
    </message>
    <message>
        <source>Acknowledge the chosen incident</source>
        <translation>Gewählte Störung bestätigen</translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>End the snooze</source>
        <translation>Zurückstellung beenden</translation>
    </message>
    <message>
        <source>Add a note to the chosen incident</source>
        <translation>Der gewählten Störung eine Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Close or reopen the incident</source>
        <translation>Störung schließen oder wieder öffnen</translation>
    </message>
    <message>
        <source>Investigate now</source>
        <translation>Jetzt untersuchen</translation>
    </message>
    <message>
        <source>No investigation</source>
        <translation>Keine Untersuchung</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Go to the time line of the chosen service</source>
        <translation>Zur Zeitleiste des gewählten Dienstes</translation>
    </message>
    <message>
        <source>Events at that time</source>
        <translation>Ereignisse zu dieser Zeit</translation>
    </message>
    <message>
        <source>Export trends</source>
        <translation>Trends exportieren</translation>
    </message>
    <message>
        <source>Run it now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Skip the next run</source>
        <translation>Nächsten Lauf auslassen</translation>
    </message>
    <message>
        <source>Back up everything into one file</source>
        <translation>Alles in einer Datei sichern</translation>
    </message>
    <message>
        <source>Back up now…</source>
        <translation>Jetzt sichern…</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Wiederherstellen…</translation>
    </message>
    <message>
        <source>Import memories from another program</source>
        <translation>Erinnerungen aus einem anderen Programm importieren</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>Erinnerungen exportieren</translation>
    </message>
    <message>
        <source>Export memories…</source>
        <translation>Erinnerungen exportieren…</translation>
    </message>
    <message>
        <source>Check the database</source>
        <translation>Datenbank prüfen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Compact the database</source>
        <translation>Datenbank verkleinern</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Open the data folder</source>
        <translation>Datenordner öffnen</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Send a test notification</source>
        <translation>Testbenachrichtigung senden</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>Test senden</translation>
    </message>
    <message>
        <source>Add an address for notifications</source>
        <translation>Adresse für Benachrichtigungen hinzufügen</translation>
    </message>
    <message>
        <source>Add an address…</source>
        <translation>Adresse hinzufügen…</translation>
    </message>
    <message>
        <source>Send a test alert</source>
        <translation>Testalarm senden</translation>
    </message>
    <message>
        <source>Test the agent</source>
        <translation>Agent testen</translation>
    </message>
    <message>
        <source>Open the folder of crash reports</source>
        <translation>Ordner der Absturzberichte öffnen</translation>
    </message>
    <message>
        <source>About Claude Ops: version and licences</source>
        <translation>Über Claude Ops: Version und Lizenzen</translation>
    </message>
    <message>
        <source>About Claude Ops…</source>
        <translation>Über Claude Ops…</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Start a run now (Ctrl+R); the schedule stays as it is</source>
        <translation>Jetzt einen Lauf starten (Strg+R); der Zeitplan bleibt unverändert</translation>
    </message>
    <message>
        <source>Choose the tier, or run with a prompt, services or another agent</source>
        <translation>Stufe wählen oder mit Prompt, Diensten oder anderem Agenten ausführen</translation>
    </message>
    <message>
        <source>More ways to run</source>
        <translation>Weitere Arten der Ausführung</translation>
    </message>
    <message>
        <source>Stop run</source>
        <translation>Lauf stoppen</translation>
    </message>
    <message>
        <source>Stop the run that is on (Ctrl+.)</source>
        <translation>Aktuellen Lauf stoppen (Strg+.)</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Alles stoppen</translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation>Alles stoppen</translation>
    </message>
    <message>
        <source>Emergency stop: end every agent, refuse every request and pause the schedules (Ctrl+Shift+X)</source>
        <translation>Notstopp: alle Agenten beenden, alle Anfragen ablehnen und Zeitpläne anhalten (Strg+Umschalt+X)</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Help for this page</source>
        <translation>Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>Help for this page (Shift+F1)</source>
        <translation>Hilfe zu dieser Seite (Umschalt+F1)</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird gestoppt…</translation>
    </message>
    <message>
        <source>Turn off dry run</source>
        <translation>Probelauf ausschalten</translation>
    </message>
    <message>
        <source>Dry run is on: let runs change things again (Ctrl+Shift+D)</source>
        <translation>Probelauf ist aktiv: Läufe wieder ändern lassen (Strg+Umschalt+D)</translation>
    </message>
    <message>
        <source>Turn on dry run</source>
        <translation>Probelauf einschalten</translation>
    </message>
    <message>
        <source>Dry run: let no run change anything (Ctrl+Shift+D)</source>
        <translation>Probelauf: kein Lauf ändert etwas (Strg+Umschalt+D)</translation>
    </message>
    <message>
        <source>Resume scheduled runs</source>
        <translation>Geplante Läufe fortsetzen</translation>
    </message>
    <message>
        <source>Resume scheduled runs (Ctrl+Shift+P)</source>
        <translation>Geplante Läufe fortsetzen (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Pause scheduled runs</source>
        <translation>Geplante Läufe anhalten</translation>
    </message>
    <message>
        <source>Pause scheduled runs (Ctrl+Shift+P)</source>
        <translation>Geplante Läufe anhalten (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>{page} cannot be shown.</source>
        <translation>{page} kann nicht angezeigt werden.</translation>
    </message>
    <message>
        <source>This is an error in the application, not yours. The log has the details.</source>
        <translation>Das ist ein Fehler der Anwendung, nicht Ihrer. Einzelheiten stehen im Protokoll.</translation>
    </message>
    <message>
        <source>Pages of {place}</source>
        <translation>Seiten von {place}</translation>
    </message>
    <message numerus="yes">
        <source>%n needs you</source>
        <comment>%n need you</comment>
        <translation>
            <numerusform>%n braucht Sie</numerusform>
            <numerusform>%n brauchen Sie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{place}, %n needs you</source>
        <comment>{place}, %n need you</comment>
        <translation>
            <numerusform>{place}, %n braucht Sie</numerusform>
            <numerusform>{place}, %n brauchen Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Everything is stopped: agents were ended, requests refused, and nothing starts until you resume.</source>
        <translation>Alles ist gestoppt: Agenten wurden beendet, Anfragen abgelehnt, und bis zum Fortsetzen startet nichts.</translation>
    </message>
    <message>
        <source>A run waits for your answer.</source>
        <translation>Ein Lauf wartet auf Ihre Antwort.</translation>
    </message>
    <message>
        <source>Quitting ends it. Its output so far is kept.</source>
        <translation>Das Beenden bricht ihn ab. Die bisherige Ausgabe bleibt erhalten.</translation>
    </message>
    <message>
        <source>A run is being stopped.</source>
        <translation>Ein Lauf wird gestoppt.</translation>
    </message>
    <message>
        <source>This takes a few seconds. Its output so far is kept.</source>
        <translation>Das dauert einige Sekunden. Die bisherige Ausgabe bleibt erhalten.</translation>
    </message>
    <message>
        <source>A run is active.</source>
        <translation>Ein Lauf ist aktiv.</translation>
    </message>
    <message>
        <source>Finish the run, then quit</source>
        <translation>Nach dem Lauf beenden</translation>
    </message>
    <message>
        <source>Stop the run and quit</source>
        <translation>Lauf stoppen und beenden</translation>
    </message>
    <message>
        <source>End the run and quit</source>
        <translation>Lauf abbrechen und beenden</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Claude Ops quits when the run is over.</source>
        <translation>Claude Ops wird nach dem Lauf beendet.</translation>
    </message>
    <message>
        <source>Claude Ops keeps running in the tray.</source>
        <translation>Claude Ops läuft im Infobereich weiter.</translation>
    </message>
    <message>
        <source>Scheduled runs continue. Click the tray icon to open the window again.
You can change this in Settings, Window.</source>
        <translation>Geplante Läufe gehen weiter. Ein Klick auf das Symbol im Infobereich öffnet das Fenster wieder.
Das lässt sich unter Einstellungen, Fenster ändern.</translation>
    </message>
    <message>
        <source>Keep running in the background?</source>
        <translation>Im Hintergrund weiterlaufen?</translation>
    </message>
    <message>
        <source>This desktop has no tray. Scheduled runs would continue without a window. Start Claude Ops again to open it.
You can change this in Settings, Window.</source>
        <translation>Dieser Desktop hat keinen Infobereich. Geplante Läufe würden ohne Fenster weitergehen. Ein erneuter Start von Claude Ops öffnet es.
Das lässt sich unter Einstellungen, Fenster ändern.</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>Im Infobereich bleiben</translation>
    </message>
    <message>
        <source>Quit instead</source>
        <translation>Stattdessen beenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Claude Ops</source>
        <translation>Claude Ops</translation>
    </message>
    <message>
        <source>Its output so far is kept.</source>
        <translation>Die bisherige Ausgabe bleibt erhalten.</translation>
    </message>
    <message numerus="yes">
        <source>Its output so far is kept. %n waiting run is cancelled.</source>
        <comment>Its output so far is kept. %n waiting runs are cancelled.</comment>
        <translation>
            <numerusform>Die bisherige Ausgabe bleibt erhalten. %n wartender Lauf wird abgebrochen.</numerusform>
            <numerusform>Die bisherige Ausgabe bleibt erhalten. %n wartende Läufe werden abgebrochen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Dry run: nothing is changed on your servers, and no run is escalated.</source>
        <translation>Probelauf: Auf den Servern wird nichts geändert, und kein Lauf eskaliert.</translation>
    </message>
    <message>
        <source>This run is a dry run: it changes nothing.</source>
        <translation>Dieser Lauf ist ein Probelauf: Er ändert nichts.</translation>
    </message>
    <message>
        <source>Paused: scheduled runs wait until you resume. Run now still works.</source>
        <translation>Angehalten: Geplante Läufe warten bis zum Fortsetzen. „Jetzt ausführen“ geht weiterhin.</translation>
    </message>
    <message>
        <source>agent unknown</source>
        <translation>Agent unbekannt</translation>
    </message>
    <message>
        <source>Undo: {change}</source>
        <translation>Rückgängig: {change}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show the question</source>
        <translation>Frage anzeigen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take the approval back</source>
        <translation>Freigabe zurücknehmen</translation>
    </message>
    <message numerus="yes">
        <source>{question} · %n more question</source>
        <comment>{question} · %n more questions</comment>
        <translation>
            <numerusform>{question} · %n weitere Frage</numerusform>
            <numerusform>{question} · %n weitere Fragen</numerusform>
        </translation>
    </message>
    <message>
        <source>Redo: {change}</source>
        <translation>Wiederholen: {change}</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Reiter</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Reiter</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Observe (tier 1)</source>
        <translation>Beobachten (Stufe 1)</translation>
    </message>
    <message>
        <source>Investigate (tier 2)…</source>
        <translation>Untersuchen (Stufe 2)…</translation>
    </message>
    <message>
        <source>Remediate (tier 3)…</source>
        <translation>Beheben (Stufe 3)…</translation>
    </message>
    <message>
        <source>Run with a prompt, services or another agent…</source>
        <translation>Mit Prompt, Diensten oder anderem Agenten ausführen…</translation>
    </message>
    <message>
        <source>Preview what the agent will read</source>
        <translation>Vorschau auf den Kontext des Agenten</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>Lauf stoppen</translation>
    </message>
    <message>
        <source>Resume after the stop</source>
        <translation>Nach dem Stopp fortsetzen</translation>
    </message>
    <message>
        <source>Dry run: change nothing</source>
        <translation>Probelauf: nichts ändern</translation>
    </message>
    <message>
        <source>Search this page</source>
        <translation>Diese Seite durchsuchen</translation>
    </message>
    <message>
        <source>Refresh this page</source>
        <translation>Diese Seite aktualisieren</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten anzeigen</translation>
    </message>
    <message>
        <source>Show the help of this page</source>
        <translation>Hilfe zu dieser Seite anzeigen</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Run #{number}, line {line}: {text}</source>
        <translation>Lauf #{number}, Zeile {line}: {text}</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>Protokollzeilen</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Go to {place}</source>
        <translation>Gehe zu {place}</translation>
    </message>
    <message>
        <source>Find an action, service, run, event, memory or log line</source>
        <translation>Aktion, Dienst, Lauf, Ereignis, Erinnerung oder Protokollzeile suchen</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Logging out stops it. Its output so far is kept.</source>
        <translation>Das Abmelden stoppt ihn. Die bisherige Ausgabe bleibt erhalten.</translation>
    </message>
    <message>
        <source>Stop the run and log out</source>
        <translation>Lauf stoppen und abmelden</translation>
    </message>
    <message>
        <source>Stay logged in</source>
        <translation>Angemeldet bleiben</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Show the first steps</source>
        <translation>Erste Schritte anzeigen</translation>
    </message>
    <message>
        <source>Search all logs for “{text}”</source>
        <translation>In allen Protokollen nach „{text}“ suchen</translation>
    </message>
    <message>
        <source>Nothing found for “{text}”</source>
        <translation>Nichts gefunden für „{text}“</translation>
    </message>
    <message>
        <source>Settings: {group}</source>
        <translation>Einstellungen: {group}</translation>
    </message>
    <message>
        <source>Setting: {name}</source>
        <translation>Einstellung: {name}</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Current state</source>
        <translation>Aktueller Zustand</translation>
    </message>
    <message>
        <source>Incidents that need you</source>
        <translation>Störungen, die Sie brauchen</translation>
    </message>
    <message>
        <source>Questions that wait for your answer</source>
        <translation>Fragen, die auf Ihre Antwort warten</translation>
    </message>
    <message>
        <source>What else waits for you</source>
        <translation>Was sonst auf Sie wartet</translation>
    </message>
    <message>
        <source>Dry run is on: nothing is changed on your servers</source>
        <translation>Probelauf ist aktiv: Auf den Servern wird nichts geändert</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Waiting runs; press to cancel one</source>
        <translation>Wartende Läufe; zum Abbrechen drücken</translation>
    </message>
    <message>
        <source>The next scheduled run</source>
        <translation>Der nächste geplante Lauf</translation>
    </message>
    <message>
        <source>The agent in use</source>
        <translation>Der verwendete Agent</translation>
    </message>
    <message>
        <source>Cost of the runs</source>
        <translation>Kosten der Läufe</translation>
    </message>
    <message numerus="yes">
        <source>%n question for you</source>
        <comment>%n questions for you</comment>
        <translation>
            <numerusform>%n Frage an Sie</numerusform>
            <numerusform>%n Fragen an Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel {run}</source>
        <translation>{run} abbrechen</translation>
    </message>
    <message>
        <source>Give up {run}</source>
        <translation>{run} aufgeben</translation>
    </message>
    <message numerus="yes">
        <source>%n other thing for you</source>
        <comment>%n other things for you</comment>
        <translation>
            <numerusform>%n weitere Sache für Sie</numerusform>
            <numerusform>%n weitere Sachen für Sie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing for you</source>
        <comment>%n things for you</comment>
        <translation>
            <numerusform>%n Sache für Sie</numerusform>
            <numerusform>%n Dinge für Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>{trigger} {tier}</source>
        <translation>{trigger} {tier}</translation>
    </message>
    <message>
        <source>{trigger} {tier} of {services}</source>
        <translation>{trigger} {tier}: {services}</translation>
    </message>
    <message>
        <source>run {run_id}, which continues with tier {tier}</source>
        <translation>Lauf {run_id}, weiter mit Stufe {tier}</translation>
    </message>
    <message>
        <source>run {run_id}, which needs approval for tier {tier}</source>
        <translation>Lauf {run_id}, wartet auf Freigabe von Stufe {tier}</translation>
    </message>
    <message>
        <source>run {run_id}, which is retried {time} (the usage limit is reached)</source>
        <translation>Lauf {run_id}, der {time} wiederholt wird (die Nutzungsgrenze ist erreicht)</translation>
    </message>
    <message>
        <source>run {run_id}, which is retried {time} (the service was overloaded)</source>
        <translation>Lauf {run_id}, neuer Versuch {time} (der Dienst war überlastet)</translation>
    </message>
    <message numerus="yes">
        <source>%n run waiting</source>
        <comment>%n runs waiting</comment>
        <translation>
            <numerusform>%n Lauf wartet</numerusform>
            <numerusform>%n Läufe warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parked</source>
        <comment>%n parked</comment>
        <translation>
            <numerusform>%n geparkt</numerusform>
            <numerusform>%n geparkt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run parked</source>
        <comment>%n runs parked</comment>
        <translation>
            <numerusform>%n Lauf geparkt</numerusform>
            <numerusform>%n Läufe geparkt</numerusform>
        </translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Open Claude Ops</source>
        <translation>Claude Ops öffnen</translation>
    </message>
    <message>
        <source>{text} (dry run)</source>
        <translation>{text} (Probelauf)</translation>
    </message>
    <message>
        <source>{words}, paused</source>
        <translation>{words}, angehalten</translation>
    </message>
    <message numerus="yes">
        <source>%n question for you…</source>
        <comment>%n questions for you…</comment>
        <translation>
            <numerusform>%n Frage an Sie…</numerusform>
            <numerusform>%n Fragen an Sie…</numerusform>
        </translation>
    </message>
    <message>
        <source>Claude Ops: {words}
{first}{text}</source>
        <translation>Claude Ops: {words}
{first}{text}</translation>
    </message>
    <message>
        <source>Qt ended the application: {words}</source>
        <translation>Qt beendete das Programm: {words}</translation>
    </message>
    <message>
        <source>Something in Claude Ops failed; your last action may not have taken effect. A report was written to {path}; nothing was sent.</source>
        <translation>In Claude Ops ist etwas fehlgeschlagen; die letzte Aktion wurde vielleicht nicht ausgeführt. Ein Bericht liegt unter {path}; nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>The data folder {parent} cannot be written.</source>
        <translation>In den Datenordner {parent} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Make it writable, or name another one with --data-dir.</source>
        <translation>Schreibbar machen oder mit --data-dir einen anderen angeben.</translation>
    </message>
    <message>
        <source>Claude Ops runs already: its window was brought to the front.</source>
        <translation>Claude Ops läuft bereits: Sein Fenster wurde nach vorn geholt.</translation>
    </message>
    <message>
        <source>Cannot listen on {address}: {value}.</source>
        <translation>Kann nicht auf {address} lauschen: {value}.</translation>
    </message>
    <message>
        <source>A second start will not find this one.</source>
        <translation>Ein zweiter Start wird diesen nicht finden.</translation>
    </message>
    <message>
        <source> (process {pid})</source>
        <translation> (Prozess {pid})</translation>
    </message>
    <message>
        <source>End it, for example with: kill {pid}</source>
        <translation>Beenden, zum Beispiel mit: kill {pid}</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Claude Ops runs already{who} but does not answer. {how}. Then start it again.</source>
        <translation>Claude Ops läuft bereits{who}, antwortet aber nicht. {how}. Dann erneut starten.</translation>
    </message>
    <message>
        <source>its lock could not be written</source>
        <translation>seine Sperre konnte nicht geschrieben werden</translation>
    </message>
    <message>
        <source>The data folder {parent} cannot be used: {reason}.</source>
        <translation>Der Datenordner {parent} ist nicht benutzbar: {reason}.</translation>
    </message>
    <message>
        <source>Start it again, or name another one with --data-dir.</source>
        <translation>Starten Sie erneut, oder nennen Sie mit --data-dir einen anderen.</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Belassen</translation>
    </message>
    <message>
        <source>Move to the Inbox</source>
        <translation>In den Posteingang verschieben</translation>
    </message>
    <message numerus="yes">
        <source>Rules of an earlier version drew %n fact from sessions that nothing has confirmed since.</source>
        <comment>Rules of an earlier version drew %n facts from sessions that nothing has confirmed since.</comment>
        <translation>
            <numerusform>Regeln einer früheren Version haben %n Fakt aus Sitzungen gewonnen, den seither nichts bestätigt hat.</numerusform>
            <numerusform>Regeln einer früheren Version haben %n Fakten aus Sitzungen gewonnen, die seither nichts bestätigt hat.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other was confirmed and stays.</source>
        <comment>%n others were confirmed and stay.</comment>
        <translation>
            <numerusform>%n weiterer wurde bestätigt und bleibt.</numerusform>
            <numerusform>%n weitere wurden bestätigt und bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved the facts to the Inbox</source>
        <translation>Tatsachen in den Posteingang verschoben</translation>
    </message>
    <message>
        <source>The clock is right</source>
        <translation>Die Uhr stimmt</translation>
    </message>
</context>
</TS>

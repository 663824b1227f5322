<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>1  Observe</source>
        <translation>1  Beobachten</translation>
    </message>
    <message>
        <source>2  Investigate</source>
        <translation>2  Untersuchen</translation>
    </message>
    <message>
        <source>3  Remediate</source>
        <translation>3  Beheben</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>Wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Claude CLI</source>
        <translation>Claude CLI</translation>
    </message>
    <message>
        <source>Built-in watcher</source>
        <translation>Eingebauter Wächter</translation>
    </message>
    <message>
        <source>Edit the schedule</source>
        <translation>Zeitplan bearbeiten</translation>
    </message>
    <message>
        <source>Add a schedule</source>
        <translation>Zeitplan hinzufügen</translation>
    </message>
    <message>
        <source>The delay needs a whole number of seconds.</source>
        <translation>Die Verzögerung muss eine ganze Zahl von Sekunden sein.</translation>
    </message>
    <message>
        <source>0 for none.</source>
        <translation>0 für keine.</translation>
    </message>
    <message>
        <source>What it does, such as Observe</source>
        <translation>Was er tut, etwa Beobachten</translation>
    </message>
    <message>
        <source>Choose a rhythm…</source>
        <translation>Rhythmus wählen…</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Cron</source>
        <translation>Cron</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Eingeschaltet</translation>
    </message>
    <message>
        <source>Leave empty for the tier&apos;s own prompt.</source>
        <translation>Leer lassen für den Prompt der Stufe.</translation>
    </message>
    <message>
        <source>Take a saved prompt…</source>
        <translation>Gespeicherten Prompt übernehmen…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Common rhythms</source>
        <translation>Übliche Rhythmen</translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation>Art der Regel</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Random delay, in seconds</source>
        <translation>Zufällige Verzögerung, in Sekunden</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>at tier</source>
        <translation>auf Stufe</translation>
    </message>
    <message>
        <source>seconds, so that not all start at once</source>
        <translation>Sekunden, damit nicht alle gleichzeitig starten</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>bis zu</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>If missed</source>
        <translation>Wenn verpasst</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Save changes</source>
        <translation>Änderungen speichern</translation>
    </message>
    <message>
        <source>Add the schedule</source>
        <translation>Zeitplan hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Observe</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>30 min, 2 h, 1 day</source>
        <translation>30 min, 2 h, 1 day</translation>
    </message>
    <message>
        <source>minute hour day month weekday: 0 9 * * 1-5</source>
        <translation>Minute Stunde Tag Monat Wochentag: 0 9 * * 1-5</translation>
    </message>
    <message>
        <source>{rule}. Next: {join}.</source>
        <translation>{rule}. Nächste: {join}.</translation>
    </message>
    <message>
        <source>Search in reasons</source>
        <translation>In Begründungen suchen</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Any schedule</source>
        <translation>Jeder Zeitplan</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>{name} is switched off.</source>
        <translation>{name} ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Next of {name}: {moments}</source>
        <translation>Nächste von {name}: {moments}</translation>
    </message>
    <message>
        <source>Any outcome</source>
        <translation>Jedes Ergebnis</translation>
    </message>
    <message>
        <source>Open the run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Run history</source>
        <translation>Verlauf der Läufe</translation>
    </message>
    <message>
        <source>No due time yet</source>
        <translation>Noch kein Termin erreicht</translation>
    </message>
    <message>
        <source>schedule {number}</source>
        <translation>Zeitplan {number}</translation>
    </message>
    <message>
        <source>No due time matches</source>
        <translation>Kein passender Termin</translation>
    </message>
    <message>
        <source>Clear the filters</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>Try other words or another filter.</source>
        <translation>Andere Wörter oder einen anderen Filter versuchen.</translation>
    </message>
    <message>
        <source>Each one appears here with its outcome: ran, skipped, missed or failed, and why.</source>
        <translation>Jeder erscheint hier mit seinem Ergebnis: gelaufen, ausgelassen, verpasst oder gescheitert, und warum.</translation>
    </message>
    <message>
        <source>Nothing ran for this due time.</source>
        <translation>Zu diesem Termin lief nichts.</translation>
    </message>
    <message>
        <source>That run is no longer in the records.</source>
        <translation>Dieser Lauf ist nicht mehr gespeichert.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>Angesehen</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Steps of the last run</source>
        <translation>Schritte des letzten Laufs</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Skip it</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>{name} was missed at {due_at}. Run it now?</source>
        <translation>{name} wurde um {due_at} verpasst. Jetzt ausführen?</translation>
    </message>
    <message>
        <source>{cause} You can answer until {until}, when the next one is due.</source>
        <translation>{cause} Beantwortbar bis {until}, wenn der nächste fällig ist.</translation>
    </message>
    <message>
        <source>Run {name}, missed at {due_at}</source>
        <translation>{name} ausführen, verpasst um {due_at}</translation>
    </message>
    <message>
        <source>Skip {name}, missed at {due_at}</source>
        <translation>{name} auslassen, verpasst um {due_at}</translation>
    </message>
    <message>
        <source>{found} after these</source>
        <translation>{found} nach diesen</translation>
    </message>
    <message numerus="yes">
        <source>%n more question</source>
        <comment>%n more questions</comment>
        <translation>
            <numerusform>%n weitere Frage</numerusform>
            <numerusform>%n weitere Fragen</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} runs now.</source>
        <translation>{name} läuft jetzt.</translation>
    </message>
    <message>
        <source>Skipped {name} of {due_at}</source>
        <translation>{name} von {due_at} ausgelassen</translation>
    </message>
    <message>
        <source>That can no longer be undone: the next one is due.</source>
        <translation>Das lässt sich nicht mehr rückgängig machen: Der nächste Termin ist da.</translation>
    </message>
    <message>
        <source>Run it by hand.</source>
        <translation>Von Hand ausführen.</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Als Nächstes</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Its own rules</source>
        <translation>Eigene Regeln</translation>
    </message>
    <message>
        <source>Switch it off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Switch it on; nothing runs at once</source>
        <translation>Einschalten; nichts läuft sofort</translation>
    </message>
    <message>
        <source>The tier&apos;s own prompt</source>
        <translation>Der Prompt der Stufe</translation>
    </message>
    <message>
        <source>Cron {rule}</source>
        <translation>Cron {rule}</translation>
    </message>
    <message>
        <source>{name} is on</source>
        <translation>{name} ist eingeschaltet</translation>
    </message>
    <message>
        <source>{name} is off</source>
        <translation>{name} ist ausgeschaltet</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>never ran</source>
        <translation>lief noch nie</translation>
    </message>
    <message>
        <source>not over</source>
        <translation>nicht zu Ende</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>replaced by a later one</source>
        <translation>durch einen späteren ersetzt</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>waits to go on</source>
        <translation>wartet auf die Fortsetzung</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>überfällig</translation>
    </message>
    <message>
        <source>not yet due</source>
        <translation>noch nicht fällig</translation>
    </message>
    <message>
        <source>Took {took}</source>
        <translation>Dauerte {took}</translation>
    </message>
    <message>
        <source>Routine, {steps}</source>
        <translation>Routine, {steps}</translation>
    </message>
    <message numerus="yes">
        <source>%n step</source>
        <comment>%n steps</comment>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>waits while a session runs</source>
        <translation>wartet, solange eine Sitzung läuft</translation>
    </message>
    <message>
        <source>Every day at {at}</source>
        <translation>Täglich um {at}</translation>
    </message>
    <message>
        <source>Sundays at {at}</source>
        <translation>Sonntags um {at}</translation>
    </message>
    <message>
        <source>The first of the month at {at}</source>
        <translation>Am Ersten des Monats um {at}</translation>
    </message>
    <message>
        <source>own prompt</source>
        <translation>eigener Prompt</translation>
    </message>
    <message>
        <source>Runs are paused.</source>
        <translation>Läufe sind angehalten.</translation>
    </message>
    <message>
        <source>No run starts automatically</source>
        <translation>Kein Lauf startet von selbst</translation>
    </message>
    <message>
        <source>{lines}, {on} switched on</source>
        <translation>{lines}, {on} eingeschaltet</translation>
    </message>
    <message numerus="yes">
        <source>%n schedule</source>
        <comment>%n schedules</comment>
        <translation>
            <numerusform>%n Zeitplan</numerusform>
            <numerusform>%n Zeitpläne</numerusform>
        </translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>next {name} {at} ({at_2})</source>
        <translation>nächster {name} {at} ({at_2})</translation>
    </message>
    <message>
        <source>Skip the next run</source>
        <translation>Nächsten Lauf auslassen</translation>
    </message>
    <message>
        <source>Show the weekly report</source>
        <translation>Wochenbericht zeigen</translation>
    </message>
    <message>
        <source>Weekly report</source>
        <translation>Wochenbericht</translation>
    </message>
    <message>
        <source>{asked} waiting for your answer</source>
        <translation>{asked} warten auf eine Antwort</translation>
    </message>
    <message>
        <source>Added {name}</source>
        <translation>{name} hinzugefügt</translation>
    </message>
    <message>
        <source>Changed {name}</source>
        <translation>{name} geändert</translation>
    </message>
    <message>
        <source>Switched {name} {value}</source>
        <translation>{name} {value}</translation>
    </message>
    <message>
        <source>Copied {name}; the copy is off</source>
        <translation>{name} kopiert; die Kopie ist aus</translation>
    </message>
    <message>
        <source>Deleted {name}</source>
        <translation>{name} gelöscht</translation>
    </message>
    <message>
        <source>{name} runs now; its rhythm stays as it is.</source>
        <translation>{name} läuft jetzt; der Rhythmus bleibt.</translation>
    </message>
    <message>
        <source>Run it once</source>
        <translation>Einmal ausführen</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>As in the settings ({lower}{usual})</source>
        <translation>Wie in den Einstellungen ({lower}{usual})</translation>
    </message>
    <message>
        <source>What was missed</source>
        <translation>Was verpasst wurde</translation>
    </message>
    <message>
        <source>Empty: {max_age_hours} h, as in the settings</source>
        <translation>Leer: {max_age_hours} h, wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Too old to catch up on</source>
        <translation>Zu alt zum Nachholen</translation>
    </message>
    <message>
        <source>Wait for the network before a run</source>
        <translation>Vor einem Lauf auf das Netzwerk warten</translation>
    </message>
    <message>
        <source>{network_minutes} min</source>
        <translation>{network_minutes} min</translation>
    </message>
    <message>
        <source>Up to {minutes}, then the run is skipped (Settings, Schedule)</source>
        <translation>Bis zu {minutes}, dann wird der Lauf ausgelassen (Einstellungen, Zeitplan)</translation>
    </message>
    <message>
        <source>Keep the computer awake during a run</source>
        <translation>Rechner während eines Laufs wach halten</translation>
    </message>
    <message>
        <source>unless older than</source>
        <translation>außer wenn älter als</translation>
    </message>
    <message>
        <source>Run it now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>No run starts automatically yet</source>
        <translation>Noch startet kein Lauf von selbst</translation>
    </message>
    <message>
        <source>A schedule says when a run starts, what it is about and how far it may escalate, such as every 30 minutes.</source>
        <translation>Ein Zeitplan sagt, wann und wozu ein Lauf startet und bis zu welcher Stufe, etwa alle 30 Minuten.</translation>
    </message>
    <message>
        <source>Resumed a job of the routine</source>
        <translation>Eine Aufgabe der Routine fortgesetzt</translation>
    </message>
    <message>
        <source>Its rhythm does not change</source>
        <translation>Sein Rhythmus ändert sich nicht</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>The job runs now, or as soon as no session does.</source>
        <translation>Die Aufgabe läuft jetzt, oder sobald keine Sitzung mehr läuft.</translation>
    </message>
    <message>
        <source>Paused a job of the routine</source>
        <translation>Aufgabe der Routine angehalten</translation>
    </message>
    <message>
        <source>Skipped a run of the routine</source>
        <translation>Lauf der Routine ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>%n step failed</source>
        <comment>%n steps failed</comment>
        <translation>
            <numerusform>%n Schritt schlug fehl</numerusform>
            <numerusform>%n Schritte schlugen fehl</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job is overdue</source>
        <comment>%n jobs are overdue</comment>
        <translation>
            <numerusform>%n Aufgabe ist überfällig</numerusform>
            <numerusform>%n Aufgaben sind überfällig</numerusform>
        </translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>Ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>A copy under another name, switched off</source>
        <translation>Eine Kopie unter anderem Namen, ausgeschaltet</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Past and upcoming runs</source>
        <translation>Vergangene und kommende Läufe</translation>
    </message>
    <message>
        <source>and {hidden} more</source>
        <translation>und {hidden} weitere</translation>
    </message>
    <message>
        <source>A day around now</source>
        <translation>Ein Tag um jetzt</translation>
    </message>
    <message>
        <source>A week around now</source>
        <translation>Eine Woche um jetzt</translation>
    </message>
    <message>
        <source>How much time is shown</source>
        <translation>Gezeigter Zeitraum</translation>
    </message>
    <message>
        <source>The first one is written on the night to Sunday, or with Run now for Every Sunday.</source>
        <translation>Der erste entsteht in der Nacht zum Sonntag, oder mit „Jetzt ausführen“ bei „Jeden Sonntag“.</translation>
    </message>
    <message>
        <source>Week</source>
        <translation>Woche</translation>
    </message>
    <message>
        <source>No weekly report yet</source>
        <translation>Noch kein Wochenbericht</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Each sentence leads to what it speaks of.</source>
        <translation>Jeder Satz führt zu dem, wovon er spricht.</translation>
    </message>
    <message>
        <source>Week {week}</source>
        <translation>Woche {week}</translation>
    </message>
    <message>
        <source>Week {week}, from {since} until {until}</source>
        <translation>Woche {week}, vom {since} bis zum {until}</translation>
    </message>
</context>
</TS>

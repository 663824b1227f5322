<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>What Claude Ops does by itself every night, every Sunday and every month. It waits while a session runs.</source>
        <translation>Was Claude Ops jede Nacht, jeden Sonntag und jeden Monat von selbst tut. Es wartet, solange eine Sitzung läuft.</translation>
    </message>
    <message>
        <source>The routine is not known yet.</source>
        <translation>Die Routine ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächster Lauf</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>Letzter Lauf</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>Angesehen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>never ran</source>
        <translation>lief noch nie</translation>
    </message>
    <message>
        <source>No routine yet</source>
        <translation>Noch keine Routine</translation>
    </message>
    <message>
        <source>Jobs of the routine</source>
        <translation>Aufgaben der Routine</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Skip the next run</source>
        <translation>Nächsten Lauf auslassen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause the job, or let it go on</source>
        <translation>Die Aufgabe anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>Steps of the last run</source>
        <translation>Schritte des letzten Laufs</translation>
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
        <source>All done</source>
        <translation>Alles erledigt</translation>
    </message>
    <message>
        <source>Let it go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>{job}: steps of the last run</source>
        <translation>{job}: Schritte des letzten Laufs</translation>
    </message>
    <message>
        <source>{job}: steps</source>
        <translation>{job}: Schritte</translation>
    </message>
    <message>
        <source>The job runs now, or as soon as no session does.</source>
        <translation>Die Aufgabe läuft jetzt, oder sobald keine Sitzung mehr läuft.</translation>
    </message>
    <message>
        <source>Skipped a run of the routine</source>
        <translation>Lauf der Routine ausgelassen</translation>
    </message>
    <message>
        <source>Let a job of the routine go on</source>
        <translation>Aufgabe der Routine fortgesetzt</translation>
    </message>
    <message>
        <source>Paused a job of the routine</source>
        <translation>Aufgabe der Routine angehalten</translation>
    </message>
    <message>
        <source>Routine</source>
        <translation>Routine</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Weekly report</source>
        <translation>Wochenbericht</translation>
    </message>
    <message>
        <source>Show the jobs of the routine</source>
        <translation>Die Aufgaben der Routine zeigen</translation>
    </message>
    <message>
        <source>Show the weekly report</source>
        <translation>Den Wochenbericht zeigen</translation>
    </message>
    <message>
        <source>Run the job now</source>
        <translation>Die Aufgabe jetzt ausführen</translation>
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
        <translation>fehlgeschlagen</translation>
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
        <source>paused</source>
        <translation>angehalten</translation>
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
        <source>not while paused</source>
        <translation>nicht, solange sie angehalten ist</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
</TS>

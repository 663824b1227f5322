<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Observer</source>
        <translation>Beobachter</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Schleuse</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Abruf</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Echo</source>
        <translation>Echo</translation>
    </message>
    <message>
        <source>Reminders</source>
        <translation>Vormerkungen</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lehren</translation>
    </message>
    <message>
        <source>Purge</source>
        <translation>Bereinigung</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Prüfpunkte</translation>
    </message>
    <message>
        <source>Agent tools</source>
        <translation>Werkzeuge des Agenten</translation>
    </message>
    <message>
        <source>Reflection</source>
        <translation>Reflexion</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Every step of memory is logged here: what was observed, held, judged, indexed, recalled and injected.</source>
        <translation>Hier wird jeder Schritt des Gedächtnisses protokolliert: was beobachtet, zurückgehalten, bewertet, indiziert, abgerufen und in Prompts aufgenommen wurde.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Steps of memory</source>
        <translation>Schritte des Gedächtnisses</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Noch kein Schritt</translation>
    </message>
    <message>
        <source>Search steps, such as gate or recall</source>
        <translation>Schritte suchen, etwa gate oder recall</translation>
    </message>
    <message>
        <source>Part of memory</source>
        <translation>Teil des Gedächtnisses</translation>
    </message>
    <message>
        <source>Any part</source>
        <translation>Alle Teile</translation>
    </message>
    <message>
        <source>Failed only</source>
        <translation>Nur fehlgeschlagene</translation>
    </message>
    <message>
        <source>This memory only</source>
        <translation>Nur diese Erinnerung</translation>
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
        <source>No step matches</source>
        <translation>Kein Schritt passt</translation>
    </message>
    <message>
        <source>{observations} in the last 30 days: {allowed} allowed, {held} held, {discarded} discarded ({share} kept out).</source>
        <translation>{observations} in den letzten 30 Tagen: {allowed} zugelassen, {held} zurückgehalten, {discarded} verworfen ({share} nicht zugelassen).</translation>
    </message>
    <message numerus="yes">
        <source>%n observation</source>
        <comment>%n observations</comment>
        <translation>
            <numerusform>%n Beobachtung</numerusform>
            <numerusform>%n Beobachtungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Said</source>
        <translation>Gesagt</translation>
    </message>
    <message>
        <source>Extracted</source>
        <translation>Entnommen</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>Vereint</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <source>Faded</source>
        <translation>Verblasst</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message>
        <source>In a prompt</source>
        <translation>Im Prompt</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>Abgerufen</translation>
    </message>
    <message>
        <source>You may have meant</source>
        <translation>Vielleicht gemeint</translation>
    </message>
    <message>
        <source>Open session {session_id}</source>
        <translation>Sitzung {session_id} öffnen</translation>
    </message>
    <message>
        <source>Show memory {memory_id}</source>
        <translation>Erinnerung {memory_id} anzeigen</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Ask about it: {id}</source>
        <translation>Danach fragen: {id}</translation>
    </message>
    <message>
        <source>Describe in your own words what it should have known. This shows each step of that fact, from the session to the prompt, and the step at which it was lost.</source>
        <translation>In eigenen Worten beschreiben, was bekannt sein sollte. Hier erscheint jeder Schritt dieser Tatsache, von der Sitzung bis zum Prompt, und der Schritt, bei dem sie verloren ging.</translation>
    </message>
    <message>
        <source>What should it have remembered?</source>
        <translation>Was hätte bekannt sein sollen?</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Which prompt</source>
        <translation>Welcher Prompt</translation>
    </message>
    <message>
        <source>The next run</source>
        <translation>Der nächste Lauf</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Why did it not remember that?</source>
        <translation>Warum war das nicht bekannt?</translation>
    </message>
    <message>
        <source>What happened to the fact</source>
        <translation>Was mit der Tatsache geschah</translation>
    </message>
    <message>
        <source>Lost: {lost}</source>
        <translation>Verloren: {lost}</translation>
    </message>
    <message>
        <source>It is remembered</source>
        <translation>Ist bekannt</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Session {number}, {time}</source>
        <translation>Sitzung {number}, {time}</translation>
    </message>
</context>
</TS>

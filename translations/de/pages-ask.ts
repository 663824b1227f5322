<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Return opens the memory, Space shows why it came</source>
        <translation>Eingabe öffnet die Erinnerung, Leertaste zeigt, warum sie gefunden wurde</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why answer {place} came</source>
        <translation>Warum Antwort {place} gefunden wurde</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show the memory of answer {place}</source>
        <translation>Erinnerung zu Antwort {place} anzeigen</translation>
    </message>
    <message>
        <source>Answer {place}</source>
        <translation>Antwort {place}</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Memories that need review</source>
        <translation>Erinnerungen, die Durchsicht brauchen</translation>
    </message>
    <message>
        <source>Replaced memories</source>
        <translation>Ersetzte Erinnerungen</translation>
    </message>
    <message>
        <source>Archived memories</source>
        <translation>Archivierte Erinnerungen</translation>
    </message>
    <message>
        <source>What the agent learns in a run can be asked for here. You can add what you know under Memories.</source>
        <translation>Hier lässt sich abfragen, was der Agent in Läufen lernt. Eigenes Wissen lässt sich unter Erinnerungen hinzufügen.</translation>
    </message>
    <message>
        <source>Ask as you would ask a colleague: How long does jellyfin take to start? What must run before nextcloud?</source>
        <translation>Fragen wie an eine Kollegin: Wie lange braucht jellyfin zum Starten? Was muss vor nextcloud laufen?</translation>
    </message>
    <message>
        <source>Search depth</source>
        <translation>Suchtiefe</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Any service</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Also search these</source>
        <translation>Auch hier suchen</translation>
    </message>
    <message>
        <source>Describe in your own words what it should have known. This shows each step of that fact, from the session to the prompt, and the step at which it was lost.</source>
        <translation>In eigenen Worten beschreiben, was bekannt sein sollte. Hier erscheint jeder Schritt dieser Tatsache, von der Sitzung bis zum Prompt, und der Schritt, bei dem sie verloren ging.</translation>
    </message>
    <message>
        <source>Explain why something was not remembered</source>
        <translation>Erklären, warum etwas nicht behalten wurde</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Explain why something was not remembered (Alt+3)</source>
        <translation>Erklären, warum etwas nicht behalten wurde (Alt+3)</translation>
    </message>
    <message>
        <source>Show the steps of memory</source>
        <translation>Schritte des Gedächtnisses zeigen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Is something missing? See why</source>
        <translation>Fehlt etwas? Warum</translation>
    </message>
    <message>
        <source>Why did it not remember that?</source>
        <translation>Warum war das nicht bekannt?</translation>
    </message>
    <message>
        <source>Ask what is known</source>
        <translation>Fragen, was bekannt ist</translation>
    </message>
    <message>
        <source>The question could not be answered</source>
        <translation>Die Frage konnte nicht beantwortet werden</translation>
    </message>
    <message>
        <source>Searching… The first question takes longer, because the search model is loaded.</source>
        <translation>Suche läuft… Die erste Frage dauert länger, weil das Suchmodell geladen wird.</translation>
    </message>
    <message>
        <source>Options {on}</source>
        <translation>Optionen {on}</translation>
    </message>
    <message>
        <source>Nothing is known about that</source>
        <translation>Darüber ist nichts bekannt</translation>
    </message>
    <message>
        <source>Nothing is known yet</source>
        <translation>Noch ist nichts bekannt</translation>
    </message>
    <message>
        <source>Asked before</source>
        <translation>Früher gefragt</translation>
    </message>
    <message>
        <source>What is related to it, as a graph; the list beside it has the same content</source>
        <translation>Was damit zusammenhängt, als Graph; die Liste daneben hat denselben Inhalt</translation>
    </message>
    <message numerus="yes">
        <source>{name}, %n memory</source>
        <comment>{name}, %n memories</comment>
        <translation>
            <numerusform>{name}, %n Erinnerung</numerusform>
            <numerusform>{name}, %n Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>What runs learn about a service appears here, with the hosts, ports, paths and services named with it.</source>
        <translation>Hier erscheint, was Läufe über einen Dienst lernen, mit den Hosts, Ports, Pfaden und Diensten, die mit ihm genannt werden.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>Conf.</source>
        <translation>Konf.</translation>
    </message>
    <message>
        <source>Choose a service</source>
        <translation>Dienst wählen</translation>
    </message>
    <message>
        <source>Centre it</source>
        <translation>Zentrieren</translation>
    </message>
    <message numerus="yes">
        <source>%n memory</source>
        <comment>%n memories</comment>
        <translation>
            <numerusform>%n Erinnerung</numerusform>
            <numerusform>%n Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what is related to the selected item (C)</source>
        <translation>Anzeigen, was mit dem gewählten Eintrag zusammenhängt (C)</translation>
    </message>
    <message>
        <source>Show its memories</source>
        <translation>Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Open them on the Memories page (Return)</source>
        <translation>Auf der Seite Erinnerungen öffnen (Eingabe)</translation>
    </message>
    <message>
        <source>Show the memory</source>
        <translation>Erinnerung anzeigen</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>Nothing is known about services yet</source>
        <translation>Über Dienste ist noch nichts bekannt</translation>
    </message>
    <message>
        <source>Nothing related to {name} is known yet</source>
        <translation>Zu {name} ist noch nichts bekannt</translation>
    </message>
    <message>
        <source>Memories about the selected item</source>
        <translation>Erinnerungen zum gewählten Eintrag</translation>
    </message>
    <message numerus="yes">
        <source>{name} · %n related</source>
        <comment>{name} · %n related</comment>
        <translation>
            <numerusform>{name} · %n Eintrag hängt damit zusammen</numerusform>
            <numerusform>{name} · %n Einträge hängen damit zusammen</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} and {centre}</source>
        <translation>{name} und {centre}</translation>
    </message>
    <message>
        <source>Ask memory</source>
        <translation>Erinnerungen befragen</translation>
    </message>
    <message>
        <source>Show what is related to a service</source>
        <translation>Umfeld eines Dienstes anzeigen</translation>
    </message>
    <message>
        <source>What is related to a service</source>
        <translation>Was mit einem Dienst zusammenhängt</translation>
    </message>
    <message>
        <source>Steps of memory</source>
        <translation>Schritte des Gedächtnisses</translation>
    </message>
    <message>
        <source>Centre the selected item (around a service)</source>
        <translation>Gewählten Eintrag zentrieren (Umfeld eines Dienstes)</translation>
    </message>
    <message>
        <source>A question to memory</source>
        <translation>Eine Frage an die Erinnerungen</translation>
    </message>
    <message>
        <source>Clear the question</source>
        <translation>Frage leeren</translation>
    </message>
    <message>
        <source>How it was found</source>
        <translation>Wie gesucht wurde</translation>
    </message>
    <message>
        <source>{value} ms</source>
        <translation>{value} ms</translation>
    </message>
    <message>
        <source>Automatic depth</source>
        <translation>Tiefe automatisch</translation>
    </message>
    <message>
        <source>Lean: 2 to 3 answers</source>
        <translation>Knapp: 2 bis 3 Antworten</translation>
    </message>
    <message>
        <source>Balanced: 5 to 7</source>
        <translation>Ausgewogen: 5 bis 7</translation>
    </message>
    <message>
        <source>Deep: 10 to 15</source>
        <translation>Tief: 10 bis 15</translation>
    </message>
    <message>
        <source>Wording</source>
        <translation>Formulierung</translation>
    </message>
    <message>
        <source>The surest facts</source>
        <translation>Die sichersten Fakten</translation>
    </message>
    <message>
        <source>Both together</source>
        <translation>Beides zusammen</translation>
    </message>
    <message>
        <source>Fading</source>
        <translation>Verblassen</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>conflict: another answer contradicts it</source>
        <translation>Widerspruch: eine andere Antwort sagt das Gegenteil</translation>
    </message>
    <message>
        <source>uncertain: its confidence is below 0.3</source>
        <translation>unsicher: die Konfidenz liegt unter 0,3</translation>
    </message>
    <message>
        <source>stale: not confirmed for a long time</source>
        <translation>veraltet: lange nicht bestätigt</translation>
    </message>
    <message>
        <source>older: a newer answer says that it has changed</source>
        <translation>älter: eine neuere Antwort sagt, dass es sich geändert hat</translation>
    </message>
    <message>
        <source>needs review</source>
        <translation>braucht Durchsicht</translation>
    </message>
    <message>
        <source>replaced by a newer one</source>
        <translation>durch eine neuere ersetzt</translation>
    </message>
    <message>
        <source>archived: not used for a long time</source>
        <translation>archiviert: lange nicht verwendet</translation>
    </message>
    <message>
        <source>weak: it matches little of the question, and there are better answers</source>
        <translation>schwach: passt wenig zur Frage, und es gibt bessere Antworten</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message numerus="yes">
        <source>%n answer in {time}</source>
        <comment>%n answers in {time}</comment>
        <translation>
            <numerusform>%n Antwort in {time}</numerusform>
            <numerusform>%n Antworten in {time}</numerusform>
        </translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>from the search</source>
        <translation>aus der Suche</translation>
    </message>
    <message>
        <source>the surest facts were enough</source>
        <translation>die sichersten Fakten genügten</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>keine Kosten</translation>
    </message>
    <message>
        <source>Searched for: {rewritten}</source>
        <translation>Gesucht nach: {rewritten}</translation>
    </message>
    <message>
        <source>confidence {confidence} · confirmed {confirmed}</source>
        <translation>Konfidenz {confidence} · bestätigt {confirmed}</translation>
    </message>
    <message>
        <source>Found {raw} × {decay} fading × {weight} weight = {score}</source>
        <translation>Gefunden {raw} × {decay} Verblassen × {weight} Gewicht = {score}</translation>
    </message>
    <message>
        <source>Answer {place}, {memory}: {observation}.{marks}</source>
        <translation>Antwort {place}, {memory}: {observation}.{marks}</translation>
    </message>
    <message>
        <source>written {date}</source>
        <translation>geschrieben {date}</translation>
    </message>
    <message>
        <source>read {date}</source>
        <translation>gelesen {date}</translation>
    </message>
    <message>
        <source>Answer {place}, {kind} {title}: {text}</source>
        <translation>Antwort {place}, {kind} {title}: {text}</translation>
    </message>
    <message numerus="yes">
        <source>%n memory active</source>
        <comment>%n memories active</comment>
        <translation>
            <numerusform>%n Erinnerung aktiv</numerusform>
            <numerusform>%n Erinnerungen aktiv</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n needs review</source>
        <comment>%n need review</comment>
        <translation>
            <numerusform>%n braucht Durchsicht</numerusform>
            <numerusform>%n brauchen Durchsicht</numerusform>
        </translation>
    </message>
    <message>
        <source>Other words may find it, or a deeper search.</source>
        <translation>Andere Wörter oder eine tiefere Suche finden es vielleicht.</translation>
    </message>
    <message>
        <source>Other words may find it, or a deeper search. Options also search memories that need review or were replaced or archived.</source>
        <translation>Andere Wörter oder eine tiefere Suche finden es vielleicht. Über die Optionen lassen sich auch Erinnerungen durchsuchen, die Durchsicht brauchen, ersetzt oder archiviert sind.</translation>
    </message>
    <message>
        <source>Case: {symptom}</source>
        <translation>Fall: {symptom}</translation>
    </message>
    <message>
        <source>Return opens the case</source>
        <translation>Die Eingabetaste öffnet den Fall</translation>
    </message>
    <message>
        <source>Show the case</source>
        <translation>Fall anzeigen</translation>
    </message>
    <message>
        <source>What helped: {helped}</source>
        <translation>Was half: {helped}</translation>
    </message>
    <message>
        <source>What did not help: {failed}</source>
        <translation>Was nicht half: {failed}</translation>
    </message>
    <message>
        <source>Return opens it</source>
        <translation>Die Eingabetaste öffnet es</translation>
    </message>
    <message>
        <source>Show where answer {place} stands</source>
        <translation>Zeigen, wo Antwort {place} steht</translation>
    </message>
    <message>
        <source>by others</source>
        <translation>von anderen</translation>
    </message>
    <message>
        <source>Words of others, which nobody has checked.</source>
        <translation>Fremde Texte, die niemand geprüft hat.</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
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
        <source>Any part</source>
        <translation>Alle Teile</translation>
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
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Noch kein Schritt</translation>
    </message>
    <message>
        <source>Every step of memory is logged here: what was observed, held, judged, indexed, recalled and injected.</source>
        <translation>Hier wird jeder Schritt des Gedächtnisses protokolliert: was beobachtet, zurückgehalten, bewertet, indiziert, abgerufen und in Prompts aufgenommen wurde.</translation>
    </message>
    <message>
        <source>Show the session or memory of the step</source>
        <translation>Sitzung oder Erinnerung des Schritts zeigen</translation>
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
        <source>Failed only</source>
        <translation>Nur fehlgeschlagene</translation>
    </message>
    <message>
        <source>This memory only</source>
        <translation>Nur diese Erinnerung</translation>
    </message>
    <message>
        <source>No step matches</source>
        <translation>Kein Schritt passt</translation>
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
        <source>The next run</source>
        <translation>Der nächste Lauf</translation>
    </message>
    <message>
        <source>Session {number}, {time}</source>
        <translation>Sitzung {number}, {time}</translation>
    </message>
    <message>
        <source>What happened to the fact</source>
        <translation>Was mit der Tatsache geschah</translation>
    </message>
    <message>
        <source>Which prompt</source>
        <translation>Welcher Prompt</translation>
    </message>
    <message>
        <source>You may have meant</source>
        <translation>Vielleicht gemeint</translation>
    </message>
    <message>
        <source>Ask about it: {id}</source>
        <translation>Danach fragen: {id}</translation>
    </message>
    <message>
        <source>Open session {session_id}</source>
        <translation>Sitzung {session_id} öffnen</translation>
    </message>
    <message>
        <source>Show memory {memory_id}</source>
        <translation>Erinnerung {memory_id} anzeigen</translation>
    </message>
</context>
</TS>

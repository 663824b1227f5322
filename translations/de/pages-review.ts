<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>It was answered elsewhere: nothing was changed.</source>
        <translation>Wurde anderswo beantwortet: nichts geändert.</translation>
    </message>
    <message>
        <source>Made the change</source>
        <translation>Änderung vorgenommen</translation>
    </message>
    <message>
        <source>Rejected the proposal</source>
        <translation>Vorschlag abgelehnt</translation>
    </message>
    <message>
        <source>Checked a fact</source>
        <translation>Fakt geprüft</translation>
    </message>
    <message>
        <source>Answered a question</source>
        <translation>Frage beantwortet</translation>
    </message>
    <message>
        <source>Dismissed a question</source>
        <translation>Frage verworfen</translation>
    </message>
    <message>
        <source>Kept both facts</source>
        <translation>Beide Fakten behalten</translation>
    </message>
    <message>
        <source>Replaced the older fact</source>
        <translation>Älteren Fakt ersetzt</translation>
    </message>
    <message>
        <source>Confirmed the older fact</source>
        <translation>Älteren Fakt bestätigt</translation>
    </message>
    <message>
        <source>Still true</source>
        <translation>Gilt noch</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>It is confirmed as of today and regains the confidence it lost with age</source>
        <translation>Wird mit heutigem Datum bestätigt und erhält zurück, was das Alter nahm</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Fallen lassen</translation>
    </message>
    <message>
        <source>It is no longer in prompts; it is archived, not deleted</source>
        <translation>Nicht mehr in Prompts; wird archiviert, nicht gelöscht</translation>
    </message>
    <message>
        <source>Compare it with what the watcher measured; if that is not possible, the next session about it checks it</source>
        <translation>Mit den Messungen des Wächters vergleichen; sonst prüft die nächste Sitzung dazu</translation>
    </message>
    <message>
        <source>The fact that is about to expire</source>
        <translation>Der bald ablaufende Fakt</translation>
    </message>
    <message>
        <source>Still true?</source>
        <translation>Gilt das noch?</translation>
    </message>
    <message>
        <source>{category} · {domain} · about to expire</source>
        <translation>{category} · {domain} · läuft bald ab</translation>
    </message>
    <message>
        <source>A fact about {service} is about to expire: {observation}</source>
        <translation>Ein Fakt über {service} läuft bald ab: {observation}</translation>
    </message>
    <message>
        <source>{why} Press T: still true, L: drop, C: check.</source>
        <translation>{why} T: gilt noch, L: fallen lassen, C: prüfen.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Anything</source>
        <translation>Alles</translation>
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
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Any category</source>
        <translation>Jede Kategorie</translation>
    </message>
    <message>
        <source>The fact that waits</source>
        <translation>Der wartende Fakt</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>It becomes a memory that the next run may read (A)</source>
        <translation>Wird eine Erinnerung, die der nächste Lauf lesen kann (A)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit text first (E)</source>
        <translation>Text zuerst bearbeiten (E)</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>It is not kept as a memory (R)</source>
        <translation>Wird nicht als Erinnerung behalten (R)</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurücklegen</translation>
    </message>
    <message>
        <source>It stands as before the upgrade, and is not asked about again</source>
        <translation>Es steht wie vor der Aktualisierung; danach wird nicht mehr gefragt</translation>
    </message>
    <message>
        <source>Approve with your words</source>
        <translation>Mit eigenen Worten freigeben</translation>
    </message>
    <message>
        <source>Leave its words as they are</source>
        <translation>Wortlaut lassen</translation>
    </message>
    <message>
        <source>A fact about {shown_service} waits: {observation}</source>
        <translation>Ein Fakt über {shown_service} wartet: {observation}</translation>
    </message>
    <message>
        <source>{held_reason} Press A to approve, E to edit, R to reject.</source>
        <translation>{held_reason} A gibt frei, E bearbeitet, R lehnt ab.</translation>
    </message>
    <message>
        <source>A approves, E edits, R rejects</source>
        <translation>A gibt frei, E bearbeitet, R lehnt ab</translation>
    </message>
    <message>
        <source>Why it waits</source>
        <translation>Warum er wartet</translation>
    </message>
    <message>
        <source>If you approve it</source>
        <translation>Bei Freigabe</translation>
    </message>
    <message>
        <source>The fact in your words</source>
        <translation>Der Fakt in eigenen Worten</translation>
    </message>
    <message>
        <source>Service, or {general}</source>
        <translation>Dienst, oder {general}</translation>
    </message>
    <message>
        <source>Save and approve</source>
        <translation>Speichern und freigeben</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Keep it waiting, with these words</source>
        <translation>Wartend lassen, mit diesem Wortlaut</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Leave its words as they are (Escape)</source>
        <translation>Wortlaut lassen (Escape)</translation>
    </message>
    <message>
        <source>Say in one sentence what is worth remembering.</source>
        <translation>In einem Satz sagen, was sich zu merken lohnt.</translation>
    </message>
    <message>
        <source>It has {words} characters; a memory holds {longest_observation} at most.</source>
        <translation>Er hat {words} Zeichen; eine Erinnerung fasst höchstens {longest_observation}.</translation>
    </message>
    <message>
        <source>This one is archived: the agent asks to have it forgotten</source>
        <translation>Dieser wird archiviert: Der Agent bittet, ihn zu vergessen</translation>
    </message>
    <message>
        <source>It is new: nothing known about {shown_service} says the same or the opposite.</source>
        <translation>Er ist neu: Nichts Bekanntes über {shown_service} sagt dasselbe oder das Gegenteil.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show memory {id}: {shorten_to_line}</source>
        <translation>Erinnerung {id} anzeigen: {shorten_to_line}</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Tatsache</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>It leaves the prompts</source>
        <translation>Verlässt die Prompts</translation>
    </message>
    <message>
        <source>It waits since</source>
        <translation>Wartet seit</translation>
    </message>
    <message>
        <source>Nothing needs review</source>
        <translation>Nichts durchzusehen</translation>
    </message>
    <message>
        <source>Facts that would change what the agent may do, and facts that are uncertain, need review here. Until then no run reads them. Facts that may contradict one another, proposed changes of your knowledge files, and facts about to expire come here too.</source>
        <translation>Fakten, die ändern würden, was der Agent darf, und unsichere Fakten müssen hier geprüft werden. Bis dahin liest sie kein Lauf. Auch Fakten, die einander widersprechen könnten, vorgeschlagene Änderungen Ihrer Wissensdateien und bald ablaufende Fakten stehen hier.</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Search in what waits</source>
        <translation>Wartendes durchsuchen</translation>
    </message>
    <message>
        <source>What needs review</source>
        <translation>Was durchzusehen ist</translation>
    </message>
    <message>
        <source>Leave its words as they are (while editing)</source>
        <translation>Wortlaut lassen (beim Bearbeiten)</translation>
    </message>
    <message>
        <source>That is no longer waiting.</source>
        <translation>Das wartet nicht mehr.</translation>
    </message>
    <message>
        <source>What is extracted from sessions</source>
        <translation>Was aus Sitzungen gewonnen wird</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts Passendes</translation>
    </message>
    <message>
        <source>Both hold</source>
        <translation>Beide gelten</translation>
    </message>
    <message>
        <source>They do not contradict one another</source>
        <translation>Sie widersprechen einander nicht</translation>
    </message>
    <message>
        <source>The new one replaces</source>
        <translation>Der neue ersetzt</translation>
    </message>
    <message>
        <source>The older one is closed</source>
        <translation>Der ältere wird geschlossen</translation>
    </message>
    <message>
        <source>They are the same</source>
        <translation>Sie sind gleich</translation>
    </message>
    <message>
        <source>The older one is confirmed, the newer one goes</source>
        <translation>Der ältere wird bestätigt, der neuere entfällt</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuer</translation>
    </message>
    <message>
        <source>{category} · possible conflict</source>
        <translation>{category} · möglicher Widerspruch</translation>
    </message>
    <message>
        <source>Two facts about {service} may contradict one another. Older: {observation} Newer: {observation_2}</source>
        <translation>Zwei Fakten über {service} widersprechen einander vielleicht. Älter: {observation} Neuer: {observation_2}</translation>
    </message>
    <message>
        <source>{why} Press B: both hold, N: the new one replaces, S: they are the same.</source>
        <translation>{why} B: beide gelten, N: der neue ersetzt, S: sie sind gleich.</translation>
    </message>
    <message>
        <source>The {lower} fact</source>
        <translation>Der Fakt: {lower}</translation>
    </message>
    <message>
        <source>Show memory {id}</source>
        <translation>Erinnerung {id} anzeigen</translation>
    </message>
    <message>
        <source>{number} selected. Each button answers all that it counts.</source>
        <translation>{number} gewählt. Jede Schaltfläche beantwortet alle, die sie zählt.</translation>
    </message>
    <message numerus="yes">
        <source>%n row</source>
        <comment>%n rows</comment>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Possible conflict</source>
        <translation>Möglicher Widerspruch</translation>
    </message>
    <message>
        <source>About to expire</source>
        <translation>Läuft bald ab</translation>
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
        <source>Reject what waits</source>
        <translation>Wartendes ablehnen</translation>
    </message>
    <message>
        <source>Undo the last answer</source>
        <translation>Letzte Antwort rückgängig machen</translation>
    </message>
    <message>
        <source>Its words were taken out by a purge.</source>
        <translation>Der Wortlaut wurde endgültig entfernt.</translation>
    </message>
    <message>
        <source>No passage was kept for it.</source>
        <translation>Dazu wurde keine Textstelle aufbewahrt.</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>The passage it was drawn from</source>
        <translation>Die Textstelle, aus der er stammt</translation>
    </message>
    <message>
        <source>Session {session_id}</source>
        <translation>Sitzung {session_id}</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>New fact</source>
        <translation>Neuer Fakt</translation>
    </message>
    <message>
        <source>B: both hold, N: the new one replaces, S: they are the same</source>
        <translation>B: beide gelten, N: der neue ersetzt, S: sie sind gleich</translation>
    </message>
    <message>
        <source>said by the agent in a marker</source>
        <translation>vom Agenten in einer Markierung gesagt</translation>
    </message>
    <message>
        <source>T: still true, L: drop, C: check</source>
        <translation>T: gilt noch, L: fallen lassen, C: prüfen</translation>
    </message>
    <message>
        <source>Proposed change</source>
        <translation>Vorgeschlagene Änderung</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>A approves, E edits, R rejects, L: later</source>
        <translation>A genehmigt, E bearbeitet, R lehnt ab, L: später</translation>
    </message>
    <message>
        <source>recent facts</source>
        <translation>neue Fakten</translation>
    </message>
    <message>
        <source>a check of the files</source>
        <translation>eine Prüfung der Dateien</translation>
    </message>
    <message>
        <source>what was said in sessions</source>
        <translation>was in Sitzungen gesagt wurde</translation>
    </message>
    <message>
        <source>putting the files in order</source>
        <translation>das Ordnen der Dateien</translation>
    </message>
    <message>
        <source>archived facts that belong together</source>
        <translation>archivierte Fakten, die zusammengehören</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>another machine</source>
        <translation>ein anderer Rechner</translation>
    </message>
    <message>
        <source>new entry</source>
        <translation>neuer Eintrag</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>removal</source>
        <translation>Löschung</translation>
    </message>
    <message>
        <source>Not documented elsewhere</source>
        <translation>Nirgends sonst dokumentiert</translation>
    </message>
    <message>
        <source>Reusable pattern</source>
        <translation>Wiederverwendbares Muster</translation>
    </message>
    <message>
        <source>Specific</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Relevant</source>
        <translation>Wichtig</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>extracted from what the agent said</source>
        <translation>aus den Worten des Agenten gewonnen</translation>
    </message>
    <message>
        <source>noted by the agent while it worked</source>
        <translation>vom Agenten bei der Arbeit notiert</translation>
    </message>
    <message>
        <source>added by hand</source>
        <translation>von Hand hinzugefügt</translation>
    </message>
    <message>
        <source>taken in from an import</source>
        <translation>aus einem Import übernommen</translation>
    </message>
    <message>
        <source>confidence {confidence}</source>
        <translation>Konfidenz {confidence}</translation>
    </message>
    <message>
        <source>tone: {sentiment}</source>
        <translation>Ton: {sentiment}</translation>
    </message>
    <message>
        <source>The gate was not sure of it.</source>
        <translation>Die Aufnahmeprüfung war unsicher.</translation>
    </message>
    <message>
        <source>It replaces this one, which loses 0.2 and is in no prompt any more</source>
        <translation>Er ersetzt diesen, der 0,2 verliert und in keinem Prompt mehr steht</translation>
    </message>
    <message>
        <source>It confirms this one</source>
        <translation>Er bestätigt diesen</translation>
    </message>
    <message>
        <source>It stands beside this one</source>
        <translation>Er steht neben diesem</translation>
    </message>
    <message>
        <source>The newer fact probably replaces the older one, whose confidence was lowered by 0.2.</source>
        <translation>Der neuere Fakt ersetzt wohl den älteren, dessen Konfidenz um 0,2 gesenkt wurde.</translation>
    </message>
    <message>
        <source>The newer fact may replace the older one, or both may hold.</source>
        <translation>Der neuere Fakt ersetzt vielleicht den älteren, oder beide gelten.</translation>
    </message>
    <message>
        <source>{doubt} Until you answer, prompts hold both, marked as in conflict. {why} Certainty: {sure}.</source>
        <translation>{doubt} Bis zur Antwort stehen beide in Prompts, als widersprüchlich markiert. {why} Gewissheit: {sure}.</translation>
    </message>
    <message>
        <source>{why} You asked for a check: the next session about {shown_service} makes it.</source>
        <translation>{why} Eine Prüfung ist verlangt: Die nächste Sitzung zu {shown_service} macht sie.</translation>
    </message>
    <message>
        <source>{keys}; Z undoes the last answer; arrows move to the next.</source>
        <translation>{keys}; Z macht die letzte Antwort rückgängig; Pfeile gehen zum nächsten.</translation>
    </message>
    <message>
        <source>{at} of {number}</source>
        <translation>{at} von {number}</translation>
    </message>
    <message numerus="yes">
        <source>%n item needs review</source>
        <comment>%n items need review</comment>
        <translation>
            <numerusform>%n Eintrag durchzusehen</numerusform>
            <numerusform>%n Einträge durchzusehen</numerusform>
        </translation>
    </message>
    <message>
        <source>{said} · {shown} shown</source>
        <translation>{said} · {shown} angezeigt</translation>
    </message>
    <message>
        <source>The line that said it</source>
        <translation>Die Zeile, die es sagte</translation>
    </message>
    <message>
        <source>What you wrote</source>
        <translation>Was Sie schrieben</translation>
    </message>
    <message>
        <source>What the agent noted</source>
        <translation>Was der Agent notierte</translation>
    </message>
    <message>
        <source>What was imported</source>
        <translation>Was importiert wurde</translation>
    </message>
    <message>
        <source>The passage was purged</source>
        <translation>Die Textstelle wurde endgültig entfernt</translation>
    </message>
    <message>
        <source>{kind} · confidence {confidence}</source>
        <translation>{kind} · Konfidenz {confidence}</translation>
    </message>
    <message>
        <source>all words are from your sessions and files</source>
        <translation>alles stammt aus Ihren Sitzungen und Dateien</translation>
    </message>
    <message>
        <source>some words come from outside: a page, a log or an alert</source>
        <translation>manches stammt von außen: von einer Seite, aus einem Log oder einem Alarm</translation>
    </message>
    <message numerus="yes">
        <source>proposed %n more time</source>
        <comment>proposed %n more times</comment>
        <translation>
            <numerusform>noch %n-mal vorgeschlagen</numerusform>
            <numerusform>noch %n-mal vorgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>The file no longer says what was to be changed. Approving it marks it as outdated.</source>
        <translation>In der Datei steht nicht mehr, was geändert werden sollte. Eine Genehmigung kennzeichnet den Vorschlag als überholt.</translation>
    </message>
    <message>
        <source>Some of its words come from outside. Approve it only if you know it to be true.</source>
        <translation>Manches davon stammt von außen. Genehmigen Sie es nur, wenn Sie wissen, dass es stimmt.</translation>
    </message>
    <message numerus="yes">
        <source>%n line added</source>
        <comment>%n lines added</comment>
        <translation>
            <numerusform>%n Zeile hinzugefügt</numerusform>
            <numerusform>%n Zeilen hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line removed</source>
        <comment>%n lines removed</comment>
        <translation>
            <numerusform>%n Zeile entfernt</numerusform>
            <numerusform>%n Zeilen entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing would change.</source>
        <translation>Es würde sich nichts ändern.</translation>
    </message>
    <message>
        <source>Show the patterns</source>
        <translation>Muster anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n proven pattern needs your approval.</source>
        <comment>%n proven patterns need your approval.</comment>
        <translation>
            <numerusform>%n bewährtes Muster braucht Ihre Zustimmung.</numerusform>
            <numerusform>%n bewährte Muster brauchen Ihre Zustimmung.</numerusform>
        </translation>
    </message>
    <message>
        <source>The change is made, as a version of yours</source>
        <translation>Die Änderung wird als Ihre Version vorgenommen</translation>
    </message>
    <message>
        <source>Write it in your own words first</source>
        <translation>Zuerst mit eigenen Worten schreiben</translation>
    </message>
    <message>
        <source>It is not made, and not proposed again</source>
        <translation>Sie wird nicht vorgenommen und nicht noch einmal vorgeschlagen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>It stays here; the next one is shown</source>
        <translation>Er bleibt hier; der nächste wird gezeigt</translation>
    </message>
    <message>
        <source>What it would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>Why not? (optional, kept with a rejection)</source>
        <translation>Warum nicht? (freiwillig, wird mit einer Ablehnung behalten)</translation>
    </message>
    <message>
        <source>Reason for a rejection</source>
        <translation>Grund einer Ablehnung</translation>
    </message>
    <message>
        <source>Why it is proposed</source>
        <translation>Warum es vorgeschlagen wird</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Worte</translation>
    </message>
    <message>
        <source>{path}, under “{section}”</source>
        <translation>{path}, unter „{section}“</translation>
    </message>
    <message>
        <source>Open {path}</source>
        <translation>{path} öffnen</translation>
    </message>
    <message>
        <source>No reason was given.</source>
        <translation>Es wurde kein Grund genannt.</translation>
    </message>
    <message>
        <source>A change of {path} is proposed: {text}</source>
        <translation>Eine Änderung von {path} wird vorgeschlagen: {text}</translation>
    </message>
    <message>
        <source>{why} Press A to approve, E to edit, R to reject, L to decide later.</source>
        <translation>{why} A genehmigt, E bearbeitet, R lehnt ab, L verschiebt.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>{total} of 1: {why}</source>
        <translation>{total} von 1: {why}</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>{name} {value} (counts {weight}): {sentence}</source>
        <translation>{name} {value} (zählt {weight}): {sentence}</translation>
    </message>
    <message>
        <source>memory {ref}</source>
        <translation>Erinnerung {ref}</translation>
    </message>
    <message>
        <source>passage {ref}</source>
        <translation>Passage {ref}</translation>
    </message>
    <message>
        <source>session {ref}</source>
        <translation>Sitzung {ref}</translation>
    </message>
    <message>
        <source>version {ref}</source>
        <translation>Version {ref}</translation>
    </message>
    <message>
        <source>check: {ref}</source>
        <translation>Prüfung: {ref}</translation>
    </message>
    <message>
        <source>case {ref}</source>
        <translation>Fall {ref}</translation>
    </message>
    <message>
        <source>incident {ref}</source>
        <translation>Störung {ref}</translation>
    </message>
    <message>
        <source>operation {ref}</source>
        <translation>Vorgang {ref}</translation>
    </message>
    <message>
        <source>Save the answer</source>
        <translation>Antwort speichern</translation>
    </message>
    <message>
        <source>It becomes a fact of yours</source>
        <translation>Sie wird ein Fakt von Ihnen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>It need not be known; it is not asked again</source>
        <translation>Das muss niemand wissen; es wird nicht wieder gefragt</translation>
    </message>
    <message>
        <source>Your answer, in one sentence</source>
        <translation>Ihre Antwort, in einem Satz</translation>
    </message>
    <message>
        <source>Why it is asked</source>
        <translation>Warum gefragt wird</translation>
    </message>
    <message>
        <source>Tab: to the field, Ctrl+Return: save, D: dismiss</source>
        <translation>Tab: ins Feld, Strg+Eingabe: speichern, D: verwerfen</translation>
    </message>
    <message>
        <source>{category} · question</source>
        <translation>{category} · Frage</translation>
    </message>
    <message>
        <source>A question about {service}: {question}</source>
        <translation>Eine Frage zu {service}: {question}</translation>
    </message>
    <message>
        <source>Put all back</source>
        <translation>Alle zurücklegen</translation>
    </message>
    <message numerus="yes">
        <source>%n fact that rules of an earlier version drew was moved here.</source>
        <comment>%n facts that rules of an earlier version drew were moved here.</comment>
        <translation>
            <numerusform>%n Fakt, den Regeln einer früheren Version gewonnen hatten, wurde hierher verschoben.</numerusform>
            <numerusform>%n Fakten, die Regeln einer früheren Version gewonnen hatten, wurden hierher verschoben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Put the facts back</source>
        <translation>Die Fakten zurückgelegt</translation>
    </message>
</context>
</TS>

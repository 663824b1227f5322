<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>The command</source>
        <translation>Der Befehl</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Files of the session that it uses</source>
        <translation>Dateien der Sitzung, die er verwendet</translation>
    </message>
    <message>
        <source>Its files</source>
        <translation>Seine Dateien</translation>
    </message>
    <message>
        <source>What the agent found so far</source>
        <translation>Bisherige Befunde des Agenten</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>If yes</source>
        <translation>Bei Zustimmung</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>by tier {value}</source>
        <translation>von Stufe {value}</translation>
    </message>
    <message>
        <source> of run {run_id}</source>
        <translation> von Lauf {run_id}</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Show the session</source>
        <translation>Sitzung anzeigen</translation>
    </message>
    <message>
        <source>Optional note</source>
        <translation>Optionale Notiz</translation>
    </message>
    <message>
        <source>A note on your answer</source>
        <translation>Notiz zur Antwort</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Allow this once. What cannot be undone takes effect after five seconds</source>
        <translation>Dies einmal erlauben. Was nicht rückgängig zu machen ist, wirkt nach fünf Sekunden</translation>
    </message>
    <message>
        <source>Approve for this run</source>
        <translation>Für den Lauf freigeben</translation>
    </message>
    <message>
        <source>Allow this and everything of this kind that this run asks for later</source>
        <translation>Dies und alles dieser Art erlauben, wonach dieser Lauf später fragt</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Do not allow this</source>
        <translation>Dies nicht erlauben</translation>
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
        <source>It was answered elsewhere: nothing was changed.</source>
        <translation>Wurde anderswo beantwortet: nichts geändert.</translation>
    </message>
    <message>
        <source>Checked a fact</source>
        <translation>Fakt geprüft</translation>
    </message>
    <message>
        <source>Moved the facts to the Inbox</source>
        <translation>Tatsachen in den Posteingang verschoben</translation>
    </message>
    <message>
        <source>Put the facts back</source>
        <translation>Die Fakten zurückgelegt</translation>
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
        <source>Approved a pattern</source>
        <translation>Ein Muster zugelassen</translation>
    </message>
    <message>
        <source>Took a pattern out of use</source>
        <translation>Ein Muster außer Gebrauch genommen</translation>
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
        <source>said by the agent in a marker</source>
        <translation>vom Agenten in einer Markierung gesagt</translation>
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
        <source>The line that said it</source>
        <translation>Die Zeile, die es sagte</translation>
    </message>
    <message>
        <source>What you wrote</source>
        <translation>Was Sie schrieben</translation>
    </message>
    <message>
        <source>The passage it was drawn from</source>
        <translation>Die Textstelle, aus der er stammt</translation>
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
        <source>Where it comes from</source>
        <translation>Herkunft</translation>
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
        <source>No passage was kept for it.</source>
        <translation>Dazu wurde keine Textstelle aufbewahrt.</translation>
    </message>
    <message>
        <source>Its words were taken out by a purge.</source>
        <translation>Der Wortlaut wurde endgültig entfernt.</translation>
    </message>
    <message>
        <source>Session {session_id}</source>
        <translation>Sitzung {session_id}</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>{kind} · {category} · {domain}</source>
        <translation>{kind} · {category} · {domain}</translation>
    </message>
    <message>
        <source>A fact about {shown_service} waits: {observation}</source>
        <translation>Ein Fakt über {shown_service} wartet: {observation}</translation>
    </message>
    <message>
        <source>The fact that waits</source>
        <translation>Der wartende Fakt</translation>
    </message>
    <message>
        <source>Why it waits</source>
        <translation>Warum er wartet</translation>
    </message>
    <message>
        <source>The gate was not sure of it.</source>
        <translation>Die Aufnahmeprüfung war unsicher.</translation>
    </message>
    <message>
        <source>If you approve it</source>
        <translation>Bei Freigabe</translation>
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
        <source>It replaces this one, which loses 0.2 and leaves the prompts</source>
        <translation>Es ersetzt diese, die 0,2 verliert und die Prompts verlässt</translation>
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
        <source>Say in one sentence what is worth remembering.</source>
        <translation>In einem Satz sagen, was sich zu merken lohnt.</translation>
    </message>
    <message>
        <source>It has {words} characters; a memory holds {longest_observation} at most.</source>
        <translation>Er hat {words} Zeichen; eine Erinnerung fasst höchstens {longest_observation}.</translation>
    </message>
    <message>
        <source>Edit a fact</source>
        <translation>Eine Tatsache bearbeiten</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Tatsache</translation>
    </message>
    <message>
        <source>The fact in your words</source>
        <translation>Der Fakt in eigenen Worten</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Service, or {general}</source>
        <translation>Dienst, oder {general}</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Dann</translation>
    </message>
    <message>
        <source>Approve it with these words</source>
        <translation>Mit diesen Worten freigeben</translation>
    </message>
    <message>
        <source>Keep it waiting</source>
        <translation>Weiter warten lassen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>New fact</source>
        <translation>Neuer Fakt</translation>
    </message>
    <message>
        <source>It becomes a memory that the next run may read</source>
        <translation>Es wird zu einer Erinnerung, die der nächste Lauf lesen darf</translation>
    </message>
    <message>
        <source>Approve {number}</source>
        <translation>{number} freigeben</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit text first</source>
        <translation>Zuerst den Text bearbeiten</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>It is not kept as a memory</source>
        <translation>Es wird nicht als Erinnerung behalten</translation>
    </message>
    <message>
        <source>Reject {number}</source>
        <translation>{number} ablehnen</translation>
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
        <source>{category} · possible conflict</source>
        <translation>{category} · möglicher Widerspruch</translation>
    </message>
    <message>
        <source>Two facts about {service} may contradict one another. Older: {observation} Newer: {observation_2}</source>
        <translation>Zwei Fakten über {service} widersprechen einander vielleicht. Älter: {observation} Neuer: {observation_2}</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>The older fact</source>
        <translation>Die ältere Tatsache</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuer</translation>
    </message>
    <message>
        <source>The newer fact</source>
        <translation>Die neuere Tatsache</translation>
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
        <source>Possible conflict</source>
        <translation>Möglicher Widerspruch</translation>
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
        <source>{category} · {domain} · about to expire</source>
        <translation>{category} · {domain} · läuft bald ab</translation>
    </message>
    <message>
        <source>A fact about {service} is about to expire: {observation}</source>
        <translation>Ein Fakt über {service} läuft bald ab: {observation}</translation>
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
        <source>{why} You asked for a check: the next session about {shown_service} makes it.</source>
        <translation>{why} Eine Prüfung ist verlangt: Die nächste Sitzung zu {shown_service} macht sie.</translation>
    </message>
    <message>
        <source>Still true</source>
        <translation>Gilt noch</translation>
    </message>
    <message>
        <source>It is confirmed as of today and regains the confidence it lost with age</source>
        <translation>Wird mit heutigem Datum bestätigt und erhält zurück, was das Alter nahm</translation>
    </message>
    <message>
        <source>Keep {number}</source>
        <translation>{number} behalten</translation>
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
        <source>Drop {number}</source>
        <translation>{number} verwerfen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Compare it with what the watcher measured; if that is not possible, the next session about it checks it</source>
        <translation>Mit den Messungen des Wächters vergleichen; sonst prüft die nächste Sitzung dazu</translation>
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
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Why it is asked</source>
        <translation>Warum gefragt wird</translation>
    </message>
    <message>
        <source>Your answer, in one sentence</source>
        <translation>Ihre Antwort, in einem Satz</translation>
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
        <source>Held</source>
        <translation>Bestätigt</translation>
    </message>
    <message numerus="yes">
        <source>%n time</source>
        <comment>%n times</comment>
        <translation>
            <numerusform>%n Mal</numerusform>
            <numerusform>%n Mal</numerusform>
        </translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>A proven pattern needs your approval</source>
        <translation>Ein bewährtes Muster braucht eine Freigabe</translation>
    </message>
    <message>
        <source>The pattern</source>
        <translation>Das Muster</translation>
    </message>
    <message>
        <source>A pattern needs approval: {text}</source>
        <translation>Ein Muster braucht eine Freigabe: {text}</translation>
    </message>
    <message>
        <source>It held often enough to be put into prompts.</source>
        <translation>Es traf oft genug zu, um in Prompts zu stehen.</translation>
    </message>
    <message>
        <source>Proven pattern</source>
        <translation>Bewährtes Muster</translation>
    </message>
    <message>
        <source>Prompts hold it from the next run on</source>
        <translation>Ab dem nächsten Lauf steht es in den Prompts</translation>
    </message>
    <message>
        <source>Take out of use</source>
        <translation>Außer Gebrauch nehmen</translation>
    </message>
    <message>
        <source>No prompt holds it, and it is not asked about again</source>
        <translation>Es steht in keinem Prompt, und es wird nicht noch einmal danach gefragt</translation>
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
        <source>Facts of an earlier version</source>
        <translation>Tatsachen einer früheren Version</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>Die Frage</translation>
    </message>
    <message>
        <source>Upgrade</source>
        <translation>Aktualisierung</translation>
    </message>
    <message>
        <source>Move them here</source>
        <translation>Hierher holen</translation>
    </message>
    <message>
        <source>No run reads them until you have approved them</source>
        <translation>Kein Lauf liest sie, bevor sie freigegeben sind</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Belassen</translation>
    </message>
    <message>
        <source>They stay as they are</source>
        <translation>Sie bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>A check is asked for</source>
        <translation>Eine Prüfung ist verlangt</translation>
    </message>
    <message>
        <source>Decided approvals</source>
        <translation>Entschiedene Freigaben</translation>
    </message>
    <message>
        <source>Approve what waits</source>
        <translation>Wartendes freigeben</translation>
    </message>
    <message>
        <source>Approve it for the whole run</source>
        <translation>Für den ganzen Lauf freigeben</translation>
    </message>
    <message>
        <source>Edit what waits</source>
        <translation>Wartendes bearbeiten</translation>
    </message>
    <message>
        <source>Refuse or reject what waits</source>
        <translation>Ablehnen, was wartet</translation>
    </message>
    <message>
        <source>Possible conflict: Both hold</source>
        <translation>Möglicher Widerspruch: Beide gelten</translation>
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
        <source>Drop what is about to expire, or decide later</source>
        <translation>Verwerfen, was abläuft, oder später entscheiden</translation>
    </message>
    <message>
        <source>Question: Dismiss</source>
        <translation>Frage: Verwerfen</translation>
    </message>
    <message>
        <source>Move facts of an earlier version here</source>
        <translation>Tatsachen einer früheren Version hierher holen</translation>
    </message>
    <message numerus="yes">
        <source>Rules of an earlier version drew %n fact</source>
        <comment>Rules of an earlier version drew %n facts</comment>
        <translation>
            <numerusform>Regeln einer früheren Version haben %n Tatsache gezogen</numerusform>
            <numerusform>Regeln einer früheren Version haben %n Tatsachen gezogen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question waits for your answer</source>
        <comment>%n questions wait for your answer</comment>
        <translation>
            <numerusform>%n Frage wartet auf Ihre Antwort</numerusform>
            <numerusform>%n Fragen warten auf Ihre Antwort</numerusform>
        </translation>
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
        <source>{shown} shown</source>
        <translation>{shown} angezeigt</translation>
    </message>
    <message>
        <source>Nothing waits for your answer</source>
        <translation>Keine Frage wartet auf eine Antwort</translation>
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
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
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
        <source>Any service</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Any category</source>
        <translation>Jede Kategorie</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Posteingang</translation>
    </message>
    <message>
        <source>Search in what waits</source>
        <translation>Wartendes durchsuchen</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message>
        <source>What an agent may not do on its own waits here for your answer, and so does what needs your review: uncertain facts, possible conflicts, proposed changes of your files, questions, and facts about to expire.</source>
        <translation>Was ein Agent nicht von sich aus tun darf, wartet hier auf Antwort, ebenso was zu prüfen ist: unsichere Tatsachen, mögliche Widersprüche, vorgeschlagene Änderungen an Dateien, Fragen und bald ablaufende Tatsachen.</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts Passendes</translation>
    </message>
    <message>
        <source>That is no longer waiting.</source>
        <translation>Das wartet nicht mehr.</translation>
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
        <source>Put all back</source>
        <translation>Alle zurücklegen</translation>
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
        <source>A change of {path} is proposed: {text}</source>
        <translation>Eine Änderung von {path} wird vorgeschlagen: {text}</translation>
    </message>
    <message>
        <source>What it would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>Why it is proposed</source>
        <translation>Warum es vorgeschlagen wird</translation>
    </message>
    <message>
        <source>No reason was given.</source>
        <translation>Es wurde kein Grund genannt.</translation>
    </message>
    <message>
        <source>{path}, under “{section}”</source>
        <translation>{path}, unter „{section}“</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>{kind} · confidence {confidence}</source>
        <translation>{kind} · Konfidenz {confidence}</translation>
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
        <source>Score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>{total} of 1: {why}</source>
        <translation>{total} von 1: {why}</translation>
    </message>
    <message>
        <source>{name} {value} (counts {weight}): {sentence}</source>
        <translation>{name} {value} (zählt {weight}): {sentence}</translation>
    </message>
    <message>
        <source>Write what the file is to say.</source>
        <translation>Schreiben, was in der Datei stehen soll.</translation>
    </message>
    <message>
        <source>Approve with your words</source>
        <translation>Mit eigenen Worten freigeben</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Worte</translation>
    </message>
    <message>
        <source>Proposed change</source>
        <translation>Vorgeschlagene Änderung</translation>
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
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Time left</source>
        <translation>Verbleibende Zeit</translation>
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
        <source>. It takes effect after five seconds</source>
        <translation>. Wirkt nach fünf Sekunden</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Allow this once (A){later}</source>
        <translation>Dies einmal zulassen (A){later}</translation>
    </message>
    <message>
        <source>Allow this and {same} that this run asks for later (Shift+A){later}</source>
        <translation>Dies zulassen und {same}, was dieser Lauf später verlangt (Umschalt+A){later}</translation>
    </message>
    <message>
        <source>Do not allow this (R)</source>
        <translation>Dies nicht zulassen (R)</translation>
    </message>
    <message>
        <source>Take the approval back: the question stays open (Z)</source>
        <translation>Freigabe zurücknehmen: Die Frage bleibt offen (Z)</translation>
    </message>
    <message>
        <source>Approve for this run</source>
        <translation>Für den Lauf freigeben</translation>
    </message>
    <message>
        <source>every tier</source>
        <translation>jede Stufe</translation>
    </message>
    <message>
        <source>everything of this kind</source>
        <translation>alles dieser Art</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Press A to approve, Shift+A to approve for this run, R to refuse; Page Down to read on, arrows for the other questions</source>
        <translation>A zum Freigeben, Umschalt+A für den ganzen Lauf, R zum Ablehnen; Bild ab zum Weiterlesen, Pfeile für andere Fragen</translation>
    </message>
    <message>
        <source>Z takes the approval back, R refuses</source>
        <translation>Z nimmt die Freigabe zurück, R lehnt ab</translation>
    </message>
    <message>
        <source>A approves, Shift+A for the whole run, R refuses</source>
        <translation>A gibt frei, Umschalt+A für den ganzen Lauf, R lehnt ab</translation>
    </message>
    <message>
        <source>Search in questions</source>
        <translation>In Fragen suchen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Any answer</source>
        <translation>Jede Antwort</translation>
    </message>
    <message>
        <source>What for</source>
        <translation>Wofür</translation>
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
        <source>Questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>No question matches</source>
        <translation>Keine passende Frage</translation>
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
        <source>Still waiting</source>
        <translation>Wartet noch</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Reason or command</source>
        <translation>Grund oder Befehl</translation>
    </message>
    <message>
        <source>tier {tier}</source>
        <translation>Stufe {tier}</translation>
    </message>
    <message>
        <source>run {run_id}</source>
        <translation>Lauf {run_id}</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>Nothing has needed approval.</source>
        <translation>Bisher musste nichts freigegeben werden.</translation>
    </message>
    <message>
        <source>What an agent may not do on its own waits here for your answer: a higher tier, or a risky command. You decide which actions need approval.</source>
        <translation>Was ein Agent nicht allein tun darf, wartet hier auf eine Antwort: eine höhere Stufe oder ein riskanter Befehl. Was Freigabe braucht, ist einstellbar.</translation>
    </message>
    <message>
        <source>Choose what needs approval</source>
        <translation>Festlegen, was Freigabe braucht</translation>
    </message>
    <message numerus="yes">
        <source>%n question waits for your answer</source>
        <comment>%n questions wait for your answer</comment>
        <translation>
            <numerusform>%n Frage wartet auf Ihre Antwort</numerusform>
            <numerusform>%n Fragen warten auf Ihre Antwort</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing waits for your answer</source>
        <translation>Keine Frage wartet auf eine Antwort</translation>
    </message>
    <message>
        <source>the newest {most}</source>
        <translation>die neuesten {most}</translation>
    </message>
    <message>
        <source>{more} answered so far</source>
        <translation>{more} bisher beantwortet</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>Der Befehl</translation>
    </message>
    <message>
        <source>Files of the session that it uses</source>
        <translation>Dateien der Sitzung, die er verwendet</translation>
    </message>
    <message>
        <source>Show the session</source>
        <translation>Sitzung anzeigen</translation>
    </message>
    <message>
        <source>What the agent found so far</source>
        <translation>Bisherige Befunde des Agenten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Its files</source>
        <translation>Seine Dateien</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
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
        <source>Waiting questions; press an arrow key to choose one</source>
        <translation>Wartende Fragen; mit den Pfeiltasten wählen</translation>
    </message>
    <message>
        <source>Previous question</source>
        <translation>Vorherige Frage</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Nächste Frage</translation>
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
        <source>Refuse what waits</source>
        <translation>Wartendes ablehnen</translation>
    </message>
    <message>
        <source>Undo an approval that has not taken effect</source>
        <translation>Noch nicht wirksame Freigabe rückgängig machen</translation>
    </message>
    <message>
        <source>Question {at} of {many_value}</source>
        <translation>Frage {at} von {many_value}</translation>
    </message>
    <message>
        <source>{words} (arrow keys)</source>
        <translation>{words} (Pfeiltasten)</translation>
    </message>
</context>
</TS>

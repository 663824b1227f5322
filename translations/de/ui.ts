<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>nothing starts until you resume</source>
        <translation>nichts startet, bis Sie fortsetzen</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Stopping {tier} with {agent}</source>
        <translation>{tier} mit {agent} wird gestoppt</translation>
    </message>
    <message>
        <source>Running {tier} with {agent}</source>
        <translation>{tier} mit {agent} läuft</translation>
    </message>
    <message>
        <source>Stopped by you</source>
        <translation>Von Ihnen gestoppt</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Last run failed</source>
        <translation>Letzter Lauf gescheitert</translation>
    </message>
    <message>
        <source>Last run timed out</source>
        <translation>Letzter Lauf mit Zeitüberschreitung</translation>
    </message>
    <message>
        <source>Last run interrupted</source>
        <translation>Letzter Lauf unterbrochen</translation>
    </message>
    <message>
        <source>scheduled runs are paused</source>
        <translation>geplante Läufe sind angehalten</translation>
    </message>
    <message>
        <source>nothing scheduled</source>
        <translation>nichts geplant</translation>
    </message>
    <message>
        <source>next {tier} {time} ({relative})</source>
        <translation>nächster: {tier} {time} ({relative})</translation>
    </message>
    <message>
        <source>next {tier} {time}</source>
        <translation>nächster: {tier} {time}</translation>
    </message>
    <message>
        <source>How far it is</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Approved: {about}. The run goes on.</source>
        <translation>Freigegeben: {about}. Der Lauf geht weiter.</translation>
    </message>
    <message>
        <source>Approved for this run: {about}. Nothing of this kind is asked again.</source>
        <translation>Für diesen Lauf freigegeben: {about}. Dergleichen wird nicht mehr gefragt.</translation>
    </message>
    <message>
        <source>Refused: {about}.</source>
        <translation>Abgelehnt: {about}.</translation>
    </message>
    <message>
        <source>Not approved: {about}. It waits for your answer.</source>
        <translation>Nicht freigegeben: {about}. Wartet auf Ihre Antwort.</translation>
    </message>
    <message>
        <source>Not approved, as the window was closed within five seconds: {about}.</source>
        <translation>Nicht freigegeben, weil das Fenster binnen fünf Sekunden geschlossen wurde: {about}.</translation>
    </message>
    <message>
        <source>Your answer came too late. {what_happened}</source>
        <translation>Ihre Antwort kam zu spät. {what_happened}</translation>
    </message>
    <message>
        <source>Undone: {label}.</source>
        <translation>Rückgängig: {label}.</translation>
    </message>
</context>
</TS>

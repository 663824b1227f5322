<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>No incident</source>
        <translation>Keine Störung</translation>
    </message>
    <message>
        <source>When a check finds a service down, and a second attempt confirms it, the incident appears here.</source>
        <translation>Wenn eine Prüfung einen Dienst ausgefallen findet und ein zweiter Versuch das bestätigt, erscheint die Störung hier.</translation>
    </message>
    <message>
        <source>No incident matches</source>
        <translation>Keine passende Störung</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Acknowledge the chosen incident</source>
        <translation>Gewählte Störung bestätigen</translation>
    </message>
    <message>
        <source>Add a note to the chosen incident</source>
        <translation>Der gewählten Störung eine Notiz hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>%n incident</source>
        <comment>%n incidents</comment>
        <translation>
            <numerusform>%n Störung</numerusform>
            <numerusform>%n Störungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{incidents} · {open} open</source>
        <translation>{incidents} · {open} offen</translation>
    </message>
    <message>
        <source>Show the action</source>
        <translation>Aktion zeigen</translation>
    </message>
    <message>
        <source>Search in incidents</source>
        <translation>In Vorfällen suchen</translation>
    </message>
    <message>
        <source>Any state</source>
        <translation>Jeder Zustand</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>Für 1 Stunde</translation>
    </message>
    <message>
        <source>For 4 hours</source>
        <translation>Für 4 Stunden</translation>
    </message>
    <message>
        <source>For 1 day</source>
        <translation>Für 1 Tag</translation>
    </message>
    <message>
        <source>For 1 week</source>
        <translation>Für 1 Woche</translation>
    </message>
    <message>
        <source>Snooze the incident</source>
        <translation>Vorfall zurückstellen</translation>
    </message>
    <message>
        <source>There are no notices about it until then. It stays open.</source>
        <translation>Bis dahin gibt es dazu keine Benachrichtigungen. Er bleibt offen.</translation>
    </message>
    <message>
        <source>&amp;Until</source>
        <translation>&amp;Bis</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation>Zuerst etwas schreiben.</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Take the acknowledgement back</source>
        <translation>Bestätigung zurücknehmen</translation>
    </message>
    <message>
        <source>It no longer counts as needing you (A)</source>
        <translation>Zählt nicht mehr als unerledigt (A)</translation>
    </message>
    <message>
        <source>Snooze…</source>
        <translation>Zurückstellen…</translation>
    </message>
    <message>
        <source>Add note…</source>
        <translation>Notiz hinzufügen…</translation>
    </message>
    <message>
        <source>Close or reopen the incident</source>
        <translation>Vorfall schließen oder wieder öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
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
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Until tomorrow, {morning}:00</source>
        <translation>Bis morgen, {morning}:00</translation>
    </message>
    <message>
        <source>End the snooze</source>
        <translation>Zurückstellung beenden</translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>Acknowledged the incident of {service}</source>
        <translation>Störung von {service} bestätigt</translation>
    </message>
    <message>
        <source>Took back the acknowledgement of {service}</source>
        <translation>Bestätigung der Störung von {service} zurückgenommen</translation>
    </message>
    <message>
        <source>Closed the incident of {service}</source>
        <translation>Störung von {service} geschlossen</translation>
    </message>
    <message>
        <source>Reopened the incident of {service}</source>
        <translation>Störung von {service} wieder geöffnet</translation>
    </message>
    <message>
        <source>Snoozed {{service}} until {until}</source>
        <translation>{{service}} zurückgestellt bis {until}</translation>
    </message>
    <message>
        <source>Ended the snooze of {service}</source>
        <translation>Zurückstellung von {service} beendet</translation>
    </message>
    <message>
        <source>The note is in the timeline.</source>
        <translation>Die Notiz steht im Zeitverlauf.</translation>
    </message>
    <message>
        <source>A run that investigates it is in the queue.</source>
        <translation>Ein Lauf, der sie untersucht, ist in der Warteschlange.</translation>
    </message>
    <message>
        <source>Export incident {number}</source>
        <translation>Störung {number} exportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exported to {shorten_path}.</source>
        <translation>Exportiert nach {shorten_path}.</translation>
    </message>
    <message>
        <source>Show the service</source>
        <translation>Dienst anzeigen</translation>
    </message>
    <message>
        <source>No incident chosen</source>
        <translation>Keine Störung gewählt</translation>
    </message>
    <message>
        <source>Start a run that investigates it? The run is given this incident as its context.</source>
        <translation>Soll ein Lauf sie untersuchen? Er erhält diese Störung als Kontext.</translation>
    </message>
    <message>
        <source>Show the case</source>
        <translation>Fall anzeigen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>explains this one</source>
        <translation>erklärt diesen</translation>
    </message>
    <message>
        <source>depends on it</source>
        <translation>hängt davon ab</translation>
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
        <source>Choose one to see what happened, in order.</source>
        <translation>Eine wählen, um den zeitlichen Verlauf zu sehen.</translation>
    </message>
    <message>
        <source>Add a note on {service}</source>
        <translation>Notiz zu {service} hinzufügen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Notiz</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>It appears in the timeline and in the report.</source>
        <translation>Sie steht im Zeitverlauf und im Bericht.</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>Tried</source>
        <translation>Versucht</translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation>Was versucht wurde</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Explains the incidents of {services}.</source>
        <translation>Erklärt die Vorfälle von {services}.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>The time line has all of it.</source>
        <translation>Die Zeitleiste hat alles davon.</translation>
    </message>
    <message>
        <source>Events and alerts</source>
        <translation>Ereignisse und Alarme</translation>
    </message>
    <message>
        <source>Show in the log</source>
        <translation>Im Log zeigen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Open the run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>What was learned and tried</source>
        <translation>Was gelernt und versucht wurde</translation>
    </message>
    <message>
        <source>Connected incidents</source>
        <translation>Zusammenhängende Vorfälle</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>Show the incident</source>
        <translation>Vorfall anzeigen</translation>
    </message>
    <message>
        <source>Recurrence</source>
        <translation>Wiederkehr</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>A session reported it.</source>
        <translation>Eine Sitzung hat es gemeldet.</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>That incident is no longer in the records.</source>
        <translation>Dieser Vorfall steht nicht mehr in den Aufzeichnungen.</translation>
    </message>
    <message>
        <source>Resolved {resolved_at}</source>
        <translation>Behoben {resolved_at}</translation>
    </message>
    <message>
        <source>{service}: explained by the incident of {root}</source>
        <translation>{service}: erklärt durch die Störung von {root}</translation>
    </message>
    <message>
        <source>Incident {id}</source>
        <translation>Vorfall {id}</translation>
    </message>
    <message>
        <source>Explained by the incident of {service}.</source>
        <translation>Erklärt durch den Vorfall von {service}.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Eröffnet</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>Verschlechtert</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Snoozed</source>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Explained</source>
        <translation>Erklärt</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>Eigenständig</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Investigation</source>
        <translation>Untersuchung</translation>
    </message>
    <message>
        <source>Recovering</source>
        <translation>Erholt sich</translation>
    </message>
    <message>
        <source>Reopened</source>
        <translation>Wieder geöffnet</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>Umbenannt</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>{short_span} before</source>
        <translation>{short_span} vorher</translation>
    </message>
    <message>
        <source>Run {id}: {agent}</source>
        <translation>Lauf {id}: {agent}</translation>
    </message>
    <message>
        <source>tier {tier}</source>
        <translation>Stufe {tier}</translation>
    </message>
</context>
</TS>

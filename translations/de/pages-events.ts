<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message numerus="yes">
        <source>%n event</source>
        <comment>%n events</comment>
        <translation>
            <numerusform>%n Ereignis</numerusform>
            <numerusform>%n Ereignisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event no longer acknowledged</source>
        <comment>%n events no longer acknowledged</comment>
        <translation>
            <numerusform>%n Ereignis nicht mehr bestätigt</numerusform>
            <numerusform>%n Ereignisse nicht mehr bestätigt</numerusform>
        </translation>
    </message>
    <message>
        <source>No longer muted: {what}</source>
        <translation>Nicht mehr stumm: {what}</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>It no longer counts as needing you (A)</source>
        <translation>Zählt nicht mehr als unerledigt (A)</translation>
    </message>
    <message>
        <source>Mute…</source>
        <translation>Stummschalten…</translation>
    </message>
    <message>
        <source>No event chosen</source>
        <translation>Kein Ereignis gewählt</translation>
    </message>
    <message>
        <source>Show the source</source>
        <translation>Quelle anzeigen</translation>
    </message>
    <message>
        <source>Hide events like this for a while (M)</source>
        <translation>Solche Ereignisse eine Zeit lang nicht anzeigen (M)</translation>
    </message>
    <message>
        <source>Each occurrence</source>
        <translation>Jedes Vorkommen</translation>
    </message>
    <message>
        <source>Choose one to see when and where it occurred.</source>
        <translation>Eines wählen, um Zeit und Quelle zu sehen.</translation>
    </message>
    <message>
        <source>Acknowledge {waiting}</source>
        <translation>{waiting} bestätigen</translation>
    </message>
    <message>
        <source>Take acknowledgement back</source>
        <translation>Bestätigung zurücknehmen</translation>
    </message>
    <message>
        <source>seen once</source>
        <translation>einmal gesehen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>is back</source>
        <translation>ist wieder da</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>{number} since {first_at}</source>
        <translation>{number} seit {first_at}</translation>
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
        <source>Fixed {fixed_at} by {fixed_by}</source>
        <translation>Behoben {fixed_at} durch {fixed_by}</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Mark as fixed</source>
        <translation>Als behoben markieren</translation>
    </message>
    <message>
        <source>Opened a finding again</source>
        <translation>Einen Befund wieder geöffnet</translation>
    </message>
    <message>
        <source>Marked a finding as fixed</source>
        <translation>Einen Befund als behoben markiert</translation>
    </message>
    <message>
        <source>the last {most} are listed</source>
        <translation>die letzten {most} sind aufgeführt</translation>
    </message>
    <message>
        <source>once, {created_at}</source>
        <translation>einmal, {created_at}</translation>
    </message>
    <message>
        <source>Muted {what}</source>
        <translation>{what} stummgeschaltet</translation>
    </message>
    <message>
        <source>Mute events</source>
        <translation>Ereignisse stummschalten</translation>
    </message>
    <message>
        <source>Of the &amp;service</source>
        <translation>Vom &amp;Dienst</translation>
    </message>
    <message>
        <source>Of the &amp;level</source>
        <translation>Vom &amp;Schweregrad</translation>
    </message>
    <message>
        <source>Of the level</source>
        <translation>Vom Schweregrad</translation>
    </message>
    <message>
        <source>With the &amp;text</source>
        <translation>Mit dem &amp;Text</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 Stunde</translation>
    </message>
    <message>
        <source>Until tomorrow, {morning}:00</source>
        <translation>Bis morgen, {morning}:00</translation>
    </message>
    <message>
        <source>1 week</source>
        <translation>1 Woche</translation>
    </message>
    <message>
        <source>Until a date…</source>
        <translation>Bis zu einem Datum…</translation>
    </message>
    <message>
        <source>Until I end it</source>
        <translation>Bis ich es beende</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Für</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>&amp;Grund</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Events that match all of these are hidden and not counted for a while.</source>
        <translation>Ereignisse, auf die all dies zutrifft, werden eine Zeit lang ausgeblendet und nicht gezählt.</translation>
    </message>
    <message>
        <source>Why, for others who read this list</source>
        <translation>Begründung für alle, die die Liste lesen</translation>
    </message>
    <message>
        <source>Name a service, a level or a text: otherwise every event would be hidden.</source>
        <translation>Einen Dienst, einen Schweregrad oder einen Text angeben: Sonst würde alles ausgeblendet.</translation>
    </message>
    <message>
        <source>That moment has passed already: choose a later one.</source>
        <translation>Dieser Zeitpunkt ist schon vorbei: einen späteren wählen.</translation>
    </message>
    <message>
        <source>They show again from {until} on.</source>
        <translation>Sie erscheinen wieder ab {until}.</translation>
    </message>
    <message>
        <source>They stay hidden until you end it.</source>
        <translation>Sie bleiben ausgeblendet, bis Sie es beenden.</translation>
    </message>
    <message>
        <source>Of the events so far it hides {number}. {ends}</source>
        <translation>Von den bisherigen Ereignissen werden {number} ausgeblendet. {ends}</translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>you end it</source>
        <translation>Sie beenden es</translation>
    </message>
    <message>
        <source>Mutes</source>
        <translation>Stummschaltungen</translation>
    </message>
    <message>
        <source>Mutes in force</source>
        <translation>Geltende Stummschaltungen</translation>
    </message>
    <message>
        <source>Muted events are recorded, but hidden and not counted.</source>
        <translation>Stummgeschaltete Ereignisse werden aufgezeichnet, aber verborgen und nicht gezählt.</translation>
    </message>
    <message>
        <source>Nothing is muted.</source>
        <translation>Nichts ist stummgeschaltet.</translation>
    </message>
    <message>
        <source>End the mute</source>
        <translation>Stummschaltung beenden</translation>
    </message>
    <message>
        <source>Mute more…</source>
        <translation>Mehr stummschalten…</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Schweregrad</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>{number} times since {first_at}</source>
        <translation>{number}-mal seit {first_at}</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>not acknowledged</source>
        <translation>nicht bestätigt</translation>
    </message>
    <message>
        <source>{waiting} of {number} not acknowledged</source>
        <translation>{waiting} von {number} nicht bestätigt</translation>
    </message>
    <message>
        <source>run {run_id}</source>
        <translation>Lauf {run_id}</translation>
    </message>
    <message>
        <source>The alert receiver is off.</source>
        <translation>Der Alarmempfang ist aus.</translation>
    </message>
    <message>
        <source>Alerts come in at http://127.0.0.1:{port}/alerts, with a token.</source>
        <translation>Alarme kommen unter http://127.0.0.1:{port}/alerts an, mit einem Token.</translation>
    </message>
    <message>
        <source>Another Claude Ops that uses this data folder receives the alerts.</source>
        <translation>Ein anderes Claude Ops mit diesem Datenordner empfängt die Alarme.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Gemeldet von</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>the application</source>
        <translation>das Programm</translation>
    </message>
    <message>
        <source>session {session}, line {line}</source>
        <translation>Sitzung {session}, Zeile {line}</translation>
    </message>
    <message>
        <source>session {session}</source>
        <translation>Sitzung {session}</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Any level</source>
        <translation>Jeder Schweregrad</translation>
    </message>
    <message>
        <source>Any service</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Acknowledged or muted</source>
        <translation>Bestätigt oder stumm</translation>
    </message>
    <message>
        <source>Any state</source>
        <translation>Jeder Zustand</translation>
    </message>
    <message>
        <source>Search in messages</source>
        <translation>In Meldungen suchen</translation>
    </message>
    <message>
        <source>No event yet</source>
        <translation>Noch kein Ereignis</translation>
    </message>
    <message numerus="yes">
        <source>%n alert</source>
        <comment>%n alerts</comment>
        <translation>
            <numerusform>%n Alarm</numerusform>
            <numerusform>%n Alarme</numerusform>
        </translation>
    </message>
    <message>
        <source>{matching} shown</source>
        <translation>{matching} angezeigt</translation>
    </message>
    <message>
        <source>No finding yet</source>
        <translation>Noch kein Befund</translation>
    </message>
    <message numerus="yes">
        <source>%n open finding</source>
        <comment>%n open findings</comment>
        <translation>
            <numerusform>%n offener Befund</numerusform>
            <numerusform>%n offene Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n is back</source>
        <comment>%n are back</comment>
        <translation>
            <numerusform>%n ist wieder da</numerusform>
            <numerusform>%n sind wieder da</numerusform>
        </translation>
    </message>
    <message>
        <source>alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Acknowledge all</source>
        <translation>Alle bestätigen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>What came up more than once without an incident. One is fixed when something was done about it and two good checks followed; you are notified when it comes back.</source>
        <translation>Was ohne Vorfall mehr als einmal auftrat. Behoben ist es, wenn etwas dagegen getan wurde und zwei gute Prüfungen folgten; kommt es wieder, gibt es eine Benachrichtigung.</translation>
    </message>
    <message>
        <source>No alerts yet</source>
        <translation>Noch keine Alarme</translation>
    </message>
    <message>
        <source>Alertmanager, Grafana, Uptime Kuma and your own scripts can start a run about the services that they name.</source>
        <translation>Alertmanager, Grafana, Uptime Kuma und eigene Skripte können einen Lauf zu den genannten Diensten starten.</translation>
    </message>
    <message>
        <source>When the same kind of warning comes up twice, it appears here.</source>
        <translation>Tritt dieselbe Art von Warnung zweimal auf, erscheint sie hier.</translation>
    </message>
    <message>
        <source>Kind of entry</source>
        <translation>Art des Eintrags</translation>
    </message>
    <message>
        <source>Events and alerts</source>
        <translation>Ereignisse und Alarme</translation>
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
        <source>Mute events like this…</source>
        <translation>Solche Ereignisse stummschalten…</translation>
    </message>
    <message>
        <source>Show what is muted…</source>
        <translation>Stummes anzeigen…</translation>
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
        <source>Set up alerts</source>
        <translation>Alarme einrichten</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>Einrichten</translation>
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
        <source>Show alerts</source>
        <translation>Alarme zeigen</translation>
    </message>
    <message>
        <source>Show findings</source>
        <translation>Befunde zeigen</translation>
    </message>
    <message>
        <source>No session&apos;s log has this: the application or another program reported it.</source>
        <translation>Das steht in keinem Log einer Sitzung: Die Anwendung oder ein anderes Programm hat es gemeldet.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>That event is no longer in the records.</source>
        <translation>Dieses Ereignis ist nicht mehr gespeichert.</translation>
    </message>
    <message>
        <source>Not acknowledged</source>
        <translation>Nicht bestätigt</translation>
    </message>
    <message>
        <source>What a run reports appears here within a second: a service that is down, a certificate that expires.</source>
        <translation>Was ein Lauf Meldenswertes findet, erscheint hier binnen einer Sekunde: ein ausgefallener Dienst, ein Zertifikat.</translation>
    </message>
    <message>
        <source>No event matches</source>
        <translation>Kein passendes Ereignis</translation>
    </message>
    <message>
        <source>{waiting} not acknowledged</source>
        <translation>{waiting} nicht bestätigt</translation>
    </message>
    <message>
        <source>All of these are acknowledged</source>
        <translation>Alle sind bestätigt</translation>
    </message>
    <message>
        <source>{muted} muted</source>
        <translation>{muted} stumm</translation>
    </message>
    <message>
        <source>Acknowledge all {waiting}</source>
        <translation>Alle {waiting} bestätigen</translation>
    </message>
    <message>
        <source>All events that are shown now (Shift+A)</source>
        <translation>Alle jetzt angezeigten Ereignisse (Umschalt+A)</translation>
    </message>
    <message numerus="yes">
        <source>%n mute</source>
        <comment>%n mutes</comment>
        <translation>
            <numerusform>%n Stummschaltung</numerusform>
            <numerusform>%n Stummschaltungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Acknowledged {number}</source>
        <translation>{number} bestätigt</translation>
    </message>
    <message>
        <source>{folds} different</source>
        <translation>{folds} verschiedene</translation>
    </message>
    <message>
        <source>{number} critical</source>
        <translation>{number} kritisch</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>Letzter Tag</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>Letzte Woche</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>Von … bis …</translation>
    </message>
    <message>
        <source>since {start}</source>
        <translation>seit {start}</translation>
    </message>
    <message>
        <source>before {end}</source>
        <translation>vor {end}</translation>
    </message>
    <message>
        <source>Events between two moments</source>
        <translation>Ereignisse in einem Zeitraum</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Von</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Bis</translation>
    </message>
    <message>
        <source>The start must be before the end.</source>
        <translation>Der Beginn muss vor dem Ende liegen.</translation>
    </message>
</context>
</TS>

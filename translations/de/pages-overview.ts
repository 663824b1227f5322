<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Open the run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Last run, {time}</source>
        <translation>Letzter Lauf, {time}</translation>
    </message>
    <message>
        <source>took {duration}</source>
        <translation>Dauer {duration}</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>The log of the current run appears here.</source>
        <translation>Hier erscheint das Protokoll des aktuellen Laufs.</translation>
    </message>
    <message>
        <source>{trigger}, running for {duration}</source>
        <translation>{trigger}, läuft seit {duration}</translation>
    </message>
    <message>
        <source>Stopping {tier} with {agent}</source>
        <translation>{tier} mit {agent} wird gestoppt</translation>
    </message>
    <message>
        <source>Running {tier} with {agent} (dry run)</source>
        <translation>{tier} mit {agent} läuft (Probelauf)</translation>
    </message>
    <message>
        <source>Running {tier} with {agent}</source>
        <translation>{tier} mit {agent} läuft</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Overview: mark all as read</source>
        <translation>Überblick: alles als gelesen markieren</translation>
    </message>
    <message>
        <source>No services and no runs yet</source>
        <translation>Noch keine Dienste und keine Läufe</translation>
    </message>
    <message>
        <source>This page will show how your services are doing, what is wrong, what waits for you and the current run. Without services a run looks after this machine.</source>
        <translation>Diese Seite zeigt, wie es den Diensten geht, was nicht in Ordnung ist, was auf Sie wartet und den aktuellen Lauf. Ohne Dienste kümmert sich ein Lauf um diesen Rechner.</translation>
    </message>
    <message>
        <source>Add services…</source>
        <translation>Dienste hinzufügen…</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschehen ist</translation>
    </message>
    <message>
        <source>What was learned</source>
        <translation>Was gelernt wurde</translation>
    </message>
    <message numerus="yes">
        <source>%n active memory</source>
        <comment>%n active memories</comment>
        <translation>
            <numerusform>%n aktive Erinnerung</numerusform>
            <numerusform>%n aktive Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>How everything is doing</source>
        <translation>Wie es um alles steht</translation>
    </message>
    <message>
        <source>Incidents appear here as soon as a check fails twice in a row.</source>
        <translation>Störungen erscheinen hier, sobald eine Prüfung zweimal nacheinander fehlschlägt.</translation>
    </message>
    <message>
        <source>What the agent asks and what needs your review appears here.</source>
        <translation>Hier erscheint, was der Agent fragt und was zu prüfen ist.</translation>
    </message>
    <message>
        <source>Since you last looked here</source>
        <translation>Seit dem letzten Besuch dieser Seite</translation>
    </message>
    <message>
        <source>No runs, events or actions since you last looked.</source>
        <translation>Keine Läufe, Ereignisse oder Aktionen seit dem letzten Besuch.</translation>
    </message>
    <message>
        <source>What the agent learns appears here.</source>
        <translation>Hier erscheint, was der Agent lernt.</translation>
    </message>
    <message>
        <source>Counted since you last looked here; below are the newest memories</source>
        <translation>Gezählt seit dem letzten Besuch; darunter die neuesten Erinnerungen</translation>
    </message>
    <message>
        <source>No run can start: {reason}</source>
        <translation>Es kann kein Lauf starten: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>%n more: {names}</source>
        <comment>%n more: {names}</comment>
        <translation>
            <numerusform>%n weitere: {names}</numerusform>
            <numerusform>%n weitere: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>No open incidents</source>
        <translation>Keine offenen Störungen</translation>
    </message>
    <message>
        <source>Not in order</source>
        <translation>Nicht in Ordnung</translation>
    </message>
    <message numerus="yes">
        <source>%n open incident</source>
        <comment>%n open incidents</comment>
        <translation>
            <numerusform>%n offene Störung</numerusform>
            <numerusform>%n offene Störungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{incidents}, %n more as a result</source>
        <comment>{incidents}, %n more as a result</comment>
        <translation>
            <numerusform>{incidents}, %n weitere als Folge</numerusform>
            <numerusform>{incidents}, %n weitere als Folge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{incidents}, %n service not in order</source>
        <comment>{incidents}, %n services not in order</comment>
        <translation>
            <numerusform>{incidents}, %n Dienst nicht in Ordnung</numerusform>
            <numerusform>{incidents}, %n Dienste nicht in Ordnung</numerusform>
        </translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>snoozed until {time}</source>
        <translation>zurückgestellt bis {time}</translation>
    </message>
    <message>
        <source>since {time}</source>
        <translation>seit {time}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message numerus="yes">
        <source>%n run</source>
        <comment>%n runs</comment>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action</source>
        <comment>%n actions</comment>
        <translation>
            <numerusform>%n Aktion</numerusform>
            <numerusform>%n Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>tried: {runs}, {actions}</source>
        <translation>versucht: {runs}, {actions}</translation>
    </message>
    <message>
        <source>tried: {what}</source>
        <translation>versucht: {what}</translation>
    </message>
    <message>
        <source>an investigation waits for your answer</source>
        <translation>eine Untersuchung wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>nothing tried yet</source>
        <translation>noch nichts versucht</translation>
    </message>
    <message>
        <source>{service} is down</source>
        <translation>{service} ist ausgefallen</translation>
    </message>
    <message>
        <source>{service} is degraded</source>
        <translation>{service} ist beeinträchtigt</translation>
    </message>
    <message>
        <source>incident closed by hand</source>
        <translation>Vorfall von Hand geschlossen</translation>
    </message>
    <message>
        <source>no incident open</source>
        <translation>keine offene Störung</translation>
    </message>
    <message numerus="yes">
        <source>Cost of the last day: {total}</source>
        <comment>Cost of the last %n days: {total}</comment>
        <translation>
            <numerusform>Kosten des letzten Tages: {total}</numerusform>
            <numerusform>Kosten der letzten %n Tage: {total}</numerusform>
        </translation>
    </message>
    <message>
        <source>{cost}, most on {day}: {amount}</source>
        <translation>{cost}, am meisten am {day}: {amount}</translation>
    </message>
    <message>
        <source>{day}: no sessions</source>
        <translation>{day}: keine Sitzungen</translation>
    </message>
    <message numerus="yes">
        <source>{day}: {amount} in %n session</source>
        <comment>{day}: {amount} in %n sessions</comment>
        <translation>
            <numerusform>{day}: {amount} in %n Sitzung</numerusform>
            <numerusform>{day}: {amount} in %n Sitzungen</numerusform>
        </translation>
    </message>
    <message>
        <source>No check since {time}.</source>
        <translation>Keine Prüfung seit {time}.</translation>
    </message>
    <message>
        <source>Last checked {time}.</source>
        <translation>Zuletzt geprüft: {time}.</translation>
    </message>
    <message>
        <source>The emergency stop is on: no run starts.</source>
        <translation>Der Notstopp ist aktiv: Es startet kein Lauf.</translation>
    </message>
    <message>
        <source>Scheduled runs are paused.</source>
        <translation>Geplante Läufe sind angehalten.</translation>
    </message>
    <message>
        <source>Dry run is on: runs change nothing.</source>
        <translation>Der Probelauf ist aktiv: Läufe ändern nichts.</translation>
    </message>
    <message>
        <source>No services yet</source>
        <translation>Noch keine Dienste</translation>
    </message>
    <message numerus="yes">
        <source>%n service, not checked yet</source>
        <comment>%n services, none checked yet</comment>
        <translation>
            <numerusform>%n Dienst, noch nicht geprüft</numerusform>
            <numerusform>%n Dienste, noch keiner geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service was in order</source>
        <comment>All %n services were in order</comment>
        <translation>
            <numerusform>Der Dienst war in Ordnung</numerusform>
            <numerusform>Alle %n Dienste waren in Ordnung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service is in order</source>
        <comment>All %n services are in order</comment>
        <translation>
            <numerusform>Der Dienst ist in Ordnung</numerusform>
            <numerusform>Alle %n Dienste sind in Ordnung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service down</source>
        <comment>%n services down</comment>
        <translation>
            <numerusform>%n Dienst ausgefallen</numerusform>
            <numerusform>%n Dienste ausgefallen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service degraded</source>
        <comment>%n services degraded</comment>
        <translation>
            <numerusform>%n Dienst beeinträchtigt</numerusform>
            <numerusform>%n Dienste beeinträchtigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>State of %n service unknown</source>
        <comment>State of %n services unknown</comment>
        <translation>
            <numerusform>Zustand von %n Dienst unbekannt</numerusform>
            <numerusform>Zustand von %n Diensten unbekannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service not checked yet</source>
        <comment>%n services not checked yet</comment>
        <translation>
            <numerusform>%n Dienst noch nicht geprüft</numerusform>
            <numerusform>%n Dienste noch nicht geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service in maintenance</source>
        <comment>%n services in maintenance</comment>
        <translation>
            <numerusform>%n Dienst in Wartung</numerusform>
            <numerusform>%n Dienste in Wartung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n degraded</source>
        <comment>%n degraded</comment>
        <translation>
            <numerusform>%n beeinträchtigt</numerusform>
            <numerusform>%n beeinträchtigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <comment>%n unknown</comment>
        <translation>
            <numerusform>%n unbekannt</numerusform>
            <numerusform>%n unbekannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not checked yet</source>
        <comment>%n not checked yet</comment>
        <translation>
            <numerusform>%n noch nicht geprüft</numerusform>
            <numerusform>%n noch nicht geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in maintenance</source>
        <comment>%n in maintenance</comment>
        <translation>
            <numerusform>%n in Wartung</numerusform>
            <numerusform>%n in Wartung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in order</source>
        <comment>%n in order</comment>
        <translation>
            <numerusform>%n in Ordnung</numerusform>
            <numerusform>%n in Ordnung</numerusform>
        </translation>
    </message>
    <message>
        <source>Show services</source>
        <translation>Dienste anzeigen</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>This month {amount}</source>
        <translation>Diesen Monat {amount}</translation>
    </message>
    <message>
        <source>About {amount} by the end of the month</source>
        <translation>Etwa {amount} bis zum Monatsende</translation>
    </message>
    <message>
        <source>over the cap</source>
        <translation>über der Obergrenze</translation>
    </message>
    <message>
        <source>of {cap}</source>
        <translation>von {cap}</translation>
    </message>
    <message>
        <source>{amount} today</source>
        <translation>{amount} heute</translation>
    </message>
    <message numerus="yes">
        <source>%n item to review</source>
        <comment>%n items to review</comment>
        <translation>
            <numerusform>%n Eintrag zu prüfen</numerusform>
            <numerusform>%n Einträge zu prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing waits for you</source>
        <comment>%n things wait for you</comment>
        <translation>
            <numerusform>%n Punkt wartet auf Sie</numerusform>
            <numerusform>%n Punkte warten auf Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message>
        <source>Show the runs</source>
        <translation>Läufe anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n scheduled run was missed</source>
        <comment>%n scheduled runs were missed</comment>
        <translation>
            <numerusform>%n geplanter Lauf wurde versäumt</numerusform>
            <numerusform>%n geplante Läufe wurden versäumt</numerusform>
        </translation>
    </message>
    <message>
        <source>Repeated events count once; muted ones are left out</source>
        <translation>Wiederholte Ereignisse zählen einmal, stummgeschaltete nicht</translation>
    </message>
    <message>
        <source>Nothing happened</source>
        <translation>Nichts geschehen</translation>
    </message>
    <message numerus="yes">
        <source>%n run ended badly</source>
        <comment>%n runs ended badly</comment>
        <translation>
            <numerusform>%n Lauf ohne Erfolg beendet</numerusform>
            <numerusform>%n Läufe ohne Erfolg beendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run found a service down</source>
        <comment>%n runs found a service down</comment>
        <translation>
            <numerusform>%n Lauf fand einen Dienst ausgefallen</numerusform>
            <numerusform>%n Läufe fanden einen Dienst ausgefallen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run found a service degraded</source>
        <comment>%n runs found a service degraded</comment>
        <translation>
            <numerusform>%n Lauf fand einen Dienst beeinträchtigt</numerusform>
            <numerusform>%n Läufe fanden einen Dienst beeinträchtigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing unusual</source>
        <translation>Nichts Ungewöhnliches</translation>
    </message>
    <message numerus="yes">
        <source>%n found a service down</source>
        <comment>%n found a service down</comment>
        <translation>
            <numerusform>%n fand einen Dienst ausgefallen</numerusform>
            <numerusform>%n fanden einen Dienst ausgefallen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found a service degraded</source>
        <comment>%n found a service degraded</comment>
        <translation>
            <numerusform>%n fand einen Dienst beeinträchtigt</numerusform>
            <numerusform>%n fanden einen Dienst beeinträchtigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <comment>%n failed</comment>
        <translation>
            <numerusform>%n fehlgeschlagen</numerusform>
            <numerusform>%n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n timed out</source>
        <comment>%n timed out</comment>
        <translation>
            <numerusform>%n mit Zeitüberschreitung</numerusform>
            <numerusform>%n mit Zeitüberschreitung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n interrupted</source>
        <comment>%n interrupted</comment>
        <translation>
            <numerusform>%n unterbrochen</numerusform>
            <numerusform>%n unterbrochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n critical event</source>
        <comment>%n critical events</comment>
        <translation>
            <numerusform>%n kritisches Ereignis</numerusform>
            <numerusform>%n kritische Ereignisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning</source>
        <comment>%n warnings</comment>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note</source>
        <comment>%n notes</comment>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n restart of {services}</source>
        <comment>%n restarts of {services}</comment>
        <translation>
            <numerusform>%n Neustart von {services}</numerusform>
            <numerusform>%n Neustarts von {services}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n redeployment of {services}</source>
        <comment>%n redeployments of {services}</comment>
        <translation>
            <numerusform>%n Neuinstallation von {services}</numerusform>
            <numerusform>%n Neuinstallationen von {services}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n start of {services}</source>
        <comment>%n starts of {services}</comment>
        <translation>
            <numerusform>%n Start von {services}</numerusform>
            <numerusform>%n Starts von {services}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action on {services}</source>
        <comment>%n actions on {services}</comment>
        <translation>
            <numerusform>%n Aktion an {services}</numerusform>
            <numerusform>%n Aktionen an {services}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{what}, %n failed</source>
        <comment>{what}, %n failed</comment>
        <translation>
            <numerusform>{what}, %n fehlgeschlagen</numerusform>
            <numerusform>{what}, %n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{what}, %n only attempted</source>
        <comment>{what}, %n only attempted</comment>
        <translation>
            <numerusform>{what}, %n nur versucht</numerusform>
            <numerusform>{what}, %n nur versucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <comment>%n new</comment>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n corrected</source>
        <comment>%n corrected</comment>
        <translation>
            <numerusform>%n berichtigt</numerusform>
            <numerusform>%n berichtigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n confirmed</source>
        <comment>%n confirmed</comment>
        <translation>
            <numerusform>%n bestätigt</numerusform>
            <numerusform>%n bestätigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Zeitlimit überschritten</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Scheduled run</source>
        <translation>Geplanter Lauf</translation>
    </message>
    <message>
        <source>Manual run</source>
        <translation>Manueller Lauf</translation>
    </message>
    <message>
        <source>Run started over the API</source>
        <translation>Über die API gestarteter Lauf</translation>
    </message>
    <message>
        <source>Run for an alert</source>
        <translation>Lauf zu einem Alarm</translation>
    </message>
    <message>
        <source>Run for an incident</source>
        <translation>Lauf zu einer Störung</translation>
    </message>
    <message>
        <source>Escalated run</source>
        <translation>Eskalierter Lauf</translation>
    </message>
    <message>
        <source>Missed run, now caught up</source>
        <translation>Nachgeholter Lauf</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>for {span}</source>
        <translation>seit {span}</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Als Nächstes</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>Frühere Läufe</translation>
    </message>
    <message>
        <source>Scheduled runs are paused</source>
        <translation>Geplante Läufe sind angehalten</translation>
    </message>
    <message>
        <source>Nothing is scheduled. Add a schedule…</source>
        <translation>Nichts geplant. Zeitplan hinzufügen…</translation>
    </message>
</context>
</TS>

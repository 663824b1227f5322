<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Known by</source>
        <translation>Bekannt durch</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Schweregrad</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>Was gemerkt ist</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>What was out of order</source>
        <translation>Was nicht in Ordnung war</translation>
    </message>
    <message>
        <source>What helped</source>
        <translation>Was half</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Zuletzt</translation>
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
        <source>What was said</source>
        <translation>Was gesagt wurde</translation>
    </message>
    <message>
        <source>Started by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>the agent</source>
        <translation>der Agent</translation>
    </message>
    <message>
        <source>Open services.toml</source>
        <translation>services.toml öffnen</translation>
    </message>
    <message>
        <source>No services yet</source>
        <translation>Noch keine Dienste</translation>
    </message>
    <message>
        <source>Services that are checked appear here.</source>
        <translation>Geprüfte Dienste erscheinen hier.</translation>
    </message>
    <message>
        <source>Add a check…</source>
        <translation>Prüfung hinzufügen…</translation>
    </message>
    <message>
        <source>Check the chosen service now</source>
        <translation>Ausgewählten Dienst jetzt prüfen</translation>
    </message>
    <message>
        <source>Run about the chosen service…</source>
        <translation>Lauf zum gewählten Dienst…</translation>
    </message>
    <message>
        <source>Maintenance of the chosen service…</source>
        <translation>Wartung des gewählten Dienstes…</translation>
    </message>
    <message>
        <source>Add a check of a service…</source>
        <translation>Prüfung eines Dienstes hinzufügen…</translation>
    </message>
    <message>
        <source>Discover services…</source>
        <translation>Dienste finden…</translation>
    </message>
    <message>
        <source>Rename the chosen service…</source>
        <translation>Gewählten Dienst umbenennen…</translation>
    </message>
    <message>
        <source>Remove the chosen service…</source>
        <translation>Gewählten Dienst entfernen…</translation>
    </message>
    <message>
        <source>No program opens {path} here. Open it in an editor.</source>
        <translation>Kein Programm öffnet hier {path}. In einem Editor öffnen.</translation>
    </message>
    <message>
        <source>Search services</source>
        <translation>Dienste durchsuchen</translation>
    </message>
    <message>
        <source>Discover…</source>
        <translation>Finden…</translation>
    </message>
    <message>
        <source>Removed {key} from services.toml</source>
        <translation>{key} aus services.toml entfernt</translation>
    </message>
    <message>
        <source>Added a check of {name}</source>
        <translation>Prüfung von {name} hinzugefügt</translation>
    </message>
    <message>
        <source>Added {names} to services.toml</source>
        <translation>{names} zu services.toml hinzugefügt</translation>
    </message>
    <message>
        <source>Changed a check of {name}</source>
        <translation>Prüfung von {name} geändert</translation>
    </message>
    <message>
        <source>Fix the file in an editor.</source>
        <translation>Die Datei in einem Editor berichtigen.</translation>
    </message>
    <message>
        <source>{key} is not in {name} any more.</source>
        <translation>{key} steht nicht mehr in {name}.</translation>
    </message>
    <message>
        <source>{path} is not there any more.</source>
        <translation>{path} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>What a run or an alert says of it appears here.</source>
        <translation>Was ein Lauf oder ein Alarm dazu sagt, erscheint hier.</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>What runs learn of it appears here.</source>
        <translation>Was Läufe darüber lernen, erscheint hier.</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Restarts and redeployments</source>
        <translation>Neustarts und Neuausrollungen</translation>
    </message>
    <message>
        <source>Restarts and redeployments of it appear here.</source>
        <translation>Neustarts und Neuausrollungen erscheinen hier.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs for this service</source>
        <translation>Läufe zu diesem Dienst</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Cases of this service</source>
        <translation>Fälle dieses Dienstes</translation>
    </message>
    <message>
        <source>What was out of order before, and what helped, appears here.</source>
        <translation>Was früher nicht in Ordnung war und was half, erscheint hier.</translation>
    </message>
    <message>
        <source>Check it now, or wait for the next run.</source>
        <translation>Jetzt prüfen oder auf den nächsten Lauf warten.</translation>
    </message>
    <message>
        <source>Nothing checks it yet: add a check under Edit.</source>
        <translation>Nichts prüft ihn bisher: unter Bearbeiten eine Prüfung hinzufügen.</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>Checked {checked_at}, {by}</source>
        <translation>Geprüft {checked_at}, {by}</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>Prüfung abbrechen</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>Jetzt prüfen</translation>
    </message>
    <message>
        <source>Run for this service…</source>
        <translation>Lauf zu diesem Dienst…</translation>
    </message>
    <message>
        <source>Maintenance…</source>
        <translation>Wartung…</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>No service chosen</source>
        <translation>Kein Dienst gewählt</translation>
    </message>
    <message>
        <source>Every check of this service appears here, with its result and how long it took.</source>
        <translation>Jede Prüfung erscheint hier, mit Befund und Dauer.</translation>
    </message>
    <message>
        <source>Its incidents appear here, each from the first failed check to the second good one.</source>
        <translation>Was gestört war, von der ersten schlechten bis zur zweiten guten Prüfung, erscheint hier.</translation>
    </message>
    <message>
        <source>Runs that named it, mentioned it or acted on it appear here.</source>
        <translation>Läufe, die ihn nannten, betrafen oder bearbeiteten, erscheinen hier.</translation>
    </message>
    <message>
        <source>according to the agent</source>
        <translation>laut Agent</translation>
    </message>
    <message>
        <source>Run this service&apos;s checks from services.toml now</source>
        <translation>Die Prüfungen dieses Dienstes aus services.toml jetzt ausführen</translation>
    </message>
    <message>
        <source>What is known about it, and what is related</source>
        <translation>Was darüber bekannt ist und was damit zusammenhängt</translation>
    </message>
    <message>
        <source>Choose one to see its history and what is known about it.</source>
        <translation>Einen wählen, um seinen Verlauf und Bekanntes zu sehen.</translation>
    </message>
    <message>
        <source>End maintenance</source>
        <translation>Wartung beenden</translation>
    </message>
    <message>
        <source>Edit the {kind} check…</source>
        <translation>{kind}-Prüfung bearbeiten…</translation>
    </message>
    <message>
        <source>Duplicate it…</source>
        <translation>Duplizieren…</translation>
    </message>
    <message>
        <source>Add a check of this service…</source>
        <translation>Prüfung dieses Dienstes hinzufügen…</translation>
    </message>
    <message>
        <source>Duplicate the {kind} check…</source>
        <translation>{kind}-Prüfung duplizieren…</translation>
    </message>
    <message>
        <source>Remove the {kind} check</source>
        <translation>{kind}-Prüfung entfernen</translation>
    </message>
    <message>
        <source>Rename the service…</source>
        <translation>Dienst umbenennen…</translation>
    </message>
    <message>
        <source>Remove the service…</source>
        <translation>Dienst entfernen…</translation>
    </message>
    <message>
        <source>Response times: {summary_text}</source>
        <translation>Antwortzeiten: {summary_text}</translation>
    </message>
    <message>
        <source>in maintenance until you end it</source>
        <translation>in Wartung, bis Sie sie beenden</translation>
    </message>
    <message>
        <source>in maintenance until {time}</source>
        <translation>in Wartung bis {time}</translation>
    </message>
    <message>
        <source>{state} for {span}</source>
        <translation>{state} seit {span}</translation>
    </message>
    <message>
        <source>How often (seconds)</source>
        <translation>Wie oft (Sekunden)</translation>
    </message>
    <message>
        <source>Add a check</source>
        <translation>Prüfung hinzufügen</translation>
    </message>
    <message>
        <source>Edit a check of {get}</source>
        <translation>Prüfung von {get} bearbeiten</translation>
    </message>
    <message>
        <source>Kind of check</source>
        <translation>Art der Prüfung</translation>
    </message>
    <message>
        <source>Test this check now</source>
        <translation>Diese Prüfung jetzt testen</translation>
    </message>
    <message>
        <source>Add the check</source>
        <translation>Prüfung hinzufügen</translation>
    </message>
    <message>
        <source>Save the check</source>
        <translation>Prüfung speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Advanced fields</source>
        <translation>Erweiterte Felder</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Advanced ({number} set)</source>
        <translation>Erweitert ({number} gesetzt)</translation>
    </message>
    <message>
        <source>Finding out which protocol {words} speaks…</source>
        <translation>Protokoll von {words} wird ermittelt…</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>Der Test wurde abgebrochen.</translation>
    </message>
    <message>
        <source>It is watched as a check of kind {row}.</source>
        <translation>Wird als Prüfung der Art {row} überwacht.</translation>
    </message>
    <message>
        <source>Another check has this name, kind and label: give one of them another label.</source>
        <translation>Eine andere Prüfung hat denselben Namen, dieselbe Art und Bezeichnung: einer eine andere Bezeichnung geben.</translation>
    </message>
    <message>
        <source>Stop the test</source>
        <translation>Test abbrechen</translation>
    </message>
    <message>
        <source>Looking at {target}, for {limit} s at the most…</source>
        <translation>{target} wird geprüft, höchstens {limit} s…</translation>
    </message>
    <message>
        <source>Discover services</source>
        <translation>Dienste suchen</translation>
    </message>
    <message>
        <source>Looking at listening ports, containers and units…</source>
        <translation>Lauschende Ports, Container und Units werden gesucht…</translation>
    </message>
    <message>
        <source>Show what is watched already</source>
        <translation>Bereits Überwachtes zeigen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>{new} to watch</source>
        <translation>{new} zu überwachen</translation>
    </message>
    <message numerus="yes">
        <source>%n service</source>
        <comment>%n services</comment>
        <translation>
            <numerusform>%n Dienst</numerusform>
            <numerusform>%n Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>{watched} watched already</source>
        <translation>{watched} bereits überwacht</translation>
    </message>
    <message>
        <source>Nothing listens on this machine.</source>
        <translation>Auf diesem Rechner lauscht nichts.</translation>
    </message>
    <message>
        <source>Add {chosen}</source>
        <translation>{chosen} hinzufügen</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>Wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
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
        <source>Tried</source>
        <translation>Versucht</translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation>Was versucht wurde</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>explained by {root}</source>
        <translation>erklärt durch {root}</translation>
    </message>
    <message>
        <source>Mentioned by the agent</source>
        <translation>Vom Agenten erwähnt</translation>
    </message>
    <message>
        <source>Names that only agents mention</source>
        <translation>Namen, die nur Agenten erwähnen</translation>
    </message>
    <message>
        <source>Watch it…</source>
        <translation>Überwachen…</translation>
    </message>
    <message>
        <source>Add a check: it becomes a service</source>
        <translation>Prüfung hinzufügen: Es wird ein Dienst</translation>
    </message>
    <message>
        <source>Not a service</source>
        <translation>Kein Dienst</translation>
    </message>
    <message>
        <source>Take it off this list</source>
        <translation>Aus dieser Liste nehmen</translation>
    </message>
    <message>
        <source>Mentioned by the agent ({shown})</source>
        <translation>Vom Agenten erwähnt ({shown})</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>Verfügbarkeit</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Response time</source>
        <translation>Antwortzeit</translation>
    </message>
    <message>
        <source>{range}: half of them within {half}, 95 % within {most}, 99 % within {nearly_all}</source>
        <translation>{range}: die Hälfte binnen {half}, 95 % binnen {most}, 99 % binnen {nearly_all}</translation>
    </message>
    <message>
        <source>{detail}
checked {checked_at}</source>
        <translation>{detail}
geprüft {checked_at}</translation>
    </message>
    <message>
        <source>{status} in {counts}</source>
        <translation>{status} in {counts}</translation>
    </message>
    <message numerus="yes">
        <source>%n result</source>
        <comment>%n results</comment>
        <translation>
            <numerusform>%n Ergebnis</numerusform>
            <numerusform>%n Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>{join} of {counted}</source>
        <translation>{join} von {counted}</translation>
    </message>
    <message>
        <source>healthy in all of {counted}</source>
        <translation>in Ordnung in allen von {counted}</translation>
    </message>
    <message>
        <source>{said}, {maintenance} in maintenance</source>
        <translation>{said}, {maintenance} in Wartung</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>down</source>
        <translation>ausgefallen</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>beeinträchtigt</translation>
    </message>
    <message>
        <source>{resting} in maintenance</source>
        <translation>{resting} in Wartung</translation>
    </message>
    <message>
        <source>No service yet</source>
        <translation>Noch kein Dienst</translation>
    </message>
    <message>
        <source>Keep its history</source>
        <translation>Verlauf behalten</translation>
    </message>
    <message>
        <source>Events, incidents and measurements stay, its memories are archived. No list shows it any more. Can be undone.</source>
        <translation>Ereignisse, Störungen und Messungen bleiben, Erinnerungen werden archiviert. Keine Liste zeigt ihn mehr. Kann rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Rename {service}</source>
        <translation>{service} umbenennen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>New name of the service</source>
        <translation>Neuer Name des Dienstes</translation>
    </message>
    <message>
        <source>Delete everything about it</source>
        <translation>Alles löschen, was dazu gehört</translation>
    </message>
    <message>
        <source>Its memories, events, incidents, measurements and actions are deleted for good. Cannot be undone.</source>
        <translation>Erinnerungen, Ereignisse, Störungen, Messungen und Aktionen werden endgültig gelöscht. Nicht rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Its checks, memories, events, incidents, limits, schedules and history move with it. What an agent said in its own words stays unchanged.</source>
        <translation>Prüfungen, Erinnerungen, Ereignisse, Störungen, Grenzen, Zeitpläne und Verlauf ziehen mit um. Was ein Agent in eigenen Worten sagte, bleibt unverändert.</translation>
    </message>
    <message>
        <source>Merge both</source>
        <translation>Beide zusammenführen</translation>
    </message>
    <message>
        <source>Use letters, digits, - and _ only.</source>
        <translation>Nur Buchstaben, Ziffern, - und _ verwenden.</translation>
    </message>
    <message>
        <source>Remove {service}</source>
        <translation>{service} entfernen</translation>
    </message>
    <message>
        <source>Remove the service</source>
        <translation>Dienst entfernen</translation>
    </message>
    <message>
        <source>Session {running} is running and may be about {service}. Wait until it is over, or stop it.</source>
        <translation>Sitzung {running} läuft und betrifft vielleicht {service}. Warten, bis sie zu Ende ist, oder sie stoppen.</translation>
    </message>
    <message>
        <source>{name} is not a service</source>
        <translation>{name} ist kein Dienst</translation>
    </message>
    <message>
        <source>Renamed {old} to {new}</source>
        <translation>{old} in {new} umbenannt</translation>
    </message>
    <message>
        <source>{error} Merging both cannot be undone.</source>
        <translation>{error} Das Zusammenführen lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Removed {name}; its history is kept</source>
        <translation>{name} entfernt; der Verlauf bleibt</translation>
    </message>
    <message>
        <source>Removed {service} and everything about it.</source>
        <translation>{service} und alles Zugehörige entfernt.</translation>
    </message>
    <message>
        <source>in maintenance</source>
        <translation>in Wartung</translation>
    </message>
    <message>
        <source>never checked</source>
        <translation>nie geprüft</translation>
    </message>
    <message>
        <source>{detail} (in maintenance)</source>
        <translation>{detail} (in Wartung)</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>Die Prüfung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüfung läuft…</translation>
    </message>
    <message>
        <source>The run is in the queue.</source>
        <translation>Der Lauf ist in der Warteschlange.</translation>
    </message>
    <message numerus="yes">
        <source>%n check</source>
        <comment>%n checks</comment>
        <translation>
            <numerusform>%n Prüfung</numerusform>
            <numerusform>%n Prüfungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{many_value} since {since}, mostly {median}, slowest {times}</source>
        <translation>{many_value} seit {since}, meist {median}, langsamste {times}</translation>
    </message>
    <message>
        <source>Range of uptime and response time</source>
        <translation>Zeitraum für Verfügbarkeit und Antwortzeit</translation>
    </message>
</context>
</TS>

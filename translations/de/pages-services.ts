<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Agents may act</source>
        <translation>Agenten dürfen handeln</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Limits and maintenance</source>
        <translation>Grenzen und Wartung</translation>
    </message>
    <message>
        <source>No response was timed in this time.</source>
        <translation>In dieser Zeit wurde keine Antwort gemessen.</translation>
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
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Time line</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Show the source</source>
        <translation>Quelle anzeigen</translation>
    </message>
    <message>
        <source>Nothing else is kept about it.</source>
        <translation>Darüber ist sonst nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>Was aufgeführt ist</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Response time and state</source>
        <translation>Antwortzeit und Zustand</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
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
        <source>Run…</source>
        <translation>Lauf…</translation>
    </message>
    <message>
        <source>Maintenance of the chosen service…</source>
        <translation>Wartung des gewählten Dienstes…</translation>
    </message>
    <message>
        <source>Show what is related to the chosen service</source>
        <translation>Zeigen, was mit dem gewählten Dienst zusammenhängt</translation>
    </message>
    <message>
        <source>Set the limits of the chosen service…</source>
        <translation>Grenzen des gewählten Dienstes setzen…</translation>
    </message>
    <message>
        <source>Give the chosen service the default limits</source>
        <translation>Dem gewählten Dienst die üblichen Grenzen geben</translation>
    </message>
    <message>
        <source>Use the defaults</source>
        <translation>Vorgaben verwenden</translation>
    </message>
    <message>
        <source>Clear the cooldown of the chosen service…</source>
        <translation>Sperrzeit des gewählten Dienstes aufheben…</translation>
    </message>
    <message>
        <source>Cancel the planned maintenance of the chosen service</source>
        <translation>Geplante Wartung des gewählten Dienstes absagen</translation>
    </message>
    <message>
        <source>Cancel planned maintenance</source>
        <translation>Geplante Wartung absagen</translation>
    </message>
    <message>
        <source>Show the cooldowns of all services…</source>
        <translation>Sperrzeiten aller Dienste zeigen…</translation>
    </message>
    <message>
        <source>Cooldowns…</source>
        <translation>Sperrzeiten…</translation>
    </message>
    <message>
        <source>Limits, recent actions and maintenance of all services</source>
        <translation>Grenzen, letzte Aktionen und Wartung aller Dienste</translation>
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
        <source>Changes of state</source>
        <translation>Zustandswechsel</translation>
    </message>
    <message>
        <source>All checks</source>
        <translation>Alle Prüfungen</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>Vorfall</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>{message} (acknowledged {when})</source>
        <translation>{message} (bestätigt {when})</translation>
    </message>
    <message>
        <source>tier {tier}</source>
        <translation>Stufe {tier}</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>Restarts and redeployments</source>
        <translation>Neustarts und Neuausrollungen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
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
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Redeployments</source>
        <translation>Neuausrollungen</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>Letzte Aktion</translation>
    </message>
    <message>
        <source>End maintenance</source>
        <translation>Wartung beenden</translation>
    </message>
    <message>
        <source>Leave alone…</source>
        <translation>In Ruhe lassen…</translation>
    </message>
    <message>
        <source>Show the service</source>
        <translation>Dienst anzeigen</translation>
    </message>
    <message>
        <source>Set limits…</source>
        <translation>Grenzen setzen…</translation>
    </message>
    <message>
        <source>Clear the cooldown</source>
        <translation>Sperrzeit aufheben</translation>
    </message>
    <message>
        <source>Other service…</source>
        <translation>Anderer Dienst…</translation>
    </message>
    <message>
        <source>Cooldowns and maintenance</source>
        <translation>Sperrzeiten und Wartung</translation>
    </message>
    <message>
        <source>Services in cooldown</source>
        <translation>Dienste in Sperrzeit</translation>
    </message>
    <message>
        <source>What agents may not do to a service again yet. The default, from the settings, is {usual}.</source>
        <translation>Was Agenten an einem Dienst noch nicht wieder tun dürfen. Der Standard aus den Einstellungen ist {usual}.</translation>
    </message>
    <message>
        <source>Nothing is in cooldown or in maintenance, and no service has limits of its own.</source>
        <translation>Nichts ist gesperrt oder in Wartung, und kein Dienst hat eigene Grenzen.</translation>
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
        <source>Leave a service alone (maintenance)…</source>
        <translation>Dienst in Ruhe lassen (Wartung)…</translation>
    </message>
    <message>
        <source>Set the limits of a service…</source>
        <translation>Grenzen eines Dienstes setzen…</translation>
    </message>
    <message>
        <source>Go to the time line of the chosen service</source>
        <translation>Zur Zeitleiste des gewählten Dienstes</translation>
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
        <source>1 hour</source>
        <translation>1 Stunde</translation>
    </message>
    <message>
        <source>4 hours</source>
        <translation>4 Stunden</translation>
    </message>
    <message>
        <source>12 hours</source>
        <translation>12 Stunden</translation>
    </message>
    <message>
        <source>Until the next day, 08:00</source>
        <translation>Bis zum nächsten Tag, 08:00</translation>
    </message>
    <message>
        <source>2 days</source>
        <translation>2 Tage</translation>
    </message>
    <message>
        <source>1 week</source>
        <translation>1 Woche</translation>
    </message>
    <message>
        <source>Until a time you choose</source>
        <translation>Bis zu einem gewählten Zeitpunkt</translation>
    </message>
    <message>
        <source>Until you end it</source>
        <translation>Bis es beendet wird</translation>
    </message>
    <message>
        <source>Limits of {service}</source>
        <translation>Grenzen von {service}</translation>
    </message>
    <message>
        <source>Limits of one service</source>
        <translation>Grenzen eines Dienstes</translation>
    </message>
    <message>
        <source>Set the limits</source>
        <translation>Grenzen setzen</translation>
    </message>
    <message>
        <source>Leave {service} alone</source>
        <translation>{service} in Ruhe lassen</translation>
    </message>
    <message>
        <source>Leave a service alone</source>
        <translation>Dienst in Ruhe lassen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>From when</source>
        <translation>Ab wann</translation>
    </message>
    <message>
        <source>At a time you choose</source>
        <translation>Zu einem gewählten Zeitpunkt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What is done to it; it is in every prompt</source>
        <translation>Was daran gemacht wird; steht in jedem Prompt</translation>
    </message>
    <message>
        <source>Leave it alone</source>
        <translation>In Ruhe lassen</translation>
    </message>
    <message>
        <source>from {start} until {until}</source>
        <translation>von {start} bis {until}</translation>
    </message>
    <message>
        <source>until you end it</source>
        <translation>bis Sie sie beenden</translation>
    </message>
    <message>
        <source>until {until}</source>
        <translation>bis {until}</translation>
    </message>
    <message>
        <source>Hours that {lower} count</source>
        <translation>Stunden, in denen {lower} zählen</translation>
    </message>
    <message>
        <source>Default ({usual})</source>
        <translation>Vorgabe ({usual})</translation>
    </message>
    <message>
        <source>Default ({usual} h)</source>
        <translation>Vorgabe ({usual} h)</translation>
    </message>
    <message>
        <source>within</source>
        <translation>innerhalb von</translation>
    </message>
    <message>
        <source>Name the service.</source>
        <translation>Den Dienst nennen.</translation>
    </message>
    <message>
        <source> These are the defaults.</source>
        <translation> Das sind die Vorgaben.</translation>
    </message>
    <message>
        <source>Limits of {name}: {limits}.{whose}</source>
        <translation>Grenzen von {name}: {limits}.{whose}</translation>
    </message>
    <message>
        <source>A planned window needs an end: choose for how long.</source>
        <translation>Eine geplante Wartung braucht ein Ende: Dauer wählen.</translation>
    </message>
    <message>
        <source>The end must be after the start.</source>
        <translation>Das Ende muss nach dem Beginn liegen.</translation>
    </message>
    <message>
        <source>No agent may restart, redeploy or change {service} {span}, whatever its tier, and alerts about it start no run. It is still checked.</source>
        <translation>Kein Agent darf {service} {span} neu starten, neu ausrollen oder ändern, gleich welcher Stufe, und Alarme dazu starten keinen Lauf. Geprüft wird weiter.</translation>
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
        <source>half of them within {half}, 95 % within {most}, 99 % within {nearly_all}</source>
        <translation>die Hälfte innerhalb von {half}, 95 % innerhalb von {most}, 99 % innerhalb von {nearly_all}</translation>
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
        <source>no restart</source>
        <translation>kein Neustart</translation>
    </message>
    <message>
        <source>no redeployment</source>
        <translation>keine Neuausrollung</translation>
    </message>
    <message>
        <source>restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>redeployments</source>
        <translation>Neuausrollungen</translation>
    </message>
    <message>
        <source>never allowed</source>
        <translation>nie erlaubt</translation>
    </message>
    <message>
        <source>0 of {allowed} used</source>
        <translation>0 von {allowed} verbraucht</translation>
    </message>
    <message>
        <source>{used} of {allowed} used</source>
        <translation>{used} von {allowed} verbraucht</translation>
    </message>
    <message>
        <source>{words}, next in {left}</source>
        <translation>{words}, nächster in {left}</translation>
    </message>
    <message>
        <source>{words}, back in {left}</source>
        <translation>{words}, zurück in {left}</translation>
    </message>
    <message>
        <source>its own limit</source>
        <translation>eigene Grenze</translation>
    </message>
    <message>
        <source>the default</source>
        <translation>die Vorgabe</translation>
    </message>
    <message>
        <source>At most {limit}, {whose}</source>
        <translation>Höchstens {limit}, {whose}</translation>
    </message>
    <message>
        <source>Next slot at {time}</source>
        <translation>Wieder möglich um {time}</translation>
    </message>
    <message>
        <source>Back at {time}</source>
        <translation>Zurück um {time}</translation>
    </message>
    <message>
        <source>from {start} until {end}</source>
        <translation>von {start} bis {end}</translation>
    </message>
    <message>
        <source>{number} in {hours}</source>
        <translation>{number} in {hours}</translation>
    </message>
    <message>
        <source>{action} {outcome} {when}</source>
        <translation>{action} {outcome} {when}</translation>
    </message>
    <message>
        <source>in maintenance</source>
        <translation>in Wartung</translation>
    </message>
    <message>
        <source>in maintenance until {until}</source>
        <translation>in Wartung bis {until}</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>erlaubt</translation>
    </message>
    <message>
        <source>allowed until {starts_at}</source>
        <translation>erlaubt bis {starts_at}</translation>
    </message>
    <message>
        <source>Not allowed now: {shut}</source>
        <translation>Derzeit nicht erlaubt: {shut}</translation>
    </message>
    <message>
        <source>Maintenance {planned_text}</source>
        <translation>Wartung {planned_text}</translation>
    </message>
    <message>
        <source>{names} in maintenance</source>
        <translation>{names} in Wartung</translation>
    </message>
    <message>
        <source>{names} in cooldown</source>
        <translation>{names} gesperrt</translation>
    </message>
    <message>
        <source>cleared {cleared_at}</source>
        <translation>aufgehoben {cleared_at}</translation>
    </message>
    <message>
        <source>does not count</source>
        <translation>zählt nicht</translation>
    </message>
    <message>
        <source>does not count: a first start is free</source>
        <translation>zählt nicht: ein erster Start ist frei</translation>
    </message>
    <message>
        <source>counts no longer</source>
        <translation>zählt nicht mehr</translation>
    </message>
    <message>
        <source>counts until {until}</source>
        <translation>zählt bis {until}</translation>
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
    <message>
        <source>half of them within</source>
        <translation>die Hälfte binnen</translation>
    </message>
    <message>
        <source>95 % within</source>
        <translation>95 % binnen</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
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
        <source>in maintenance, {checks}</source>
        <translation>in Wartung, {checks}</translation>
    </message>
    <message>
        <source>{state} in {checks}</source>
        <translation>{state} in {checks}</translation>
    </message>
    <message>
        <source>{state} in all {checks}</source>
        <translation>{state} in allen {checks}</translation>
    </message>
    <message>
        <source>{state} in {counts}</source>
        <translation>{state} in {counts}</translation>
    </message>
    <message>
        <source>{states} of {checks}</source>
        <translation>{states} von {checks}</translation>
    </message>
    <message>
        <source>Range of uptime and response time</source>
        <translation>Zeitraum für Verfügbarkeit und Antwortzeit</translation>
    </message>
    <message>
        <source>{service} may be acted on again</source>
        <translation>{service} darf wieder bearbeitet werden</translation>
    </message>
    <message>
        <source>The maintenance of {service} {planned_text} is cancelled</source>
        <translation>Die Wartung von {service} {planned_text} ist abgesagt</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Clear a cooldown</source>
        <translation>Sperrzeit aufheben</translation>
    </message>
    <message>
        <source>Clear the cooldown of {service}?</source>
        <translation>Sperrzeit von {service} aufheben?</translation>
    </message>
    <message>
        <source>{join} will count no longer, so an agent may do it again at once. The history stays.</source>
        <translation>{join} zählen nicht mehr, ein Agent darf es also sofort wieder tun. Der Verlauf bleibt.</translation>
    </message>
    <message>
        <source>Clear the cooldown of {service}</source>
        <translation>Sperrzeit von {service} aufheben</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message numerus="yes">
        <source>%n action counts no longer</source>
        <comment>%n actions count no longer</comment>
        <translation>
            <numerusform>%n Aktion zählt nicht mehr</numerusform>
            <numerusform>%n Aktionen zählen nicht mehr</numerusform>
        </translation>
    </message>
    <message>
        <source>The cooldown of {to_clear} is cleared: {actions}.</source>
        <translation>Die Sperrzeit von {to_clear} ist aufgehoben: {actions}.</translation>
    </message>
    <message>
        <source>{service} has limits of its own</source>
        <translation>{service} hat eigene Grenzen</translation>
    </message>
    <message>
        <source>{service} has the limits of all services</source>
        <translation>{service} hat die allgemeinen Grenzen</translation>
    </message>
    <message>
        <source>{service} is in maintenance {said}</source>
        <translation>{service} ist in Wartung {said}</translation>
    </message>
</context>
</TS>

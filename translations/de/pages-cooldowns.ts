<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
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
        <source>Until you end it</source>
        <translation>Bis es beendet wird</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
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
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Redeployments</source>
        <translation>Neuausrollungen</translation>
    </message>
    <message>
        <source>Hours that {lower} count</source>
        <translation>Stunden, in denen {lower} zählen</translation>
    </message>
    <message>
        <source>Use the defaults</source>
        <translation>Vorgaben verwenden</translation>
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
        <source> These are the defaults.</source>
        <translation> Das sind die Vorgaben.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Leave a service alone</source>
        <translation>Dienst in Ruhe lassen</translation>
    </message>
    <message>
        <source>Leave it alone</source>
        <translation>In Ruhe lassen</translation>
    </message>
    <message>
        <source>From when</source>
        <translation>Ab wann</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Plan it for {name}</source>
        <translation>Einplanen für {name}</translation>
    </message>
    <message>
        <source>Leave {name} alone</source>
        <translation>{name} in Ruhe lassen</translation>
    </message>
    <message>
        <source>Until a time you choose</source>
        <translation>Bis zu einem gewählten Zeitpunkt</translation>
    </message>
    <message>
        <source>Limits of {name}: {limits}.{whose}</source>
        <translation>Grenzen von {name}: {limits}.{whose}</translation>
    </message>
    <message>
        <source>the service</source>
        <translation>der Dienst</translation>
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
        <source>For how long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>What is done to it; it is in every prompt</source>
        <translation>Was daran gemacht wird; steht in jedem Prompt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Dauer</translation>
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
        <source>ddd d MMM yyyy, HH:mm</source>
        <translation>ddd d. MMM yyyy, HH:mm</translation>
    </message>
    <message>
        <source>from {start} </source>
        <translation>ab {start} </translation>
    </message>
    <message>
        <source>until {end}</source>
        <translation>bis {end}</translation>
    </message>
    <message>
        <source>until you end it</source>
        <translation>bis Sie sie beenden</translation>
    </message>
    <message>
        <source>No agent may restart, redeploy or change {value} {since}{until}, whatever its tier, and alerts about it start no run. It is still checked.</source>
        <translation>Kein Agent darf {value} {since}{until} neu starten, neu ausrollen oder ändern, gleich welcher Stufe, und Alarme dazu starten keinen Lauf. Geprüft wird weiterhin.</translation>
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
        <source>restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>redeployments</source>
        <translation>Neuausrollungen</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>Letzte Aktion</translation>
    </message>
    <message>
        <source>It has limits of its own</source>
        <translation>Hat eigene Grenzen</translation>
    </message>
    <message>
        <source>Not allowed now: {shut}</source>
        <translation>Derzeit nicht erlaubt: {shut}</translation>
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
        <source>
{value} at {back_at}</source>
        <translation>
{value} um {back_at}</translation>
    </message>
    <message>
        <source>Next slot</source>
        <translation>Nächster freier Platz</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>At most {limit}, {whose}{said_back}</source>
        <translation>Höchstens {limit}, {whose}{said_back}</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
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
        <source>Counts</source>
        <translation>Zählt</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Gemeldet von</translation>
    </message>
    <message>
        <source>What was said</source>
        <translation>Was gesagt wurde</translation>
    </message>
    <message>
        <source>the application</source>
        <translation>das Programm</translation>
    </message>
    <message>
        <source>session {session_id}</source>
        <translation>Sitzung {session_id}</translation>
    </message>
    <message>
        <source>, line {line}</source>
        <translation>, Zeile {line}</translation>
    </message>
    <message>
        <source>Its outcome has not been reported yet. It counts all the same.</source>
        <translation>Ihr Ausgang ist noch nicht gemeldet. Sie zählt trotzdem.</translation>
    </message>
    <message>
        <source>Claimed by the session, not seen by the guard. It takes no slot.</source>
        <translation>Von der Sitzung behauptet, bei der Prüfung der Befehle nicht gesehen. Es zählt nicht.</translation>
    </message>
    <message>
        <source>The list of tools of its tier refused it. It takes no slot.</source>
        <translation>Die Werkzeugliste seiner Stufe hat es abgelehnt. Es zählt nicht.</translation>
    </message>
    <message>
        <source>{action} {outcome} {when}</source>
        <translation>{action} {outcome} {when}</translation>
    </message>
    <message>
        <source>in maintenance until {until}</source>
        <translation>in Wartung bis {until}</translation>
    </message>
    <message>
        <source>in maintenance</source>
        <translation>in Wartung</translation>
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
        <source>{service} is {permission_text}{value}</source>
        <translation>{service} ist {permission_text}{value}</translation>
    </message>
    <message>
        <source>No more {kinds} of {service} until a slot comes back.</source>
        <translation>Keine weiteren {kinds} von {service}, bis ein Platz frei wird.</translation>
    </message>
    <message>
        <source>{service} may be restarted or redeployed within the slots left.</source>
        <translation>{service} darf im Rahmen der freien Plätze neu gestartet oder neu ausgerollt werden.</translation>
    </message>
    <message>
        <source>{rstrip}. Maintenance is planned {planned_text}{note}.</source>
        <translation>{rstrip}. Wartung ist geplant {planned_text}{note}.</translation>
    </message>
    <message>
        <source>Maintenance {planned_text}</source>
        <translation>Wartung {planned_text}</translation>
    </message>
    <message>
        <source>cleared {cleared_at}</source>
        <translation>aufgehoben {cleared_at}</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no: a first start is free</source>
        <translation>nein: ein erster Start ist frei</translation>
    </message>
    <message>
        <source>until {until}</source>
        <translation>bis {until}</translation>
    </message>
    <message>
        <source>no longer</source>
        <translation>nicht mehr</translation>
    </message>
    <message>
        <source>Cooldowns</source>
        <translation>Sperrzeiten</translation>
    </message>
    <message>
        <source>Services in cooldown</source>
        <translation>Dienste in Sperrzeit</translation>
    </message>
    <message>
        <source>Clear the cooldown</source>
        <translation>Sperrzeit aufheben</translation>
    </message>
    <message>
        <source>Leave alone…</source>
        <translation>In Ruhe lassen…</translation>
    </message>
    <message>
        <source>Cancel planned maintenance</source>
        <translation>Geplante Wartung absagen</translation>
    </message>
    <message>
        <source>Set limits…</source>
        <translation>Grenzen setzen…</translation>
    </message>
    <message>
        <source>Other service…</source>
        <translation>Anderer Dienst…</translation>
    </message>
    <message>
        <source>Leave a service alone that is not in this list</source>
        <translation>Einen Dienst in Ruhe lassen, der nicht in dieser Liste steht</translation>
    </message>
    <message>
        <source>Nothing is in cooldown</source>
        <translation>Nichts in Sperrzeit</translation>
    </message>
    <message>
        <source>A service that an agent restarts or redeploys appears here until it may be done again, and one that you have put in maintenance until that ends.</source>
        <translation>Ein Dienst, den ein Agent neu startet oder neu ausrollt, erscheint hier, bis das wieder erlaubt ist; ein Dienst in Wartung, bis sie endet.</translation>
    </message>
    <message>
        <source>Set the limits of a service</source>
        <translation>Grenzen eines Dienstes festlegen</translation>
    </message>
    <message>
        <source>Any service</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>Was getan wurde</translation>
    </message>
    <message>
        <source>Show the source</source>
        <translation>Quelle anzeigen</translation>
    </message>
    <message>
        <source>Everything is allowed; recent actions still count</source>
        <translation>Alles ist erlaubt; jüngste Aktionen zählen weiterhin</translation>
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
        <source>Leave a service alone (maintenance)…</source>
        <translation>Dienst in Ruhe lassen (Wartung)…</translation>
    </message>
    <message>
        <source>Set the limits of a service…</source>
        <translation>Grenzen eines Dienstes setzen…</translation>
    </message>
    <message>
        <source>Clear the cooldown of the chosen service…</source>
        <translation>Sperrzeit des gewählten Dienstes aufheben…</translation>
    </message>
    <message numerus="yes">
        <source>{names} is in maintenance (set by hand)</source>
        <comment>{names} are in maintenance (set by hand)</comment>
        <translation>
            <numerusform>{names} ist in Wartung (von Hand gesetzt)</numerusform>
            <numerusform>{names} sind in Wartung (von Hand gesetzt)</numerusform>
        </translation>
    </message>
    <message>
        <source> · {shut} in cooldown</source>
        <translation> · {shut} in Sperrzeit</translation>
    </message>
    <message>
        <source>{shut} must be left alone for now</source>
        <translation>{shut} vorerst in Ruhe lassen</translation>
    </message>
    <message>
        <source>End maintenance</source>
        <translation>Wartung beenden</translation>
    </message>
    <message>
        <source>Clear the cooldown of</source>
        <translation>Sperrzeit aufheben von</translation>
    </message>
    <message>
        <source>Set the limits of</source>
        <translation>Grenzen setzen von</translation>
    </message>
    <message>
        <source>End the maintenance of</source>
        <translation>Wartung beenden von</translation>
    </message>
    <message>
        <source>Leave alone:</source>
        <translation>In Ruhe lassen:</translation>
    </message>
    <message>
        <source>Cancel the next planned maintenance of</source>
        <translation>Nächste geplante Wartung absagen von</translation>
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
    <message>
        <source>The cooldown of {to_clear} is cleared: {actions}.</source>
        <translation>Die Sperrzeit von {to_clear} ist aufgehoben: {actions}.</translation>
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
        <source>{service} has limits of its own</source>
        <translation>{service} hat eigene Grenzen</translation>
    </message>
    <message>
        <source>{service} has the limits of all services</source>
        <translation>{service} hat die allgemeinen Grenzen</translation>
    </message>
    <message>
        <source>from {start} until {until}</source>
        <translation>von {start} bis {until}</translation>
    </message>
    <message>
        <source>{service} is in maintenance {said}</source>
        <translation>{service} ist in Wartung {said}</translation>
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
        <source>from {start} until {end}</source>
        <translation>von {start} bis {end}</translation>
    </message>
    <message>
        <source>{number} in {hours}</source>
        <translation>{number} in {hours}</translation>
    </message>
</context>
</TS>

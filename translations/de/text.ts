<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Jan</source>
        <translation>Jan</translation>
    </message>
    <message>
        <source>Feb</source>
        <translation>Feb</translation>
    </message>
    <message>
        <source>Mar</source>
        <translation>Mär</translation>
    </message>
    <message>
        <source>Apr</source>
        <translation>Apr</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>Jun</source>
        <translation>Jun</translation>
    </message>
    <message>
        <source>Jul</source>
        <translation>Jul</translation>
    </message>
    <message>
        <source>Aug</source>
        <translation>Aug</translation>
    </message>
    <message>
        <source>Sep</source>
        <translation>Sep</translation>
    </message>
    <message>
        <source>Oct</source>
        <translation>Okt</translation>
    </message>
    <message>
        <source>Nov</source>
        <translation>Nov</translation>
    </message>
    <message>
        <source>Dec</source>
        <translation>Dez</translation>
    </message>
    <message>
        <source>Mon</source>
        <translation>Mo</translation>
    </message>
    <message>
        <source>Tue</source>
        <translation>Di</translation>
    </message>
    <message>
        <source>Wed</source>
        <translation>Mi</translation>
    </message>
    <message>
        <source>Thu</source>
        <translation>Do</translation>
    </message>
    <message>
        <source>Fri</source>
        <translation>Fr</translation>
    </message>
    <message>
        <source>Sat</source>
        <translation>Sa</translation>
    </message>
    <message>
        <source>Sun</source>
        <translation>So</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>{span} ago</source>
        <translation>vor {span}</translation>
    </message>
    <message>
        <source>in {span}</source>
        <translation>in {span}</translation>
    </message>
    <message>
        <source>{weekday} {day} {month} {year}, {time}</source>
        <translation>{weekday} {day}. {month} {year}, {time}</translation>
    </message>
    <message>
        <source>{day} {month} {time}</source>
        <translation>{day}. {month} {time}</translation>
    </message>
    <message>
        <source>{day} {month}</source>
        <translation>{day}. {month}</translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation>{day}. {month} {year}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{hours} h</source>
        <translation>{hours} h</translation>
    </message>
    <message>
        <source>{days} d</source>
        <translation>{days} d</translation>
    </message>
    <message>
        <source>{milliseconds} ms</source>
        <translation>{milliseconds} ms</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} und {count} weitere</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} und {last}</translation>
    </message>
    <message>
        <source>observe</source>
        <translation>beobachten</translation>
    </message>
    <message>
        <source>investigate</source>
        <translation>untersuchen</translation>
    </message>
    <message>
        <source>remediate</source>
        <translation>beheben</translation>
    </message>
    <message>
        <source>tier {number}</source>
        <translation>Stufe {number}</translation>
    </message>
    <message>
        <source>{name} not found</source>
        <translation>{name} nicht gefunden</translation>
    </message>
    <message>
        <source>run a command that shows secrets or sends data out</source>
        <translation>einen Befehl ausführen, der Geheimnisse zeigt oder Daten sendet</translation>
    </message>
    <message>
        <source>restart something</source>
        <translation>etwas neu starten</translation>
    </message>
    <message>
        <source>install or redeploy something</source>
        <translation>etwas installieren oder neu ausrollen</translation>
    </message>
    <message>
        <source>run a command that deletes, overwrites or disables</source>
        <translation>einen Befehl ausführen, der löscht, überschreibt oder deaktiviert</translation>
    </message>
    <message>
        <source>run a command that the guard could not analyse</source>
        <translation>einen Befehl ausführen, der nicht geprüft werden konnte</translation>
    </message>
    <message>
        <source>a higher tier</source>
        <translation>eine höhere Stufe</translation>
    </message>
    <message>
        <source>a disclosure</source>
        <translation>eine Offenlegung</translation>
    </message>
    <message>
        <source>a restart</source>
        <translation>ein Neustart</translation>
    </message>
    <message>
        <source>a redeployment</source>
        <translation>eine Neuausrollung</translation>
    </message>
    <message>
        <source>a stop</source>
        <translation>ein Stopp</translation>
    </message>
    <message>
        <source>access to the host</source>
        <translation>Zugriff auf den Rechner</translation>
    </message>
    <message>
        <source>a deletion</source>
        <translation>eine Löschung</translation>
    </message>
    <message>
        <source>an unknown command</source>
        <translation>ein unbekannter Befehl</translation>
    </message>
    <message>
        <source>discloses: prints secrets or sends data out</source>
        <translation>legt offen: zeigt Geheimnisse oder sendet Daten</translation>
    </message>
    <message>
        <source>restarts something</source>
        <translation>startet etwas neu</translation>
    </message>
    <message>
        <source>installs or redeploys something</source>
        <translation>installiert etwas oder rollt es neu aus</translation>
    </message>
    <message>
        <source>shut down, kill or disconnect something</source>
        <translation>etwas herunterfahren, beenden oder trennen</translation>
    </message>
    <message>
        <source>access the host</source>
        <translation>auf den Rechner zugreifen</translation>
    </message>
    <message>
        <source>stops: shuts down, kills or cuts the network</source>
        <translation>stoppt: fährt herunter, beendet oder trennt das Netzwerk</translation>
    </message>
    <message>
        <source>accesses the host: its files, processes or privileges</source>
        <translation>greift auf den Rechner zu: Dateien, Prozesse oder Rechte</translation>
    </message>
    <message>
        <source>destroys: deletes, overwrites or disables</source>
        <translation>zerstört: löscht, überschreibt oder deaktiviert</translation>
    </message>
    <message>
        <source>unknown: the guard could not analyse it</source>
        <translation>unbekannt: konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>approved for the run</source>
        <translation>für den Lauf freigegeben</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>keine rechtzeitige Antwort</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>in the window</source>
        <translation>im Fenster</translation>
    </message>
    <message>
        <source>from the tray</source>
        <translation>im Infobereich</translation>
    </message>
    <message>
        <source>in a notification</source>
        <translation>in einer Benachrichtigung</translation>
    </message>
    <message>
        <source>in the terminal</source>
        <translation>im Terminal</translation>
    </message>
    <message>
        <source>on the command line</source>
        <translation>auf der Befehlszeile</translation>
    </message>
    <message>
        <source>by the emergency stop</source>
        <translation>durch den Not-Aus</translation>
    </message>
    <message>
        <source>A run asks for tier {tier} ({tier_name})</source>
        <translation>Ein Lauf bittet um Stufe {tier} ({tier_name})</translation>
    </message>
    <message>
        <source>A run of tier {tier} asks to {get}</source>
        <translation>Ein Lauf der Stufe {tier} möchte {get}</translation>
    </message>
    <message>
        <source>Starts a session of tier {tier} ({tier_name})</source>
        <translation>Startet eine Sitzung der Stufe {tier} ({tier_name})</translation>
    </message>
    <message>
        <source>{upper}{said} · tier {tier} ({tier_name})</source>
        <translation>{upper}{said} · Stufe {tier} ({tier_name})</translation>
    </message>
    <message>
        <source>Approved: {approval_subject}. It takes effect in {value} s.</source>
        <translation>Freigegeben: {approval_subject}. Wirkt in {value} s.</translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation>ohne Angabe eines Grundes</translation>
    </message>
    <message>
        <source>A run asks for tier {tier}: {shorten_text}</source>
        <translation>Ein Lauf bittet um Stufe {tier}: {shorten_text}</translation>
    </message>
    <message>
        <source>A run asks to run: {shorten_text}</source>
        <translation>Ein Lauf möchte ausführen: {shorten_text}</translation>
    </message>
    <message>
        <source>tier {tier}</source>
        <translation>Stufe {tier}</translation>
    </message>
    <message>
        <source>At most {cost_usd}</source>
        <translation>Höchstens {cost_usd}</translation>
    </message>
    <message>
        <source>No cap is set</source>
        <translation>Keine Grenze gesetzt</translation>
    </message>
    <message>
        <source>Nothing beyond the cap of the session</source>
        <translation>Nichts über die Grenze der Sitzung hinaus</translation>
    </message>
    <message>
        <source>time is up</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>waits until {expires_at}</source>
        <translation>wartet bis {expires_at}</translation>
    </message>
    <message>
        <source>{float} left</source>
        <translation>noch {float}</translation>
    </message>
    <message>
        <source>by {answered_by}</source>
        <translation>von {answered_by}</translation>
    </message>
    <message>
        <source>Nobody answered in time, so {what} was refused.</source>
        <translation>Niemand antwortete rechtzeitig, daher abgelehnt: {what}.</translation>
    </message>
    <message>
        <source>{upper}{what} is no longer asked for{why}.</source>
        <translation>Nicht mehr verlangt: {upper}{what}{why}.</translation>
    </message>
    <message>
        <source>{upper}{what} no longer waits.</source>
        <translation>Wartet nicht mehr: {upper}{what}.</translation>
    </message>
    <message>
        <source>{upper}{what} was {answer_text}.</source>
        <translation>{upper}{what}: {answer_text}.</translation>
    </message>
    <message>
        <source>{said} at {time}.</source>
        <translation>{said}, um {time}.</translation>
    </message>
    <message>
        <source>by two good checks in a row</source>
        <translation>durch zwei gute Prüfungen in Folge</translation>
    </message>
    <message>
        <source>by the sender of the alert</source>
        <translation>durch den Absender des Alarms</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>resolved</source>
        <translation>behoben</translation>
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
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>snoozed until {snoozed_until}</source>
        <translation>zurückgestellt bis {snoozed_until}</translation>
    </message>
    <message>
        <source>{service} is {state}</source>
        <translation>{service} ist {state}</translation>
    </message>
    <message>
        <source>{service} was {state}</source>
        <translation>{service} war {state}</translation>
    </message>
    <message numerus="yes">
        <source>and %n that depends on it: {names}</source>
        <comment>and %n that depend on it: {names}</comment>
        <translation>
            <numerusform>und %n davon abhängiger: {names}</numerusform>
            <numerusform>und %n davon abhängige: {names}</numerusform>
        </translation>
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
        <source>{capitalize} · since {since}, for {lasted}</source>
        <translation>{capitalize} · seit {since}, für {lasted}</translation>
    </message>
    <message>
        <source>Resolved {by} · from {since} until {until}, {lasted}</source>
        <translation>Behoben {by} · von {since} bis {until}, {lasted}</translation>
    </message>
    <message numerus="yes">
        <source>%n incident needs you</source>
        <comment>%n incidents need you</comment>
        <translation>
            <numerusform>%n Störung braucht Sie</numerusform>
            <numerusform>%n Störungen brauchen Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Unpacked it takes {bytes}</source>
        <translation>Entpackt belegt sie {bytes}</translation>
    </message>
    <message>
        <source>{size}, which is unusually large.</source>
        <translation>{size}, ungewöhnlich viel.</translation>
    </message>
    <message>
        <source>It would change what runs, what is allowed or where data goes:</source>
        <translation>Sie würde ändern, was läuft, was erlaubt ist oder wohin Daten gehen:</translation>
    </message>
    <message>
        <source>• and {important} more: `claudeops restore --show FILE` lists them all</source>
        <translation>• und {important} weitere: `claudeops restore --show FILE` zeigt alle</translation>
    </message>
    <message numerus="yes">
        <source>%n other setting would change too.</source>
        <comment>%n other settings would change too.</comment>
        <translation>
            <numerusform>%n weitere Einstellung würde sich ändern.</numerusform>
            <numerusform>%n weitere Einstellungen würden sich ändern.</numerusform>
        </translation>
    </message>
    <message>
        <source>today {money_of} · month {money_of_2}</source>
        <translation>heute {money_of} · Monat {money_of_2}</translation>
    </message>
    <message>
        <source>Today&apos;s cap of {cap} is reached: no run starts until tomorrow.</source>
        <translation>Die Tagesgrenze von {cap} ist erreicht: Bis morgen startet kein Lauf.</translation>
    </message>
    <message>
        <source>Today&apos;s cap is near: {spent} are spent.</source>
        <translation>Die Tagesgrenze ist nahe: {spent} sind ausgegeben.</translation>
    </message>
    <message>
        <source>This month&apos;s cap of {cap} is reached: no run starts until the 1st.</source>
        <translation>Die Monatsgrenze von {cap} ist erreicht: Bis zum 1. startet kein Lauf.</translation>
    </message>
    <message>
        <source>This month&apos;s cap is near: {spent} are spent.</source>
        <translation>Die Monatsgrenze ist nahe: {spent} sind ausgegeben.</translation>
    </message>
    <message>
        <source>{said} · cap reached</source>
        <translation>{said} · Grenze erreicht</translation>
    </message>
    <message>
        <source>{said} · near the cap</source>
        <translation>{said} · nahe der Grenze</translation>
    </message>
    <message>
        <source>{said} · {window}</source>
        <translation>{said} · {window}</translation>
    </message>
    <message>
        <source>usage limit reached until {time}</source>
        <translation>Nutzungsgrenze erreicht bis {time}</translation>
    </message>
    <message>
        <source>{window} limit {share} used</source>
        <translation>{window}-Grenze zu {share} genutzt</translation>
    </message>
    <message>
        <source>There is not enough data yet to forecast this month.</source>
        <translation>Für eine Prognose dieses Monats gibt es zu wenige Daten.</translation>
    </message>
    <message>
        <source>{words} That is more than the cap of {money_cap}.</source>
        <translation>{words} Das ist mehr als die Grenze von {money_cap}.</translation>
    </message>
    <message>
        <source>What runs have cost.</source>
        <translation>Was Läufe gekostet haben.</translation>
    </message>
    <message>
        <source>The server of the store ({place}) has not answered since {time}. Sessions that run go on, and what they say is stored when it is back. There is no copy on this machine, so that pages stay as they are.</source>
        <translation>Der Server mit den Daten ({place}) antwortet seit {time} nicht. Laufende Sitzungen gehen weiter; was sie sagen, wird gespeichert, sobald er wieder da ist. Auf diesem Rechner gibt es keine Kopie, daher bleiben die Seiten, wie sie sind.</translation>
    </message>
    <message>
        <source>The server of the store ({place}) has not answered since {time}. You see a copy of {copied}. Sessions that run go on, and what they say is stored when it is back; until then nothing else can be changed or started.</source>
        <translation>Der Server mit den Daten ({place}) antwortet seit {time} nicht. Sie sehen eine Kopie von {copied}. Laufende Sitzungen gehen weiter; was sie sagen, wird gespeichert, sobald er wieder da ist. Bis dahin lässt sich sonst nichts ändern oder starten.</translation>
    </message>
</context>
</TS>

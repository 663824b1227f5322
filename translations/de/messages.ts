<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Path of the Claude CLI. Empty: the first `claude` on PATH.</source>
        <translation>Pfad der Claude CLI. Leer: das erste `claude` im PATH.</translation>
    </message>
    <message>
        <source>Variables added to the agent&apos;s environment. Not for secrets.</source>
        <translation>Variablen, die der Umgebung des Agenten hinzugefügt werden. Nicht für Geheimnisse.</translation>
    </message>
    <message>
        <source>Model of this tier. Empty: the CLI&apos;s own default.</source>
        <translation>Modell dieser Stufe. Leer: die Vorgabe der CLI.</translation>
    </message>
    <message>
        <source>Folder the agent works in. Empty: your home folder.</source>
        <translation>Ordner, in dem der Agent arbeitet. Leer: der persönliche Ordner.</translation>
    </message>
    <message>
        <source>Tools this tier may use besides the built-in list.</source>
        <translation>Werkzeuge, die diese Stufe zusätzlich zur eingebauten Liste verwenden darf.</translation>
    </message>
    <message>
        <source>Tools this tier may never use.</source>
        <translation>Werkzeuge, die diese Stufe nie verwenden darf.</translation>
    </message>
    <message>
        <source>A session is stopped after this many minutes.</source>
        <translation>Eine Sitzung wird nach so vielen Minuten gestoppt.</translation>
    </message>
    <message>
        <source>A session stops at this cost in dollars. 0: no cap.</source>
        <translation>Eine Sitzung endet bei diesen Kosten in Dollar. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>A run (all its tiers) stops at this cost. 0: no cap.</source>
        <translation>Ein Lauf (mit allen Stufen) endet bei diesen Kosten. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Restarting and reloading a service, in tier 2 and 3, within cooldowns.</source>
        <translation>Dienste neu starten und neu laden, in Stufe 2 und 3, innerhalb der Sperrzeiten.</translation>
    </message>
    <message>
        <source>Installing, applying and upgrading, in tier 3, within cooldowns.</source>
        <translation>Installieren, anwenden und aktualisieren, in Stufe 3, innerhalb der Sperrzeiten.</translation>
    </message>
    <message>
        <source>Showing secrets, or sending data to another machine, in every tier.</source>
        <translation>Geheimnisse anzeigen oder Daten an einen anderen Rechner senden, in jeder Stufe.</translation>
    </message>
    <message>
        <source>Deleting, overwriting and disabling, in tier 2 and 3.</source>
        <translation>Löschen, überschreiben und deaktivieren, in Stufe 2 und 3.</translation>
    </message>
    <message>
        <source>Commands that the guard could not analyse, in tier 2 and 3.</source>
        <translation>Befehle, die nicht geprüft werden konnten, in Stufe 2 und 3.</translation>
    </message>
    <message>
        <source>Two healthy checks this many minutes apart clear the counters of a service.</source>
        <translation>Zwei gute Prüfungen in diesem Abstand (Minuten) setzen die Zähler eines Dienstes zurück.</translation>
    </message>
    <message>
        <source>Nothing is changed on your servers: no action tools, no escalation.</source>
        <translation>Auf den Servern wird nichts geändert: keine Werkzeuge zum Handeln, kein Aufstieg.</translation>
    </message>
    <message>
        <source>Scheduled runs wait until you resume.</source>
        <translation>Geplante Läufe warten, bis fortgesetzt wird.</translation>
    </message>
    <message>
        <source>A session is stopped at the first tool call that is refused.</source>
        <translation>Eine Sitzung wird beim ersten abgelehnten Werkzeugaufruf gestoppt.</translation>
    </message>
    <message>
        <source>Check every service on its own interval, between runs and without an agent.</source>
        <translation>Jeden Dienst in seinem eigenen Abstand prüfen, zwischen den Läufen und ohne Agent.</translation>
    </message>
    <message>
        <source>At most this many investigations of one service within 24 hours.</source>
        <translation>Höchstens so viele Untersuchungen eines Dienstes in 24 Stunden.</translation>
    </message>
    <message>
        <source>Minutes between two investigations of one service.</source>
        <translation>Minuten zwischen zwei Untersuchungen eines Dienstes.</translation>
    </message>
    <message>
        <source>Which agent runs. Automatic uses the Claude CLI if it is found, otherwise the watcher.</source>
        <translation>Welcher Agent läuft. Automatisch verwendet die Claude CLI, falls vorhanden, sonst den Wächter.</translation>
    </message>
    <message>
        <source>No run starts once the day&apos;s runs have cost this much. 0: no cap.</source>
        <translation>Haben die Läufe des Tages so viel gekostet, startet keiner mehr. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>No run starts once the month&apos;s runs have cost this much. 0: no cap.</source>
        <translation>Haben die Läufe des Monats so viel gekostet, startet keiner mehr. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Highest tier a run that you start may escalate to. A tier you choose is always allowed.</source>
        <translation>Höchste Stufe, zu der ein selbst gestarteter Lauf aufsteigen darf. Eine gewählte Stufe ist immer erlaubt.</translation>
    </message>
    <message>
        <source>Highest tier that a run started by a schedule or an alert may escalate to.</source>
        <translation>Höchste Stufe, zu der ein von Zeitplan oder Alarm gestarteter Lauf aufsteigen darf.</translation>
    </message>
    <message>
        <source>Whether a run may escalate to tier 2, which may restart services.</source>
        <translation>Ob ein Lauf zu Stufe 2 aufsteigen darf, die Dienste neu starten kann.</translation>
    </message>
    <message>
        <source>Whether a run may escalate to tier 3, which may redeploy.</source>
        <translation>Ob ein Lauf zu Stufe 3 aufsteigen darf, die Dienste neu ausrollen kann.</translation>
    </message>
    <message>
        <source>Shutting down, killing processes, or cutting the network, in tier 2 and 3.</source>
        <translation>Herunterfahren, Prozesse beenden oder das Netzwerk trennen, in Stufe 2 und 3.</translation>
    </message>
    <message>
        <source>A container or command with access to the host&apos;s files, processes or privileges, in tier 2 and 3.</source>
        <translation>Container oder Befehle mit Zugriff auf Dateien, Prozesse oder Rechte des Rechners, in Stufe 2 und 3.</translation>
    </message>
    <message>
        <source>A question that is not answered within this time counts as refused.</source>
        <translation>Eine Frage, die in dieser Zeit nicht beantwortet wird, gilt als abgelehnt.</translation>
    </message>
    <message>
        <source>Restarts of one service allowed within the time window.</source>
        <translation>Erlaubte Neustarts eines Dienstes im Zeitfenster.</translation>
    </message>
    <message>
        <source>Time window for restarts, in hours.</source>
        <translation>Zeitfenster für Neustarts, in Stunden.</translation>
    </message>
    <message>
        <source>Redeployments of one service allowed within the time window.</source>
        <translation>Erlaubte Neuausrollungen eines Dienstes im Zeitfenster.</translation>
    </message>
    <message>
        <source>Time window for redeployments, in hours.</source>
        <translation>Zeitfenster für Neuausrollungen, in Stunden.</translation>
    </message>
    <message>
        <source>How many times a session is retried when the API was overloaded.</source>
        <translation>Wie oft eine Sitzung wiederholt wird, wenn die API überlastet war.</translation>
    </message>
    <message>
        <source>Minutes before the first retry; doubled for each further one.</source>
        <translation>Minuten bis zur ersten Wiederholung; für jede weitere verdoppelt.</translation>
    </message>
    <message>
        <source>What to do with runs missed while the computer was asleep or off: run once, skip, or ask.</source>
        <translation>Was mit Läufen geschieht, die verpasst wurden, während der Rechner schlief oder aus war.</translation>
    </message>
    <message>
        <source>Runs that were due longer ago than this are not caught up on.</source>
        <translation>Läufe, die länger überfällig sind, werden nicht nachgeholt.</translation>
    </message>
    <message>
        <source>How long a run waits for the network, if its schedule asks for that.</source>
        <translation>Wie lange ein Lauf auf das Netzwerk wartet, wenn sein Zeitplan das verlangt.</translation>
    </message>
    <message>
        <source>Seconds between two checks of a service that has no interval of its own.</source>
        <translation>Sekunden zwischen zwei Prüfungen eines Dienstes ohne eigenen Abstand.</translation>
    </message>
    <message>
        <source>Whether an incident starts a run that investigates it.</source>
        <translation>Ob eine Störung einen Lauf startet, der sie untersucht.</translation>
    </message>
    <message>
        <source>Each check result is kept for this many days; hourly and daily totals are kept longer.</source>
        <translation>Jedes Prüfergebnis wird so viele Tage aufbewahrt, Stunden- und Tageswerte länger.</translation>
    </message>
    <message>
        <source>Show notifications on this desktop.</source>
        <translation>Benachrichtigungen auf diesem Desktop anzeigen.</translation>
    </message>
    <message>
        <source>Also send them to the addresses you added (mail, chat, phone).</source>
        <translation>Auch an die hinzugefügten Adressen senden (Mail, Chat, Telefon).</translation>
    </message>
    <message>
        <source>When something needs approval.</source>
        <translation>Wenn etwas freigegeben werden muss.</translation>
    </message>
    <message>
        <source>When a run failed, timed out or was interrupted.</source>
        <translation>Wenn ein Lauf scheiterte, die Zeit überschritt oder unterbrochen wurde.</translation>
    </message>
    <message>
        <source>When an incident opens, or an event is critical.</source>
        <translation>Wenn eine Störung beginnt oder ein Ereignis kritisch ist.</translation>
    </message>
    <message>
        <source>When an event is a warning.</source>
        <translation>Wenn ein Ereignis eine Warnung ist.</translation>
    </message>
    <message>
        <source>When a spend cap is near or reached.</source>
        <translation>Wenn eine Kostengrenze nahe oder erreicht ist.</translation>
    </message>
    <message>
        <source>When a scheduled run was missed or skipped.</source>
        <translation>Wenn ein geplanter Lauf verpasst oder ausgelassen wurde.</translation>
    </message>
    <message>
        <source>When a run is completed.</source>
        <translation>Wenn ein Lauf abgeschlossen ist.</translation>
    </message>
    <message>
        <source>When an incident you were notified of is over.</source>
        <translation>Wenn eine gemeldete Störung vorbei ist.</translation>
    </message>
    <message>
        <source>No notifications at certain hours, except for what needs approval.</source>
        <translation>Zu bestimmten Zeiten keine Benachrichtigungen, außer für Freigaben.</translation>
    </message>
    <message>
        <source>When quiet hours begin, such as 22:00.</source>
        <translation>Beginn der Ruhezeit, etwa 22:00.</translation>
    </message>
    <message>
        <source>When quiet hours end, such as 07:00.</source>
        <translation>Ende der Ruhezeit, etwa 07:00.</translation>
    </message>
    <message>
        <source>Accept alerts on this computer.</source>
        <translation>Auf diesem Rechner Alarme annehmen.</translation>
    </message>
    <message>
        <source>Tier at which a run started by an alert begins.</source>
        <translation>Stufe, mit der ein von einem Alarm gestarteter Lauf beginnt.</translation>
    </message>
    <message>
        <source>Folders with CLAUDE-OPS.md or .claude-ops/ that the agent is given.</source>
        <translation>Ordner mit CLAUDE-OPS.md oder .claude-ops/, die der Agent erhält.</translation>
    </message>
    <message>
        <source>Most tokens of operational memory in a run&apos;s prompt.</source>
        <translation>Höchstzahl der Tokens für Betriebswissen im Prompt eines Laufs.</translation>
    </message>
    <message>
        <source>Tokens for memories about the session&apos;s subject: services, prompt, dates due.</source>
        <translation>Tokens für Erinnerungen zum Thema der Sitzung: Dienste, Prompt, fällige Termine.</translation>
    </message>
    <message>
        <source>Tokens for all memory in a prompt; its parts share them.</source>
        <translation>Tokens für alle Erinnerungen in einem Prompt; die Teile teilen sie sich.</translation>
    </message>
    <message>
        <source>At most this many memories are added about the session&apos;s subject.</source>
        <translation>Höchstens so viele Erinnerungen werden zum Thema der Sitzung hinzugefügt.</translation>
    </message>
    <message>
        <source>After a session, facts are extracted from what the agent said. Memory markers are always read.</source>
        <translation>Nach einer Sitzung werden Fakten aus den Worten des Agenten gewonnen. Markierungen werden immer gelesen.</translation>
    </message>
    <message>
        <source>What extracts facts: rules, which cost nothing, or the model set below with the rules as fallback.</source>
        <translation>Was Fakten gewinnt: Regeln, die nichts kosten, oder das unten gewählte Modell, ersatzweise die Regeln.</translation>
    </message>
    <message>
        <source>How thoroughly recall searches by default.</source>
        <translation>Wie gründlich die Suche im Gedächtnis normalerweise ist.</translation>
    </message>
    <message>
        <source>The model set below rephrases a question before the search, within 2 seconds.</source>
        <translation>Das unten gewählte Modell formuliert eine Frage vor der Suche um, in höchstens 2 Sekunden.</translation>
    </message>
    <message>
        <source>Once the day&apos;s recalls have cost this much, recall is cut to 5 memories, no graph or model. 0: never.</source>
        <translation>Haben die Abfragen des Tages so viel gekostet, wird gespart: 5 Erinnerungen, kein Graph, kein Modell. 0: nie.</translation>
    </message>
    <message>
        <source>The address that is asked, such as &quot;http://127.0.0.1:8080/health&quot;.</source>
        <translation>Die abgefragte Adresse, etwa &quot;http://127.0.0.1:8080/health&quot;.</translation>
    </message>
    <message>
        <source>How it is asked.</source>
        <translation>Wie abgefragt wird.</translation>
    </message>
    <message>
        <source>Status codes that mean all is well: 200, 2xx, 200-399, or several with commas.</source>
        <translation>Statuscodes, die „in Ordnung“ bedeuten: 200, 2xx, 200-399 oder mehrere mit Kommas.</translation>
    </message>
    <message>
        <source>A text that must be in the answer. Empty: any.</source>
        <translation>Ein Text, der in der Antwort stehen muss. Leer: beliebig.</translation>
    </message>
    <message>
        <source>One header a line, as Name: value. ${NAME} is taken from the environment.</source>
        <translation>Ein Header je Zeile, als Name: Wert. ${NAME} wird der Umgebung entnommen.</translation>
    </message>
    <message>
        <source>What is sent along. Empty: nothing.</source>
        <translation>Was mitgesendet wird. Leer: nichts.</translation>
    </message>
    <message>
        <source>Go where the answer points to, and judge what is there.</source>
        <translation>Weiterleitungen folgen und beurteilen, was dort ist.</translation>
    </message>
    <message>
        <source>The certificate must be trusted.</source>
        <translation>Dem Zertifikat muss vertraut werden.</translation>
    </message>
    <message>
        <source>A file with certificates to trust instead of the system&apos;s.</source>
        <translation>Eine Datei mit Zertifikaten, denen statt denen des Systems vertraut wird.</translation>
    </message>
    <message>
        <source>Ask through this proxy. Empty: directly.</source>
        <translation>Über diesen Proxy abfragen. Leer: direkt.</translation>
    </message>
    <message>
        <source>Slower than so many milliseconds is degraded. Empty: any speed will do.</source>
        <translation>Langsamer als so viele Millisekunden gilt als beeinträchtigt. Leer: jede Geschwindigkeit genügt.</translation>
    </message>
    <message>
        <source>Where in a JSON answer the value stands: &quot;status&quot; or &quot;data.items[0].ok&quot;. Empty: none.</source>
        <translation>Wo in einer JSON-Antwort der Wert steht: &quot;status&quot; oder &quot;data.items[0].ok&quot;. Leer: keiner.</translation>
    </message>
    <message>
        <source>What the value must be: ok, true, 3. Empty: it must be there.</source>
        <translation>Wie der Wert lauten muss: ok, true, 3. Leer: Er muss vorhanden sein.</translation>
    </message>
    <message>
        <source>The value must not be less.</source>
        <translation>Der Wert darf nicht kleiner sein.</translation>
    </message>
    <message>
        <source>The value must not be more.</source>
        <translation>Der Wert darf nicht größer sein.</translation>
    </message>
    <message>
        <source>What it means where the value is another, or missing.</source>
        <translation>Was es bedeutet, wenn der Wert ein anderer ist oder fehlt.</translation>
    </message>
    <message>
        <source>What is spoken before TLS. Automatic: smtp on 25 and 587, imap on 143, pop3 on 110, none elsewhere.</source>
        <translation>Was vor TLS gesprochen wird. Automatisch: smtp auf 25 und 587, imap auf 143, pop3 auf 110, sonst nichts.</translation>
    </message>
    <message>
        <source>Which addresses are asked. Automatic: all of them, in turns.</source>
        <translation>Welche Adressen abgefragt werden. Automatisch: alle nacheinander.</translation>
    </message>
    <message>
        <source>So many echoes are asked for.</source>
        <translation>So viele Echos werden angefordert.</translation>
    </message>
    <message>
        <source>More lost than this, in percent, is degraded.</source>
        <translation>Mehr Verlust als dies, in Prozent, gilt als beeinträchtigt.</translation>
    </message>
    <message>
        <source>The text that is sent. Empty: an empty datagram.</source>
        <translation>Der gesendete Text. Leer: ein leeres Datagramm.</translation>
    </message>
    <message>
        <source>Bytes to send instead, in hexadecimal, such as &quot;ff ff 01&quot;.</source>
        <translation>Stattdessen zu sendende Bytes, hexadezimal, etwa &quot;ff ff 01&quot;.</translation>
    </message>
    <message>
        <source>Bytes that must be in the answer instead, in hexadecimal.</source>
        <translation>Bytes, die stattdessen in der Antwort stehen müssen, hexadezimal.</translation>
    </message>
    <message>
        <source>What no answer means where none is expected. Where one is, it is down.</source>
        <translation>Was keine Antwort bedeutet, wenn keine erwartet wird. Wird eine erwartet, gilt der Dienst als ausgefallen.</translation>
    </message>
    <message>
        <source>More than this is degraded.</source>
        <translation>Mehr als dies gilt als beeinträchtigt.</translation>
    </message>
    <message>
        <source>More than this is down.</source>
        <translation>Mehr als dies gilt als ausgefallen.</translation>
    </message>
    <message>
        <source>Less than this is degraded.</source>
        <translation>Weniger als dies gilt als beeinträchtigt.</translation>
    </message>
    <message>
        <source>Less than this is down.</source>
        <translation>Weniger als dies gilt als ausgefallen.</translation>
    </message>
    <message>
        <source>What it means where the query gives nothing.</source>
        <translation>Was es bedeutet, wenn die Abfrage nichts ergibt.</translation>
    </message>
    <message>
        <source>The job calls every so many seconds.</source>
        <translation>Der Job meldet sich alle so viele Sekunden.</translation>
    </message>
    <message>
        <source>It may be so many seconds late.</source>
        <translation>Er darf so viele Sekunden zu spät sein.</translation>
    </message>
    <message>
        <source>The disk, such as /dev/sda or /dev/disk/by-id/….</source>
        <translation>Der Datenträger, etwa /dev/sda oder /dev/disk/by-id/….</translation>
    </message>
    <message>
        <source>The device type for smartctl -d, such as sat for a USB case. Empty: it finds out.</source>
        <translation>Der Gerätetyp für smartctl -d, etwa sat für ein USB-Gehäuse. Leer: wird ermittelt.</translation>
    </message>
    <message>
        <source>More reallocated, pending or uncorrectable sectors than this are degraded.</source>
        <translation>Mehr neu zugewiesene, ausstehende oder nicht korrigierbare Sektoren als dies gelten als beeinträchtigt.</translation>
    </message>
    <message>
        <source>As hot as this, or hotter, is degraded. Empty: any heat will do.</source>
        <translation>So heiß oder heißer gilt als beeinträchtigt. Leer: jede Temperatur genügt.</translation>
    </message>
    <message>
        <source>Wake a disk that sleeps.</source>
        <translation>Einen schlafenden Datenträger aufwecken.</translation>
    </message>
    <message>
        <source>Run the tool with sudo, which must be allowed without a password.</source>
        <translation>Das Werkzeug mit sudo ausführen, was ohne Passwort erlaubt sein muss.</translation>
    </message>
    <message>
        <source>The array, such as md0. Empty: all of them.</source>
        <translation>Der Verbund, etwa md0. Leer: alle.</translation>
    </message>
    <message>
        <source>Where it is read: /proc/mdstat, or mdadm, which needs root.</source>
        <translation>Woher gelesen wird: /proc/mdstat, oder mdadm, das root braucht.</translation>
    </message>
    <message>
        <source>Host name or IP address.</source>
        <translation>Hostname oder IP-Adresse.</translation>
    </message>
    <message>
        <source>The port.</source>
        <translation>Der Port.</translation>
    </message>
    <message>
        <source>What the server must say first. Empty: anything.</source>
        <translation>Was der Server zuerst sagen muss. Leer: beliebig.</translation>
    </message>
    <message>
        <source>The name that is asked for.</source>
        <translation>Der abgefragte Name.</translation>
    </message>
    <message>
        <source>The kind of record.</source>
        <translation>Die Art des Eintrags.</translation>
    </message>
    <message>
        <source>IP address of the server that is asked. Empty: this machine&apos;s own.</source>
        <translation>IP-Adresse des abgefragten Servers. Leer: der dieses Rechners.</translation>
    </message>
    <message>
        <source>Its port.</source>
        <translation>Sein Port.</translation>
    </message>
    <message>
        <source>Answers that must be there, with commas. Empty: any answer.</source>
        <translation>Antworten, die vorhanden sein müssen, mit Kommas. Leer: jede Antwort.</translation>
    </message>
    <message>
        <source>The name given to the server. Empty: the address.</source>
        <translation>Der dem Server genannte Name. Leer: die Adresse.</translation>
    </message>
    <message>
        <source>Fewer days left than this is degraded.</source>
        <translation>Weniger verbleibende Tage als dies gelten als beeinträchtigt.</translation>
    </message>
    <message>
        <source>Fewer days left than this is critical.</source>
        <translation>Weniger verbleibende Tage als dies gelten als kritisch.</translation>
    </message>
    <message>
        <source>The exact name of the process; or fill in a pattern instead.</source>
        <translation>Der genaue Name des Prozesses; oder stattdessen ein Muster angeben.</translation>
    </message>
    <message>
        <source>A regular expression over the command line.</source>
        <translation>Ein regulärer Ausdruck über die Befehlszeile.</translation>
    </message>
    <message>
        <source>So many at the least.</source>
        <translation>Mindestens so viele.</translation>
    </message>
    <message>
        <source>So many at the most. Empty: any number.</source>
        <translation>Höchstens so viele. Leer: beliebig viele.</translation>
    </message>
    <message>
        <source>Its name, such as caddy.service.</source>
        <translation>Ihr Name, etwa caddy.service.</translation>
    </message>
    <message>
        <source>A unit of the user&apos;s own systemd.</source>
        <translation>Eine Unit des systemd des Benutzers.</translation>
    </message>
    <message>
        <source>How it should be.</source>
        <translation>Wie der Zustand sein soll.</translation>
    </message>
    <message>
        <source>Its name.</source>
        <translation>Sein Name.</translation>
    </message>
    <message>
        <source>Automatic takes whichever is there.</source>
        <translation>Automatisch nimmt, was vorhanden ist.</translation>
    </message>
    <message>
        <source>The compose project it belongs to. Commands for that project count on this service.</source>
        <translation>Das Compose-Projekt, zu dem er gehört. Befehle für dieses Projekt zählen zu diesem Dienst.</translation>
    </message>
    <message>
        <source>The folder of its compose file, such as /srv/media. Commands in it count on this service.</source>
        <translation>Der Ordner seiner Compose-Datei, etwa /srv/media. Befehle darin zählen zu diesem Dienst.</translation>
    </message>
    <message>
        <source>A path in the file system that is looked at.</source>
        <translation>Ein Pfad in dem Dateisystem, das geprüft wird.</translation>
    </message>
    <message>
        <source>Look at free inodes too.</source>
        <translation>Auch freie Inodes prüfen.</translation>
    </message>
    <message>
        <source>Less free than this is degraded: &quot;10%&quot; or &quot;20 GB&quot;.</source>
        <translation>Weniger frei als dies gilt als beeinträchtigt: &quot;10%&quot; oder &quot;20 GB&quot;.</translation>
    </message>
    <message>
        <source>Less free than this is critical.</source>
        <translation>Weniger frei als dies gilt als kritisch.</translation>
    </message>
    <message>
        <source>The average over so many minutes.</source>
        <translation>Der Durchschnitt über so viele Minuten.</translation>
    </message>
    <message>
        <source>More than this for each core is degraded.</source>
        <translation>Mehr als dies je Kern gilt als beeinträchtigt.</translation>
    </message>
    <message>
        <source>More than this for each core is critical.</source>
        <translation>Mehr als dies je Kern gilt als kritisch.</translation>
    </message>
    <message>
        <source>The program and its arguments, as in a shell; no shell is asked.</source>
        <translation>Das Programm und seine Argumente wie in einer Shell; es wird keine Shell verwendet.</translation>
    </message>
    <message>
        <source>The exit code that means all is well.</source>
        <translation>Der Exitcode, der „in Ordnung“ bedeutet.</translation>
    </message>
    <message>
        <source>Exit codes that mean degraded, with commas.</source>
        <translation>Exitcodes, die „beeinträchtigt“ bedeuten, mit Kommas.</translation>
    </message>
    <message>
        <source>It changes nothing, so that it may run in a dry run too.</source>
        <translation>Es ändert nichts und darf deshalb auch in einem Probelauf ausgeführt werden.</translation>
    </message>
    <message>
        <source>A time server to compare with. Empty: ask this machine whether it keeps time.</source>
        <translation>Ein Zeitserver zum Vergleich. Leer: diesen Rechner fragen, ob seine Uhr synchron ist.</translation>
    </message>
    <message>
        <source>Further off than this is degraded.</source>
        <translation>Eine größere Abweichung als dies gilt als beeinträchtigt.</translation>
    </message>
    <message>
        <source>Further off than this is critical.</source>
        <translation>Eine größere Abweichung als dies gilt als kritisch.</translation>
    </message>
    <message>
        <source>Names that must have an address, with commas.</source>
        <translation>Namen, die eine Adresse haben müssen, mit Kommas.</translation>
    </message>
    <message>
        <source>Ask the resolvers of /etc/resolv.conf one by one too.</source>
        <translation>Auch die Resolver aus /etc/resolv.conf einzeln abfragen.</translation>
    </message>
    <message>
        <source>Seconds to wait for an answer.</source>
        <translation>Sekunden, die auf eine Antwort gewartet wird.</translation>
    </message>
    <message>
        <source>Attempts after a failed one before it counts as down.</source>
        <translation>Weitere Versuche nach einem fehlgeschlagenen, bevor er als ausgefallen gilt.</translation>
    </message>
    <message>
        <source>Seconds between two attempts.</source>
        <translation>Sekunden zwischen zwei Versuchen.</translation>
    </message>
    <message>
        <source>Seconds between two checks, 10 to 86400. Empty: as in the settings (60).</source>
        <translation>Sekunden zwischen zwei Prüfungen, 10 bis 86400. Leer: wie in den Einstellungen (60).</translation>
    </message>
    <message>
        <source>Services this one cannot work without, with commas. Their outages explain this one&apos;s.</source>
        <translation>Dienste, ohne die dieser nicht arbeiten kann, mit Kommas. Ihre Ausfälle erklären den dieses Dienstes.</translation>
    </message>
    <message>
        <source>What an incident starts. Empty: as in the settings (ask).</source>
        <translation>Was eine Störung auslöst. Leer: wie in den Einstellungen (ask).</translation>
    </message>
    <message>
        <source>Open an incident when it is degraded, not only when it is down.</source>
        <translation>Auch bei Beeinträchtigung eine Störung eröffnen, nicht nur bei Ausfall.</translation>
    </message>
    <message>
        <source>Look on this host over ssh, such as admin@nas. Empty: here.</source>
        <translation>Über ssh auf diesem Host prüfen, etwa admin@nas. Leer: hier.</translation>
    </message>
    <message>
        <source>Its ssh port. Empty: as ssh is set up.</source>
        <translation>Dessen ssh-Port. Leer: wie für ssh eingerichtet.</translation>
    </message>
    <message>
        <source>What events and memories call the service: letters, digits, - and _.</source>
        <translation>Wie Ereignisse und Erinnerungen den Dienst nennen: Buchstaben, Ziffern, - und _.</translation>
    </message>
    <message>
        <source>Tells two checks of one kind apart. Mostly empty.</source>
        <translation>Unterscheidet zwei Prüfungen derselben Art. Meist leer.</translation>
    </message>
    <message>
        <source>A text that must be in the answer. Empty: any answer, or none (see silence).</source>
        <translation>Ein Text, der in der Antwort stehen muss. Leer: jede Antwort oder keine (siehe silence).</translation>
    </message>
    <message>
        <source>In PromQL, such as up{job=&quot;node&quot;}.</source>
        <translation>In PromQL, etwa up{job=&quot;node&quot;}.</translation>
    </message>
    <message>
        <source>The address of Prometheus, such as &quot;http://127.0.0.1:9090&quot;.</source>
        <translation>Die Adresse von Prometheus, etwa &quot;http://127.0.0.1:9090&quot;.</translation>
    </message>
    <message>
        <source>The file with the state of the arrays.</source>
        <translation>Die Datei mit dem Zustand der Verbünde.</translation>
    </message>
    <message>
        <source>Once the day&apos;s calls have cost this much, only the rules are used. 0: no cap.</source>
        <translation>Haben die Aufrufe des Tages so viel gekostet, arbeiten nur noch die Regeln. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Format in which the model returns facts. XML suits models that write poor JSON.</source>
        <translation>Format, in dem das Modell Fakten liefert. XML hilft Modellen, die schlechtes JSON schreiben.</translation>
    </message>
    <message>
        <source>A small model checks uncertain decisions: the Claude CLI, or the model set above.</source>
        <translation>Ein kleines Modell prüft unsichere Entscheidungen: die Claude CLI oder das oben gewählte Modell.</translation>
    </message>
    <message>
        <source>Decisions less certain than this are checked.</source>
        <translation>Entscheidungen, die unsicherer sind, werden geprüft.</translation>
    </message>
    <message>
        <source>Facts about these services, or that mention them, are never sent to a model.</source>
        <translation>Fakten über diese Dienste, oder die sie erwähnen, werden nie an ein Modell gesendet.</translation>
    </message>
    <message>
        <source>Pairs of facts sent in one call.</source>
        <translation>Faktenpaare, die in einem Aufruf gesendet werden.</translation>
    </message>
    <message>
        <source>At most this many calls a day.</source>
        <translation>Höchstens so viele Aufrufe am Tag.</translation>
    </message>
    <message>
        <source>A local model that first sorts out pairs about different subjects. Its benefit has not been measured.</source>
        <translation>Ein lokales Modell, das zuerst Paare mit verschiedenen Themen aussortiert. Der Nutzen ist nicht gemessen.</translation>
    </message>
    <message>
        <source>Below this score, two facts are taken to be about different subjects.</source>
        <translation>Unter diesem Wert gelten zwei Fakten als über Verschiedenes.</translation>
    </message>
    <message>
        <source>λ: the rate per day at which a memory loses weight since it was last confirmed. 0: it does not.</source>
        <translation>λ: Anteil pro Tag, den eine Erinnerung seit der letzten Bestätigung an Gewicht verliert. 0: keinen.</translation>
    </message>
    <message>
        <source>Stale after this many days without confirmation or recall. 0: never.</source>
        <translation>Veraltet nach so vielen Tagen ohne Bestätigung oder Abruf. 0: nie.</translation>
    </message>
    <message>
        <source>Archived after this many days without confirmation or recall. 0: never.</source>
        <translation>Archiviert nach so vielen Tagen ohne Bestätigung oder Abruf. 0: nie.</translation>
    </message>
    <message>
        <source>The oldest logs are removed once all of them take this many megabytes.</source>
        <translation>Die ältesten Logs werden entfernt, sobald alle zusammen so viele Megabyte belegen.</translation>
    </message>
    <message>
        <source>The turns of sessions are kept for this many days, also after their log is removed.</source>
        <translation>Die Schritte der Sitzungen werden so viele Tage aufbewahrt, auch nachdem ihr Log entfernt wurde.</translation>
    </message>
    <message>
        <source>The activity log of memory is kept for this many days.</source>
        <translation>Das Protokoll des Gedächtnisses wird so viele Tage aufbewahrt.</translation>
    </message>
    <message>
        <source>Days between automatic backups. 0: none are made.</source>
        <translation>Tage zwischen automatischen Sicherungen. 0: keine.</translation>
    </message>
    <message>
        <source>Number of automatic backups to keep; the oldest is deleted when a new one is made.</source>
        <translation>So viele automatische Sicherungen bleiben erhalten; die älteste wird gelöscht, wenn eine neue entsteht.</translation>
    </message>
    <message>
        <source>Automatic backups include session logs.</source>
        <translation>Automatische Sicherungen enthalten die Logs der Sitzungen.</translation>
    </message>
    <message>
        <source>Language of the window. Takes effect at the next start.</source>
        <translation>Sprache des Fensters. Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Rows are closer together.</source>
        <translation>Zeilen stehen enger beieinander.</translation>
    </message>
    <message>
        <source>No animations.</source>
        <translation>Keine Animationen.</translation>
    </message>
    <message>
        <source>Closing the window leaves the application running in the tray.</source>
        <translation>Beim Schließen des Fensters läuft das Programm im Infobereich weiter.</translation>
    </message>
    <message>
        <source>The same thing is reported again only after this many minutes.</source>
        <translation>Dasselbe wird erst nach so vielen Minuten wieder gemeldet.</translation>
    </message>
    <message>
        <source>Port on 127.0.0.1.</source>
        <translation>Port auf 127.0.0.1.</translation>
    </message>
    <message>
        <source>Other host names that alerts may be sent to, such as a reverse proxy&apos;s.</source>
        <translation>Weitere Rechnernamen, an die Alarme gesendet werden dürfen, etwa der eines Reverse-Proxys.</translation>
    </message>
    <message>
        <source>The same alert starts a run again only after this many minutes.</source>
        <translation>Derselbe Alarm startet erst nach so vielen Minuten wieder einen Lauf.</translation>
    </message>
    <message>
        <source>Tokens for lessons.</source>
        <translation>Tokens für Lehren.</translation>
    </message>
    <message>
        <source>The agent may recall, remember and forget while it works (MCP tools).</source>
        <translation>Der Agent darf sich während der Arbeit erinnern, merken und vergessen (MCP-Werkzeuge).</translation>
    </message>
    <message>
        <source>No model, the Claude CLI with a small model, or an OpenAI-compatible endpoint (Ollama).</source>
        <translation>Kein Modell, die Claude CLI mit einem kleinen Modell oder ein OpenAI-kompatibler Endpunkt (Ollama).</translation>
    </message>
    <message>
        <source>Name of the model. Empty: haiku for the CLI.</source>
        <translation>Name des Modells. Leer: haiku für die CLI.</translation>
    </message>
    <message>
        <source>Address of the endpoint, up to /v1. Its key is kept among the secrets (model-key).</source>
        <translation>Adresse des Endpunkts, bis /v1. Sein Schlüssel liegt bei den Geheimnissen (model-key).</translation>
    </message>
    <message>
        <source>Name of the cross-encoder.</source>
        <translation>Name des Cross-Encoders.</translation>
    </message>
    <message>
        <source>Address of the endpoint of the cross-encoder, up to /v1; /rerank is added.</source>
        <translation>Adresse des Endpunkts des Cross-Encoders, bis /v1; /rerank wird angehängt.</translation>
    </message>
    <message>
        <source>The built-in model, a fastembed model, an OpenAI-compatible endpoint, or keywords alone.</source>
        <translation>Das eingebaute Modell, ein fastembed-Modell, ein OpenAI-kompatibler Endpunkt oder nur Stichwörter.</translation>
    </message>
    <message>
        <source>Name of the model, for fastembed and endpoints.</source>
        <translation>Name des Modells, für fastembed und Endpunkte.</translation>
    </message>
    <message>
        <source>Address of the endpoint, up to /v1.</source>
        <translation>Adresse des Endpunkts, bis /v1.</translation>
    </message>
    <message>
        <source>Domains of your own: a name in lower case, then λ, stale days and archived days: 0.01 90 180.</source>
        <translation>Eigene Bereiche: ein Name in Kleinbuchstaben, dann λ, Tage bis veraltet und Tage bis archiviert: 0.01 90 180.</translation>
    </message>
    <message>
        <source>Session logs older than this many days are removed.</source>
        <translation>Logs von Sitzungen, die älter sind, werden entfernt (Tage).</translation>
    </message>
    <message>
        <source>Environment variables whose values are removed from logs (API keys are always removed).</source>
        <translation>Umgebungsvariablen, deren Werte aus Logs entfernt werden (API-Schlüssel immer).</translation>
    </message>
    <message>
        <source>Colours of the window.</source>
        <translation>Farben des Fensters.</translation>
    </message>
    <message>
        <source>The Claude CLI did not answer within {seconds} s.</source>
        <translation>Das Claude-CLI hat nicht innerhalb von {seconds} s geantwortet.</translation>
    </message>
    <message>
        <source>Is the network there?</source>
        <translation>Besteht eine Netzwerkverbindung?</translation>
    </message>
    <message>
        <source>{program} cannot be started: {reason}.</source>
        <translation>{program} kann nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>Set another path.</source>
        <translation>Einen anderen Pfad angeben.</translation>
    </message>
    <message>
        <source>The Claude CLI did not answer: {answer}</source>
        <translation>Das Claude-CLI hat nicht geantwortet: {answer}</translation>
    </message>
    <message>
        <source>Run `claude` once in a terminal.</source>
        <translation>Einmal `claude` in einem Terminal ausführen.</translation>
    </message>
    <message>
        <source>The Claude CLI said: {said}</source>
        <translation>Das Claude-CLI meldet: {said}</translation>
    </message>
    <message>
        <source>Run `claude` once and log in.</source>
        <translation>Einmal `claude` ausführen und anmelden.</translation>
    </message>
    <message>
        <source>The memory tools cannot be handed over in {path}: {reason}.</source>
        <translation>Die Erinnerungswerkzeuge können nicht in {path} übergeben werden: {reason}.</translation>
    </message>
    <message>
        <source>There is no agent “{name}”.</source>
        <translation>Es gibt keinen Agenten „{name}“.</translation>
    </message>
    <message>
        <source>Choose {choices}.</source>
        <translation>{choices} wählen.</translation>
    </message>
    <message>
        <source>There is no recording {recording}.</source>
        <translation>Es gibt keine Aufzeichnung {recording}.</translation>
    </message>
    <message>
        <source>Name an existing file after replay:.</source>
        <translation>Nach replay: eine vorhandene Datei angeben.</translation>
    </message>
    <message>
        <source>{origin} cannot be read: {reason}. Fix that place.</source>
        <translation>{origin} kann nicht gelesen werden: {reason}. Diese Stelle korrigieren.</translation>
    </message>
    <message>
        <source>{origin}: write [[service]] with two brackets on each side, once for every check.</source>
        <translation>{origin}: [[service]] mit zwei Klammern auf jeder Seite schreiben, einmal für jede Prüfung.</translation>
    </message>
    <message>
        <source>It is the only check in {origin}, which must name one at least. Edit it instead, or remove the file.</source>
        <translation>Es ist die einzige Prüfung in {origin}, die mindestens eine enthalten muss. Sie stattdessen bearbeiten oder die Datei entfernen.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}. Fix that place.</source>
        <translation>{path} kann nicht gelesen werden: {reason}. Diese Stelle korrigieren.</translation>
    </message>
    <message>
        <source>{path} was changed by another program meanwhile. Nothing was written; look at it again.</source>
        <translation>{path} wurde inzwischen von einem anderen Programm geändert. Es wurde nichts geschrieben; noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{origin} has no such check any more. Look at it again.</source>
        <translation>{origin} enthält diese Prüfung nicht mehr. Noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>There is a check “{name}” already.</source>
        <translation>Es gibt bereits eine Prüfung „{name}“.</translation>
    </message>
    <message>
        <source>{class_name} needs the field check: Literal[&quot;{name}&quot;] = &quot;{name}&quot;.</source>
        <translation>{class_name} braucht das Feld check: Literal[&quot;{name}&quot;] = &quot;{name}&quot;.</translation>
    </message>
    <message>
        <source>{class_name} does not say what it looks at.</source>
        <translation>{class_name} gibt nicht an, was geprüft wird.</translation>
    </message>
    <message>
        <source>{class_name} has no method measure.</source>
        <translation>{class_name} hat keine Methode measure.</translation>
    </message>
    <message>
        <source>Make its folder writable.</source>
        <translation>Den Ordner beschreibbar machen.</translation>
    </message>
    <message>
        <source>{path} cannot be removed: {reason}.</source>
        <translation>{path} kann nicht entfernt werden: {reason}.</translation>
    </message>
    <message>
        <source>Start `claudeops daemon` by your own means, such as a crontab line: @reboot claudeops daemon</source>
        <translation>`claudeops daemon` auf anderem Weg starten, zum Beispiel mit einer Zeile in der crontab: @reboot claudeops daemon</translation>
    </message>
    <message>
        <source>This machine has no systemd.</source>
        <translation>Dieser Rechner hat kein systemd.</translation>
    </message>
    <message>
        <source>systemd of this user does not answer: {reason}.</source>
        <translation>systemd dieses Benutzers antwortet nicht: {reason}.</translation>
    </message>
    <message>
        <source>The service is not installed.</source>
        <translation>Der Systemdienst ist nicht eingerichtet.</translation>
    </message>
    <message>
        <source>`claudeops desktop service install` does it.</source>
        <translation>`claudeops desktop service install` richtet ihn ein.</translation>
    </message>
    <message>
        <source>Log in on this machine as this user, or keep its services running: loginctl enable-linger</source>
        <translation>Auf diesem Rechner als dieser Benutzer anmelden oder dessen Dienste weiterlaufen lassen: loginctl enable-linger</translation>
    </message>
    <message>
        <source>The unit is written, but systemctl --user {command} failed: {reason}.</source>
        <translation>Die Unit ist geschrieben, aber systemctl --user {command} ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>Everything is stopped by the operator&apos;s emergency stop</source>
        <translation>Der Not-Halt hat alles angehalten</translation>
    </message>
    <message>
        <source>Press Resume in the window, or run `claudeops resume`.</source>
        <translation>In der Anwendung „Fortsetzen“ drücken oder `claudeops resume` ausführen.</translation>
    </message>
    <message>
        <source>The emergency stop cannot be marked in {folder}: {reason}.</source>
        <translation>Der Not-Halt kann in {folder} nicht vermerkt werden: {reason}.</translation>
    </message>
    <message>
        <source>Running agents are ended all the same, but new ones may start: end Claude Ops, too.</source>
        <translation>Laufende Agenten werden trotzdem beendet, aber neue können starten: auch Claude Ops beenden.</translation>
    </message>
    <message>
        <source>{path} cannot be renamed: {reason}.</source>
        <translation>{path} kann nicht umbenannt werden: {reason}.</translation>
    </message>
    <message>
        <source>Everything stays stopped.</source>
        <translation>Alles bleibt angehalten.</translation>
    </message>
    <message>
        <source>Everything is stopped by the operator&apos;s emergency stop.</source>
        <translation>Der Not-Halt hat alles angehalten.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} can be changed by others, so that no plugin of the folder is loaded.</source>
        <translation>{path} kann von anderen geändert werden; deshalb wird kein Plugin aus dem Ordner geladen.</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}), so that no plugin of the folder is loaded.</source>
        <translation>{path} kann nicht gelesen werden ({reason}); deshalb wird kein Plugin aus dem Ordner geladen.</translation>
    </message>
    <message>
        <source>There is no plugin “{name}”.</source>
        <translation>Es gibt kein Plugin „{name}“.</translation>
    </message>
    <message>
        <source>See `claudeops plugins list`.</source>
        <translation>Siehe `claudeops plugins list`.</translation>
    </message>
    <message>
        <source>“{name}” is part of Claude Ops and cannot be disabled.</source>
        <translation>„{name}“ gehört zu Claude Ops und kann nicht deaktiviert werden.</translation>
    </message>
    <message>
        <source>No data folder is open.</source>
        <translation>Es ist kein Datenordner geöffnet.</translation>
    </message>
    <message>
        <source>{taken} already adds “{name}” to {kind}.</source>
        <translation>{taken} fügt „{name}“ bereits zu {kind} hinzu.</translation>
    </message>
    <message>
        <source>{name} of {kind} is not a class that derives from {base}.</source>
        <translation>{name} in {kind} ist keine von {base} abgeleitete Klasse.</translation>
    </message>
    <message>
        <source>{name} of {kind} calls itself “{other}”.</source>
        <translation>{name} in {kind} nennt sich selbst „{other}“.</translation>
    </message>
    <message>
        <source>{name} of {kind} has no title.</source>
        <translation>{name} in {kind} hat keinen Titel.</translation>
    </message>
    <message>
        <source>Cannot use the data folder {folder}: {reason}.</source>
        <translation>Der Datenordner {folder} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Make it writable, or name another one with --data-dir.</source>
        <translation>Ihn beschreibbar machen oder mit --data-dir einen anderen angeben.</translation>
    </message>
    <message>
        <source>{root} is a file, not a folder.</source>
        <translation>{root} ist eine Datei, kein Ordner.</translation>
    </message>
    <message>
        <source>Name a folder with --data-dir.</source>
        <translation>Mit --data-dir einen Ordner angeben.</translation>
    </message>
    <message>
        <source>Make it writable.</source>
        <translation>Sie beschreibbar machen.</translation>
    </message>
    <message>
        <source>{label} cannot be a label.</source>
        <translation>{label} ist keine gültige Bezeichnung.</translation>
    </message>
    <message>
        <source>Use small letters, digits, - and _, 40 at most.</source>
        <translation>Höchstens 40 Kleinbuchstaben, Ziffern, - und _ verwenden.</translation>
    </message>
    <message>
        <source>There is no secret {name}.</source>
        <translation>Es gibt kein Geheimnis {name}.</translation>
    </message>
    <message>
        <source>There are {names} and {prefix}LABEL.</source>
        <translation>Es gibt {names} und {prefix}LABEL.</translation>
    </message>
    <message>
        <source>The secret is empty.</source>
        <translation>Das Geheimnis ist leer.</translation>
    </message>
    <message>
        <source>To remove it: claudeops secrets rm {name}</source>
        <translation>Zum Entfernen: claudeops secrets rm {name}</translation>
    </message>
    <message>
        <source>The secret is not one line of text.</source>
        <translation>Das Geheimnis ist nicht eine einzelne Zeile Text.</translation>
    </message>
    <message>
        <source>Paste the value alone.</source>
        <translation>Nur den Wert einfügen.</translation>
    </message>
    <message>
        <source>{keyring} did not give back what was stored.</source>
        <translation>{keyring} hat nicht zurückgegeben, was gespeichert wurde.</translation>
    </message>
    <message>
        <source>Unlock it, or hand secrets over in the environment, as {variable}ANTHROPIC_API_KEY.</source>
        <translation>Ihn entsperren oder Geheimnisse in der Umgebung übergeben, als {variable}ANTHROPIC_API_KEY.</translation>
    </message>
    <message>
        <source>The keyring did not answer within {seconds} s: it may be locked and wait for its password.</source>
        <translation>Der Schlüsselbund hat nicht innerhalb von {seconds} s geantwortet: Vielleicht ist er gesperrt und wartet auf sein Passwort.</translation>
    </message>
    <message>
        <source>There is no keyring on this machine.</source>
        <translation>Auf diesem Rechner gibt es keinen Schlüsselbund.</translation>
    </message>
    <message>
        <source>Install one (on Debian: gnome-keyring, or KWallet), or hand secrets over in the environment, as {variable}ANTHROPIC_API_KEY.</source>
        <translation>Einen installieren (unter Debian: gnome-keyring oder KWallet) oder Geheimnisse in der Umgebung übergeben, als {variable}ANTHROPIC_API_KEY.</translation>
    </message>
    <message>
        <source>The keyring is locked.</source>
        <translation>Der Schlüsselbund ist gesperrt.</translation>
    </message>
    <message>
        <source>No keyring answers on this desktop.</source>
        <translation>Auf diesem Desktop antwortet kein Schlüsselbund.</translation>
    </message>
    <message>
        <source>The keyring failed ({kind}).</source>
        <translation>Der Schlüsselbund ist fehlgeschlagen ({kind}).</translation>
    </message>
    <message>
        <source>{path} is not a text file.</source>
        <translation>{path} ist keine Textdatei.</translation>
    </message>
    <message>
        <source>Move it away; the defaults hold without it.</source>
        <translation>Die Datei verschieben; ohne sie gelten die Vorgaben.</translation>
    </message>
    <message>
        <source>Fix that line, or move the file away.</source>
        <translation>Die Zeile korrigieren oder die Datei verschieben.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{name}: must be {choices} (found {value}).</source>
        <translation>{name}: muss {choices} sein (gefunden: {value}).</translation>
    </message>
    <message>
        <source>Nothing was changed. If a plugin adds it, enable that: `claudeops plugins list`.</source>
        <translation>Es wurde nichts geändert. Falls ein Plugin den Wert hinzufügt, dieses aktivieren: `claudeops plugins list`.</translation>
    </message>
    <message>
        <source>{name} in {origin}: there is no such setting.</source>
        <translation>{name} in {origin}: Diese Einstellung gibt es nicht.</translation>
    </message>
    <message>
        <source>{name} in {origin}</source>
        <translation>{name} in {origin}</translation>
    </message>
    <message>
        <source>{where}: {message}.</source>
        <translation>{where}: {message}.</translation>
    </message>
    <message>
        <source>Change it there.</source>
        <translation>Dort ändern.</translation>
    </message>
    <message>
        <source>{where}: this is a group of settings, not a value.</source>
        <translation>{where}: Das ist eine Gruppe von Einstellungen, kein Wert.</translation>
    </message>
    <message>
        <source>Write [{name}] and its settings below it.</source>
        <translation>[{name}] schreiben und die Einstellungen darunter.</translation>
    </message>
    <message>
        <source>{where}: must be {wanted} (found {value}).</source>
        <translation>{where}: muss {wanted} sein (gefunden: {value}).</translation>
    </message>
    <message>
        <source>Did you mean {name}?</source>
        <translation>Ist {name} gemeint?</translation>
    </message>
    <message>
        <source>Check its spelling.</source>
        <translation>Die Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>Else remove it, or update the application if a newer version wrote it.</source>
        <translation>Sonst entfernen, oder die Anwendung aktualisieren, falls eine neuere Version das geschrieben hat.</translation>
    </message>
    <message>
        <source>There is no session {session_id}.</source>
        <translation>Es gibt keine Sitzung {session_id}.</translation>
    </message>
    <message>
        <source>See `claudeops sessions list`.</source>
        <translation>Siehe `claudeops sessions list`.</translation>
    </message>
    <message>
        <source>{path} could not be written: {reason}.</source>
        <translation>{path} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Choose another place, or make room there.</source>
        <translation>Einen anderen Ort wählen oder dort Platz schaffen.</translation>
    </message>
    <message>
        <source>“{file}” does not say the format.</source>
        <translation>„{file}“ lässt das Format nicht erkennen.</translation>
    </message>
    <message>
        <source>End it in .html, .md or .json, or give --format.</source>
        <translation>Die Endung .html, .md oder .json verwenden oder --format angeben.</translation>
    </message>
    <message>
        <source>The guard&apos;s rules cannot be written to {path}: {reason}.</source>
        <translation>Die Regeln des Wächters können nicht nach {path} geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Search goes on by keywords. Check embedding.url, embedding.name and the key.</source>
        <translation>Die Suche läuft über Stichwörter weiter. embedding.url, embedding.name und den Schlüssel prüfen.</translation>
    </message>
    <message>
        <source>Check its name and the network: a model is downloaded when it is first used.</source>
        <translation>Den Namen und das Netzwerk prüfen: Ein Modell wird bei der ersten Verwendung heruntergeladen.</translation>
    </message>
    <message>
        <source>There is no file or folder {path}.</source>
        <translation>Es gibt keine Datei und keinen Ordner {path}.</translation>
    </message>
    <message>
        <source>Name transcripts, or folders that hold some.</source>
        <translation>Transkripte angeben oder Ordner, die welche enthalten.</translation>
    </message>
    <message>
        <source>There is no lesson {lesson_id}.</source>
        <translation>Es gibt keine Lehre {lesson_id}.</translation>
    </message>
    <message>
        <source>See `claudeops lessons list`.</source>
        <translation>Siehe `claudeops lessons list`.</translation>
    </message>
    <message>
        <source>There is a lesson with these very words already.</source>
        <translation>Es gibt bereits eine Lehre mit genau diesem Wortlaut.</translation>
    </message>
    <message>
        <source>Remove one of the two.</source>
        <translation>Eine der beiden entfernen.</translation>
    </message>
    <message>
        <source>The lesson is empty.</source>
        <translation>Die Lehre ist leer.</translation>
    </message>
    <message>
        <source>Say it in one sentence, such as “Prefer reload over restart”.</source>
        <translation>Sie in einem Satz formulieren, etwa „Reload statt Neustart bevorzugen“.</translation>
    </message>
    <message>
        <source>The lesson has {count} characters.</source>
        <translation>Die Lehre hat {count} Zeichen.</translation>
    </message>
    <message>
        <source>A lesson holds {limit} at most.</source>
        <translation>Eine Lehre fasst höchstens {limit}.</translation>
    </message>
    <message>
        <source>Memory {memory_id} has no version {number}.</source>
        <translation>Erinnerung {memory_id} hat keine Version {number}.</translation>
    </message>
    <message>
        <source>Its versions go from 1 to {last}.</source>
        <translation>Ihre Versionen gehen von 1 bis {last}.</translation>
    </message>
    <message>
        <source>There is no domain “{name}”.</source>
        <translation>Es gibt keinen Bereich „{name}“.</translation>
    </message>
    <message>
        <source>Use one of {choices}, or add your own in the settings: lifetimes.own, such as &apos;{{customers = &quot;0.002 180 365&quot;}}&apos;.</source>
        <translation>Einen von {choices} verwenden oder in den Einstellungen eigene hinzufügen: lifetimes.own, etwa &apos;{{customers = &quot;0.002 180 365&quot;}}&apos;.</translation>
    </message>
    <message>
        <source>The text of a memory is empty.</source>
        <translation>Der Text einer Erinnerung ist leer.</translation>
    </message>
    <message>
        <source>Say in one sentence what is worth remembering.</source>
        <translation>In einem Satz schreiben, was zu merken ist.</translation>
    </message>
    <message>
        <source>The text has {count} characters.</source>
        <translation>Der Text hat {count} Zeichen.</translation>
    </message>
    <message>
        <source>A memory holds {limit} at most.</source>
        <translation>Eine Erinnerung fasst höchstens {limit}.</translation>
    </message>
    <message>
        <source>There is no category “{category}”.</source>
        <translation>Es gibt keine Kategorie „{category}“.</translation>
    </message>
    <message>
        <source>Use one of {choices}.</source>
        <translation>Eines davon verwenden: {choices}.</translation>
    </message>
    <message>
        <source>The confidence is not a number.</source>
        <translation>Die Konfidenz ist keine Zahl.</translation>
    </message>
    <message>
        <source>Give one from 0 to 1.</source>
        <translation>Eine Zahl von 0 bis 1 angeben.</translation>
    </message>
    <message>
        <source>In the field service, {form}.</source>
        <translation>Im Feld „Dienst“: {form}.</translation>
    </message>
    <message>
        <source>“{subject}” is too short: it would be found in nearly everything.</source>
        <translation>„{subject}“ ist zu kurz: Es würde fast überall gefunden.</translation>
    </message>
    <message>
        <source>Name at least {least} characters.</source>
        <translation>Mindestens {least} Zeichen angeben.</translation>
    </message>
    <message>
        <source>There is no profile “{profile}”.</source>
        <translation>Es gibt kein Profil „{profile}“.</translation>
    </message>
    <message>
        <source>That pair was answered elsewhere, or one of its facts is gone.</source>
        <translation>Das Paar wurde anderswo beantwortet, oder eine der beiden Tatsachen gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Look again.</source>
        <translation>Noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>There is no second look {look_id}.</source>
        <translation>Es gibt keine zweite Prüfung {look_id}.</translation>
    </message>
    <message>
        <source>See `memory second-look list`.</source>
        <translation>Siehe `memory second-look list`.</translation>
    </message>
    <message>
        <source>There is nothing to take back of second look {look_id}.</source>
        <translation>An der zweiten Prüfung {look_id} gibt es nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>It changed nothing, or the pair was answered since: see `memory closed` and `review list`.</source>
        <translation>Sie hat nichts geändert, oder das Paar wurde seitdem beantwortet: siehe `memory closed` und `review list`.</translation>
    </message>
    <message>
        <source>Memory {memory_id} is not in the trash.</source>
        <translation>Erinnerung {memory_id} ist nicht im Papierkorb.</translation>
    </message>
    <message>
        <source>See `memory trash`.</source>
        <translation>Siehe `memory trash`.</translation>
    </message>
    <message>
        <source>There is no incident {incident_id}.</source>
        <translation>Es gibt keine Störung {incident_id}.</translation>
    </message>
    <message>
        <source>See `claudeops incidents list`.</source>
        <translation>Siehe `claudeops incidents list`.</translation>
    </message>
    <message>
        <source>Incident {incident_id} is resolved: {service} is well.</source>
        <translation>Störung {incident_id} ist behoben: {service} ist in Ordnung.</translation>
    </message>
    <message>
        <source>Start a run instead.</source>
        <translation>Stattdessen einen Lauf starten.</translation>
    </message>
    <message>
        <source>The check results in {path} were written by another version of Claude Ops.</source>
        <translation>Die Prüfergebnisse in {path} wurden von einer anderen Version von Claude Ops geschrieben.</translation>
    </message>
    <message>
        <source>Start the application: it sets them aside and begins new ones.</source>
        <translation>Die Anwendung starten: Sie legt die Ergebnisse beiseite und beginnt neue.</translation>
    </message>
    <message>
        <source>{count} older ones are lost.</source>
        <translation>{count} ältere sind verloren.</translation>
    </message>
    <message>
        <source>{count} results wait to be written.</source>
        <translation>{count} Ergebnisse warten darauf, geschrieben zu werden.</translation>
    </message>
    <message>
        <source>Make room on the disk and the folder writable; the checks themselves go on.</source>
        <translation>Auf dem Datenträger Platz schaffen und den Ordner beschreibbar machen; die Prüfungen selbst laufen weiter.</translation>
    </message>
    <message>
        <source>The file is set aside, and a new one begun, when the next results are written.</source>
        <translation>Die Datei wird beiseitegelegt und eine neue begonnen, sobald die nächsten Ergebnisse geschrieben werden.</translation>
    </message>
    <message>
        <source>The check results in {path} cannot be {done}: {why}.</source>
        <translation>Prüfergebnisse in {path}: Vorgang fehlgeschlagen ({done}): {why}.</translation>
    </message>
    <message>
        <source>{file} is in use by a run.</source>
        <translation>{file} wird gerade von einem Lauf verwendet.</translation>
    </message>
    <message>
        <source>It is gone on with when the run is over.</source>
        <translation>Es geht weiter, sobald der Lauf beendet ist.</translation>
    </message>
    <message>
        <source>Fix the file first.</source>
        <translation>Zuerst die Datei korrigieren.</translation>
    </message>
    <message>
        <source>{new} cannot be a service&apos;s name.</source>
        <translation>{new} kann kein Dienstname sein.</translation>
    </message>
    <message>
        <source>Use letters, digits, - and _ only.</source>
        <translation>Nur Buchstaben, Ziffern, - und _ verwenden.</translation>
    </message>
    <message>
        <source>It is called {old} already.</source>
        <translation>Er heißt bereits {old}.</translation>
    </message>
    <message>
        <source>There is a service {new} already: {use}.</source>
        <translation>Es gibt bereits einen Dienst {new}: {use}.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>The name {new} is in use: {use}.</source>
        <translation>Der Name {new} wird bereits verwendet: {use}.</translation>
    </message>
    <message>
        <source>it is named in records</source>
        <translation>er kommt in Aufzeichnungen vor</translation>
    </message>
    <message>
        <source>Choose another name, or merge both with `claudeops services rename {old} {new} --merge`. Merging cannot be undone.</source>
        <translation>Einen anderen Namen wählen oder beide mit `claudeops services rename {old} {new} --merge` zusammenführen. Das Zusammenführen kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>A renaming or removal waits for it; fix the file.</source>
        <translation>Eine Umbenennung oder Entfernung wartet darauf; die Datei korrigieren.</translation>
    </message>
    <message>
        <source>There is no service {service}.</source>
        <translation>Es gibt keinen Dienst {service}.</translation>
    </message>
    <message>
        <source>See `claudeops services list`.</source>
        <translation>Siehe `claudeops services list`.</translation>
    </message>
    <message>
        <source>Session {session_id} is running and may be about {service}.</source>
        <translation>Sitzung {session_id} läuft und betrifft vielleicht {service}.</translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it; then try again.</source>
        <translation>Warten, bis sie beendet ist, oder sie anhalten; dann erneut versuchen.</translation>
    </message>
    <message>
        <source>That is not one address.</source>
        <translation>Das ist keine einzelne Adresse.</translation>
    </message>
    <message>
        <source>Paste one address, such as ntfy://a-topic.</source>
        <translation>Eine Adresse einfügen, etwa ntfy://ein-thema.</translation>
    </message>
    <message>
        <source>apprise knows no such address.</source>
        <translation>apprise kennt keine solche Adresse.</translation>
    </message>
    <message>
        <source>See https://github.com/caronc/apprise for how addresses are written.</source>
        <translation>Wie Adressen geschrieben werden, steht auf https://github.com/caronc/apprise.</translation>
    </message>
    <message>
        <source>No notification server answers on this desktop.</source>
        <translation>Auf diesem Desktop antwortet kein Benachrichtigungsdienst.</translation>
    </message>
    <message>
        <source>Start one (most desktops have one; dunst is a small one), or look into the window.</source>
        <translation>Einen starten (die meisten Desktops haben einen; dunst ist ein kleiner) oder in der Anwendung nachsehen.</translation>
    </message>
    <message>
        <source>The notification server did not answer within {seconds} s.</source>
        <translation>Der Benachrichtigungsdienst hat nicht innerhalb von {seconds} s geantwortet.</translation>
    </message>
    <message>
        <source>This session has no message bus, so no notification can be shown.</source>
        <translation>Diese Sitzung hat keinen Nachrichtenbus; deshalb kann keine Benachrichtigung angezeigt werden.</translation>
    </message>
    <message>
        <source>{source} is a database of Claude Ops Desktop, not of claude-ops.</source>
        <translation>{source} ist eine Datenbank von Claude Ops Desktop, nicht von claude-ops.</translation>
    </message>
    <message>
        <source>`claudeops restore` brings back a backup, `claudeops memory import` what another one exported.</source>
        <translation>`claudeops restore` spielt eine Sicherung zurück, `claudeops memory import` importiert, was anderswo exportiert wurde.</translation>
    </message>
    <message>
        <source>{source} is not a database of claude-ops: it has none of the tables {tables}.</source>
        <translation>{source} ist keine Datenbank von claude-ops: Sie hat keine der Tabellen {tables}.</translation>
    </message>
    <message>
        <source>Name its claudeops.db.</source>
        <translation>Deren claudeops.db angeben.</translation>
    </message>
    <message>
        <source>There is no file {source}.</source>
        <translation>Es gibt keine Datei {source}.</translation>
    </message>
    <message>
        <source>Name the claudeops.db of claude-ops.</source>
        <translation>Die claudeops.db von claude-ops angeben.</translation>
    </message>
    <message>
        <source>{source} is damaged, or was written to while it was read: {found}.</source>
        <translation>{source} ist beschädigt oder wurde beim Lesen geändert: {found}.</translation>
    </message>
    <message>
        <source>Stop claude-ops and try again.</source>
        <translation>claude-ops anhalten und erneut versuchen.</translation>
    </message>
    <message>
        <source>{source} is not a database: {reason}.</source>
        <translation>{source} ist keine Datenbank: {reason}.</translation>
    </message>
    <message>
        <source>{source} cannot be read: {reason}.</source>
        <translation>{source} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Check its rights.</source>
        <translation>Die Zugriffsrechte prüfen.</translation>
    </message>
    <message>
        <source>Incident {incident_id} cannot explain itself.</source>
        <translation>Störung {incident_id} kann nicht ihre eigene Ursache sein.</translation>
    </message>
    <message>
        <source>Name another one.</source>
        <translation>Eine andere angeben.</translation>
    </message>
    <message>
        <source>That moment has passed already.</source>
        <translation>Dieser Zeitpunkt ist bereits vorbei.</translation>
    </message>
    <message>
        <source>Name a later end.</source>
        <translation>Ein späteres Ende angeben.</translation>
    </message>
    <message>
        <source>The note is empty.</source>
        <translation>Die Notiz ist leer.</translation>
    </message>
    <message>
        <source>Write what there is to say.</source>
        <translation>Schreiben, was zu sagen ist.</translation>
    </message>
    <message>
        <source>Incident {incident_id} is not resolved.</source>
        <translation>Störung {incident_id} ist nicht behoben.</translation>
    </message>
    <message>
        <source>Only a resolved one can be reopened.</source>
        <translation>Nur eine behobene kann wieder geöffnet werden.</translation>
    </message>
    <message>
        <source>{service} has an open incident already: {other}.</source>
        <translation>{service} hat bereits eine offene Störung: {other}.</translation>
    </message>
    <message>
        <source>Use that one.</source>
        <translation>Diese verwenden.</translation>
    </message>
    <message>
        <source>Incident {incident_id} is resolved already.</source>
        <translation>Störung {incident_id} ist bereits behoben.</translation>
    </message>
    <message>
        <source>`claudeops incidents reopen {incident_id}` opens it.</source>
        <translation>`claudeops incidents reopen {incident_id}` öffnet sie wieder.</translation>
    </message>
    <message>
        <source>A mute must name a service, a level or a text.</source>
        <translation>Eine Stummschaltung muss einen Dienst, eine Stufe oder einen Text angeben.</translation>
    </message>
    <message>
        <source>Else nothing would be heard of any more.</source>
        <translation>Sonst würde gar nichts mehr gemeldet.</translation>
    </message>
    <message>
        <source>There is no level {level}.</source>
        <translation>Es gibt keine Stufe {level}.</translation>
    </message>
    <message>
        <source>Use {choices}.</source>
        <translation>{choices} verwenden.</translation>
    </message>
    <message>
        <source>Another saved prompt is called “{name}”.</source>
        <translation>Ein anderer gespeicherter Prompt heißt bereits „{name}“.</translation>
    </message>
    <message>
        <source>A saved prompt needs a name.</source>
        <translation>Ein gespeicherter Prompt braucht einen Namen.</translation>
    </message>
    <message>
        <source>Give it a short one.</source>
        <translation>Ihm einen kurzen geben.</translation>
    </message>
    <message>
        <source>That name is longer than {limit} characters.</source>
        <translation>Der Name ist länger als {limit} Zeichen.</translation>
    </message>
    <message>
        <source>Give it a shorter one.</source>
        <translation>Einen kürzeren vergeben.</translation>
    </message>
    <message>
        <source>The dependency of {from_service} on {to_service} is gone.</source>
        <translation>Die Abhängigkeit von {from_service} zu {to_service} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Look at the map again.</source>
        <translation>Die Karte noch einmal ansehen.</translation>
    </message>
    <message>
        <source>Maintenance must end after it starts.</source>
        <translation>Die Wartung muss nach ihrem Beginn enden.</translation>
    </message>
    <message>
        <source>That maintenance would be over already.</source>
        <translation>Diese Wartung wäre bereits vorbei.</translation>
    </message>
    <message>
        <source>{name} has {limit} planned windows already.</source>
        <translation>{name} hat bereits {limit} geplante Zeitfenster.</translation>
    </message>
    <message>
        <source>Cancel some first.</source>
        <translation>Zuerst einige absagen.</translation>
    </message>
    <message>
        <source>Claude Ops is at this already: {job}, {step}.</source>
        <translation>Claude Ops ist bereits dabei: {job}, {step}.</translation>
    </message>
    <message>
        <source>It will be done.</source>
        <translation>Es wird erledigt.</translation>
    </message>
    <message>
        <source>Another Claude Ops is at this already: {job}, {step}.</source>
        <translation>Ein anderes Claude Ops ist bereits dabei: {job}, {step}.</translation>
    </message>
    <message>
        <source>The prompt cannot be written to {path}: {reason}.</source>
        <translation>Der Prompt kann nicht nach {path} geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The index of the logs cannot be written: {reason}.</source>
        <translation>Der Index der Logs kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>See that {folder} is writable and its disk not full; sessions go on without it.</source>
        <translation>Darauf achten, dass {folder} beschreibbar und der Datenträger nicht voll ist; Sitzungen laufen ohne ihn weiter.</translation>
    </message>
    <message>
        <source>The index of the logs cannot be written in {folder}: {reason}.</source>
        <translation>Der Index der Logs kann in {folder} nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Make the folder writable; sessions and their logs do not need the index.</source>
        <translation>Den Ordner beschreibbar machen; Sitzungen und ihre Logs brauchen den Index nicht.</translation>
    </message>
    <message>
        <source>The index of the logs cannot be read: {reason}.</source>
        <translation>Der Index der Logs kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>`claudeops index-logs` makes it anew; the logs themselves are not touched.</source>
        <translation>`claudeops index-logs` legt ihn neu an; die Logs selbst bleiben unverändert.</translation>
    </message>
    <message>
        <source>Session {session_id} is running, and could say again what is forgotten.</source>
        <translation>Sitzung {session_id} läuft und könnte wiederholen, was vergessen wird.</translation>
    </message>
    <message>
        <source>{count} sessions are running, and could say again what is forgotten.</source>
        <translation>{count} Sitzungen laufen und könnten wiederholen, was vergessen wird.</translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it; then purge again.</source>
        <translation>Warten, bis sie beendet ist, oder sie anhalten; dann erneut löschen.</translation>
    </message>
    <message>
        <source>Session {session_id} does not go on: {why}.</source>
        <translation>Sitzung {session_id} geht nicht weiter: {why}.</translation>
    </message>
    <message>
        <source>its run is gone</source>
        <translation>ihren Lauf gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Start a new run.</source>
        <translation>Einen neuen Lauf starten.</translation>
    </message>
    <message>
        <source>There is no recording {file}.</source>
        <translation>Es gibt keine Aufzeichnung {file}.</translation>
    </message>
    <message>
        <source>There is no agent “{asked}”.</source>
        <translation>Es gibt keinen Agenten „{asked}“.</translation>
    </message>
    <message>
        <source>Write minute, hour, day of the month, month and weekday, such as &quot;0 9 * * 1-5&quot; for weekdays at 09:00.</source>
        <translation>Minute, Stunde, Tag des Monats, Monat und Wochentag schreiben, etwa &quot;0 9 * * 1-5&quot; für werktags um 09:00.</translation>
    </message>
    <message>
        <source>&quot;{rule}&quot; is not a schedule this application knows.</source>
        <translation>&quot;{rule}&quot; ist kein Zeitplan, den diese Anwendung kennt.</translation>
    </message>
    <message>
        <source>A cron rule has five fields, and &quot;{rule}&quot; has {count}.</source>
        <translation>Eine Cron-Regel hat fünf Felder, &quot;{rule}&quot; hat {count}.</translation>
    </message>
    <message>
        <source>The day of the month &quot;{day}&quot; never comes in the month &quot;{month}&quot;.</source>
        <translation>Den Tag &quot;{day}&quot; gibt es im Monat &quot;{month}&quot; nie.</translation>
    </message>
    <message>
        <source>Choose a day that month has.</source>
        <translation>Einen Tag wählen, den der Monat hat.</translation>
    </message>
    <message>
        <source>&quot;{part}&quot; cannot be read</source>
        <translation>&quot;{part}&quot; kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>{part} runs backwards</source>
        <translation>{part} läuft rückwärts</translation>
    </message>
    <message>
        <source>the step /{step} is out of range</source>
        <translation>der Schritt /{step} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>&quot;{word}&quot; is not a {field}</source>
        <translation>&quot;{word}&quot; ist kein gültiger Wert für {field}</translation>
    </message>
    <message>
        <source>{number} is out of range</source>
        <translation>{number} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source> or names such as {name}</source>
        <translation> oder Namen wie {name}</translation>
    </message>
    <message>
        <source>The {field} &quot;{text}&quot; is wrong: {why}.</source>
        <translation>Das Feld {field} &quot;{text}&quot; ist falsch: {why}.</translation>
    </message>
    <message>
        <source>Use {low} to {high}{names}, *, a range such as {low}-{high}, or */2.</source>
        <translation>{low} bis {high}{names}, *, einen Bereich wie {low}-{high} oder */2 verwenden.</translation>
    </message>
    <message>
        <source>A schedule needs a name.</source>
        <translation>Ein Zeitplan braucht einen Namen.</translation>
    </message>
    <message>
        <source>Name it after what it does, such as &quot;Observe&quot;.</source>
        <translation>Ihn nach seiner Aufgabe benennen, etwa &quot;Beobachten&quot;.</translation>
    </message>
    <message>
        <source>There is no tier {tier}.</source>
        <translation>Es gibt keine Stufe {tier}.</translation>
    </message>
    <message>
        <source>Use 1 observe, 2 investigate or 3 remediate.</source>
        <translation>1 beobachten, 2 untersuchen oder 3 beheben verwenden.</translation>
    </message>
    <message>
        <source>“{name}” is there already.</source>
        <translation>„{name}“ ist bereits vorhanden.</translation>
    </message>
    <message>
        <source>There is no catch-up policy “{policy}”.</source>
        <translation>Es gibt keine Regel „{policy}“ zum Nachholen.</translation>
    </message>
    <message>
        <source>Use {choices}, or none for the settings&apos;.</source>
        <translation>{choices} verwenden, oder nichts für die der Einstellungen.</translation>
    </message>
    <message>
        <source>How old is too old is out of range.</source>
        <translation>Das Höchstalter liegt außerhalb des Bereichs.</translation>
    </message>
    <message>
        <source>Use one minute to a year.</source>
        <translation>Eine Minute bis ein Jahr verwenden.</translation>
    </message>
    <message>
        <source>There is no schedule {schedule_id}.</source>
        <translation>Es gibt keinen Zeitplan {schedule_id}.</translation>
    </message>
    <message>
        <source>List them to see their numbers.</source>
        <translation>Sie auflisten, um ihre Nummern zu sehen.</translation>
    </message>
    <message>
        <source>There is no due time {due_id}.</source>
        <translation>Es gibt keinen Termin {due_id}.</translation>
    </message>
    <message>
        <source>See `claudeops schedule history --state asked`.</source>
        <translation>Siehe `claudeops schedule history --state asked`.</translation>
    </message>
    <message>
        <source>That due time does not wait for an answer: it {said}.</source>
        <translation>Dieser Termin wartet nicht auf eine Antwort: {said}.</translation>
    </message>
    <message>
        <source>&quot;{kind}&quot; is not a kind of schedule.</source>
        <translation>&quot;{kind}&quot; ist keine Art von Zeitplan.</translation>
    </message>
    <message>
        <source>Use interval or cron.</source>
        <translation>interval oder cron verwenden.</translation>
    </message>
    <message>
        <source>The jitter of {jitter_s} s is out of range.</source>
        <translation>Die Streuung von {jitter_s} s liegt außerhalb des Bereichs.</translation>
    </message>
    <message>
        <source>Use 0 to {limit} seconds.</source>
        <translation>0 bis {limit} Sekunden verwenden.</translation>
    </message>
    <message>
        <source>cannot be read: {kind} {rule}</source>
        <translation>nicht lesbar: {kind} {rule}</translation>
    </message>
    <message>
        <source>Write seconds, or a time such as &quot;30 minutes&quot;, &quot;2 h&quot; or &quot;1 day&quot;.</source>
        <translation>Sekunden schreiben oder eine Zeit wie &quot;30 minutes&quot;, &quot;2 h&quot; oder &quot;1 day&quot;.</translation>
    </message>
    <message>
        <source>The interval &quot;{text}&quot; cannot be read.</source>
        <translation>Der Abstand &quot;{text}&quot; kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The interval &quot;{text}&quot; has the unknown unit &quot;{unit}&quot;.</source>
        <translation>Der Abstand &quot;{text}&quot; hat die unbekannte Einheit &quot;{unit}&quot;.</translation>
    </message>
    <message>
        <source>The interval is too short.</source>
        <translation>Der Abstand ist zu kurz.</translation>
    </message>
    <message>
        <source>Use one minute or more.</source>
        <translation>Eine Minute oder mehr verwenden.</translation>
    </message>
    <message>
        <source>The interval is too long.</source>
        <translation>Der Abstand ist zu lang.</translation>
    </message>
    <message>
        <source>Use a year or less.</source>
        <translation>Ein Jahr oder weniger verwenden.</translation>
    </message>
    <message>
        <source>the computer could not be kept awake: {why}</source>
        <translation>der Rechner konnte nicht wach gehalten werden: {why}</translation>
    </message>
    <message>
        <source>Alerts cannot come in: port {port} is used by another program.</source>
        <translation>Alarme können nicht eingehen: Port {port} wird von einem anderen Programm verwendet.</translation>
    </message>
    <message>
        <source>Alerts cannot come in: port {port} cannot be used ({reason}).</source>
        <translation>Alarme können nicht eingehen: Port {port} kann nicht verwendet werden ({reason}).</translation>
    </message>
    <message>
        <source>Choose another port in the settings.</source>
        <translation>In den Einstellungen einen anderen Port wählen.</translation>
    </message>
    <message>
        <source>{where} was made by a newer version of Claude Ops ({version}).</source>
        <translation>{where} wurde von einer neueren Version von Claude Ops erstellt ({version}).</translation>
    </message>
    <message>
        <source>Update the application, then restore it.</source>
        <translation>Die Anwendung aktualisieren, dann wiederherstellen.</translation>
    </message>
    <message>
        <source>{where} is not a backup that can be restored: {why}.</source>
        <translation>{where} ist keine Sicherung, die wiederhergestellt werden kann: {why}.</translation>
    </message>
    <message>
        <source>{target} exists already.</source>
        <translation>{target} gibt es bereits.</translation>
    </message>
    <message>
        <source>Name another file, or remove that one.</source>
        <translation>Eine andere Datei angeben oder diese entfernen.</translation>
    </message>
    <message>
        <source>There is nothing to back up: no database in {folder}.</source>
        <translation>Es gibt nichts zu sichern: keine Datenbank in {folder}.</translation>
    </message>
    <message>
        <source>Start the application once.</source>
        <translation>Die Anwendung einmal starten.</translation>
    </message>
    <message>
        <source>{target} was made by another program meanwhile.</source>
        <translation>{target} wurde inzwischen von einem anderen Programm angelegt.</translation>
    </message>
    <message>
        <source>Name another file.</source>
        <translation>Eine andere Datei angeben.</translation>
    </message>
    <message>
        <source>The disk is full: {target} could not be written, and nothing of it is left.</source>
        <translation>Der Datenträger ist voll: {target} konnte nicht geschrieben werden, und nichts davon ist übrig.</translation>
    </message>
    <message>
        <source>Free some space, or choose another place.</source>
        <translation>Platz schaffen oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>{target} could not be written: {reason}.</source>
        <translation>{target} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>The disk is full: the backup could not be written.</source>
        <translation>Der Datenträger ist voll: Die Sicherung konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>Platz schaffen.</translation>
    </message>
    <message>
        <source>The database {path} could not be copied: {reason}.</source>
        <translation>Die Datenbank {path} konnte nicht kopiert werden: {reason}.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Erneut versuchen.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{file}” is not what was packed.</source>
        <translation>{source} ist beschädigt: „{file}“ ist nicht, was gepackt wurde.</translation>
    </message>
    <message>
        <source>Use another backup.</source>
        <translation>Eine andere Sicherung verwenden.</translation>
    </message>
    <message>
        <source>Name a backup that `claudeops backup` made.</source>
        <translation>Eine mit `claudeops backup` erstellte Sicherung angeben.</translation>
    </message>
    <message>
        <source>{source} is not a backup, or is damaged.</source>
        <translation>{source} ist keine Sicherung oder ist beschädigt.</translation>
    </message>
    <message>
        <source>{source} is not a backup of Claude Ops.</source>
        <translation>{source} ist keine Sicherung von Claude Ops.</translation>
    </message>
    <message>
        <source>Name one that it made.</source>
        <translation>Eine von Claude Ops erstellte angeben.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{file}” cannot be unpacked.</source>
        <translation>{source} ist beschädigt: „{file}“ kann nicht entpackt werden.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{file}” has another size than it says.</source>
        <translation>{source} ist beschädigt: „{file}“ hat eine andere Größe als angegeben.</translation>
    </message>
    <message>
        <source>The database {path} cannot be made: {reason}.</source>
        <translation>Die Datenbank {path} kann nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>Make its folder writable, or name another one.</source>
        <translation>Ihren Ordner beschreibbar machen oder einen anderen angeben.</translation>
    </message>
    <message>
        <source>{target} exists already, so the copy was not made.</source>
        <translation>{target} gibt es bereits; deshalb wurde die Kopie nicht angelegt.</translation>
    </message>
    <message>
        <source>{database} has zero bytes, and rebuilding it from its write-ahead log failed: {reason}.</source>
        <translation>{database} hat null Bytes, und der Wiederaufbau aus dem Write-Ahead-Log ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>Free some space and make the folder writable; the log is kept.</source>
        <translation>Platz schaffen und den Ordner beschreibbar machen; das Log bleibt erhalten.</translation>
    </message>
    <message>
        <source>There is no database {path}.</source>
        <translation>Es gibt keine Datenbank {path}.</translation>
    </message>
    <message>
        <source>The database is in use by a run.</source>
        <translation>Die Datenbank wird gerade von einem Lauf verwendet.</translation>
    </message>
    <message>
        <source>Try again when it is over.</source>
        <translation>Erneut versuchen, wenn er beendet ist.</translation>
    </message>
    <message>
        <source>The database {path} cannot be used: {reason}.</source>
        <translation>Die Datenbank {path} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Make it and its folder writable.</source>
        <translation>Sie und ihren Ordner beschreibbar machen.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Claude Ops (schema {schema}, this one knows {known}).</source>
        <translation>{path} wurde von einer neueren Version von Claude Ops geschrieben (Schema {schema}, diese kennt {known}).</translation>
    </message>
    <message>
        <source>Update the application, restore a copy from {backups}, or start afresh with --data-dir.</source>
        <translation>Die Anwendung aktualisieren, eine Kopie aus {backups} wiederherstellen oder mit --data-dir neu beginnen.</translation>
    </message>
    <message>
        <source>{path} has {count} rows that point nowhere after the migration.</source>
        <translation>{path} hat nach der Migration {count} Zeilen, die ins Leere verweisen.</translation>
    </message>
    <message>
        <source>Restore the copy from {backups} and report this.</source>
        <translation>Die Kopie aus {backups} wiederherstellen und dies melden.</translation>
    </message>
    <message>
        <source>Name the damaged database.</source>
        <translation>Die beschädigte Datenbank angeben.</translation>
    </message>
    <message>
        <source>What was saved is in {fresh}, but could not take its place: {reason}.</source>
        <translation>Das Gerettete liegt in {fresh}, konnte aber nicht an seinen Platz gebracht werden: {reason}.</translation>
    </message>
    <message>
        <source>Move it there by hand.</source>
        <translation>Es von Hand dorthin verschieben.</translation>
    </message>
    <message>
        <source>Nothing can be read of {source}: no table is left in it.</source>
        <translation>Aus {source} kann nichts gelesen werden: Es ist keine Tabelle mehr vorhanden.</translation>
    </message>
    <message>
        <source>Restore a backup with `claudeops restore FILE`.</source>
        <translation>Mit `claudeops restore DATEI` eine Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>There is not enough room: the backup unpacks to {megabytes} MB.</source>
        <translation>Der Platz reicht nicht: Die Sicherung belegt entpackt {megabytes} MB.</translation>
    </message>
    <message>
        <source>There is not enough room: the database takes {size}.</source>
        <translation>Der Platz reicht nicht: Die Datenbank belegt {size}.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{name}” is not what was packed.</source>
        <translation>{source} ist beschädigt: „{name}“ ist nicht, was gepackt wurde.</translation>
    </message>
    <message>
        <source>{source} was made by a newer version of Claude Ops ({version}, schema {schema}; this is {own_version}, schema {known}).</source>
        <translation>{source} wurde von einer neueren Version von Claude Ops erstellt ({version}, Schema {schema}; diese ist {own_version}, Schema {known}).</translation>
    </message>
    <message>
        <source>The database in {source} is damaged: {fault}.</source>
        <translation>Die Datenbank in {source} ist beschädigt: {fault}.</translation>
    </message>
    <message>
        <source>A backup is being restored into {folder} right now.</source>
        <translation>In {folder} wird gerade eine Sicherung wiederhergestellt.</translation>
    </message>
    <message>
        <source>Try again when that is done.</source>
        <translation>Erneut versuchen, wenn das abgeschlossen ist.</translation>
    </message>
    <message>
        <source>Claude Ops is at work on {folder}.</source>
        <translation>Claude Ops arbeitet gerade mit {folder}.</translation>
    </message>
    <message>
        <source>Quit the window and `claudeops daemon` there first.</source>
        <translation>Dort zuerst das Fenster und `claudeops daemon` beenden.</translation>
    </message>
    <message>
        <source>{name} in {source} is larger than {megabytes} MB.</source>
        <extracomment>Groups that say how things look or how long they are kept. Every other group counts as one that matters.</extracomment>
        <translation>{name} in {source} ist größer als {megabytes} MB.</translation>
    </message>
    <message>
        <source>{source} is not a whole database of Claude Ops: {reason}.</source>
        <translation>{source} ist keine vollständige Datenbank von Claude Ops: {reason}.</translation>
    </message>
    <message>
        <source>{source} unpacks to {size}, more than the limit of {limit}.</source>
        <translation>{source} belegt entpackt {size}, mehr als die Grenze von {limit}.</translation>
    </message>
    <message>
        <source>If you trust the file, allow it: `claudeops restore --max-size {megabytes}MB …`.</source>
        <translation>Falls die Datei vertrauenswürdig ist, sie zulassen: `claudeops restore --max-size {megabytes}MB …`.</translation>
    </message>
    <message>
        <source>{database} cannot be moved to {backups}: {reason}.</source>
        <translation>{database} kann nicht nach {backups} verschoben werden: {reason}.</translation>
    </message>
    <message>
        <source>Make both writable.</source>
        <translation>Beide beschreibbar machen.</translation>
    </message>
    <message>
        <source>The database took the whole write back.</source>
        <translation>Die Datenbank hat den ganzen Schreibvorgang zurückgenommen.</translation>
    </message>
    <message>
        <source>It will be tried again.</source>
        <translation>Es wird erneut versucht.</translation>
    </message>
    <message>
        <source>The copy before the upgrade could not be written: {reason}.</source>
        <translation>Die Kopie vor der Aktualisierung konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Free some space and make the folder of backups writable; nothing was changed.</source>
        <translation>Platz schaffen und den Ordner der Sicherungen beschreibbar machen; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>That would be a circle: {cycle}.</source>
        <translation>Das wäre ein Kreis: {cycle}.</translation>
    </message>
    <message>
        <source>{service} cannot depend on itself.</source>
        <translation>{service} kann nicht von sich selbst abhängen.</translation>
    </message>
    <message>
        <source>There is no services.toml yet, which is where dependencies stand.</source>
        <translation>Es gibt noch keine services.toml, in der Abhängigkeiten stehen.</translation>
    </message>
    <message>
        <source>Begin it with `claudeops services add`, or `claudeops services init`.</source>
        <translation>Sie mit `claudeops services add` oder `claudeops services init` anlegen.</translation>
    </message>
    <message>
        <source>{file} has no service {service}.</source>
        <translation>{file} hat keinen Dienst {service}.</translation>
    </message>
    <message>
        <source>That is not a valid URL.</source>
        <translation>Das ist keine gültige URL.</translation>
    </message>
    <message>
        <source>Write https://host/path, or host:port.</source>
        <translation>https://host/pfad oder host:port schreiben.</translation>
    </message>
    <message>
        <source>{path} is not a text file. Move it away; without it this machine is watched.</source>
        <translation>{path} ist keine Textdatei. Sie verschieben; ohne sie wird dieser Rechner überwacht.</translation>
    </message>
    <message>
        <source>{origin}, the table that begins in line {line} cannot be read: {reason}. Fix that place.</source>
        <translation>{origin}, die Tabelle ab Zeile {line} kann nicht gelesen werden: {reason}. Diese Stelle korrigieren.</translation>
    </message>
    <message>
        <source>{origin}, service number {number}: write it as a [[service]] table.</source>
        <translation>{origin}, Dienst Nummer {number}: als [[service]]-Tabelle schreiben.</translation>
    </message>
    <message>
        <source>{origin} names no service.</source>
        <translation>{origin} nennt keinen Dienst.</translation>
    </message>
    <message>
        <source>Add a [[service]] table, or remove the file.</source>
        <translation>Eine [[service]]-Tabelle hinzufügen oder die Datei entfernen.</translation>
    </message>
    <message>
        <source>{origin}: there is no table {name}{hint} Each check is a [[service]] table.</source>
        <translation>{origin}: Es gibt keine Tabelle {name}{hint} Jede Prüfung ist eine [[service]]-Tabelle.</translation>
    </message>
    <message>
        <source>{origin} names no service. Add a [[service]] table, or remove the file.</source>
        <translation>{origin} nennt keinen Dienst. Eine [[service]]-Tabelle hinzufügen oder die Datei entfernen.</translation>
    </message>
    <message>
        <source>{place}: name is missing. Add name = &quot;…&quot;, the name that events and memories will use.</source>
        <translation>{place}: name fehlt. name = &quot;…&quot; hinzufügen, den Namen für Ereignisse und Erinnerungen.</translation>
    </message>
    <message>
        <source>{place}: check is missing. Say what kind it is, one of: {names}.</source>
        <translation>{place}: check fehlt. Die Art angeben, eine von: {names}.</translation>
    </message>
    <message>
        <source>{place}: there is no check {kind}{hint}</source>
        <translation>{place}: Es gibt keine Prüfung {kind}{hint}</translation>
    </message>
    <message>
        <source>{place}: there is no field &apos;builtin&apos;. Remove it.</source>
        <translation>{place}: Es gibt kein Feld &apos;builtin&apos;. Es entfernen.</translation>
    </message>
    <message>
        <source>{origin}, service {name}: it has two {check} checks that cannot be told apart. Give one of them a label, such as label = &quot;second&quot;.</source>
        <translation>{origin}, Dienst {name}: Er hat zwei Prüfungen {check}, die nicht zu unterscheiden sind. Einer davon eine Bezeichnung geben, etwa label = &quot;second&quot;.</translation>
    </message>
    <message>
        <source>{origin} has no service {names}. It has: {there}.</source>
        <translation>{origin} hat keinen Dienst {names}. Vorhanden: {there}.</translation>
    </message>
    <message>
        <source>The services are checked as they were before.</source>
        <translation>Die Dienste werden wie zuvor geprüft.</translation>
    </message>
    <message>
        <source>Something in Claude Ops failed; what you were doing may not have happened. The log says more.</source>
        <translation>In Claude Ops ist etwas fehlgeschlagen; vielleicht wurde der Vorgang nicht ausgeführt. Das Log sagt mehr.</translation>
    </message>
    <message>
        <source>Sundays</source>
        <translation>Sonntags</translation>
    </message>
    <message>
        <source>Mondays</source>
        <translation>Montags</translation>
    </message>
    <message>
        <source>Tuesdays</source>
        <translation>Dienstags</translation>
    </message>
    <message>
        <source>Wednesdays</source>
        <translation>Mittwochs</translation>
    </message>
    <message>
        <source>Thursdays</source>
        <translation>Donnerstags</translation>
    </message>
    <message>
        <source>Fridays</source>
        <translation>Freitags</translation>
    </message>
    <message>
        <source>Saturdays</source>
        <translation>Samstags</translation>
    </message>
    <message>
        <source>Every 15 minutes</source>
        <translation>Alle 15 Minuten</translation>
    </message>
    <message>
        <source>Every 30 minutes</source>
        <translation>Alle 30 Minuten</translation>
    </message>
    <message>
        <source>Every hour</source>
        <translation>Jede Stunde</translation>
    </message>
    <message>
        <source>Every 6 hours</source>
        <translation>Alle 6 Stunden</translation>
    </message>
    <message>
        <source>Every day at 09:00</source>
        <translation>Jeden Tag um 09:00</translation>
    </message>
    <message>
        <source>Weekdays at 09:00</source>
        <translation>Werktags um 09:00</translation>
    </message>
    <message>
        <source>Mondays at 09:00</source>
        <translation>Montags um 09:00</translation>
    </message>
    <message>
        <source>On the 1st at 06:00</source>
        <translation>Am 1. um 06:00</translation>
    </message>
    <message>
        <source>runs missed ones once</source>
        <translation>holt verpasste Läufe einmal nach</translation>
    </message>
    <message>
        <source>skips missed ones</source>
        <translation>lässt verpasste Läufe aus</translation>
    </message>
    <message>
        <source>asks about missed ones</source>
        <translation>fragt nach verpassten Läufen</translation>
    </message>
    <message numerus="yes">
        <source>Every %n second</source>
        <comment>Every %n seconds</comment>
        <translation>
            <numerusform>Jede Sekunde</numerusform>
            <numerusform>Alle %n Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Every second</source>
        <translation>Jede Sekunde</translation>
    </message>
    <message numerus="yes">
        <source>Every %n minute</source>
        <comment>Every %n minutes</comment>
        <translation>
            <numerusform>Jede Minute</numerusform>
            <numerusform>Alle %n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>Every minute</source>
        <translation>Jede Minute</translation>
    </message>
    <message numerus="yes">
        <source>Every %n hour</source>
        <comment>Every %n hours</comment>
        <translation>
            <numerusform>Jede Stunde</numerusform>
            <numerusform>Alle %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every %n day</source>
        <comment>Every %n days</comment>
        <translation>
            <numerusform>Jeden Tag</numerusform>
            <numerusform>Alle %n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>Every day</source>
        <translation>Jeden Tag</translation>
    </message>
    <message numerus="yes">
        <source>Every %n week</source>
        <comment>Every %n weeks</comment>
        <translation>
            <numerusform>Jede Woche</numerusform>
            <numerusform>Alle %n Wochen</numerusform>
        </translation>
    </message>
    <message>
        <source>Every week</source>
        <translation>Jede Woche</translation>
    </message>
    <message>
        <source>up to {span} later</source>
        <translation>bis zu {span} später</translation>
    </message>
    <message>
        <source>nothing older than {span}</source>
        <translation>nichts, was älter ist als {span}</translation>
    </message>
    <message>
        <source>waits for the network</source>
        <translation>wartet auf das Netzwerk</translation>
    </message>
    <message>
        <source>keeps the computer awake</source>
        <translation>hält den Rechner wach</translation>
    </message>
    <message>
        <source>{day} at {times}</source>
        <translation>{day} um {times}</translation>
    </message>
    <message>
        <source>at {times}</source>
        <translation>um {times}</translation>
    </message>
    <message>
        <source>Weekdays</source>
        <translation>Werktags</translation>
    </message>
    <message>
        <source>Weekends</source>
        <translation>Am Wochenende</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} und {last}</translation>
    </message>
</context>
</TS>

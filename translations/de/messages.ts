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
        <source>Projects whose facts the sessions of this computer may see.</source>
        <translation>Projekte, deren Fakten die Sitzungen dieses Rechners sehen dürfen.</translation>
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
        <source>Whether sessions run in a profile of bubblewrap, in which reading cannot write: required (no session starts without it), preferred (where this computer can), or off.</source>
        <translation>Ob Sitzungen in einem Profil von bubblewrap laufen, in dem Lesen nicht schreiben kann: required (ohne startet keine Sitzung), preferred (wo dieser Rechner es kann) oder off.</translation>
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
        <source>The weekly report, to the addresses you added (mail, chat).</source>
        <translation>Der Wochenbericht, an die hinzugefügten Adressen (Mail, Chat).</translation>
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
        <source>Port of the server: for alerts, REST and MCP.</source>
        <translation>Port des Servers: für Alarme, REST und MCP.</translation>
    </message>
    <message>
        <source>Other host names by which the server may be called, such as a reverse proxy&apos;s.</source>
        <translation>Weitere Rechnernamen, unter denen der Server angesprochen werden darf, etwa der eines Reverse-Proxys.</translation>
    </message>
    <message>
        <source>Tier at which a run started by an alert begins.</source>
        <translation>Stufe, mit der ein von einem Alarm gestarteter Lauf beginnt.</translation>
    </message>
    <message>
        <source>Offer the REST interface and MCP to programs that have a token.</source>
        <translation>REST-Schnittstelle und MCP für Programme anbieten, die ein Token haben.</translation>
    </message>
    <message>
        <source>IP address to listen on. Anything beyond this computer needs a certificate or a reverse proxy.</source>
        <translation>IP-Adresse, an der gelauscht wird. Alles, was über diesen Rechner hinausgeht, braucht ein Zertifikat oder einen Reverse-Proxy.</translation>
    </message>
    <message>
        <source>Certificate for TLS, a PEM file. Empty: plain HTTP.</source>
        <translation>Zertifikat für TLS, eine PEM-Datei. Leer: HTTP ohne Verschlüsselung.</translation>
    </message>
    <message>
        <source>Private key of the certificate, a PEM file.</source>
        <translation>Privater Schlüssel des Zertifikats, eine PEM-Datei.</translation>
    </message>
    <message>
        <source>Address of the reverse proxy in front, such as https://ops.example.org.</source>
        <translation>Adresse des vorgeschalteten Reverse-Proxys, etwa https://ops.example.org.</translation>
    </message>
    <message>
        <source>IP addresses or networks of reverse proxies on other computers that say for whom they ask (X-Forwarded-For).</source>
        <translation>IP-Adressen oder Netze von Reverse-Proxys auf anderen Rechnern, die sagen, für wen sie fragen (X-Forwarded-For).</translation>
    </message>
    <message>
        <source>Put a one-time link for answering into notifications of questions that leave this computer.</source>
        <translation>Einen einmaligen Link zum Beantworten in Benachrichtigungen über Fragen aufnehmen, die diesen Rechner verlassen.</translation>
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
        <source>Tokens for problems that were seen before, and what helped.</source>
        <translation>Tokens für Probleme, die schon einmal auftraten, und was half.</translation>
    </message>
    <message>
        <source>Tokens for patterns in the prompt of a tier.</source>
        <translation>Tokens für Muster im Prompt einer Stufe.</translation>
    </message>
    <message>
        <source>Tokens for patterns in the prompt of a verifier.</source>
        <translation>Tokens für Muster im Prompt eines Prüfers.</translation>
    </message>
    <message>
        <source>Tokens for all memory in a prompt; its parts share them.</source>
        <translation>Tokens für alle Erinnerungen in einem Prompt; die Teile teilen sie sich.</translation>
    </message>
    <message>
        <source>Tokens for the services of a run and how they stand.</source>
        <translation>Tokens für die Dienste eines Laufs und wie es um sie steht.</translation>
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
        <source>The model set below, where it is allowed, rephrases a question before the search, within 2 seconds.</source>
        <translation>Das unten eingestellte Modell formuliert, wo es erlaubt ist, eine Frage vor der Suche um, in höchstens 2 Sekunden.</translation>
    </message>
    <message>
        <source>How thoroughly recall searches by default.</source>
        <translation>Wie gründlich die Suche im Gedächtnis normalerweise ist.</translation>
    </message>
    <message>
        <source>Once the day&apos;s recalls have cost this much, recall is cut to 5 memories, no graph or model. 0: never.</source>
        <translation>Haben die Abfragen des Tages so viel gekostet, wird gespart: 5 Erinnerungen, kein Graph, kein Modell. 0: nie.</translation>
    </message>
    <message>
        <source>A model may read finished sessions, settle uncertain verdicts, decide about proposals, and write summaries and insights. Until you say yes, nothing is sent to one.</source>
        <translation>Ein Modell darf beendete Sitzungen lesen, unsichere Urteile klären, über Vorschläge entscheiden und Zusammenfassungen und Erkenntnisse schreiben. Bis Sie zustimmen, wird keinem etwas gesendet.</translation>
    </message>
    <message>
        <source>Which model: a small one of the Claude CLI, or that of an OpenAI-compatible endpoint (Ollama).</source>
        <translation>Welches Modell: ein kleines der Claude-CLI oder das eines OpenAI-kompatiblen Endpunkts (Ollama).</translation>
    </message>
    <message>
        <source>Once the day&apos;s calls have cost this much, no model is asked until tomorrow. 0: no cap.</source>
        <translation>Haben die Aufrufe eines Tages so viel gekostet, wird bis morgen kein Modell gefragt. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>What is about these services, or mentions them, is never sent to a model.</source>
        <translation>Was diese Dienste betrifft oder sie erwähnt, wird nie an ein Modell gesendet.</translation>
    </message>
    <message>
        <source>URL of a PostgreSQL database that holds the store, without a password. Empty: the file on this machine. `claudeops store move` sets it. Takes effect at the next start.</source>
        <translation>URL einer PostgreSQL-Datenbank, die die Daten enthält, ohne Passwort. Leer: die Datei auf diesem Computer. `claudeops store move` setzt sie. Wirkt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Your name among those who share a store on a server: what is private to you is shown under it alone. Empty: your name on this computer. What is private to the former name stays so.</source>
        <translation>Ihr Name unter denen, die sich eine Datenbank auf einem Server teilen: Was für Sie privat ist, wird nur unter ihm gezeigt. Leer: Ihr Name auf diesem Computer. Was unter dem früheren Namen privat ist, bleibt es.</translation>
    </message>
    <message>
        <source>Where the files are; empty for the folder “knowledge” in the data folder. A folder inside a git repository of yours is committed there.</source>
        <translation>Wo die Dateien liegen; leer für den Ordner „knowledge“ im Datenordner. Liegt der Ordner in einem eigenen Git-Repository, wird dort committet.</translation>
    </message>
    <message>
        <source>Git repository through which workstations share knowledge, by https or ssh; empty for none. A password or token is kept in the keyring, never here.</source>
        <translation>Git-Repository, über das Arbeitsplätze ihr Wissen teilen, per https oder ssh; leer für keines. Ein Passwort oder Token steht im Schlüsselbund, nie hier.</translation>
    </message>
    <message>
        <source>Minutes between two syncs while the application runs. 0: only every night and when you ask.</source>
        <translation>Minuten zwischen zwei Abgleichen, solange die Anwendung läuft. 0: nur jede Nacht und auf Verlangen.</translation>
    </message>
    <message>
        <source>What other workstations call this one; empty for its random number alone.</source>
        <translation>Wie andere Arbeitsplätze diesen nennen; leer für seine Zufallszahl allein.</translation>
    </message>
    <message>
        <source>Files and folders that are never shared, with commas between them, such as notes/private, *-draft.md.</source>
        <translation>Dateien und Ordner, die nie geteilt werden, durch Kommas getrennt, etwa notes/private, *-draft.md.</translation>
    </message>
    <message>
        <source>At most this many proposals a week.</source>
        <translation>Höchstens so viele Vorschläge in der Woche.</translation>
    </message>
    <message>
        <source>After which runs a second session checks the claims of the first, with read-only tools: never, after one run a day, after runs that reached tier 3, or always. It costs as much as another session.</source>
        <translation>Nach welchen Läufen eine zweite Sitzung die Behauptungen der ersten prüft, mit Werkzeugen, die nur lesen: nie, nach einem Lauf am Tag, nach Läufen bis Stufe 3 oder immer. Das kostet so viel wie eine weitere Sitzung.</translation>
    </message>
    <message>
        <source>A proven pattern becomes active by evidence alone, without your approval.</source>
        <translation>Ein bewährtes Muster wird allein durch Belege aktiv, ohne Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>A pattern becomes a candidate after so many sightings.</source>
        <translation>Nach so vielen Beobachtungen wird ein Muster zum Kandidaten.</translation>
    </message>
    <message>
        <source>A pattern is proven once it held so many times, …</source>
        <translation>Ein Muster ist bewährt, sobald es sich so oft bestätigt hat, …</translation>
    </message>
    <message>
        <source>… on so many services or hosts, or in so many weeks or projects.</source>
        <translation>… auf so vielen Diensten oder Rechnern oder in so vielen Wochen oder Projekten.</translation>
    </message>
    <message>
        <source>A pattern that was not used for so long is deprecated.</source>
        <translation>Ein Muster, das so lange nicht verwendet wurde, wird außer Gebrauch genommen.</translation>
    </message>
    <message>
        <source>Once a week, ask whether there is a newer version. Only the version is sent.</source>
        <translation>Einmal in der Woche fragen, ob es eine neuere Version gibt. Gesendet wird nur die Version.</translation>
    </message>
    <message>
        <source>Address that answers with the newest version as a small JSON document. While empty, nothing is asked.</source>
        <translation>Adresse, die mit der neuesten Version als kleinem JSON-Dokument antwortet. Solange sie leer ist, wird nichts gefragt.</translation>
    </message>
    <message>
        <source>A web address: status, text, speed</source>
        <translation>Eine Webadresse: Status, Text, Tempo</translation>
    </message>
    <message>
        <source>A port that takes connections</source>
        <translation>Ein Port, der Verbindungen annimmt</translation>
    </message>
    <message>
        <source>A question to a DNS server</source>
        <translation>Eine Frage an einen DNS-Server</translation>
    </message>
    <message>
        <source>A certificate and the days it has left</source>
        <translation>Ein Zertifikat und seine Restlaufzeit</translation>
    </message>
    <message>
        <source>Running processes, counted</source>
        <translation>Laufende Prozesse, gezählt</translation>
    </message>
    <message>
        <source>A systemd unit</source>
        <translation>Eine systemd-Unit</translation>
    </message>
    <message>
        <source>A container of Docker or Podman</source>
        <translation>Ein Container von Docker oder Podman</translation>
    </message>
    <message>
        <source>Free space of a file system</source>
        <translation>Freier Platz eines Dateisystems</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>Freier Speicher</translation>
    </message>
    <message>
        <source>The load per core</source>
        <translation>Die Last je Kern</translation>
    </message>
    <message>
        <source>A program and its exit code</source>
        <translation>Ein Programm und sein Exit-Code</translation>
    </message>
    <message>
        <source>Whether names resolve here</source>
        <translation>Ob Namen hier aufgelöst werden</translation>
    </message>
    <message>
        <source>A datagram to a port, and the answer</source>
        <translation>Ein Datagramm an einen Port und die Antwort</translation>
    </message>
    <message>
        <source>A job that reports in by itself; late means down</source>
        <translation>Ein Job, der sich selbst meldet; zu spät heißt ausgefallen</translation>
    </message>
    <message>
        <source>What a disk reports about its own health</source>
        <translation>Was ein Datenträger über seinen Zustand meldet</translation>
    </message>
    <message>
        <source>The address to request, such as &quot;http://127.0.0.1:8080/health&quot;.</source>
        <translation>Die abgefragte Adresse, etwa &quot;http://127.0.0.1:8080/health&quot;.</translation>
    </message>
    <message>
        <source>The method of the request.</source>
        <translation>Die Methode der Anfrage.</translation>
    </message>
    <message>
        <source>Status codes that mean healthy: 200, 2xx, 200-399, or several with commas.</source>
        <translation>Statuscodes, die in Ordnung bedeuten: 200, 2xx, 200-399, oder mehrere mit Kommas.</translation>
    </message>
    <message>
        <source>One header per line, as Name: value. ${NAME} is taken from the environment.</source>
        <translation>Ein Header je Zeile, als Name: Wert. ${NAME} kommt aus der Umgebung.</translation>
    </message>
    <message>
        <source>The body of the request. Empty: none.</source>
        <translation>Was mitgesendet wird. Leer: nichts.</translation>
    </message>
    <message>
        <source>Follow redirects, and judge the final answer.</source>
        <translation>Weiterleitungen folgen und das Ziel beurteilen.</translation>
    </message>
    <message>
        <source>Slower than this many milliseconds is degraded. Empty: any speed will do.</source>
        <translation>Langsamer als so viele Millisekunden ist beeinträchtigt. Leer: jedes Tempo genügt.</translation>
    </message>
    <message>
        <source>Where the value is in a JSON answer: &quot;status&quot; or &quot;data.items[0].ok&quot;. Empty: none.</source>
        <translation>Wo in einer JSON-Antwort der Wert steht: &quot;status&quot; oder &quot;data.items[0].ok&quot;. Leer: keiner.</translation>
    </message>
    <message>
        <source>State of the service if the value is different or missing.</source>
        <translation>Was es bedeutet, wenn der Wert anders ist oder fehlt.</translation>
    </message>
    <message>
        <source>Protocol before TLS. Automatic: smtp on 25 and 587, imap on 143, pop3 on 110, none elsewhere.</source>
        <translation>Protokoll vor TLS. Automatisch: smtp auf 25 und 587, imap auf 143, pop3 auf 110, sonst keines.</translation>
    </message>
    <message>
        <source>Which addresses are used. Automatic: all of them, in turn.</source>
        <translation>Welche Adressen gefragt werden. Automatisch: alle der Reihe nach.</translation>
    </message>
    <message>
        <source>Number of echo requests.</source>
        <translation>Anzahl der Echo-Anfragen.</translation>
    </message>
    <message>
        <source>More loss than this, in percent, is degraded.</source>
        <translation>Mehr Verlust, in Prozent, ist beeinträchtigt.</translation>
    </message>
    <message>
        <source>State of the service if there is no answer and none is expected. If one is expected, it is down.</source>
        <translation>Was keine Antwort bedeutet, wenn keine erwartet wird. Wird eine erwartet, ist er ausgefallen.</translation>
    </message>
    <message>
        <source>State of the service if the query returns nothing.</source>
        <translation>Was es bedeutet, wenn die Abfrage nichts liefert.</translation>
    </message>
    <message>
        <source>The job reports every this many seconds.</source>
        <translation>Der Job meldet sich alle so viele Sekunden.</translation>
    </message>
    <message>
        <source>Seconds that it may be late.</source>
        <translation>So viele Sekunden darf er sich verspäten.</translation>
    </message>
    <message>
        <source>The device type for smartctl -d, such as sat for a USB case. Empty: detected.</source>
        <translation>Der Gerätetyp für smartctl -d, etwa sat für ein USB-Gehäuse. Leer: wird ermittelt.</translation>
    </message>
    <message>
        <source>This temperature or more is degraded. Empty: any temperature will do.</source>
        <translation>So heiß oder heißer ist beeinträchtigt. Leer: jede Temperatur genügt.</translation>
    </message>
    <message>
        <source>Source: /proc/mdstat, or mdadm, which needs root.</source>
        <translation>Quelle: /proc/mdstat oder mdadm, das root braucht.</translation>
    </message>
    <message>
        <source>The name to look up.</source>
        <translation>Der gefragte Name.</translation>
    </message>
    <message>
        <source>IP address of the DNS server. Empty: this machine&apos;s own.</source>
        <translation>IP-Adresse des gefragten Servers. Leer: der dieses Rechners.</translation>
    </message>
    <message>
        <source>A regular expression for the command line.</source>
        <translation>Ein regulärer Ausdruck für die Befehlszeile.</translation>
    </message>
    <message>
        <source>At least this many.</source>
        <translation>Mindestens so viele.</translation>
    </message>
    <message>
        <source>At most this many. Empty: any number.</source>
        <translation>Höchstens so viele. Leer: beliebig viele.</translation>
    </message>
    <message>
        <source>The expected state.</source>
        <translation>Der Sollzustand.</translation>
    </message>
    <message>
        <source>Automatic uses whichever is installed.</source>
        <translation>Automatisch nimmt, was vorhanden ist.</translation>
    </message>
    <message>
        <source>The compose project it belongs to. Commands for that project count for this service.</source>
        <translation>Das zugehörige Compose-Projekt. Befehle dafür zählen für diesen Dienst.</translation>
    </message>
    <message>
        <source>The folder of its compose file, such as /srv/media. Commands in it count for this service.</source>
        <translation>Der Ordner der Compose-Datei, etwa /srv/media. Befehle darin zählen für diesen Dienst.</translation>
    </message>
    <message>
        <source>A path in the file system to check.</source>
        <translation>Ein Pfad im geprüften Dateisystem.</translation>
    </message>
    <message>
        <source>Check free inodes too.</source>
        <translation>Auch freie Inodes prüfen.</translation>
    </message>
    <message>
        <source>The average over this many minutes.</source>
        <translation>Der Durchschnitt über so viele Minuten.</translation>
    </message>
    <message>
        <source>More than this per core is degraded.</source>
        <translation>Mehr je Kern ist beeinträchtigt.</translation>
    </message>
    <message>
        <source>More than this per core is critical.</source>
        <translation>Mehr je Kern ist kritisch.</translation>
    </message>
    <message>
        <source>The program and its arguments, quoted as in a shell; it is run without one.</source>
        <translation>Das Programm mit Argumenten wie in einer Shell; es läuft ohne Shell.</translation>
    </message>
    <message>
        <source>The exit code that means healthy.</source>
        <translation>Der Exit-Code, der in Ordnung bedeutet.</translation>
    </message>
    <message>
        <source>It changes nothing, so it may run in a dry run too.</source>
        <translation>Er ändert nichts und darf auch in einem Probelauf laufen.</translation>
    </message>
    <message>
        <source>Run it in the profile of a session that only looks: it can change nothing here.</source>
        <translation>Im Profil einer Sitzung ausführen, die nur liest: Der Befehl kann hier nichts ändern.</translation>
    </message>
    <message>
        <source>A time server to compare with. Empty: ask this machine whether its clock is synchronized.</source>
        <translation>Ein Zeitserver zum Vergleich. Leer: diesen Rechner fragen, ob er synchron ist.</translation>
    </message>
    <message>
        <source>Further attempts after a failed one before it counts as down.</source>
        <translation>Wiederholungen nach einem Fehlschlag, bevor er als ausgefallen gilt.</translation>
    </message>
    <message>
        <source>Check on this host over ssh, such as admin@nas. Empty: here.</source>
        <translation>Auf diesem Rechner über ssh prüfen, etwa admin@nas. Leer: hier.</translation>
    </message>
    <message>
        <source>Its ssh port. Empty: as in your ssh configuration.</source>
        <translation>Sein ssh-Port. Leer: laut ssh-Konfiguration.</translation>
    </message>
    <message>
        <source>The service&apos;s name in events and memories: letters, digits, - and _.</source>
        <translation>Wie Ereignisse und Erinnerungen den Dienst nennen: Buchstaben, Ziffern, - und _.</translation>
    </message>
    <message>
        <source>Tells two checks of the same kind apart. Usually empty.</source>
        <translation>Unterscheidet zwei Prüfungen derselben Art. Meist leer.</translation>
    </message>
    <message>
        <source>This machine&apos;s clock</source>
        <translation>Die Uhr dieses Rechners</translation>
    </message>
    <message>
        <source>A host that answers pings, and how many are lost</source>
        <translation>Ein Rechner, der auf Pings antwortet, und der Verlust</translation>
    </message>
    <message>
        <source>The values of a query to Prometheus</source>
        <translation>Die Werte einer Abfrage an Prometheus</translation>
    </message>
    <message>
        <source>The arrays of Linux software RAID</source>
        <translation>Die Verbünde des Linux-Software-RAIDs</translation>
    </message>
    <message>
        <source>A text that must be in the answer. Empty: any.</source>
        <translation>Ein Text, der in der Antwort stehen muss. Leer: beliebig.</translation>
    </message>
    <message>
        <source>The certificate must be trusted.</source>
        <translation>Dem Zertifikat muss vertraut werden.</translation>
    </message>
    <message>
        <source>A file with certificates to trust instead of the system&apos;s.</source>
        <translation>Eine Datei mit vertrauenswürdigen Zertifikaten statt denen des Systems.</translation>
    </message>
    <message>
        <source>Ask through this proxy. Empty: directly.</source>
        <translation>Über diesen Proxy anfragen. Leer: direkt.</translation>
    </message>
    <message>
        <source>What the value must be: ok, true, 3. Empty: it must be there.</source>
        <translation>Was der Wert sein muss: ok, true, 3. Leer: Er muss vorhanden sein.</translation>
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
        <source>More than this is degraded.</source>
        <translation>Mehr ist beeinträchtigt.</translation>
    </message>
    <message>
        <source>More than this is down.</source>
        <translation>Mehr ist ausgefallen.</translation>
    </message>
    <message>
        <source>Less than this is degraded.</source>
        <translation>Weniger ist beeinträchtigt.</translation>
    </message>
    <message>
        <source>Less than this is down.</source>
        <translation>Weniger ist ausgefallen.</translation>
    </message>
    <message>
        <source>The disk, such as /dev/sda or /dev/disk/by-id/….</source>
        <translation>Der Datenträger, etwa /dev/sda oder /dev/disk/by-id/….</translation>
    </message>
    <message>
        <source>More reallocated, pending or uncorrectable sectors than this are degraded.</source>
        <translation>Mehr verschobene, ausstehende oder nicht korrigierbare Sektoren sind beeinträchtigt.</translation>
    </message>
    <message>
        <source>Wake a disk that sleeps.</source>
        <translation>Einen schlafenden Datenträger wecken.</translation>
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
        <source>Host name or IP address.</source>
        <translation>Rechnername oder IP-Adresse.</translation>
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
        <source>The kind of record.</source>
        <translation>Die Art des Eintrags.</translation>
    </message>
    <message>
        <source>Its port.</source>
        <translation>Sein Port.</translation>
    </message>
    <message>
        <source>Answers that must be there, with commas. Empty: any answer.</source>
        <translation>Antworten, die vorkommen müssen, mit Kommas. Leer: jede.</translation>
    </message>
    <message>
        <source>The name given to the server. Empty: the address.</source>
        <translation>Der dem Server genannte Name. Leer: die Adresse.</translation>
    </message>
    <message>
        <source>Fewer days left than this is degraded.</source>
        <translation>Weniger Resttage sind beeinträchtigt.</translation>
    </message>
    <message>
        <source>Fewer days left than this is critical.</source>
        <translation>Weniger Resttage sind kritisch.</translation>
    </message>
    <message>
        <source>The exact name of the process; or fill in a pattern instead.</source>
        <translation>Der genaue Name des Prozesses; oder stattdessen ein Muster angeben.</translation>
    </message>
    <message>
        <source>Its name, such as caddy.service.</source>
        <translation>Ihr Name, etwa caddy.service.</translation>
    </message>
    <message>
        <source>A unit of the user&apos;s own systemd.</source>
        <translation>Eine Unit des Benutzer-systemd.</translation>
    </message>
    <message>
        <source>Its name.</source>
        <translation>Sein Name.</translation>
    </message>
    <message>
        <source>Less free than this is degraded: &quot;10%&quot; or &quot;20 GB&quot;.</source>
        <translation>Weniger frei ist beeinträchtigt: &quot;10%&quot; oder &quot;20 GB&quot;.</translation>
    </message>
    <message>
        <source>Less free than this is critical.</source>
        <translation>Weniger frei ist kritisch.</translation>
    </message>
    <message>
        <source>Exit codes that mean degraded, with commas.</source>
        <translation>Exit-Codes, die beeinträchtigt bedeuten, mit Kommas.</translation>
    </message>
    <message>
        <source>Further off than this is degraded.</source>
        <translation>Größere Abweichung ist beeinträchtigt.</translation>
    </message>
    <message>
        <source>Further off than this is critical.</source>
        <translation>Größere Abweichung ist kritisch.</translation>
    </message>
    <message>
        <source>Names that must have an address, with commas.</source>
        <translation>Namen, die eine Adresse haben müssen, mit Kommas.</translation>
    </message>
    <message>
        <source>Ask the resolvers of /etc/resolv.conf one by one too.</source>
        <translation>Auch die Resolver aus /etc/resolv.conf einzeln fragen.</translation>
    </message>
    <message>
        <source>Seconds to wait for an answer.</source>
        <translation>Sekunden, die auf eine Antwort gewartet wird.</translation>
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
        <translation>Dienste, ohne die dieser nicht arbeiten kann, mit Kommas. Deren Ausfälle erklären seinen.</translation>
    </message>
    <message>
        <source>What an incident starts. Empty: as in the settings (ask).</source>
        <translation>Was eine Störung auslöst. Leer: wie in den Einstellungen (fragen).</translation>
    </message>
    <message>
        <source>Open an incident when it is degraded, not only when it is down.</source>
        <translation>Auch bei Beeinträchtigung eine Störung eröffnen, nicht nur bei Ausfall.</translation>
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
        <source>Format in which the model returns facts. XML suits models that write poor JSON.</source>
        <translation>Format, in dem das Modell Fakten liefert. XML hilft Modellen, die schlechtes JSON schreiben.</translation>
    </message>
    <message>
        <source>Decisions less certain than this are checked.</source>
        <translation>Entscheidungen, die unsicherer sind, werden geprüft.</translation>
    </message>
    <message>
        <source>Pairs of facts sent in one call.</source>
        <translation>Faktenpaare, die in einem Aufruf gesendet werden.</translation>
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
        <source>Name of the model. Empty: haiku for the CLI.</source>
        <translation>Name des Modells. Leer: haiku für die CLI.</translation>
    </message>
    <message>
        <source>Address of the endpoint, up to /v1. Its key is kept among the secrets (model-key).</source>
        <translation>Adresse des Endpunkts, bis /v1. Sein Schlüssel liegt bei den Geheimnissen (model-key).</translation>
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
        <source>{without}, so no window opens.</source>
        <translation>{without}, daher öffnet sich kein Fenster.</translation>
    </message>
    <message>
        <source>See `claudeops --help`.</source>
        <translation>Siehe `claudeops --help`.</translation>
    </message>
    <message>
        <source>The Claude CLI did not answer within {ask_s} s.</source>
        <translation>Die Claude CLI antwortete nicht binnen {ask_s} s.</translation>
    </message>
    <message>
        <source>Is the network there?</source>
        <translation>Ist das Netzwerk verfügbar?</translation>
    </message>
    <message>
        <source>{program} cannot be started: {strerror}.</source>
        <translation>{program} kann nicht gestartet werden: {strerror}.</translation>
    </message>
    <message>
        <source>Set another path.</source>
        <translation>Einen anderen Pfad angeben.</translation>
    </message>
    <message>
        <source>The Claude CLI did not answer: {last}</source>
        <translation>Die Claude CLI antwortete nicht: {last}</translation>
    </message>
    <message>
        <source>Run `claude` once in a terminal.</source>
        <translation>`claude` einmal in einem Terminal ausführen.</translation>
    </message>
    <message>
        <source>The Claude CLI said: {value}</source>
        <translation>Die Claude CLI meldete: {value}</translation>
    </message>
    <message>
        <source>Run `claude` once and log in.</source>
        <translation>`claude` einmal ausführen und anmelden.</translation>
    </message>
    <message>
        <source>The memory tools cannot be handed over in {path}: {strerror}.</source>
        <translation>Die Gedächtniswerkzeuge können in {path} nicht übergeben werden: {strerror}.</translation>
    </message>
    <message>
        <source>the Claude CLI was not found.</source>
        <translation>die Claude CLI wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>There is no agent “{name}”.</source>
        <translation>Den Agenten „{name}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Choose {choices_in_words}.</source>
        <translation>Wählbar: {choices_in_words}.</translation>
    </message>
    <message>
        <source>{agent} runs, as you chose.</source>
        <translation>{agent} läuft, wie gewählt.</translation>
    </message>
    <message>
        <source>The built-in watcher runs, as you chose.</source>
        <translation>Der eingebaute Wächter läuft, wie gewählt.</translation>
    </message>
    <message>
        <source>The Claude CLI{version} runs ({path}).</source>
        <translation>Die Claude CLI{version} läuft ({path}).</translation>
    </message>
    <message>
        <source>The built-in watcher runs.</source>
        <translation>Der eingebaute Wächter läuft.</translation>
    </message>
    <message>
        <source>There is no recording {recording}.</source>
        <translation>Die Aufzeichnung {recording} gibt es nicht.</translation>
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
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} was changed by another program meanwhile. Nothing was written; look at it again.</source>
        <translation>{path} wurde inzwischen von einem anderen Programm geändert. Es wurde nichts geschrieben; noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {strerror}.</source>
        <translation>{path} kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>{origin} has no such check any more. Look at it again.</source>
        <translation>{origin} enthält diese Prüfung nicht mehr. Noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>There is a check “{name}” already.</source>
        <translation>Die Prüfung „{name}“ gibt es schon.</translation>
    </message>
    <message>
        <source>{name} needs the field check: Literal[&quot;{name_2}&quot;] = &quot;{name_2}&quot;.</source>
        <translation>{name} braucht das Feld check: Literal[&quot;{name_2}&quot;] = &quot;{name_2}&quot;.</translation>
    </message>
    <message>
        <source>{name} does not say what it looks at.</source>
        <translation>{name} sagt nicht, was geprüft wird.</translation>
    </message>
    <message>
        <source>{name} has no method measure.</source>
        <translation>{name} hat keine Methode measure.</translation>
    </message>
    <message>
        <source>Another Claude Ops already keeps the schedule of this data folder.</source>
        <translation>Ein anderes Claude Ops führt bereits den Zeitplan dieses Datenordners.</translation>
    </message>
    <message>
        <source>End it first, or let it be.</source>
        <translation>Es zuerst beenden oder dabei belassen.</translation>
    </message>
    <message>
        <source>Make its folder writable.</source>
        <translation>Den Ordner schreibbar machen.</translation>
    </message>
    <message>
        <source>{path} cannot be removed: {strerror}.</source>
        <translation>{path} kann nicht entfernt werden: {strerror}.</translation>
    </message>
    <message>
        <source>Start `claudeops daemon` by your own means, such as a crontab line: @reboot claudeops daemon</source>
        <translation>Starten Sie `claudeops daemon` selbst, etwa mit einer crontab-Zeile: @reboot claudeops daemon</translation>
    </message>
    <message>
        <source>This machine has no systemd.</source>
        <translation>Dieser Rechner hat kein systemd.</translation>
    </message>
    <message>
        <source>The service is not installed.</source>
        <translation>Der Systemdienst ist nicht installiert.</translation>
    </message>
    <message>
        <source>`claudeops desktop service install` does it.</source>
        <translation>`claudeops desktop service install` installiert ihn.</translation>
    </message>
    <message>
        <source>The emergency stop cannot be marked in {marker_folder}: {strerror}.</source>
        <translation>Der Not-Aus kann in {marker_folder} nicht vermerkt werden: {strerror}.</translation>
    </message>
    <message>
        <source>Running agents are ended all the same, but new ones may start: end Claude Ops, too.</source>
        <translation>Laufende Agenten werden trotzdem beendet, aber neue könnten starten: Claude Ops ebenfalls beenden.</translation>
    </message>
    <message>
        <source>{path} cannot be renamed: {strerror}.</source>
        <translation>{path} kann nicht umbenannt werden: {strerror}.</translation>
    </message>
    <message>
        <source>Everything stays stopped.</source>
        <translation>Alles bleibt gestoppt.</translation>
    </message>
    <message>
        <source>Everything is stopped by the operator&apos;s emergency stop.</source>
        <translation>Der Not-Halt hat alles angehalten.</translation>
    </message>
    <message>
        <source>A plugin&apos;s code runs with your rights: it can do whatever you can do. Enable only what you trust.</source>
        <translation>Der Code eines Plugins läuft mit Ihren Rechten: Er kann alles tun, was Sie können. Nur Vertrauenswürdiges aktivieren.</translation>
    </message>
    <message>
        <source>There is no plugin “{name}”.</source>
        <translation>Das Plugin „{name}“ gibt es nicht.</translation>
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
        <translation>Kein Datenordner ist geöffnet.</translation>
    </message>
    <message>
        <source>{taken} already adds “{name}” to {kind}.</source>
        <translation>{taken} fügt „{name}“ bereits zu {kind} hinzu.</translation>
    </message>
    <message>
        <source>{name} of {kind} is not a class that derives from {name_2}.</source>
        <translation>{name} von {kind} ist keine von {name_2} abgeleitete Klasse.</translation>
    </message>
    <message>
        <source>{name} of {kind} calls itself “{getattr}”.</source>
        <translation>{name} von {kind} nennt sich „{getattr}“.</translation>
    </message>
    <message>
        <source>{name} of {kind} has no title.</source>
        <translation>{name} von {kind} hat keinen Titel.</translation>
    </message>
    <message>
        <source>Cannot use the data folder {root}: {strerror}.</source>
        <translation>Der Datenordner {root} ist nicht verwendbar: {strerror}.</translation>
    </message>
    <message>
        <source>Make it writable, or name another one with --data-dir.</source>
        <translation>Schreibbar machen oder mit --data-dir einen anderen angeben.</translation>
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
        <translation>Schreibbar machen.</translation>
    </message>
    <message>
        <source>{removeprefix} cannot be a label.</source>
        <translation>{removeprefix} ist keine gültige Bezeichnung.</translation>
    </message>
    <message>
        <source>Use small letters, digits, - and _, 40 at most.</source>
        <translation>Kleinbuchstaben, Ziffern, - und _ verwenden, höchstens 40.</translation>
    </message>
    <message>
        <source>There is no secret {name}.</source>
        <translation>Das Geheimnis {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There are {join} and {apprise}LABEL.</source>
        <translation>Es gibt {join} und {apprise}LABEL.</translation>
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
        <translation>Das Geheimnis ist nicht eine einzige Textzeile.</translation>
    </message>
    <message>
        <source>Paste the value alone.</source>
        <translation>Nur den Wert einfügen.</translation>
    </message>
    <message>
        <source>{called} did not give back what was stored.</source>
        <translation>{called} lieferte das Gespeicherte nicht zurück.</translation>
    </message>
    <message>
        <source>Unlock it, or hand secrets over in the environment, as {variable}.</source>
        <translation>Entsperren oder Geheimnisse in der Umgebung übergeben, als {variable}.</translation>
    </message>
    <message>
        <source>The keyring did not answer within {seconds} s: it may be locked and wait for its password.</source>
        <translation>Der Schlüsselbund antwortete nicht binnen {seconds} s: Er ist vielleicht gesperrt und wartet auf sein Passwort.</translation>
    </message>
    <message>
        <source>There is no keyring on this machine.</source>
        <translation>Auf diesem Rechner gibt es keinen Schlüsselbund.</translation>
    </message>
    <message>
        <source>Install one (on Debian: gnome-keyring, or KWallet), or hand secrets over in the environment, as {variable}.</source>
        <translation>Einen installieren (unter Debian: gnome-keyring oder KWallet) oder Geheimnisse in der Umgebung übergeben, als {variable}.</translation>
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
        <translation>Wegbewegen; ohne sie gelten die Vorgaben.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}.</source>
        <translation>{path} kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>Fix that line, or move the file away.</source>
        <translation>Diese Zeile berichtigen oder die Datei wegbewegen.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {strerror}.</source>
        <translation>{path} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{name}: must be {choices} (found {value}).</source>
        <translation>{name}: muss {choices} sein (gefunden: {value}).</translation>
    </message>
    <message>
        <source>Nothing was changed. If a plugin adds it, enable that: `claudeops plugins list`.</source>
        <translation>Nichts wurde geändert. Fügt ein Plugin es hinzu, dieses aktivieren: `claudeops plugins list`.</translation>
    </message>
    <message>
        <source>There is no session {session_id}.</source>
        <translation>Die Sitzung {session_id} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops sessions list`.</source>
        <translation>Siehe `claudeops sessions list`.</translation>
    </message>
    <message>
        <source>{path} could not be written: {value}.</source>
        <translation>{path} konnte nicht geschrieben werden: {value}.</translation>
    </message>
    <message>
        <source>Choose another place, or make room there.</source>
        <translation>Einen anderen Ort wählen oder dort Platz schaffen.</translation>
    </message>
    <message>
        <source>“{name}” does not say the format.</source>
        <translation>„{name}“ nennt kein Format.</translation>
    </message>
    <message>
        <source>End it in .html, .md or .json, or give --format.</source>
        <translation>Auf .html, .md oder .json enden lassen oder --format angeben.</translation>
    </message>
    <message>
        <source>The guard&apos;s rules cannot be written to {path}: {strerror}.</source>
        <translation>Die Regeln für Befehle können nicht nach {path} geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>“hooks” in {path} is not what the CLI expects, so it is left alone.</source>
        <translation>„hooks“ in {path} entspricht nicht dem, was die CLI erwartet; es bleibt unverändert.</translation>
    </message>
    <message>
        <source>Fix it first.</source>
        <translation>Zuerst berichtigen.</translation>
    </message>
    <message>
        <source>{path} is not a text file, so it is left alone.</source>
        <translation>{path} ist keine Textdatei und bleibt unverändert.</translation>
    </message>
    <message>
        <source>{path} is not valid JSON: line {lineno}, column {colno}: {msg}.</source>
        <translation>{path} ist kein gültiges JSON: Zeile {lineno}, Spalte {colno}: {msg}.</translation>
    </message>
    <message>
        <source>Fix that line first; the file is left alone.</source>
        <translation>Zuerst diese Zeile berichtigen; die Datei bleibt unverändert.</translation>
    </message>
    <message>
        <source>{path} names “{error}” twice, so it is left alone.</source>
        <translation>{path} nennt „{error}“ doppelt und bleibt unverändert.</translation>
    </message>
    <message>
        <source>Keep one of them.</source>
        <translation>Eines davon behalten.</translation>
    </message>
    <message>
        <source>{path} holds no settings, so it is left alone.</source>
        <translation>{path} enthält keine Einstellungen und bleibt unverändert.</translation>
    </message>
    <message>
        <source>{path} is write-protected, so it is left alone.</source>
        <translation>{path} ist schreibgeschützt und bleibt unverändert.</translation>
    </message>
    <message>
        <source>Make it writable first.</source>
        <translation>Zuerst schreibbar machen.</translation>
    </message>
    <message>
        <source>{target} is there already.</source>
        <translation>{target} gibt es schon.</translation>
    </message>
    <message>
        <source>Name a new or an empty folder.</source>
        <translation>Nennen Sie einen neuen oder einen leeren Ordner.</translation>
    </message>
    <message>
        <source>{target} cannot be written: {strerror}.</source>
        <translation>{target} kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>{source} holds no export of memories.</source>
        <translation>{source} enthält keinen Export von Erinnerungen.</translation>
    </message>
    <message>
        <source>For notes of another program add --from, such as --from okf.</source>
        <translation>Für Notizen eines anderen Programms fügen Sie --from hinzu, etwa --from okf.</translation>
    </message>
    <message>
        <source>The model&apos;s answer names no domains.</source>
        <translation>Die Antwort des Modells nennt keine Bereiche.</translation>
    </message>
    <message>
        <source>Install the application again, or set embedding.kind to none: search then goes by keywords.</source>
        <translation>Das Programm neu installieren oder embedding.kind auf none setzen: Dann wird mit Stichwörtern gesucht.</translation>
    </message>
    <message>
        <source>Embeddings by an endpoint need its address and the name of a model.</source>
        <translation>Einbettungen über einen Endpunkt brauchen dessen Adresse und den Namen eines Modells.</translation>
    </message>
    <message>
        <source>Set embedding.url (up to /v1) and embedding.name.</source>
        <translation>embedding.url (bis /v1) und embedding.name setzen.</translation>
    </message>
    <message>
        <source>The embedding endpoint {shown} failed a moment ago.</source>
        <translation>Der Einbettungsendpunkt {shown} ist eben fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The key is not sent to {shown}: the way there is not encrypted.</source>
        <translation>Der Schlüssel wird nicht an {shown} gesendet: Der Weg dorthin ist nicht verschlüsselt.</translation>
    </message>
    <message>
        <source>Use an https address.</source>
        <translation>Eine https-Adresse verwenden.</translation>
    </message>
    <message>
        <source>The embedding endpoint {shown} answers without an end.</source>
        <translation>Der Einbettungsendpunkt {shown} antwortet ohne Ende.</translation>
    </message>
    <message>
        <source>The embedding endpoint {shown} does not answer ({why}).</source>
        <translation>Der Einbettungsendpunkt {shown} antwortet nicht ({why}).</translation>
    </message>
    <message>
        <source>The embedding endpoint {shown} answered {status}.</source>
        <translation>Der Einbettungsendpunkt {shown} antwortete {status}.</translation>
    </message>
    <message>
        <source>The embedding endpoint {shown} answered something else than {number} vectors.</source>
        <translation>Der Einbettungsendpunkt {shown} antwortete mit etwas anderem als {number} Vektoren.</translation>
    </message>
    <message>
        <source>The model {name} failed ({name_2}: {error}).</source>
        <translation>Das Modell {name} ist fehlgeschlagen ({name_2}: {error}).</translation>
    </message>
    <message>
        <source>The model {name} gave {shape} for {number} texts.</source>
        <translation>Das Modell {name} lieferte {shape} für {number} Texte.</translation>
    </message>
    <message>
        <source>Embeddings by fastembed need a library that is not installed.</source>
        <translation>Einbettungen mit fastembed brauchen eine Bibliothek, die nicht installiert ist.</translation>
    </message>
    <message>
        <source>Or set embedding.kind to endpoint or wordllama.</source>
        <translation>Oder setzen Sie embedding.kind auf endpoint oder wordllama.</translation>
    </message>
    <message>
        <source>The fastembed model {name} could not be downloaded.</source>
        <translation>Das fastembed-Modell {name} konnte nicht heruntergeladen werden.</translation>
    </message>
    <message>
        <source>There is no file or folder {path}.</source>
        <translation>Die Datei oder den Ordner {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>Name transcripts, or folders that hold some.</source>
        <translation>Mitschriften angeben oder Ordner, die welche enthalten.</translation>
    </message>
    <message>
        <source>The observer answered with more than a million characters.</source>
        <translation>Der Beobachter antwortete mit mehr als einer Million Zeichen.</translation>
    </message>
    <message>
        <source>The observer&apos;s answer is broken JSON: {error}.</source>
        <translation>Die Antwort des Beobachters ist fehlerhaftes JSON: {error}.</translation>
    </message>
    <message>
        <source>The observer answered with neither JSON nor XML: “{value}”.</source>
        <translation>Der Beobachter antwortete weder mit JSON noch mit XML: „{value}“.</translation>
    </message>
    <message>
        <source>The observer&apos;s answer does not fit: {wrong}.</source>
        <translation>Die Antwort des Beobachters passt nicht: {wrong}.</translation>
    </message>
    <message>
        <source>The observer&apos;s answer says nothing in {where}.</source>
        <translation>Die Antwort des Beobachters sagt nichts in {where}.</translation>
    </message>
    <message>
        <source>The observer&apos;s XML does not end with &lt;/observations&gt;.</source>
        <translation>Das XML des Beobachters endet nicht mit &lt;/observations&gt;.</translation>
    </message>
    <message>
        <source>In the observer&apos;s XML something else than a segment stands: “{short}”.</source>
        <translation>Im XML des Beobachters steht etwas anderes als ein Abschnitt: „{short}“.</translation>
    </message>
    <message>
        <source>The observer wrote more than {most_segments} segments.</source>
        <translation>Der Beobachter schrieb mehr als {most_segments} Abschnitte.</translation>
    </message>
    <message>
        <source>Segment {place} of the observer&apos;s XML has no narrative followed by facts.</source>
        <translation>Abschnitt {place} im XML des Beobachters hat keine Schilderung mit anschließenden Fakten.</translation>
    </message>
    <message>
        <source>Segment {place} of the observer&apos;s XML has more than {most_facts} facts.</source>
        <translation>Abschnitt {place} im XML des Beobachters hat mehr als {most_facts} Fakten.</translation>
    </message>
    <message>
        <source>Segment {place} of the observer&apos;s XML has no fact in “{short}”.</source>
        <translation>Abschnitt {place} im XML des Beobachters hat keinen Fakt in „{short}“.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML is not written as asked: “{short}”.</source>
        <translation>{capitalize} im XML des Beobachters ist nicht wie verlangt geschrieben: „{short}“.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML has words that are none: “{short}”.</source>
        <translation>{capitalize} im XML des Beobachters hat ungültige Wörter: „{short}“.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML has an unknown word, {name}.</source>
        <translation>{capitalize} im XML des Beobachters hat ein unbekanntes Wort, {name}.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML says {name} twice.</source>
        <translation>{capitalize} im XML des Beobachters sagt {name} doppelt.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML has the {name} “{short}”.</source>
        <translation>{capitalize} im XML des Beobachters hat {name} „{short}“.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML has no {missing}.</source>
        <translation>{capitalize} im XML des Beobachters hat kein {missing}.</translation>
    </message>
    <message>
        <source>{capitalize} of the observer&apos;s XML has the confidence “{short}”.</source>
        <translation>{capitalize} im XML des Beobachters hat die Konfidenz „{short}“.</translation>
    </message>
    <message>
        <source>The observer&apos;s XML has a tag inside {where}.</source>
        <translation>Das XML des Beobachters hat ein Tag in {where}.</translation>
    </message>
    <message>
        <source>The observer&apos;s XML says more than {limit} characters in {where}.</source>
        <translation>Das XML des Beobachters hat mehr als {limit} Zeichen in {where}.</translation>
    </message>
    <message>
        <source>There is no lesson {lesson_id}.</source>
        <translation>Die Lehre {lesson_id} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops lessons list`.</source>
        <translation>Siehe `claudeops lessons list`.</translation>
    </message>
    <message>
        <source>There is a lesson with these very words already.</source>
        <translation>Eine Lehre mit genau diesem Wortlaut gibt es schon.</translation>
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
        <translation>In einem Satz sagen, etwa „Neuladen statt Neustart bevorzugen“.</translation>
    </message>
    <message>
        <source>The lesson has {clean} characters.</source>
        <translation>Die Lehre hat {clean} Zeichen.</translation>
    </message>
    <message>
        <source>A lesson holds {longest_lesson} at most.</source>
        <translation>Eine Lehre fasst höchstens {longest_lesson}.</translation>
    </message>
    <message>
        <source>Memory {memory_id} has no version {number}.</source>
        <translation>Erinnerung {memory_id} hat keine Fassung {number}.</translation>
    </message>
    <message>
        <source>Its versions go from 1 to {versions}.</source>
        <translation>Ihre Fassungen reichen von 1 bis {versions}.</translation>
    </message>
    <message>
        <source>There is no domain “{name}”.</source>
        <translation>Den Bereich „{name}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Use one of {join}, or add your own in the settings: lifetimes.own, such as &apos;{{customers = &quot;0.002 180 365&quot;}}&apos;.</source>
        <translation>Einen von {join} verwenden oder in den Einstellungen einen eigenen hinzufügen: lifetimes.own, etwa &apos;{{customers = &quot;0.002 180 365&quot;}}&apos;.</translation>
    </message>
    <message>
        <source>The text of a memory is empty.</source>
        <translation>Der Text einer Erinnerung ist leer.</translation>
    </message>
    <message>
        <source>Say in one sentence what is worth remembering.</source>
        <translation>In einem Satz sagen, was sich zu merken lohnt.</translation>
    </message>
    <message>
        <source>The text has {observation} characters.</source>
        <translation>Der Text hat {observation} Zeichen.</translation>
    </message>
    <message>
        <source>A memory holds {longest_observation} at most.</source>
        <translation>Eine Erinnerung fasst höchstens {longest_observation}.</translation>
    </message>
    <message>
        <source>There is no category “{category}”.</source>
        <translation>Die Kategorie „{category}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Use one of {join}.</source>
        <translation>Eine von {join} verwenden.</translation>
    </message>
    <message>
        <source>The confidence is not a number.</source>
        <translation>Die Konfidenz ist keine Zahl.</translation>
    </message>
    <message>
        <source>Give one from 0 to 1.</source>
        <translation>Einen Wert von 0 bis 1 angeben.</translation>
    </message>
    <message>
        <source>In the field service, {service_form}.</source>
        <translation>Im Feld Dienst: {service_form}.</translation>
    </message>
    <message>
        <source>“{subject}” is too short: it would be found in nearly everything.</source>
        <translation>„{subject}“ ist zu kurz: Es käme fast überall vor.</translation>
    </message>
    <message>
        <source>Name at least {shortest_subject} characters.</source>
        <translation>Mindestens {shortest_subject} Zeichen angeben.</translation>
    </message>
    <message>
        <source>There is no profile “{profile}”.</source>
        <translation>Das Profil „{profile}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>That pair was answered elsewhere, or one of its facts is gone.</source>
        <translation>Dieses Paar wurde anderswo beantwortet, oder einer der Fakten fehlt.</translation>
    </message>
    <message>
        <source>Look again.</source>
        <translation>Erneut nachsehen.</translation>
    </message>
    <message>
        <source>The key is not sent to {hide_password}: the way there is not encrypted.</source>
        <translation>Der Schlüssel wird nicht an {hide_password} gesendet: Der Weg dorthin ist nicht verschlüsselt.</translation>
    </message>
    <message>
        <source>The model answered with broken JSON: {error}.</source>
        <translation>Das Modell antwortete mit fehlerhaftem JSON: {error}.</translation>
    </message>
    <message>
        <source>The model answered with neither JSON nor XML.</source>
        <translation>Das Modell antwortete weder mit JSON noch mit XML.</translation>
    </message>
    <message>
        <source>The model answered with XML that is not as asked.</source>
        <translation>Das Modell antwortete mit XML, das nicht wie verlangt ist.</translation>
    </message>
    <message>
        <source>There is no second look {look_id}.</source>
        <translation>Den zweiten Blick {look_id} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `memory second-look list`.</source>
        <translation>Siehe `memory second-look list`.</translation>
    </message>
    <message>
        <source>There is nothing to take back of second look {look_id}.</source>
        <translation>Am zweiten Blick {look_id} ist nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>It changed nothing, or the pair was answered since: see `memory closed` and `review list`.</source>
        <translation>Er änderte nichts, oder das Paar wurde seither beantwortet: siehe `memory closed` und `review list`.</translation>
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
        <source>The key of the model could not be read. {fault}</source>
        <translation>Der Schlüssel des Modells konnte nicht gelesen werden. {fault}</translation>
    </message>
    <message>
        <source>The Claude CLI did not answer within {limit} s.</source>
        <translation>Die Claude CLI antwortete nicht binnen {limit} s.</translation>
    </message>
    <message>
        <source>The Claude CLI answered with more than 4 MB.</source>
        <translation>Die Claude CLI antwortete mit mehr als 4 MB.</translation>
    </message>
    <message>
        <source>The Claude CLI did not answer: {rstrip}.</source>
        <translation>Die Claude CLI antwortete nicht: {rstrip}.</translation>
    </message>
    <message>
        <source>The Claude CLI said: {rstrip}.</source>
        <translation>Die Claude CLI meldete: {rstrip}.</translation>
    </message>
    <message>
        <source>{url} is not a valid URL.</source>
        <translation>{url} ist keine gültige URL.</translation>
    </message>
    <message>
        <source>Set model.url, such as http://127.0.0.1:11434/v1.</source>
        <translation>model.url setzen, etwa http://127.0.0.1:11434/v1.</translation>
    </message>
    <message>
        <source>The endpoint {hide_password} cannot be reached: {why}.</source>
        <translation>Der Endpunkt {hide_password} ist nicht erreichbar: {why}.</translation>
    </message>
    <message>
        <source>Is it running?</source>
        <translation>Läuft er?</translation>
    </message>
    <message>
        <source>The endpoint {hide_password} answered with more than 4 MB.</source>
        <translation>Der Endpunkt {hide_password} antwortete mit mehr als 4 MB.</translation>
    </message>
    <message>
        <source>The endpoint {hide_password} did not answer in time.</source>
        <translation>Der Endpunkt {hide_password} antwortete nicht rechtzeitig.</translation>
    </message>
    <message>
        <source>Raise model.timeout_s, or look there.</source>
        <translation>model.timeout_s erhöhen oder dort nachsehen.</translation>
    </message>
    <message>
        <source>The endpoint {where} refused the key (status {status}).</source>
        <translation>Der Endpunkt {where} lehnte den Schlüssel ab (Status {status}).</translation>
    </message>
    <message>
        <source>claudeops secrets set model-key</source>
        <translation>claudeops secrets set model-key</translation>
    </message>
    <message>
        <source>The endpoint {where} is asked too often for it (status 429){detail}.</source>
        <translation>Der Endpunkt {where} wird zu oft gefragt (Status 429){detail}.</translation>
    </message>
    <message>
        <source>The endpoint {where} has no model {model}, or the address is wrong{detail}.</source>
        <translation>Der Endpunkt {where} hat kein Modell {model}, oder die Adresse ist falsch{detail}.</translation>
    </message>
    <message>
        <source>The endpoint {where} answered with status {status}{detail}.</source>
        <translation>Der Endpunkt {where} antwortete mit Status {status}{detail}.</translation>
    </message>
    <message>
        <source>The endpoint {where} sends on to another address.</source>
        <translation>Der Endpunkt {where} verweist auf eine andere Adresse.</translation>
    </message>
    <message>
        <source>Set that address as model.url.</source>
        <translation>Diese Adresse als model.url setzen.</translation>
    </message>
    <message>
        <source>The endpoint {hide_password} answered with something else than a message.</source>
        <translation>Der Endpunkt {hide_password} antwortete mit etwas anderem als einer Nachricht.</translation>
    </message>
    <message>
        <source>The model refused to answer.</source>
        <translation>Das Modell verweigerte die Antwort.</translation>
    </message>
    <message>
        <source>The model answered with nothing.</source>
        <translation>Das Modell antwortete mit nichts.</translation>
    </message>
    <message>
        <source>The model&apos;s answer was cut off: it is too long for it.</source>
        <translation>Die Antwort des Modells wurde abgeschnitten: Sie ist zu lang.</translation>
    </message>
    <message>
        <source>The model answered with no JSON document: “{began}”.</source>
        <translation>Das Modell antwortete ohne JSON-Dokument: „{began}“.</translation>
    </message>
    <message>
        <source>The model&apos;s answer does not fit: {wrong}.</source>
        <translation>Die Antwort des Modells passt nicht: {wrong}.</translation>
    </message>
    <message>
        <source>The helping model cost {spent} today; its cap is {money_cap}.</source>
        <translation>Das Hilfsmodell kostete heute {spent}; die Grenze ist {money_cap}.</translation>
    </message>
    <message>
        <source>Raise model.day_usd, or wait for tomorrow.</source>
        <translation>model.day_usd erhöhen oder bis morgen warten.</translation>
    </message>
    <message>
        <source>There is no incident {incident_id}.</source>
        <translation>Die Störung {incident_id} gibt es nicht.</translation>
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
        <translation>Das Programm starten: Es legt sie beiseite und beginnt neue.</translation>
    </message>
    <message>
        <source>{error} {unsaved} results wait to be written.{lost}</source>
        <translation>{error} {unsaved} Ergebnisse warten auf das Schreiben.{lost}</translation>
    </message>
    <message>
        <source>The check results in {path} cannot be {done}: {why}.</source>
        <translation>Die Prüfergebnisse in {path} können nicht {done} werden: {why}.</translation>
    </message>
    <message>
        <source>{name} is in use by a run.</source>
        <translation>{name} wird von einem Lauf verwendet.</translation>
    </message>
    <message>
        <source>It is gone on with when the run is over.</source>
        <translation>Es geht weiter, wenn der Lauf zu Ende ist.</translation>
    </message>
    <message>
        <source>Fix the file first.</source>
        <translation>Zuerst die Datei berichtigen.</translation>
    </message>
    <message>
        <source>{new} cannot be a service&apos;s name.</source>
        <translation>{new} kann kein Name eines Dienstes sein.</translation>
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
        <source>There is a service {new} already: {words}.</source>
        <translation>Den Dienst {new} gibt es schon: {words}.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>The name {new} is in use: {value}.</source>
        <translation>Der Name {new} ist vergeben: {value}.</translation>
    </message>
    <message>
        <source>Choose another name, or merge both with `claudeops services rename {old} {new} --merge`. Merging cannot be undone.</source>
        <translation>Einen anderen Namen wählen oder beide mit `claudeops services rename {old} {new} --merge` zusammenführen. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>A renaming or removal waits for it; fix the file.</source>
        <translation>Eine Umbenennung oder Entfernung wartet darauf; die Datei berichtigen.</translation>
    </message>
    <message>
        <source>There is no service {service}.</source>
        <translation>Den Dienst {service} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops services list`.</source>
        <translation>Siehe `claudeops services list`.</translation>
    </message>
    <message>
        <source>Session {running} is running and may be about {service}.</source>
        <translation>Sitzung {running} läuft und betrifft vielleicht {service}.</translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it; then try again.</source>
        <translation>Warten, bis sie zu Ende ist, oder sie stoppen; dann erneut versuchen.</translation>
    </message>
    <message>
        <source>That is not one address.</source>
        <translation>Das ist nicht eine einzelne Adresse.</translation>
    </message>
    <message>
        <source>Paste one address, such as ntfy://a-topic.</source>
        <translation>Eine Adresse einfügen, etwa ntfy://a-topic.</translation>
    </message>
    <message>
        <source>apprise knows no such address.</source>
        <translation>apprise kennt keine solche Adresse.</translation>
    </message>
    <message>
        <source>See https://github.com/caronc/apprise for how addresses are written.</source>
        <translation>Zur Schreibweise der Adressen siehe https://github.com/caronc/apprise.</translation>
    </message>
    <message>
        <source>No notification server answers on this desktop.</source>
        <translation>Auf diesem Desktop antwortet kein Benachrichtigungsdienst.</translation>
    </message>
    <message>
        <source>{source} is a database of Claude Ops Desktop, not of claude-ops.</source>
        <translation>{source} ist eine Datenbank von Claude Ops Desktop, nicht von claude-ops.</translation>
    </message>
    <message>
        <source>`claudeops restore` brings back a backup, `claudeops memory import` what another one exported.</source>
        <translation>`claudeops restore` stellt eine Sicherung wieder her, `claudeops memory import` liest einen Export.</translation>
    </message>
    <message>
        <source>{source} is not a database of claude-ops: it has none of the tables {join}.</source>
        <translation>{source} ist keine Datenbank von claude-ops: Sie hat keine der Tabellen {join}.</translation>
    </message>
    <message>
        <source>Name its claudeops.db.</source>
        <translation>Ihre claudeops.db angeben.</translation>
    </message>
    <message>
        <source>The memories of mem0 (its history.db, or JSON)</source>
        <translation>Die Erinnerungen von mem0 (seine history.db oder JSON)</translation>
    </message>
    <message>
        <source>There is no file {source}.</source>
        <translation>Die Datei {source} gibt es nicht.</translation>
    </message>
    <message>
        <source>Name the history.db of mem0, or a JSON file with its memories.</source>
        <translation>Nennen Sie die history.db von mem0 oder eine JSON-Datei mit seinen Erinnerungen.</translation>
    </message>
    <message>
        <source>It has no text under memory.</source>
        <translation>Es hat keinen Text unter memory.</translation>
    </message>
    <message>
        <source>{source} is not a database of mem0: it has no table history.</source>
        <translation>{source} ist keine Datenbank von mem0: Die Tabelle history fehlt.</translation>
    </message>
    <message>
        <source>The memory has no text.</source>
        <translation>Die Erinnerung hat keinen Text.</translation>
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
        <translation>claude-ops stoppen und erneut versuchen.</translation>
    </message>
    <message>
        <source>{source} is not a database: {error}.</source>
        <translation>{source} ist keine Datenbank: {error}.</translation>
    </message>
    <message>
        <source>There is no folder {source}.</source>
        <translation>Es gibt keinen Ordner {source}.</translation>
    </message>
    <message>
        <source>Name a folder with Markdown files.</source>
        <translation>Nennen Sie einen Ordner mit Markdown-Dateien.</translation>
    </message>
    <message>
        <source>{source} cannot be read: {strerror}.</source>
        <translation>{source} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>Check its rights.</source>
        <translation>Die Zugriffsrechte prüfen.</translation>
    </message>
    <message>
        <source>The folder cannot be read: {error}.</source>
        <translation>Der Ordner kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>The file cannot be read: {error}.</source>
        <translation>Die Datei kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB.</source>
        <translation>Die Datei ist größer als {size} MB.</translation>
    </message>
    <message>
        <source>The file is not text in UTF-8.</source>
        <translation>Die Datei ist kein Text in UTF-8.</translation>
    </message>
    <message>
        <source>Incident {id} cannot explain itself.</source>
        <translation>Störung {id} kann sich nicht selbst erklären.</translation>
    </message>
    <message>
        <source>Name another one.</source>
        <translation>Eine andere angeben.</translation>
    </message>
    <message>
        <source>That moment has passed already.</source>
        <translation>Dieser Zeitpunkt ist schon vorbei.</translation>
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
        <translation>Einen Text eingeben.</translation>
    </message>
    <message>
        <source>Incident {incident_id} is not resolved.</source>
        <translation>Störung {incident_id} ist nicht behoben.</translation>
    </message>
    <message>
        <source>Only a resolved one can be reopened.</source>
        <translation>Nur eine behobene lässt sich wieder öffnen.</translation>
    </message>
    <message>
        <source>{service} has an open incident already: {id}.</source>
        <translation>{service} hat bereits eine offene Störung: {id}.</translation>
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
        <translation>`claudeops incidents reopen {incident_id}` öffnet sie.</translation>
    </message>
    <message>
        <source>A mute must name a service, a level or a text.</source>
        <translation>Eine Stummschaltung muss Dienst, Schweregrad oder Text nennen.</translation>
    </message>
    <message>
        <source>Else nothing would be heard of any more.</source>
        <translation>Sonst würde alles ausgeblendet.</translation>
    </message>
    <message>
        <source>There is no level {level}.</source>
        <translation>Den Schweregrad {level} gibt es nicht.</translation>
    </message>
    <message>
        <source>Use {join}.</source>
        <translation>Verwendbar: {join}.</translation>
    </message>
    <message>
        <source>Another saved prompt is called “{name}”.</source>
        <translation>Ein anderer gespeicherter Prompt heißt „{name}“.</translation>
    </message>
    <message>
        <source>A saved prompt needs a name.</source>
        <translation>Ein gespeicherter Prompt braucht einen Namen.</translation>
    </message>
    <message>
        <source>Give it a short one.</source>
        <translation>Einen kurzen vergeben.</translation>
    </message>
    <message>
        <source>That name is longer than {longest_name} characters.</source>
        <translation>Dieser Name ist länger als {longest_name} Zeichen.</translation>
    </message>
    <message>
        <source>Give it a shorter one.</source>
        <translation>Einen kürzeren vergeben.</translation>
    </message>
    <message>
        <source>The dependency of {from_service} on {to_service} is gone.</source>
        <translation>Die Abhängigkeit von {from_service} von {to_service} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Look at the map again.</source>
        <translation>Die Karte erneut ansehen.</translation>
    </message>
    <message>
        <source>Maintenance must end after it starts.</source>
        <translation>Wartung muss nach ihrem Beginn enden.</translation>
    </message>
    <message>
        <source>That maintenance would be over already.</source>
        <translation>Diese Wartung wäre schon vorbei.</translation>
    </message>
    <message>
        <source>{name} has {most_windows} planned windows already.</source>
        <translation>{name} hat bereits {most_windows} geplante Wartungen.</translation>
    </message>
    <message>
        <source>Cancel some first.</source>
        <translation>Zuerst einige absagen.</translation>
    </message>
    <message>
        <source>Claude Ops is at this already: {job}, {step}.</source>
        <translation>Claude Ops arbeitet bereits daran: {job}, {step}.</translation>
    </message>
    <message>
        <source>It will be done.</source>
        <translation>Es wird erledigt.</translation>
    </message>
    <message>
        <source>Another Claude Ops is at this already: {job}, {step}.</source>
        <translation>Ein anderes Claude Ops arbeitet bereits daran: {job}, {step}.</translation>
    </message>
    <message>
        <source>The prompt cannot be written to {path}: {strerror}.</source>
        <translation>Der Prompt kann nicht nach {path} geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>The index of the logs cannot be written: {value}.</source>
        <translation>Der Index der Logs kann nicht geschrieben werden: {value}.</translation>
    </message>
    <message>
        <source>See that {root} is writable and its disk not full; sessions go on without it.</source>
        <translation>Prüfen, ob {root} schreibbar und der Datenträger nicht voll ist; Sitzungen laufen ohne ihn weiter.</translation>
    </message>
    <message>
        <source>The index of the logs cannot be written in {root}: {strerror}.</source>
        <translation>Der Index der Logs kann in {root} nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Make the folder writable; sessions and their logs do not need the index.</source>
        <translation>Den Ordner schreibbar machen; Sitzungen und Logs brauchen den Index nicht.</translation>
    </message>
    <message>
        <source>The index of the logs cannot be read: {error}.</source>
        <translation>Der Index der Logs kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>`claudeops index-logs` makes it anew; the logs themselves are not touched.</source>
        <translation>`claudeops index-logs` erstellt ihn neu; die Logs selbst bleiben unverändert.</translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it; then purge again.</source>
        <translation>Warten, bis er zu Ende ist, oder ihn stoppen; dann erneut entfernen.</translation>
    </message>
    <message>
        <source>Session {session_id} does not go on: {value}.</source>
        <translation>Sitzung {session_id} wird nicht fortgesetzt: {value}.</translation>
    </message>
    <message>
        <source>Start a new run.</source>
        <translation>Einen neuen Lauf starten.</translation>
    </message>
    <message>
        <source>There is no recording {value}.</source>
        <translation>Die Aufzeichnung {value} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no agent “{asked}”.</source>
        <translation>Den Agenten „{asked}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Another workstation has begun the run of that due time.</source>
        <translation>Ein anderer Rechner hat den Lauf zu diesem Termin schon begonnen.</translation>
    </message>
    <message>
        <source>Nothing is to be done.</source>
        <translation>Es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>Session {parent_id} does not go on: {why}.</source>
        <translation>Sitzung {parent_id} wird nicht fortgesetzt: {why}.</translation>
    </message>
    <message>
        <source>&quot;{rule}&quot; is not a schedule this application knows.</source>
        <translation>„{rule}“ ist kein Zeitplan, den dieses Programm kennt.</translation>
    </message>
    <message>
        <source>A cron rule has five fields, and &quot;{rule}&quot; has {texts}.</source>
        <translation>Eine Cron-Regel hat fünf Felder; „{rule}“ hat {texts}.</translation>
    </message>
    <message>
        <source>The day of the month &quot;{texts}&quot; never comes in the month &quot;{texts_2}&quot;.</source>
        <translation>Den Monatstag „{texts}“ gibt es im Monat „{texts_2}“ nie.</translation>
    </message>
    <message>
        <source>Choose a day that month has.</source>
        <translation>Einen Tag wählen, den dieser Monat hat.</translation>
    </message>
    <message>
        <source>The {name} &quot;{words}&quot; is wrong: {why}.</source>
        <translation>{name} „{words}“ ist falsch: {why}.</translation>
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
        <translation>Nach seiner Aufgabe benennen, etwa „Beobachten“.</translation>
    </message>
    <message>
        <source>There is no tier {tier}.</source>
        <translation>Stufe {tier} gibt es nicht.</translation>
    </message>
    <message>
        <source>Use 1 observe, 2 investigate or 3 remediate.</source>
        <translation>1 observe, 2 investigate oder 3 remediate verwenden.</translation>
    </message>
    <message>
        <source>“{name}” is there already.</source>
        <translation>„{name}“ gibt es schon.</translation>
    </message>
    <message>
        <source>There is no catch-up policy “{catch_up}”.</source>
        <translation>Die Regel „{catch_up}“ zum Nachholen gibt es nicht.</translation>
    </message>
    <message>
        <source>Use {join}, or none for the settings&apos;.</source>
        <translation>Verwendbar: {join}, oder keine für die der Einstellungen.</translation>
    </message>
    <message>
        <source>How old is too old is out of range.</source>
        <translation>Das Höchstalter liegt außerhalb der Grenzen.</translation>
    </message>
    <message>
        <source>Use one minute to a year.</source>
        <translation>Eine Minute bis ein Jahr verwenden.</translation>
    </message>
    <message>
        <source>There is no schedule {schedule_id}.</source>
        <translation>Den Zeitplan {schedule_id} gibt es nicht.</translation>
    </message>
    <message>
        <source>List them to see their numbers.</source>
        <translation>Die Liste zeigt die Nummern.</translation>
    </message>
    <message>
        <source>There is no due time {due_id}.</source>
        <translation>Den Termin {due_id} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops schedule history --state asked`.</source>
        <translation>Siehe `claudeops schedule history --state asked`.</translation>
    </message>
    <message>
        <source>That due time does not wait for an answer: it {said}.</source>
        <translation>Dieser Termin wartet nicht auf eine Antwort: er {said}.</translation>
    </message>
    <message>
        <source>&quot;{kind}&quot; is not a kind of schedule.</source>
        <translation>„{kind}“ ist keine Art von Zeitplan.</translation>
    </message>
    <message>
        <source>Use interval or cron.</source>
        <translation>interval oder cron verwenden.</translation>
    </message>
    <message>
        <source>The jitter of {jitter_s} s is out of range.</source>
        <translation>Die Verzögerung von {jitter_s} s liegt außerhalb der Grenzen.</translation>
    </message>
    <message>
        <source>Use 0 to {limit} seconds.</source>
        <translation>0 bis {limit} Sekunden verwenden.</translation>
    </message>
    <message>
        <source>The interval &quot;{words}&quot; cannot be read.</source>
        <translation>Das Intervall „{words}“ ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The interval &quot;{words}&quot; has the unknown unit &quot;{unit}&quot;.</source>
        <translation>Das Intervall „{words}“ hat die unbekannte Einheit „{unit}“.</translation>
    </message>
    <message>
        <source>The interval is too short.</source>
        <translation>Das Intervall ist zu kurz.</translation>
    </message>
    <message>
        <source>Use one minute or more.</source>
        <translation>Mindestens eine Minute verwenden.</translation>
    </message>
    <message>
        <source>The interval is too long.</source>
        <translation>Das Intervall ist zu lang.</translation>
    </message>
    <message>
        <source>Use a year or less.</source>
        <translation>Höchstens ein Jahr verwenden.</translation>
    </message>
    <message>
        <source>the computer could not be kept awake: {rstrip}</source>
        <translation>der Rechner konnte nicht wach gehalten werden: {rstrip}</translation>
    </message>
    <message>
        <source>The server cannot listen: port {port} is used by another program.</source>
        <translation>Der Server kann nicht lauschen: Port {port} wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>server.address: {address} is not an address of this computer.</source>
        <translation>server.address: {address} ist keine Adresse dieses Rechners.</translation>
    </message>
    <message>
        <source>Use 127.0.0.1, or one that `ip address` shows.</source>
        <translation>Nehmen Sie 127.0.0.1 oder eine, die `ip address` anzeigt.</translation>
    </message>
    <message>
        <source>The server cannot listen: port {port} cannot be used ({strerror}).</source>
        <translation>Der Server kann nicht lauschen: Port {port} lässt sich nicht benutzen ({strerror}).</translation>
    </message>
    <message>
        <source>Choose another port in the settings.</source>
        <translation>In den Einstellungen einen anderen Port wählen.</translation>
    </message>
    <message>
        <source>{where} was made by a newer version of Claude Ops ({table}).</source>
        <translation>{where} stammt von einer neueren Version von Claude Ops ({table}).</translation>
    </message>
    <message>
        <source>Update the application, then restore it.</source>
        <translation>Das Programm aktualisieren, dann wiederherstellen.</translation>
    </message>
    <message>
        <source>{where} is not a backup that can be restored: {why}.</source>
        <translation>{where} ist keine Sicherung, die sich wiederherstellen lässt: {why}.</translation>
    </message>
    <message>
        <source>{target} exists already.</source>
        <translation>{target} gibt es schon.</translation>
    </message>
    <message>
        <source>Name another file, or remove that one.</source>
        <translation>Eine andere Datei angeben oder diese entfernen.</translation>
    </message>
    <message>
        <source>There is nothing to back up: no database in {root}.</source>
        <translation>Nichts zu sichern: keine Datenbank in {root}.</translation>
    </message>
    <message>
        <source>Start the application once.</source>
        <translation>Das Programm einmal starten.</translation>
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
        <source>Cancelled: nothing was changed.</source>
        <translation>Abgebrochen: Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The disk is full: {target} could not be written, and nothing of it is left.</source>
        <translation>Der Datenträger ist voll: {target} konnte nicht geschrieben werden, und nichts davon bleibt.</translation>
    </message>
    <message>
        <source>Free some space, or choose another place.</source>
        <translation>Platz schaffen oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>{target} could not be written: {value}.</source>
        <translation>{target} konnte nicht geschrieben werden: {value}.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>The database {path} is damaged and cannot be backed up as a whole.</source>
        <translation>Die Datenbank {path} ist beschädigt und lässt sich nicht als Ganzes sichern.</translation>
    </message>
    <message>
        <source>Save what can be read with `claudeops maintenance salvage`.</source>
        <translation>Lesbares mit `claudeops maintenance salvage` retten.</translation>
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
        <source>The database {path} could not be copied: {error}.</source>
        <translation>Die Datenbank {path} konnte nicht kopiert werden: {error}.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Erneut versuchen.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{name}” is not what was packed.</source>
        <translation>{source} ist beschädigt: „{name}“ ist nicht, was gepackt wurde.</translation>
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
        <translation>{source} ist keine Sicherung oder beschädigt.</translation>
    </message>
    <message>
        <source>{source} is not a backup of Claude Ops.</source>
        <translation>{source} ist keine Sicherung von Claude Ops.</translation>
    </message>
    <message>
        <source>Name one that it made.</source>
        <translation>Eine angeben, die es erstellt hat.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{name}” cannot be unpacked.</source>
        <translation>{source} ist beschädigt: „{name}“ lässt sich nicht entpacken.</translation>
    </message>
    <message>
        <source>{source} is damaged: “{name}” has another size than it says.</source>
        <translation>{source} ist beschädigt: „{name}“ hat eine andere Größe als angegeben.</translation>
    </message>
    <message>
        <source>The database {path} was replaced while Claude Ops used it: nothing more is stored.</source>
        <translation>Die Datenbank {path} wurde ersetzt, während Claude Ops sie benutzte: Es wird nichts mehr gespeichert.</translation>
    </message>
    <message>
        <source>The database {path} was deleted while Claude Ops used it: nothing more is stored.</source>
        <translation>Die Datenbank {path} wurde gelöscht, während Claude Ops sie benutzte: Es wird nichts mehr gespeichert.</translation>
    </message>
    <message>
        <source>End Claude Ops, put the right database there or restore a backup, and start it again.</source>
        <translation>Beenden Sie Claude Ops, legen Sie die richtige Datenbank dorthin oder stellen Sie eine Sicherung wieder her, und starten Sie es neu.</translation>
    </message>
    <message>
        <source>The database {path} cannot be made: {strerror}.</source>
        <translation>Die Datenbank {path} kann nicht angelegt werden: {strerror}.</translation>
    </message>
    <message>
        <source>Make its folder writable, or name another one.</source>
        <translation>Ihren Ordner schreibbar machen oder einen anderen angeben.</translation>
    </message>
    <message>
        <source>There is no temporary folder that can be written.</source>
        <translation>Es gibt keinen temporären Ordner, in den geschrieben werden kann.</translation>
    </message>
    <message>
        <source>Make one, and name it in TMPDIR.</source>
        <translation>Legen Sie einen an, und nennen Sie ihn in TMPDIR.</translation>
    </message>
    <message>
        <source>The temporary folder {folder} cannot be used: {strerror}.</source>
        <translation>Der temporäre Ordner {folder} lässt sich nicht benutzen: {strerror}.</translation>
    </message>
    <message>
        <source>Free some space there, or name another folder in TMPDIR.</source>
        <translation>Schaffen Sie dort Platz, oder nennen Sie in TMPDIR einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{target} exists already, so the copy was not made.</source>
        <translation>{target} gibt es schon, daher wurde keine Kopie erstellt.</translation>
    </message>
    <message>
        <source>The database {database} is damaged: {reason}.</source>
        <extracomment>What SQLite says of the machine rather than of the file.</extracomment>
        <translation>Die Datenbank {database} ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>{database} has zero bytes, and rebuilding it from its write-ahead log failed: {strerror}.</source>
        <translation>{database} hat null Bytes, und der Aufbau aus dem Write-Ahead-Log scheiterte: {strerror}.</translation>
    </message>
    <message>
        <source>Free some space and make the folder writable; the log is kept.</source>
        <translation>Platz schaffen und den Ordner schreibbar machen; das Log bleibt erhalten.</translation>
    </message>
    <message>
        <source>There is no database {path}.</source>
        <translation>Die Datenbank {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>The database {path} is damaged: its text cannot be read.</source>
        <translation>Die Datenbank {path} ist beschädigt: Ihr Text ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The database is in use by a run.</source>
        <translation>Die Datenbank wird von einem Lauf verwendet.</translation>
    </message>
    <message>
        <source>Try again when it is over.</source>
        <translation>Danach erneut versuchen.</translation>
    </message>
    <message>
        <source>The database {path} cannot be used: {error}.</source>
        <translation>Die Datenbank {path} ist nicht verwendbar: {error}.</translation>
    </message>
    <message>
        <source>Make it and its folder writable.</source>
        <translation>Sie und ihren Ordner schreibbar machen.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Claude Ops (schema {seen}, this one knows {number}).</source>
        <translation>{path} wurde von einer neueren Version von Claude Ops geschrieben (Schema {seen}, diese kennt {number}).</translation>
    </message>
    <message>
        <source>Update the application, restore a copy from {backups}, or start afresh with --data-dir.</source>
        <translation>Das Programm aktualisieren, eine Kopie aus {backups} wiederherstellen oder mit --data-dir neu beginnen.</translation>
    </message>
    <message>
        <source>{path} has {broken} rows that point nowhere after the migration.</source>
        <translation>{path} hat nach der Umstellung {broken} Zeilen, die ins Leere zeigen.</translation>
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
        <source>{target} could not be written: {error}.</source>
        <translation>{target} konnte nicht geschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>{target} could not be written: {strerror}.</source>
        <translation>{target} konnte nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>What was saved is in {fresh}, but could not take its place: {strerror}.</source>
        <translation>Das Gerettete liegt in {fresh}, konnte aber nicht an seinen Platz: {strerror}.</translation>
    </message>
    <message>
        <source>Move it there by hand.</source>
        <translation>Von Hand dorthin bewegen.</translation>
    </message>
    <message>
        <source>Nothing can be read of {source}: no table is left in it.</source>
        <translation>Aus {source} ist nichts lesbar: keine Tabelle übrig.</translation>
    </message>
    <message>
        <source>Restore a backup with `claudeops restore FILE`.</source>
        <translation>Mit `claudeops restore DATEI` eine Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>There is not enough room: the backup unpacks to {bytes} MB.</source>
        <translation>Nicht genug Platz: Die Sicherung belegt entpackt {bytes} MB.</translation>
    </message>
    <message>
        <source>There is not enough room: the database takes {bytes}.</source>
        <translation>Nicht genug Platz: Die Datenbank belegt {bytes}.</translation>
    </message>
    <message>
        <source>{source} was made by a newer version of Claude Ops ({version}, schema {schema}; this is {version_2}, schema {known}).</source>
        <translation>{source} stammt von einer neueren Version von Claude Ops ({version}, Schema {schema}; diese ist {version_2}, Schema {known}).</translation>
    </message>
    <message>
        <source>The database in {source} is damaged: {found}.</source>
        <translation>Die Datenbank in {source} ist beschädigt: {found}.</translation>
    </message>
    <message>
        <source>A backup is being restored into {root} right now.</source>
        <translation>Gerade wird eine Sicherung nach {root} wiederhergestellt.</translation>
    </message>
    <message>
        <source>Try again when that is done.</source>
        <translation>Danach erneut versuchen.</translation>
    </message>
    <message>
        <source>Claude Ops is at work on {root}.</source>
        <translation>Claude Ops arbeitet mit {root}.</translation>
    </message>
    <message>
        <source>Quit the window and `claudeops daemon` there first.</source>
        <translation>Zuerst das Fenster und `claudeops daemon` dort beenden.</translation>
    </message>
    <message>
        <source>{name} in {source} is larger than {largest_file} MB.</source>
        <extracomment>Groups that say how things look or how long they are kept. Every other group counts as one that matters.</extracomment>
        <translation>{name} in {source} ist größer als {largest_file} MB.</translation>
    </message>
    <message>
        <source>{source} is not a whole database of Claude Ops: {error}.</source>
        <translation>{source} ist keine vollständige Datenbank von Claude Ops: {error}.</translation>
    </message>
    <message>
        <source>{source} unpacks to {bytes}, more than the limit of {max_bytes}.</source>
        <translation>{source} belegt entpackt {bytes}, mehr als die Grenze von {max_bytes}.</translation>
    </message>
    <message>
        <source>If you trust the file, allow it: `claudeops restore --max-size {bytes}MB …`.</source>
        <translation>Wer der Datei vertraut, erlaubt es: `claudeops restore --max-size {bytes}MB …`.</translation>
    </message>
    <message>
        <source>{database} cannot be moved to {backups}: {strerror}.</source>
        <translation>{database} kann nicht nach {backups} verschoben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Make both writable.</source>
        <translation>Beide schreibbar machen.</translation>
    </message>
    <message>
        <source>The database took the whole write back.</source>
        <translation>Die Datenbank nahm das ganze Schreiben zurück.</translation>
    </message>
    <message>
        <source>The database is in use by another program for too long.</source>
        <translation>Die Datenbank wird zu lange von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>This machine stood still in the middle of a write, so the PostgreSQL server took it back.</source>
        <translation>Dieser Rechner stand mitten in einem Schreibvorgang still; der PostgreSQL-Server hat ihn zurückgenommen.</translation>
    </message>
    <message>
        <source>It will be tried again.</source>
        <translation>Es wird erneut versucht.</translation>
    </message>
    <message>
        <source>The PostgreSQL server refuses the user or the password for {place}.</source>
        <translation>Der PostgreSQL-Server weist den Benutzer oder das Passwort für {place} zurück.</translation>
    </message>
    <message>
        <source>Set it by `claudeops secrets set {secret}`, or in ~/.pgpass.</source>
        <translation>Hinterlegen Sie es mit `claudeops secrets set {secret}` oder in ~/.pgpass.</translation>
    </message>
    <message>
        <source>There is no database {place} on the PostgreSQL server.</source>
        <translation>Auf dem PostgreSQL-Server gibt es keine Datenbank {place}.</translation>
    </message>
    <message>
        <source>Make it: createdb DATABASE</source>
        <translation>Legen Sie sie an: createdb DATENBANK</translation>
    </message>
    <message>
        <source>The PostgreSQL server of {place} has run out of memory.</source>
        <translation>Dem PostgreSQL-Server von {place} ist der Arbeitsspeicher ausgegangen.</translation>
    </message>
    <message>
        <source>Look at what runs there, and give it more.</source>
        <translation>Sehen Sie nach, was dort läuft, und geben Sie ihm mehr.</translation>
    </message>
    <message>
        <source>Free some space there.</source>
        <translation>Schaffen Sie dort Platz.</translation>
    </message>
    <message>
        <source>The disk of the PostgreSQL server is full: nothing more can be stored in {place}.</source>
        <translation>Der Datenträger des PostgreSQL-Servers ist voll: In {place} kann nichts mehr gespeichert werden.</translation>
    </message>
    <message>
        <source>The database {place} cannot be written.</source>
        <translation>In die Datenbank {place} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Give its user the right to make a schema and tables, on a server that takes writes.</source>
        <translation>Geben Sie dem Benutzer das Recht, ein Schema und Tabellen anzulegen, auf einem Server, der Schreiben zulässt.</translation>
    </message>
    <message>
        <source>The PostgreSQL server of {place} does not answer.</source>
        <translation>Der PostgreSQL-Server von {place} antwortet nicht.</translation>
    </message>
    <message>
        <source>Check that it runs and can be reached; it will be tried again.</source>
        <translation>Prüfen Sie, ob er läuft und erreichbar ist; es wird erneut versucht.</translation>
    </message>
    <message>
        <source>The host of the PostgreSQL server {place} cannot be found by its name.</source>
        <translation>Der Rechner des PostgreSQL-Servers {place} ist unter seinem Namen nicht zu finden.</translation>
    </message>
    <message>
        <source>Check the name in `store.url`, and that this machine has a network; it will be tried again.</source>
        <translation>Prüfen Sie den Namen in `store.url` und ob dieser Rechner ein Netz hat; es wird wieder versucht.</translation>
    </message>
    <message>
        <source>The copy before the upgrade could not be written: {strerror}.</source>
        <translation>Die Kopie vor der Umstellung konnte nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Free some space and make the folder of backups writable; nothing was changed.</source>
        <translation>Platz schaffen und den Sicherungsordner schreibbar machen; nichts wurde geändert.</translation>
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
        <translation>Mit `claudeops services add` oder `claudeops services init` beginnen.</translation>
    </message>
    <message>
        <source>{name} has no service {service}.</source>
        <translation>{name} hat keinen Dienst {service}.</translation>
    </message>
    <message>
        <source>The Claude CLI was not found. Install it, or set its path in the settings.</source>
        <translation>Die Claude CLI wurde nicht gefunden. Installieren oder in den Einstellungen den Pfad setzen.</translation>
    </message>
    <message>
        <source>{name} was not found. Install it, or set its path in the settings.</source>
        <translation>{name} wurde nicht gefunden. Installieren oder in den Einstellungen den Pfad setzen.</translation>
    </message>
    <message>
        <source>a {engine} container</source>
        <translation>ein {engine}-Container</translation>
    </message>
    <message>
        <source>a running systemd service</source>
        <translation>ein laufender systemd-Dienst</translation>
    </message>
    <message>
        <source>{holder} listens on {port}</source>
        <translation>{holder} lauscht auf {port}</translation>
    </message>
    <message>
        <source>a process of another user listens on {port}</source>
        <translation>ein Prozess eines anderen Benutzers lauscht auf {port}</translation>
    </message>
    <message>
        <source>its confidence falls under 0.3</source>
        <translation>die Konfidenz unter 0,3 fällt</translation>
    </message>
    <message>
        <source>the lifetime of {domain} is over</source>
        <translation>die Lebensdauer von {domain} vorbei ist</translation>
    </message>
    <message>
        <source>Not confirmed for {days} days: it has left the prompts, because {reason}.</source>
        <translation>Seit {days} Tagen nicht bestätigt: nicht mehr in Prompts, weil {reason}.</translation>
    </message>
    <message>
        <source>Not confirmed for {days} days: it leaves the prompts on {date}, because {reason}.</source>
        <translation>Seit {days} Tagen nicht bestätigt: verlässt die Prompts am {date}, weil {reason}.</translation>
    </message>
    <message>
        <source>The session names no service and no wish, and no date is due: nothing was looked for.</source>
        <translation>Die Sitzung nennt weder Dienst noch Auftrag, und kein Termin steht an: Es wurde nichts gesucht.</translation>
    </message>
    <message>
        <source>24 hours</source>
        <translation>24 Stunden</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 Tage</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 Tage</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 Jahr</translation>
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
        <source>Sun</source>
        <translation>So</translation>
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
        <source>Every day</source>
        <translation>Täglich</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
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
        <translation>Täglich um 09:00</translation>
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
        <translation>holt Verpasstes einmal nach</translation>
    </message>
    <message>
        <source>skips missed ones</source>
        <translation>lässt Verpasstes aus</translation>
    </message>
    <message>
        <source>asks about missed ones</source>
        <translation>fragt bei Verpasstem</translation>
    </message>
    <message>
        <source>Cron {rule}</source>
        <translation>Cron {rule}</translation>
    </message>
    <message numerus="yes">
        <source>Every week</source>
        <comment>Every %n weeks</comment>
        <translation>
            <numerusform>Jede Woche</numerusform>
            <numerusform>Alle %n Wochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every day</source>
        <comment>Every %n days</comment>
        <translation>
            <numerusform>Jeden Tag</numerusform>
            <numerusform>Alle %n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every hour</source>
        <comment>Every %n hours</comment>
        <translation>
            <numerusform>Jede Stunde</numerusform>
            <numerusform>Alle %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every minute</source>
        <comment>Every %n minutes</comment>
        <translation>
            <numerusform>Jede Minute</numerusform>
            <numerusform>Alle %n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every second</source>
        <comment>Every %n seconds</comment>
        <translation>
            <numerusform>Jede Sekunde</numerusform>
            <numerusform>Alle %n Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>{days} days</source>
        <translation>{days} Tage</translation>
    </message>
    <message>
        <source>up to {time} later</source>
        <translation>bis zu {time} später</translation>
    </message>
    <message>
        <source>nothing older than {time}</source>
        <translation>nichts älter als {time}</translation>
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
        <source>{days} at {times}</source>
        <translation>{days} um {times}</translation>
    </message>
    <message>
        <source>{days}, {times}</source>
        <translation>{days}, {times}</translation>
    </message>
    <message numerus="yes">
        <source>every minute</source>
        <comment>every %n minutes</comment>
        <translation>
            <numerusform>jede Minute</numerusform>
            <numerusform>alle %n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>every minute from {start} to {end}</source>
        <comment>every %n minutes from {start} to {end}</comment>
        <translation>
            <numerusform>jede Minute von {start} bis {end}</numerusform>
            <numerusform>alle %n Minuten von {start} bis {end}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every minute from {start} to {end}</source>
        <comment>Every %n minutes from {start} to {end}</comment>
        <translation>
            <numerusform>Jede Minute von {start} bis {end}</numerusform>
            <numerusform>Alle %n Minuten von {start} bis {end}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>every hour at {minute} min past</source>
        <comment>every %n hours at {minute} min past</comment>
        <translation>
            <numerusform>jede Stunde um {minute} nach</numerusform>
            <numerusform>alle %n Stunden um {minute} nach</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every hour at {minute} min past</source>
        <comment>Every %n hours at {minute} min past</comment>
        <translation>
            <numerusform>Jede Stunde um {minute} nach</numerusform>
            <numerusform>Alle %n Stunden um {minute} nach</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>every hour</source>
        <comment>every %n hours</comment>
        <translation>
            <numerusform>jede Stunde</numerusform>
            <numerusform>alle %n Stunden</numerusform>
        </translation>
    </message>
    <message>
        <source>every hour from {start} to {end}</source>
        <translation>jede Stunde von {start} bis {end}</translation>
    </message>
    <message>
        <source>Every hour from {start} to {end}</source>
        <translation>Jede Stunde von {start} bis {end}</translation>
    </message>
    <message>
        <source>On the {days} of {months}</source>
        <translation>Am {days} {months}</translation>
    </message>
    <message>
        <source>On the {days}</source>
        <translation>Am {days}</translation>
    </message>
    <message>
        <source>{days} in {months}</source>
        <translation>{days} im {months}</translation>
    </message>
    <message>
        <source>Every day in {months}</source>
        <translation>Täglich im {months}</translation>
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
        <source>{number}th</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{number}st</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{number}nd</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{number}rd</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{names}, {name}</source>
        <translation>{names}, {name}</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} und {last}</translation>
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
        <source>{place}: what {field} held was left out of the backup that this file comes from. Put it in again.</source>
        <translation>{place}: Was in {field} stand, fehlt in der Sicherung, aus der diese Datei stammt. Tragen Sie es wieder ein.</translation>
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
        <source>“{state}” is no state of a case.</source>
        <translation>„{state}“ ist kein Zustand eines Falls.</translation>
    </message>
    <message>
        <source>Take one of {states}.</source>
        <translation>Nehmen Sie eines von {states}.</translation>
    </message>
    <message>
        <source>There is no role “{role}”.</source>
        <translation>Es gibt keine Rolle „{role}“.</translation>
    </message>
    <message>
        <source>Take one of {roles}.</source>
        <translation>Nehmen Sie eine von {roles}.</translation>
    </message>
    <message>
        <source>“{ids}” are no numbers of patterns.</source>
        <translation>„{ids}“ sind keine Nummern von Mustern.</translation>
    </message>
    <message>
        <source>Write them as 12,34.</source>
        <translation>Schreiben Sie sie als 12,34.</translation>
    </message>
    <message>
        <source>There is no case {case_id}.</source>
        <translation>Es gibt keinen Fall {case_id}.</translation>
    </message>
    <message>
        <source>See `claudeops cases list`.</source>
        <translation>Siehe `claudeops cases list`.</translation>
    </message>
    <message>
        <source>Take one of {types}.</source>
        <translation>Möglich sind {types}.</translation>
    </message>
    <message>
        <source>“{type}” is not a type of note.</source>
        <translation>„{type}“ ist keine Art von Notiz.</translation>
    </message>
    <message>
        <source>“{role}” is not a role.</source>
        <translation>„{role}“ ist keine Rolle.</translation>
    </message>
    <message>
        <source>A note needs a text, and a title of at most {most} characters.</source>
        <translation>Eine Notiz braucht einen Text und einen Titel mit höchstens {most} Zeichen.</translation>
    </message>
    <message>
        <source>Give --title and --text.</source>
        <translation>Geben Sie --title und --text an.</translation>
    </message>
    <message>
        <source>Nothing to change was named.</source>
        <translation>Es wurde nichts genannt, was zu ändern wäre.</translation>
    </message>
    <message>
        <source>Give --title, --text or --description.</source>
        <translation>Geben Sie --title, --text oder --description an.</translation>
    </message>
    <message>
        <source>Give --symptom, --cause, --cure, --state or --service.</source>
        <translation>Geben Sie --symptom, --cause, --cure, --state oder --service an.</translation>
    </message>
    <message>
        <source>The service is empty.</source>
        <translation>Der Dienst ist leer.</translation>
    </message>
    <message>
        <source>Name the service that the problem is on.</source>
        <translation>Nennen Sie den Dienst, bei dem das Problem auftritt.</translation>
    </message>
    <message>
        <source>Case {id} cannot be merged with itself.</source>
        <translation>Fall {id} kann nicht mit sich selbst zusammengeführt werden.</translation>
    </message>
    <message>
        <source>Name two cases.</source>
        <translation>Nennen Sie zwei Fälle.</translation>
    </message>
    <message>
        <source>Case {case_id} was not merged into another one.</source>
        <translation>Fall {case_id} wurde nicht mit einem anderen zusammengeführt.</translation>
    </message>
    <message>
        <source>There is no deliberation {id}.</source>
        <translation>Es gibt kein Urteil {id}.</translation>
    </message>
    <message>
        <source>See `claudeops learn deliberations`.</source>
        <translation>Siehe `claudeops learn deliberations`.</translation>
    </message>
    <message>
        <source>“{role}” is no name of a role.</source>
        <translation>„{role}“ ist kein Name einer Rolle.</translation>
    </message>
    <message>
        <source>Take one of {roles}, or a name in small letters.</source>
        <translation>Nehmen Sie eine von {roles} oder einen Namen in Kleinbuchstaben.</translation>
    </message>
    <message>
        <source>There is no finding {id}.</source>
        <translation>Es gibt keinen Befund {id}.</translation>
    </message>
    <message>
        <source>See `claudeops learn findings`.</source>
        <translation>Siehe `claudeops learn findings`.</translation>
    </message>
    <message>
        <source>Pattern {other} says the same already.</source>
        <translation>Muster {other} sagt bereits dasselbe.</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>Der Text ist leer.</translation>
    </message>
    <message>
        <source>Reject the proposal instead.</source>
        <translation>Stattdessen den Vorschlag ablehnen.</translation>
    </message>
    <message>
        <source>Proposal {id} was not answered yet.</source>
        <translation>Vorschlag {id} wurde noch nicht beantwortet.</translation>
    </message>
    <message>
        <source>Approve or reject it.</source>
        <translation>Annehmen oder ablehnen.</translation>
    </message>
    <message>
        <source>Proposal {id} was answered before: it is {state}.</source>
        <translation>Vorschlag {id} wurde schon beantwortet: Er ist {state}.</translation>
    </message>
    <message>
        <source>See `claudeops review list --kind proposal`.</source>
        <translation>Siehe `claudeops review list --kind proposal`.</translation>
    </message>
    <message>
        <source>Say the rule in a sentence, with --text.</source>
        <translation>Formulieren Sie die Regel in einem Satz, mit --text.</translation>
    </message>
    <message>
        <source>The text has {count} characters.</source>
        <translation>Der Text hat {count} Zeichen.</translation>
    </message>
    <message>
        <source>A pattern holds {longest} at most: say it in a sentence or two.</source>
        <translation>Ein Muster fasst höchstens {longest}: Sagen Sie es in ein, zwei Sätzen.</translation>
    </message>
    <message>
        <source>There is no pattern {id}.</source>
        <translation>Es gibt kein Muster {id}.</translation>
    </message>
    <message>
        <source>See `claudeops learn patterns`.</source>
        <translation>Siehe `claudeops learn patterns`.</translation>
    </message>
    <message>
        <source>There is no kind “{kind}”.</source>
        <translation>Es gibt keine Art „{kind}“.</translation>
    </message>
    <message>
        <source>Take one of {kinds}.</source>
        <translation>Nehmen Sie eine von {kinds}.</translation>
    </message>
    <message>
        <source>Pattern {ids} is not of the role {role}.</source>
        <translation>Muster {ids} gehört nicht zur Rolle {role}.</translation>
    </message>
    <message>
        <source>See `claudeops learn patterns --role {role}`.</source>
        <translation>Siehe `claudeops learn patterns --role {role}`.</translation>
    </message>
    <message>
        <source>Nothing was reinforced. {why}</source>
        <translation>Nichts wurde bestärkt. {why}</translation>
    </message>
    <message>
        <source>Name output that stands in the session, or a file and line that it read.</source>
        <translation>Nennen Sie eine Ausgabe aus der Sitzung oder eine Datei mit Zeile, die sie gelesen hat.</translation>
    </message>
    <message>
        <source>Pattern {id} is of the role {own}, not {role}.</source>
        <translation>Muster {id} gehört zur Rolle {own}, nicht {role}.</translation>
    </message>
    <message>
        <source>The summary is not of whole sentences, or has more than {budget} tokens.</source>
        <translation>Die Zusammenfassung besteht nicht aus ganzen Sätzen oder hat mehr als {budget} Token.</translation>
    </message>
    <message>
        <source>End it with a full stop, and take fewer than {count} characters.</source>
        <translation>Beenden Sie sie mit einem Punkt und verwenden Sie weniger als {count} Zeichen.</translation>
    </message>
    <message>
        <source>Several projects have that pattern: {ids}.</source>
        <translation>Mehrere Projekte haben dieses Muster: {ids}.</translation>
    </message>
    <message>
        <source>Name one of them with --id.</source>
        <translation>Nennen Sie eines davon mit --id.</translation>
    </message>
    <message>
        <source>No pattern of the role {role} has that text.</source>
        <translation>Kein Muster der Rolle {role} hat diesen Text.</translation>
    </message>
    <message>
        <source>There is no session {id}.</source>
        <translation>Es gibt keine Sitzung {id}.</translation>
    </message>
    <message>
        <source>There is no alias {id}.</source>
        <translation>Es gibt keine Entsprechung {id}.</translation>
    </message>
    <message>
        <source>See `claudeops learn aliases`.</source>
        <translation>Siehe `claudeops learn aliases`.</translation>
    </message>
    <message>
        <source>Session {id} reported nothing that could be checked.</source>
        <translation>Sitzung {id} hat nichts berichtet, was sich prüfen ließe.</translation>
    </message>
    <message>
        <source>Choose one that has ended with a report.</source>
        <translation>Wählen Sie eine, die mit einem Bericht geendet hat.</translation>
    </message>
    <message>
        <source>These words stand {count} times in the file.</source>
        <translation>Diese Wörter stehen {count}-mal in der Datei.</translation>
    </message>
    <message>
        <source>Give words that stand in it exactly once.</source>
        <translation>Wörter angeben, die genau einmal darin stehen.</translation>
    </message>
    <message>
        <source>The text cannot be read: {error}.</source>
        <translation>Der Text kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>Give a file in UTF-8.</source>
        <translation>Geben Sie eine Datei in UTF-8 an.</translation>
    </message>
    <message>
        <source>The text or the section is empty.</source>
        <translation>Der Text oder der Abschnitt ist leer.</translation>
    </message>
    <message>
        <source>Give --text.</source>
        <translation>Geben Sie --text an.</translation>
    </message>
    <message>
        <source>MEMORY.md says that already, under {section}.</source>
        <translation>Das steht bereits in MEMORY.md, unter {section}.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge show MEMORY.md`.</source>
        <translation>Siehe `claudeops knowledge show MEMORY.md`.</translation>
    </message>
    <message>
        <source>See `claudeops notes list` for their files.</source>
        <translation>`claudeops notes list` nennt die Dateien.</translation>
    </message>
    <message>
        <source>{path} is not a note.</source>
        <translation>{path} ist keine Notiz.</translation>
    </message>
    <message>
        <source>“{status}” is not a status of a decision.</source>
        <translation>„{status}“ ist kein Status einer Entscheidung.</translation>
    </message>
    <message>
        <source>A decision needs a title, the context and what was decided.</source>
        <translation>Eine Entscheidung braucht einen Titel, den Zusammenhang und das, was entschieden wurde.</translation>
    </message>
    <message>
        <source>Give --title, --context and --decision.</source>
        <translation>Geben Sie --title, --context und --decision an.</translation>
    </message>
    <message>
        <source>“{status}” cannot be set by itself.</source>
        <translation>„{status}“ lässt sich nicht für sich allein setzen.</translation>
    </message>
    <message>
        <source>There is no decision {number}.</source>
        <translation>Es gibt keine Entscheidung {number}.</translation>
    </message>
    <message>
        <source>See `claudeops decisions list`.</source>
        <translation>Siehe `claudeops decisions list`.</translation>
    </message>
    <message>
        <source>Another file has the same name except for small and capital letters.</source>
        <translation>Eine andere Datei heißt bis auf Groß- und Kleinschreibung gleich.</translation>
    </message>
    <message>
        <source>There is no index, so the CLI does not find the other files.</source>
        <translation>Es gibt keinen Index, daher findet die CLI die anderen Dateien nicht.</translation>
    </message>
    <message>
        <source>It has {lines} lines and {size} bytes; the CLI reads {most} lines or {bytes} bytes and drops the rest.</source>
        <translation>Sie hat {lines} Zeilen und {size} Bytes; die CLI liest {most} Zeilen oder {bytes} Bytes und lässt den Rest weg.</translation>
    </message>
    <message>
        <source>It is nearly full: the CLI drops what does not fit.</source>
        <translation>Sie ist fast voll: Die CLI lässt weg, was nicht hineinpasst.</translation>
    </message>
    <message>
        <source>The index does not name it, so the CLI does not find it.</source>
        <translation>Der Index nennt sie nicht, daher findet die CLI sie nicht.</translation>
    </message>
    <message>
        <source>It says the same as line {line}.</source>
        <translation>Sagt dasselbe wie Zeile {line}.</translation>
    </message>
    <message>
        <source>“{type}” is not a type. Use one of {types}.</source>
        <translation>„{type}“ ist kein Typ. Einen von {types} verwenden.</translation>
    </message>
    <message>
        <source>It says the same as {other}.</source>
        <translation>Sagt dasselbe wie {other}.</translation>
    </message>
    <message>
        <source>It has the same title as {other}.</source>
        <translation>Hat denselben Titel wie {other}.</translation>
    </message>
    <message>
        <source>The link to “{target}” leads out of the folder.</source>
        <translation>Der Verweis auf „{target}“ führt aus dem Ordner hinaus.</translation>
    </message>
    <message>
        <source>Another decision has the number {number}.</source>
        <translation>Eine andere Entscheidung hat die Nummer {number}.</translation>
    </message>
    <message>
        <source>It has no frontmatter with a type.</source>
        <translation>Es fehlt ein Frontmatter mit einem Typ.</translation>
    </message>
    <message>
        <source>The frontmatter has no type.</source>
        <translation>Im Frontmatter fehlt der Typ.</translation>
    </message>
    <message>
        <source>“{key}” must be text.</source>
        <translation>„{key}“ muss Text sein.</translation>
    </message>
    <message>
        <source>“{key}” must be a list of words.</source>
        <translation>„{key}“ muss eine Liste von Wörtern sein.</translation>
    </message>
    <message>
        <source>“{key}” must be a time with an offset, such as 2026-03-02T09:00:00Z.</source>
        <translation>„{key}“ muss eine Zeit mit Zeitzone sein, etwa 2026-03-02T09:00:00Z.</translation>
    </message>
    <message>
        <source>“{status}” is not a status. Use one of {states}.</source>
        <translation>„{status}“ ist kein Status. Möglich sind {states}.</translation>
    </message>
    <message>
        <source>“note_type” must be one of {types}.</source>
        <translation>„note_type“ muss eines von {types} sein.</translation>
    </message>
    <message>
        <source>The file name of a decision must look like 0007-title.md.</source>
        <translation>Der Dateiname einer Entscheidung muss wie 0007-titel.md aussehen.</translation>
    </message>
    <message>
        <source>The status must be one of {states}.</source>
        <translation>Der Status muss eines von {states} sein.</translation>
    </message>
    <message>
        <source>“date” must be a date.</source>
        <translation>„date“ muss ein Datum sein.</translation>
    </message>
    <message>
        <source>“{key}” must be the number of a decision.</source>
        <translation>„{key}“ muss die Nummer einer Entscheidung sein.</translation>
    </message>
    <message>
        <source>“{key}” names decision {number}, which is not there.</source>
        <translation>„{key}“ nennt Entscheidung {number}, die es nicht gibt.</translation>
    </message>
    <message>
        <source>Another decision took its place, so its status must be superseded.</source>
        <translation>Eine andere Entscheidung trat an ihre Stelle, daher muss ihr Status superseded sein.</translation>
    </message>
    <message>
        <source>“name” must be small letters and digits with single hyphens, at most 64 characters.</source>
        <translation>„name“ muss aus Kleinbuchstaben und Ziffern mit einzelnen Bindestrichen bestehen, höchstens 64 Zeichen.</translation>
    </message>
    <message>
        <source>“name” must be the name of the folder, {folder}.</source>
        <translation>„name“ muss der Name des Ordners sein, {folder}.</translation>
    </message>
    <message>
        <source>“description” must say in 1 to 1,024 characters what it does and when to use it.</source>
        <translation>„description“ muss in 1 bis 1.024 Zeichen sagen, was sie tut und wann man sie verwendet.</translation>
    </message>
    <message>
        <source>“compatibility” must be a text of at most 500 characters.</source>
        <translation>„compatibility“ muss ein Text mit höchstens 500 Zeichen sein.</translation>
    </message>
    <message>
        <source>All values in “metadata” must be text.</source>
        <translation>Alle Werte in „metadata“ müssen Text sein.</translation>
    </message>
    <message>
        <source>A procedure cannot have the key “{key}”.</source>
        <translation>Ein Verfahren kann den Schlüssel „{key}“ nicht haben.</translation>
    </message>
    <message>
        <source>This file must not have frontmatter.</source>
        <translation>Diese Datei darf kein Frontmatter haben.</translation>
    </message>
    <message>
        <source>A source has no “resource”.</source>
        <translation>Einer Quelle fehlt „resource“.</translation>
    </message>
    <message>
        <source>Git could not merge this part: both sides stand between &lt;&lt;&lt;&lt;&lt;&lt;&lt; and &gt;&gt;&gt;&gt;&gt;&gt;&gt;.</source>
        <translation>Git konnte diesen Teil nicht zusammenführen: Beide Seiten stehen zwischen &lt;&lt;&lt;&lt;&lt;&lt;&lt; und &gt;&gt;&gt;&gt;&gt;&gt;&gt;.</translation>
    </message>
    <message>
        <source>It is a pointer of Git LFS, not the file itself; `git lfs pull` brings it.</source>
        <translation>Es ist ein Verweis von Git LFS, nicht die Datei selbst; `git lfs pull` holt sie.</translation>
    </message>
    <message>
        <source>{other} has the same title.</source>
        <translation>{other} hat denselben Titel.</translation>
    </message>
    <message>
        <source>It has characters that cannot be seen. Agents read them; take them out.</source>
        <translation>Enthält unsichtbare Zeichen. Agenten lesen sie; herausnehmen.</translation>
    </message>
    <message>
        <source>It has a tag that agents may take for an instruction. Take it out.</source>
        <translation>Enthält ein Tag, das Agenten für eine Anweisung halten könnten. Es entfernen.</translation>
    </message>
    <message>
        <source>It has {lines} lines and {size} bytes; agents read {most} lines and {bytes} bytes of it.</source>
        <translation>Sie hat {lines} Zeilen und {size} Bytes; Agenten lesen davon {most} Zeilen und {bytes} Bytes.</translation>
    </message>
    <message>
        <source>It is nearly full: take out what is not needed any more.</source>
        <translation>Sie ist fast voll: Entfernen Sie, was nicht mehr gebraucht wird.</translation>
    </message>
    <message>
        <source>This entry has no date.</source>
        <translation>Dieser Eintrag hat kein Datum.</translation>
    </message>
    <message>
        <source>It has no description, the line that the index shows.</source>
        <translation>Die Beschreibung fehlt, die Zeile, die das Verzeichnis zeigt.</translation>
    </message>
    <message>
        <source>It has no text.</source>
        <translation>Der Text fehlt.</translation>
    </message>
    <message>
        <source>It is superseded; “superseded-by” does not say by which decision.</source>
        <translation>Sie ist ersetzt; „superseded-by“ sagt nicht, durch welche Entscheidung.</translation>
    </message>
    <message>
        <source>The section “{section}” is missing.</source>
        <translation>Der Abschnitt „{section}“ fehlt.</translation>
    </message>
    <message>
        <source>“resource” is missing or has blanks.</source>
        <translation>„resource“ fehlt oder enthält Leerzeichen.</translation>
    </message>
    <message>
        <source>The title has more than 120 bytes.</source>
        <translation>Der Titel hat mehr als 120 Bytes.</translation>
    </message>
    <message>
        <source>Its days are not in order, the newest first.</source>
        <translation>Die Tage stehen nicht in der Reihenfolge, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>The link to “{target}” leads nowhere.</source>
        <translation>Der Link auf „{target}“ führt ins Leere.</translation>
    </message>
    <message>
        <source>“{path}” is not a path inside the knowledge folder.</source>
        <translation>„{path}“ ist kein Pfad im Wissensordner.</translation>
    </message>
    <message>
        <source>Give a path as `claudeops knowledge list` shows it, such as notes/backups.md.</source>
        <translation>Geben Sie einen Pfad an, wie ihn `claudeops knowledge list` nennt, etwa notes/backups.md.</translation>
    </message>
    <message>
        <source>“{path}” has characters that a file name cannot have, or is too long.</source>
        <translation>„{path}“ enthält Zeichen, die ein Dateiname nicht haben kann, oder ist zu lang.</translation>
    </message>
    <message>
        <source>Use letters, digits and hyphens, at most 200 bytes.</source>
        <translation>Verwenden Sie Buchstaben, Ziffern und Bindestriche, höchstens 200 Bytes.</translation>
    </message>
    <message>
        <source>{path} is a link that leads out of the knowledge folder.</source>
        <translation>{path} ist ein Link, der aus dem Wissensordner hinausführt.</translation>
    </message>
    <message>
        <source>Put the file itself there instead of the link.</source>
        <translation>Legen Sie statt des Links die Datei selbst dorthin.</translation>
    </message>
    <message>
        <source>Verbs are {verbs}, or one of your own.</source>
        <translation>Verben sind {verbs} oder ein eigenes.</translation>
    </message>
    <message>
        <source>“{value}” is not a valid {name}. Use one word in small letters, with hyphens.</source>
        <translation>„{value}“ ist kein gültiger Wert für {name}. Verwenden Sie ein Wort in Kleinbuchstaben, mit Bindestrichen.</translation>
    </message>
    <message>
        <source>“{outcome}” is not an outcome.</source>
        <translation>„{outcome}“ ist kein Ergebnis.</translation>
    </message>
    <message>
        <source>Take one of {outcomes}.</source>
        <translation>Möglich sind {outcomes}.</translation>
    </message>
    <message>
        <source>There is no operation in line {line}.</source>
        <translation>In Zeile {line} steht keine Operation.</translation>
    </message>
    <message>
        <source>See `claudeops operations list`.</source>
        <translation>Siehe `claudeops operations list`.</translation>
    </message>
    <message>
        <source>The detail is empty.</source>
        <translation>Die Angabe, was getan wurde, ist leer.</translation>
    </message>
    <message>
        <source>Say in a sentence what was done.</source>
        <translation>Sagen Sie in einem Satz, was getan wurde.</translation>
    </message>
    <message>
        <source>A procedure needs a name, a description of at most 1,024 characters, and its steps.</source>
        <translation>Ein Verfahren braucht einen Namen, eine Beschreibung mit höchstens 1.024 Zeichen und seine Schritte.</translation>
    </message>
    <message>
        <source>The description says what it does and when to use it.</source>
        <translation>Die Beschreibung sagt, was es tut und wann man es verwendet.</translation>
    </message>
    <message>
        <source>There is a procedure called {name} already.</source>
        <translation>Ein Verfahren namens {name} gibt es schon.</translation>
    </message>
    <message>
        <source>Edit it, or choose another name.</source>
        <translation>Bearbeiten Sie es oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Give --text, --description, --status, --people or --agents.</source>
        <translation>--text, --description, --status, --people oder --agents angeben.</translation>
    </message>
    <message>
        <source>Make it writable, or set knowledge.folder to another one.</source>
        <translation>Machen Sie ihn beschreibbar oder setzen Sie knowledge.folder auf einen anderen.</translation>
    </message>
    <message>
        <source>There is no version “{revision}”.</source>
        <translation>Es gibt keine Version „{revision}“.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge log`. The first four characters are enough where they are unique.</source>
        <translation>Siehe `claudeops knowledge log`. Die ersten vier Zeichen genügen, wenn sie eindeutig sind.</translation>
    </message>
    <message>
        <source>There is no {path} in the knowledge folder.</source>
        <translation>Im Wissensordner gibt es kein {path}.</translation>
    </message>
    <message>
        <source>There is nothing to choose between {path} and {beside}.</source>
        <translation>Zwischen {path} und {beside} gibt es nichts zu wählen.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge status`.</source>
        <translation>Siehe `claudeops knowledge status`.</translation>
    </message>
    <message>
        <source>It is a link that leads out of the folder.</source>
        <translation>Ein Link, der aus dem Ordner hinausführt.</translation>
    </message>
    <message>
        <source>It has {size} bytes, too many for a memory.</source>
        <translation>Hat {size} Bytes, zu viele für eine Erinnerung.</translation>
    </message>
    <message>
        <source>It is not text in UTF-8.</source>
        <translation>Es ist kein Text in UTF-8.</translation>
    </message>
    <message>
        <source>It cannot be read: {error}.</source>
        <translation>Nicht lesbar: {error}.</translation>
    </message>
    <message>
        <source>It is a link that leads out of {folder}, so it may only be looked at.</source>
        <translation>Ein Link, der aus {folder} hinausführt, daher nur zum Ansehen.</translation>
    </message>
    <message>
        <source>It is not in step with the folder; `claudeops knowledge rebuild` writes it anew.</source>
        <translation>Es stimmt nicht mit dem Ordner überein; `claudeops knowledge rebuild` schreibt es neu.</translation>
    </message>
    <message>
        <source>Lines of the operations log are only ever added.</source>
        <translation>Im Betriebslog werden Zeilen immer nur hinzugefügt.</translation>
    </message>
    <message>
        <source>Add one with `claudeops operations add`.</source>
        <translation>Mit `claudeops operations add` eine hinzufügen.</translation>
    </message>
    <message>
        <source>{path}, line {line}: {sentence}</source>
        <translation>{path}, Zeile {line}: {sentence}</translation>
    </message>
    <message>
        <source>Nothing was saved. Correct it and save again.</source>
        <translation>Es wurde nichts gespeichert. Berichtigen Sie es und speichern Sie erneut.</translation>
    </message>
    <message>
        <source>The operations log cannot be deleted.</source>
        <translation>Das Betriebsprotokoll kann nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>What it says about a subject is taken out with `claudeops memory purge`.</source>
        <translation>Was darin über ein Thema steht, wird mit `claudeops memory purge` entfernt.</translation>
    </message>
    <message>
        <source>There was no {path} in version {revision}.</source>
        <translation>In Version {revision} gab es kein {path}.</translation>
    </message>
    <message>
        <source>Nothing was saved. {why}</source>
        <translation>Es wurde nichts gespeichert. {why}</translation>
    </message>
    <message>
        <source>Nothing was saved. Choose what holds, and take the markers out.</source>
        <translation>Nichts wurde gespeichert. Wählen, was gilt, und die Markierungen entfernen.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge log {path}`.</source>
        <translation>Siehe `claudeops knowledge log {path}`.</translation>
    </message>
    <message>
        <source>MEMORY.md is full: agents would not read all of it.</source>
        <translation>MEMORY.md ist voll: Agenten würden nicht alles lesen.</translation>
    </message>
    <message>
        <source>Take out what is not needed any more with `claudeops knowledge forget`.</source>
        <translation>Entfernen Sie mit `claudeops knowledge forget`, was nicht mehr gebraucht wird.</translation>
    </message>
    <message>
        <source>Move this one to a note, or take it out first: “{text}”.</source>
        <translation>Diesen Eintrag in eine Notiz verschieben oder zuerst herausnehmen: „{text}“.</translation>
    </message>
    <message>
        <source>The version that this change became is not in the history.</source>
        <translation>Die Fassung, zu der diese Änderung wurde, ist nicht im Verlauf.</translation>
    </message>
    <message>
        <source>Change the file by hand: see `claudeops knowledge log {path}`.</source>
        <translation>Die Datei von Hand ändern: siehe `claudeops knowledge log {path}`.</translation>
    </message>
    <message>
        <source>{path} was changed since, and the change cannot be found in it any more.</source>
        <translation>{path} wurde seitdem geändert, und die Änderung ist darin nicht mehr zu finden.</translation>
    </message>
    <message>
        <source>{path} would not fit its format: {sentence}</source>
        <translation>{path} entspräche nicht mehr dem Format: {sentence}</translation>
    </message>
    <message>
        <source>Nothing was written. Approve it with other words, or change the file yourself.</source>
        <translation>Nichts wurde geschrieben. Mit anderem Wortlaut annehmen oder die Datei selbst ändern.</translation>
    </message>
    <message>
        <source>MEMORY.md has no entry that says this.</source>
        <translation>MEMORY.md hat keinen Eintrag, der das sagt.</translation>
    </message>
    <message>
        <source>{path} is being changed by another program again and again.</source>
        <translation>{path} wird immer wieder von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>Nothing was saved. Save again when it is done.</source>
        <translation>Nichts wurde gespeichert. Noch einmal speichern, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>There are too many files called like {path}.</source>
        <translation>Es gibt zu viele Dateien, die wie {path} heißen.</translation>
    </message>
    <message>
        <source>Remove some of them.</source>
        <translation>Entfernen Sie einige davon.</translation>
    </message>
    <message>
        <source>{sentence} {remedy}</source>
        <translation>{sentence} {remedy}</translation>
    </message>
    <message>
        <source>The knowledge folder {root} may not be read.</source>
        <translation>Der Wissensordner {root} darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Give yourself the right to read it.</source>
        <translation>Sich selbst das Leserecht geben.</translation>
    </message>
    <message>
        <source>The knowledge folder {root} is read-only.</source>
        <translation>Der Wissensordner {root} ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>The knowledge folder {root} belongs to another user.</source>
        <translation>Der Wissensordner {root} gehört einem anderen Benutzer.</translation>
    </message>
    <message>
        <source>Whoever owns it can change what your agent reads.</source>
        <translation>Wem es gehört, der kann ändern, was der Agent liest.</translation>
    </message>
    <message>
        <source>The repository of {root} is bare: it holds no files.</source>
        <translation>Das Repository von {root} ist ein Bare-Repository: Es enthält keine Dateien.</translation>
    </message>
    <message>
        <source>Set knowledge.folder to a clone of it.</source>
        <translation>knowledge.folder auf einen Klon davon setzen.</translation>
    </message>
    <message>
        <source>The git repository of {root} is read-only.</source>
        <translation>Das Git-Repository von {root} ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Make its folder .git writable.</source>
        <translation>Den Ordner .git darin schreibbar machen.</translation>
    </message>
    <message>
        <source>A {name} is under way in the repository of {root}.</source>
        <translation>Im Repository von {root} läuft gerade ein Vorgang: {name}.</translation>
    </message>
    <message>
        <source>Finish it with `{command} --continue`, or stop it with `{command} --abort`.</source>
        <translation>Mit `{command} --continue` abschließen oder mit `{command} --abort` abbrechen.</translation>
    </message>
    <message>
        <source>Git is working in the repository of {root}: there is an index.lock.</source>
        <translation>Git arbeitet gerade im Repository von {root}: Es gibt eine index.lock.</translation>
    </message>
    <message>
        <source>Wait until it is done. Where no git is running, delete {file}.</source>
        <translation>Warten, bis er fertig ist. Läuft kein git, {file} löschen.</translation>
    </message>
    <message>
        <source>The repository of {root} is a shallow clone: older versions are not in it.</source>
        <translation>Das Repository von {root} ist ein flacher Klon: Ältere Fassungen fehlen darin.</translation>
    </message>
    <message>
        <source>`git fetch --unshallow` brings them.</source>
        <translation>`git fetch --unshallow` holt sie.</translation>
    </message>
    <message>
        <source>The repository of {root} is on no branch (detached HEAD).</source>
        <translation>Das Repository von {root} ist auf keinem Branch (detached HEAD).</translation>
    </message>
    <message>
        <source>Go back to a branch, such as with `git switch main`.</source>
        <translation>Zu einem Branch zurückkehren, etwa mit `git switch main`.</translation>
    </message>
    <message>
        <source>Git could not merge {paths}.</source>
        <translation>Git konnte {paths} nicht zusammenführen.</translation>
    </message>
    <message>
        <source>Edit these files, then `git add` them.</source>
        <translation>Diese Dateien bearbeiten, dann `git add` dafür ausführen.</translation>
    </message>
    <message>
        <source>Git is working in the repository of {root}.</source>
        <translation>Git arbeitet gerade im Repository von {root}.</translation>
    </message>
    <message>
        <source>Nothing was changed. Try again when it is done.</source>
        <translation>Nichts wurde geändert. Erneut versuchen, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>The git repository of {root} is damaged: {error}.</source>
        <translation>Das Git-Repository von {root} ist beschädigt: {error}.</translation>
    </message>
    <message>
        <source>Your files are not touched. Repair it with git, or move .git away: a new history begins.</source>
        <translation>Ihre Dateien sind unberührt. Reparieren Sie es mit git oder verschieben Sie .git: Dann beginnt ein neuer Verlauf.</translation>
    </message>
    <message>
        <source>The knowledge folder {root} cannot be used: {error}.</source>
        <translation>Der Wissensordner {root} kann nicht verwendet werden: {error}.</translation>
    </message>
    <message>
        <source>The Claude CLI has no memory folder “{key}”.</source>
        <translation>Die Claude CLI hat keinen Gedächtnisordner „{key}“.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge agent-folders list`.</source>
        <translation>Siehe `claudeops knowledge agent-folders list`.</translation>
    </message>
    <message>
        <source>There is no {name} in {folder}.</source>
        <translation>In {folder} gibt es kein {name}.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge agent-folders show {key}`.</source>
        <translation>Siehe `claudeops knowledge agent-folders show {key}`.</translation>
    </message>
    <message>
        <source>Put the folder itself there instead of the link.</source>
        <translation>Statt des Links den Ordner selbst dort ablegen.</translation>
    </message>
    <message>
        <source>The text has {size} bytes, too many for a memory.</source>
        <translation>Der Text hat {size} Bytes, zu viele für eine Erinnerung.</translation>
    </message>
    <message>
        <source>{most} bytes are the most.</source>
        <translation>Höchstens {most} Bytes sind möglich.</translation>
    </message>
    <message>
        <source>The file cannot be written: {error}.</source>
        <translation>Die Datei kann nicht geschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>{name} is not a Markdown file of a memory folder.</source>
        <translation>{name} ist keine Markdown-Datei eines Gedächtnisordners.</translation>
    </message>
    <message>
        <source>Memory files end in .md.</source>
        <translation>Gedächtnisdateien enden auf .md.</translation>
    </message>
    <message>
        <source>{name} is a link, and may lead out of the folder.</source>
        <translation>{name} ist ein Link und führt vielleicht aus dem Ordner hinaus.</translation>
    </message>
    <message>
        <source>{file} is too large for a memory.</source>
        <translation>{file} ist zu groß für eine Erinnerung.</translation>
    </message>
    <message>
        <source>Move it away, or shorten it with an editor.</source>
        <translation>Wegbewegen oder mit einem Editor kürzen.</translation>
    </message>
    <message>
        <source>{path} is not text in UTF-8.</source>
        <translation>{path} ist kein Text in UTF-8.</translation>
    </message>
    <message>
        <source>Convert it, or move it away.</source>
        <translation>Wandeln Sie es um oder verschieben Sie es.</translation>
    </message>
    <message>
        <source>The procedures cannot be handed over in {path}: {strerror}.</source>
        <translation>Die Verfahren können in {path} nicht übergeben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Only one of these can be done at a time.</source>
        <translation>Nur eines davon ist zur selben Zeit möglich.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge consolidate --help`.</source>
        <translation>Siehe `claudeops knowledge consolidate --help`.</translation>
    </message>
    <message>
        <source>Name a job or say --due, one of the two.</source>
        <translation>Einen Job nennen oder --due angeben, eines von beiden.</translation>
    </message>
    <message>
        <source>See `claudeops routine list`.</source>
        <translation>Siehe `claudeops routine list`.</translation>
    </message>
    <message>
        <source>A session is running, and the routine would slow it down; or everything is stopped.</source>
        <translation>Eine Sitzung läuft, und die Routine würde sie bremsen; oder alles ist gestoppt.</translation>
    </message>
    <message>
        <source>Try again when it is over, or add --now.</source>
        <translation>Danach erneut versuchen oder --now hinzufügen.</translation>
    </message>
    <message>
        <source>Say --markdown or --json, one of the two.</source>
        <translation>--markdown oder --json angeben, eines von beiden.</translation>
    </message>
    <message>
        <source>A newer fact says otherwise: {text}</source>
        <translation>Ein neuerer Fakt sagt etwas anderes: {text}</translation>
    </message>
    <message>
        <source>Decision {old} was superseded by {new}: {title}</source>
        <translation>Entscheidung {old} wurde durch {new} abgelöst: {title}</translation>
    </message>
    <message>
        <source>Decision {old} is {status}.</source>
        <translation>Entscheidung {old} hat den Status {status}.</translation>
    </message>
    <message>
        <source>Decision {new} supersedes it, and it does not say so.</source>
        <translation>Entscheidung {new} ersetzt sie, und das steht nicht darin.</translation>
    </message>
    <message>
        <source>Another entry says otherwise since {day}: {text}</source>
        <translation>Ein anderer Eintrag sagt seit {day} etwas anderes: {text}</translation>
    </message>
    <message>
        <source>{name} is in service: its checks are good.</source>
        <translation>{name} ist in Betrieb: Die Prüfungen sind gut.</translation>
    </message>
    <message>
        <source>{name} is checked at port {port}, and is well there.</source>
        <translation>{name} wird an Port {port} geprüft und ist dort in Ordnung.</translation>
    </message>
    <message>
        <source>{path} says the same: {text}</source>
        <translation>{path} sagt dasselbe: {text}</translation>
    </message>
    <message>
        <source>The fact that it was written from was replaced: {text}</source>
        <translation>Der Fakt, aus dem es entstand, wurde ersetzt: {text}</translation>
    </message>
    <message>
        <source>It was to hold until {day}, which has passed.</source>
        <translation>Es sollte bis {day} gelten; dieser Tag ist vorbei.</translation>
    </message>
    <message>
        <source>It points to {path}, which was removed.</source>
        <translation>Verweist auf {path}; die Datei wurde entfernt.</translation>
    </message>
    <message>
        <source>{path} is not on this machine any more.</source>
        <translation>{path} ist nicht mehr auf diesem Rechner.</translation>
    </message>
    <message>
        <source>systemd has no unit {unit} any more.</source>
        <translation>systemd hat die Unit {unit} nicht mehr.</translation>
    </message>
    <message>
        <source>There is no container {name} any more.</source>
        <translation>Den Container {name} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>{name} is not set up as a service any more.</source>
        <translation>{name} ist nicht mehr als Dienst eingerichtet.</translation>
    </message>
    <message>
        <source>The service {name} is called {heir} now.</source>
        <translation>Der Dienst {name} heißt jetzt {heir}.</translation>
    </message>
    <message>
        <source>{day} is a {weekday}.</source>
        <translation>{day} ist ein {weekday}.</translation>
    </message>
    <message>
        <source>{day} is still to come.</source>
        <translation>{day} liegt noch in der Zukunft.</translation>
    </message>
    <message>
        <source>{day} is later than the day on which it was written, {other}.</source>
        <translation>{day} liegt nach dem Tag, an dem es geschrieben wurde, {other}.</translation>
    </message>
    <message>
        <source>It says {day}; it was written on {other}.</source>
        <translation>Dort steht {day}; geschrieben wurde es am {other}.</translation>
    </message>
    <message>
        <source>It was verified on {day}, which is still to come.</source>
        <translation>Geprüft am {day}, was noch in der Zukunft liegt.</translation>
    </message>
    <message>
        <source>It was verified on {day}, and changed on {other}.</source>
        <translation>Am {day} bestätigt und am {other} geändert.</translation>
    </message>
    <message>
        <source>Another consolidation is at work.</source>
        <translation>Eine andere Konsolidierung läuft gerade.</translation>
    </message>
    <message>
        <source>Wait for its end, and try again.</source>
        <translation>Das Ende abwarten und erneut versuchen.</translation>
    </message>
    <message>
        <source>There is no branch {name}.</source>
        <translation>Den Branch {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge consolidate --list`.</source>
        <translation>Siehe `claudeops knowledge consolidate --list`.</translation>
    </message>
    <message>
        <source>There is no version {number} of this file.</source>
        <translation>Version {number} dieser Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge agent-folders versions`.</source>
        <translation>Siehe `claudeops knowledge agent-folders versions`.</translation>
    </message>
    <message>
        <source>{title}: its words come from outside; answer it by itself.</source>
        <translation>{title}: Der Wortlaut stammt von außen; einzeln beantworten.</translation>
    </message>
    <message>
        <source>{title}: proposal {id} changes the same.</source>
        <translation>{title}: Vorschlag {id} ändert dasselbe.</translation>
    </message>
    <message>
        <source>{title}: too much would be taken out at once.</source>
        <translation>{title}: Es würde zu viel auf einmal herausgenommen.</translation>
    </message>
    <message>
        <source>{title}: it waits for the next time.</source>
        <translation>{title}: wartet bis zum nächsten Mal.</translation>
    </message>
    <message>
        <source>MEMORY.md would lose {lost} of {all} entries.</source>
        <translation>MEMORY.md würde {lost} von {all} Einträgen verlieren.</translation>
    </message>
    <message>
        <source>The folder would lose {lost} of {all} entries.</source>
        <translation>Der Ordner würde {lost} von {all} Einträgen verlieren.</translation>
    </message>
    <message>
        <source>The source {source} would be named nowhere any more.</source>
        <translation>Die Quelle {source} wäre nirgends mehr genannt.</translation>
    </message>
    <message>
        <source>The consolidation {branch} waits for an answer.</source>
        <translation>Die Konsolidierung {branch} wartet auf eine Antwort.</translation>
    </message>
    <message>
        <source>Approve or discard it first.</source>
        <translation>Zuerst freigeben oder verwerfen.</translation>
    </message>
    <message>
        <source>{title}: {why}</source>
        <translation>{title}: {why}</translation>
    </message>
    <message>
        <source>There is a file {path} already.</source>
        <translation>Die Datei {path} gibt es schon.</translation>
    </message>
    <message>
        <source>MEMORY.md is full.</source>
        <translation>MEMORY.md ist voll.</translation>
    </message>
    <message>
        <source>Discard it, and consolidate again.</source>
        <translation>Verwerfen und erneut konsolidieren.</translation>
    </message>
    <message>
        <source>There is no consolidation to undo.</source>
        <translation>Es gibt keine Konsolidierung zum Zurücknehmen.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge log`.</source>
        <translation>Siehe `claudeops knowledge log`.</translation>
    </message>
    <message>
        <source>Not made, because its place was changed meanwhile: {title}</source>
        <translation>Nicht ausgeführt, weil die Stelle inzwischen geändert wurde: {title}</translation>
    </message>
    <message>
        <source>{path} stays as it is: it was edited in the same place since.</source>
        <translation>{path} bleibt unverändert: Dieselbe Stelle wurde seitdem bearbeitet.</translation>
    </message>
    <message>
        <source>Its place was changed before it was approved.</source>
        <translation>Die Stelle wurde geändert, bevor er freigegeben wurde.</translation>
    </message>
    <message>
        <source>This cure helped {number} times against the same symptom.</source>
        <translation>Diese Abhilfe half {number} Mal gegen dasselbe Symptom.</translation>
    </message>
    <message>
        <source>It was decided in a session: “{quote}”</source>
        <translation>In einer Sitzung entschieden: „{quote}“</translation>
    </message>
    <message>
        <source>You asked for it from now on: “{quote}”</source>
        <translation>Sie haben es ab jetzt verlangt: „{quote}“</translation>
    </message>
    <message>
        <source>The agent said so in {number} sessions: “{quote}”</source>
        <translation>Der Agent sagte es in {number} Sitzungen: „{quote}“</translation>
    </message>
    <message>
        <source>You said so in {number} conversations: “{quote}”</source>
        <translation>In {number} Gesprächen von Ihnen gesagt: „{quote}“</translation>
    </message>
    <message>
        <source>It names {services} of your services.</source>
        <translation>Nennt von Ihren Diensten: {services}.</translation>
    </message>
    <message>
        <source>It names none of your services.</source>
        <translation>Nennt keinen Ihrer Dienste.</translation>
    </message>
    <message>
        <source>Somebody said why it is worth keeping.</source>
        <translation>Jemand hat gesagt, warum es sich zu behalten lohnt.</translation>
    </message>
    <message>
        <source>Other documents have the tags {tags}, too.</source>
        <translation>Auch andere Dokumente haben die Tags {tags}.</translation>
    </message>
    <message>
        <source>It shows commands or steps.</source>
        <translation>Zeigt Befehle oder Schritte.</translation>
    </message>
    <message numerus="yes">
        <source>It is short: %n word.</source>
        <comment>It is short: %n words.</comment>
        <translation>
            <numerusform>Es ist kurz: %n Wort.</numerusform>
            <numerusform>Es ist kurz: %n Wörter.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no suggested address {id}.</source>
        <translation>Die vorgeschlagene Adresse {id} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops library suggestions`.</source>
        <translation>Siehe `claudeops library suggestions`.</translation>
    </message>
    <message>
        <source>It is larger than 2 MB and is left alone.</source>
        <translation>Größer als 2 MB; bleibt unangetastet.</translation>
    </message>
    <message>
        <source>It is a link that leads out of the folder, or nowhere, and is not followed.</source>
        <translation>Ein Link, der aus dem Ordner hinaus oder ins Leere führt; ihm wird nicht gefolgt.</translation>
    </message>
    <message>
        <source>It is a git repository of its own, such as a submodule, and is left alone.</source>
        <translation>Es ist ein eigenes Git-Repository, etwa ein Submodul, und bleibt unverändert.</translation>
    </message>
    <message>
        <source>This folder may not be read.</source>
        <translation>Dieser Ordner darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>It is not a file that can be read, such as a pipe, and is left alone.</source>
        <translation>Keine lesbare Datei, sondern etwa eine Pipe; bleibt unverändert.</translation>
    </message>
    <message>
        <source>{path} is larger than 2 MB and is left alone.</source>
        <translation>{path} ist größer als 2 MB und bleibt unverändert.</translation>
    </message>
    <message>
        <source>Move it out of the knowledge folder, or cut it into several files.</source>
        <translation>Aus dem Wissensordner verschieben oder in mehrere Dateien aufteilen.</translation>
    </message>
    <message>
        <source>It was being changed while it was read.</source>
        <translation>Wurde während des Lesens geändert.</translation>
    </message>
    <message>
        <source>{path} is a link, a folder or a device, not a file.</source>
        <translation>{path} ist ein Link, ein Ordner oder ein Gerät, keine Datei.</translation>
    </message>
    <message>
        <source>Nothing was changed. Move it away, or choose another name.</source>
        <translation>Nichts wurde geändert. Wegbewegen oder einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Git converts {path} when it is committed, by .gitattributes.</source>
        <translation>Git wandelt {path} beim Commit um, wegen .gitattributes.</translation>
    </message>
    <message>
        <source>Change it with git, or take the line out of .gitattributes.</source>
        <translation>Mit git ändern oder die Zeile aus .gitattributes entfernen.</translation>
    </message>
    <message>
        <source>{most} others fit this session better, and no more are offered.</source>
        <translation>{most} andere passen besser zu dieser Sitzung, und mehr werden nicht angeboten.</translation>
    </message>
    <message>
        <source>Its description does not fit into what is left of {tokens} tokens.</source>
        <translation>Die Beschreibung passt nicht in den Rest von {tokens} Tokens.</translation>
    </message>
    <message>
        <source>It has no frontmatter with a name and a description.</source>
        <translation>Hat kein Frontmatter mit Name und Beschreibung.</translation>
    </message>
    <message>
        <source>It has a command that would run while it is loaded: write it without the exclamation mark.</source>
        <translation>Enthält einen Befehl, der beim Laden ausgeführt würde: ohne Ausrufezeichen schreiben.</translation>
    </message>
    <message>
        <source>It has a tag that an agent could take for a message of the system.</source>
        <translation>Enthält ein Tag, das ein Agent für eine Meldung des Systems halten könnte.</translation>
    </message>
    <message>
        <source>It has characters that cannot be seen.</source>
        <translation>Enthält unsichtbare Zeichen.</translation>
    </message>
    <message>
        <source>It is too large, or has too many files, to be handed to an agent.</source>
        <translation>Zu groß oder mit zu vielen Dateien, um an einen Agenten übergeben zu werden.</translation>
    </message>
    <message>
        <source>Its status is {status}.</source>
        <translation>Der Status ist {status}.</translation>
    </message>
    <message>
        <source>It says that only a person may start it (disable-model-invocation).</source>
        <translation>Laut Angabe darf nur ein Mensch es starten (disable-model-invocation).</translation>
    </message>
    <message>
        <source>It names {services}.</source>
        <translation>Nennt {services}.</translation>
    </message>
    <message>
        <source>It shares words with the task.</source>
        <translation>Hat Wörter mit der Aufgabe gemeinsam.</translation>
    </message>
    <message>
        <source>It names none of the session&apos;s services.</source>
        <translation>Nennt keinen der Dienste der Sitzung.</translation>
    </message>
    <message>
        <source>There is no text to add.</source>
        <translation>Es gibt keinen Text zum Hinzufügen.</translation>
    </message>
    <message>
        <source>MEMORY.md says this already.</source>
        <translation>MEMORY.md sagt das bereits.</translation>
    </message>
    <message>
        <source>MEMORY.md has no entry any more that says this.</source>
        <translation>MEMORY.md hat keinen Eintrag mehr, der das sagt.</translation>
    </message>
    <message>
        <source>{path} says this already.</source>
        <translation>{path} sagt das schon.</translation>
    </message>
    <message>
        <source>{path} no longer says what was to be changed.</source>
        <translation>In {path} steht nicht mehr, was geändert werden sollte.</translation>
    </message>
    <message>
        <source>{path} says this in more than one place.</source>
        <translation>{path} sagt das an mehr als einer Stelle.</translation>
    </message>
    <message>
        <source>There is no memory {id}.</source>
        <translation>Die Erinnerung {id} gibt es nicht.</translation>
    </message>
    <message>
        <source>See `claudeops memory list`.</source>
        <translation>Siehe `claudeops memory list`.</translation>
    </message>
    <message>
        <source>Only you may promote it: {why}</source>
        <translation>Nur Sie dürfen es hochstufen: {why}</translation>
    </message>
    <message>
        <source>{total:.2f} is at least the {limit} that promotion asks for.</source>
        <translation>{total:.2f} erreicht die {limit}, die für eine Übernahme nötig sind.</translation>
    </message>
    <message>
        <source>{total:.2f} is under the {limit} that promotion asks for.</source>
        <translation>{total:.2f} liegt unter {limit}, dem Mindestwert für die Übernahme.</translation>
    </message>
    <message>
        <source>Little speaks for it: {total:.2f}.</source>
        <translation>Wenig spricht dafür: {total:.2f}.</translation>
    </message>
    <message>
        <source>No other file of the folder says it.</source>
        <translation>Keine andere Datei des Ordners sagt es.</translation>
    </message>
    <message>
        <source>{path} holds {share} of its words.</source>
        <translation>{path} enthält {share} der Wörter.</translation>
    </message>
    <message>
        <source>The operator said it, and it says what to do.</source>
        <translation>Von Ihnen gesagt, und es nennt, was zu tun ist.</translation>
    </message>
    <message>
        <source>The operator said it; it does not say what to do.</source>
        <translation>Der Betreiber hat es gesagt; es sagt nicht, was zu tun ist.</translation>
    </message>
    <message>
        <source>It was said once, and says what to do.</source>
        <translation>Wurde einmal gesagt und sagt, was zu tun ist.</translation>
    </message>
    <message>
        <source>It was said once, and does not say what to do.</source>
        <translation>Nur einmal gesagt, und es nennt nicht, was zu tun ist.</translation>
    </message>
    <message>
        <source>It was said {times} times independently, in {contexts} contexts, and says what to do.</source>
        <translation>Unabhängig {times}-mal gesagt, in {contexts} Zusammenhängen, und sagt, was zu tun ist.</translation>
    </message>
    <message>
        <source>It was said {times} times independently, in {contexts} contexts, and does not say what to do.</source>
        <translation>Wurde {times}-mal unabhängig gesagt, in {contexts} Zusammenhängen, und sagt nicht, was zu tun ist.</translation>
    </message>
    <message>
        <source>{count} sessions repeated what they had been given in their prompt: that does not count.</source>
        <translation>{count} Sitzungen wiederholten, was in ihrem Prompt stand: Das zählt nicht.</translation>
    </message>
    <message>
        <source>It names a decision, a path or a command.</source>
        <translation>Nennt eine Entscheidung, einen Pfad oder einen Befehl.</translation>
    </message>
    <message>
        <source>It names a value or a name.</source>
        <translation>Nennt einen Wert oder einen Namen.</translation>
    </message>
    <message>
        <source>It names no value, name, path or command.</source>
        <translation>Nennt keinen Wert, Namen, Pfad oder Befehl.</translation>
    </message>
    <message>
        <source>Rules, preferences and people matter at any time.</source>
        <translation>Regeln, Vorlieben und Personen sind jederzeit wichtig.</translation>
    </message>
    <message>
        <source>It was last confirmed {days} days ago and recalled {times} times.</source>
        <translation>Zuletzt vor {days} Tagen bestätigt und {times}-mal abgerufen.</translation>
    </message>
    <message>
        <source>Neither MEMORY.md nor another proposal says anything like it.</source>
        <translation>Weder MEMORY.md noch ein anderer Vorschlag sagt Ähnliches.</translation>
    </message>
    <message>
        <source>MEMORY.md or another proposal holds {share} of its words.</source>
        <translation>MEMORY.md oder ein anderer Vorschlag enthält {share} der Wörter.</translation>
    </message>
    <message>
        <source>There is no proposal {id}.</source>
        <translation>Den Vorschlag {id} gibt es nicht.</translation>
    </message>
    <message>
        <source>{fault} The file is left as it is.</source>
        <translation>{fault} Die Datei bleibt unverändert.</translation>
    </message>
    <message>
        <source>Fact {number} had changed meanwhile. Your version stands; the other one is in its history (claudeops memory show {number}).</source>
        <translation>Fakt {number} hatte sich inzwischen geändert. Ihre Fassung gilt; die andere steht im Verlauf (claudeops memory show {number}).</translation>
    </message>
    <message>
        <source>Fact {number} no longer counts as true, so the change was not carried out.</source>
        <translation>Fakt {number} gilt nicht mehr als wahr, daher wurde die Änderung nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Fact {number}, whose line was deleted, says something else by now, so it stays.</source>
        <translation>Fakt {number}, dessen Zeile gelöscht wurde, sagt inzwischen etwas anderes und bleibt daher.</translation>
    </message>
    <message>
        <source>The file was deleted: the case is retired, and offered no more.</source>
        <translation>Die Datei wurde gelöscht: Der Fall ist ausgemustert und wird nicht mehr angeboten.</translation>
    </message>
    <message>
        <source>The section of the {name} is empty; it stays as it was.</source>
        <translation>Der Abschnitt {name} ist leer; er blieb, wie er war.</translation>
    </message>
    <message>
        <source>The {name} was not taken over: {why}</source>
        <translation>Nicht übernommen wurde {name}: {why}</translation>
    </message>
    <message>
        <source>{count} of {all} lines are gone. Nothing was deleted yet: confirm it with `claudeops knowledge render --accept-deletions`, or restore the file.</source>
        <translation>{count} von {all} Zeilen fehlen. Noch wurde nichts gelöscht: mit `claudeops knowledge render --accept-deletions` bestätigen oder die Datei wiederherstellen.</translation>
    </message>
    <message>
        <source>The file was deleted. What it shows stays in the database, so it is written again: delete its lines to delete facts.</source>
        <translation>Die Datei wurde gelöscht. Was sie zeigt, bleibt in der Datenbank, daher wird sie neu geschrieben: Zum Löschen von Fakten deren Zeilen löschen.</translation>
    </message>
    <message>
        <source>“{key}” is written by Claude Ops; your value is in the history.</source>
        <translation>„{key}“ schreibt Claude Ops; Ihr Wert steht im Verlauf.</translation>
    </message>
    <message>
        <source>This line is no entry; it was moved to the notes of the file.</source>
        <translation>Diese Zeile ist kein Eintrag; sie wurde in die Notizen der Datei verschoben.</translation>
    </message>
    <message>
        <source>It needs your review: {why}</source>
        <translation>Es braucht Ihre Durchsicht: {why}</translation>
    </message>
    <message>
        <source>It was not taken over: {why}</source>
        <translation>Nicht übernommen: {why}</translation>
    </message>
    <message>
        <source>It was not taken in: {why}</source>
        <translation>Nicht übernommen: {why}</translation>
    </message>
    <message>
        <source>Edit of {path}, line {line}: {sentence}</source>
        <translation>Bearbeitung von {path}, Zeile {line}: {sentence}</translation>
    </message>
    <message>
        <source>{count} more lines of edited knowledge files were not carried out.</source>
        <translation>{count} weitere Zeilen bearbeiteter Wissensdateien wurden nicht ausgeführt.</translation>
    </message>
    <message>
        <source>It shows another database, so it is left as it is. `claudeops knowledge rebuild` takes in what it holds.</source>
        <translation>Zeigt eine andere Datenbank und bleibt daher unverändert. `claudeops knowledge rebuild` übernimmt den Inhalt.</translation>
    </message>
    <message>
        <source>{count} files of the knowledge folder show another database, such as {path}: they are left alone. `claudeops knowledge rebuild` takes in what they hold.</source>
        <translation>{count} Dateien des Wissensordners zeigen eine andere Datenbank, etwa {path}: Sie bleiben unverändert. `claudeops knowledge rebuild` übernimmt ihren Inhalt.</translation>
    </message>
    <message>
        <source>An entry needs a title, and a text of at most {most} characters.</source>
        <translation>Ein Eintrag braucht einen Titel und einen Text von höchstens {most} Zeichen.</translation>
    </message>
    <message>
        <source>The address holds a user name or a password, which would be kept with the document.</source>
        <translation>Die Adresse enthält einen Benutzernamen oder ein Passwort, das mit dem Dokument aufbewahrt würde.</translation>
    </message>
    <message>
        <source>Save the page as a file and add that.</source>
        <translation>Die Seite als Datei speichern und diese hinzufügen.</translation>
    </message>
    <message>
        <source>“{url}” is not a web address that can be read.</source>
        <translation>„{url}“ ist keine Webadresse, die gelesen werden kann.</translation>
    </message>
    <message>
        <source>Write http:// or https://, a host and a path.</source>
        <translation>http:// oder https://, einen Rechnernamen und einen Pfad angeben.</translation>
    </message>
    <message>
        <source>{url} is no RSS or Atom feed.</source>
        <translation>{url} ist kein RSS- oder Atom-Feed.</translation>
    </message>
    <message>
        <source>`claudeops library add` names the feeds of a page that it adds.</source>
        <translation>`claudeops library add` nennt die Feeds einer hinzugefügten Seite.</translation>
    </message>
    <message>
        <source>{url} answered with status {status}.</source>
        <translation>{url} antwortete mit Status {status}.</translation>
    </message>
    <message>
        <source>Open the address in a browser, and add the one that shows the page.</source>
        <translation>Die Adresse in einem Browser öffnen und diejenige hinzufügen, die die Seite zeigt.</translation>
    </message>
    <message>
        <source>{url} is larger than {limit} MB.</source>
        <translation>{url} ist größer als {limit} MB.</translation>
    </message>
    <message>
        <source>Save it as a file, and add the part that matters.</source>
        <translation>Als Datei speichern und den wichtigen Teil hinzufügen.</translation>
    </message>
    <message>
        <source>The robots.txt of {origin} does not allow this page to be fetched.</source>
        <translation>Die robots.txt von {origin} erlaubt nicht, diese Seite abzurufen.</translation>
    </message>
    <message>
        <source>Save the page in a browser and add the file.</source>
        <translation>Die Seite in einem Browser speichern und die Datei hinzufügen.</translation>
    </message>
    <message>
        <source>Pass --allow-private if you trust the page and meant an address of your own network.</source>
        <translation>--allow-private angeben, wenn die Seite vertrauenswürdig ist und eine Adresse im eigenen Netz gemeint war.</translation>
    </message>
    <message>
        <source>Nothing is fetched from there. Save the page as a file and add that.</source>
        <translation>Von dort wird nichts abgerufen. Die Seite als Datei speichern und diese hinzufügen.</translation>
    </message>
    <message>
        <source>{url} leads to the private address {address}.</source>
        <translation>{url} führt zur privaten Adresse {address}.</translation>
    </message>
    <message>
        <source>{url} cannot be fetched: nobody answers there.</source>
        <translation>{url} kann nicht abgerufen werden: Dort antwortet niemand.</translation>
    </message>
    <message>
        <source>{url} cannot be fetched: the answer is no proper HTTP.</source>
        <translation>{url} kann nicht abgerufen werden: Die Antwort ist kein korrektes HTTP.</translation>
    </message>
    <message>
        <source>Check the address and the network.</source>
        <translation>Adresse und Netzwerk prüfen.</translation>
    </message>
    <message>
        <source>{url} was not there within {seconds} s.</source>
        <translation>{url} war binnen {seconds} s nicht da.</translation>
    </message>
    <message>
        <source>Try again later, or save the page as a file and add that.</source>
        <translation>Später erneut versuchen oder die Seite als Datei speichern und diese hinzufügen.</translation>
    </message>
    <message>
        <source>{url} sends on more than {count} times.</source>
        <translation>{url} leitet mehr als {count} Mal weiter.</translation>
    </message>
    <message>
        <source>Add the address that a browser ends at.</source>
        <translation>Die Adresse hinzufügen, bei der ein Browser endet.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {why}.</source>
        <translation>{path} kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>Check the name, and that you may read it.</source>
        <translation>Den Namen prüfen, und ob das Leserecht vorhanden ist.</translation>
    </message>
    <message>
        <source>{path} is not a regular file.</source>
        <translation>{path} ist keine reguläre Datei.</translation>
    </message>
    <message>
        <source>Add a document, or a folder.</source>
        <translation>Ein Dokument oder einen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>{name} is larger than 50 MB.</source>
        <translation>{name} ist größer als 50 MB.</translation>
    </message>
    <message>
        <source>Split it, or add the part that matters.</source>
        <translation>Aufteilen oder den wichtigen Teil hinzufügen.</translation>
    </message>
    <message>
        <source>{name} is no document that can be read.</source>
        <translation>{name} ist kein lesbares Dokument.</translation>
    </message>
    <message>
        <source>Files that can be read end in {suffixes}.</source>
        <translation>Lesbare Dateien enden auf {suffixes}.</translation>
    </message>
    <message>
        <source>{name} holds no text.</source>
        <translation>{name} enthält keinen Text.</translation>
    </message>
    <message>
        <source>A scanned document needs text recognition first.</source>
        <translation>Ein gescanntes Dokument braucht zuerst eine Texterkennung.</translation>
    </message>
    <message>
        <source>{name} needs the extra “library”, which is not installed.</source>
        <translation>{name} braucht das Extra „library“, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>{name} could not be read within {seconds} s.</source>
        <translation>{name} konnte nicht binnen {seconds} s gelesen werden.</translation>
    </message>
    <message>
        <source>Split it, or save it as text.</source>
        <translation>Aufteilen oder als Text speichern.</translation>
    </message>
    <message>
        <source>{name} cannot be read: it is damaged, or not what its name says.</source>
        <translation>{name} kann nicht gelesen werden: beschädigt oder nicht das, was der Name sagt.</translation>
    </message>
    <message>
        <source>Open it in its own program and save it again, or save it as text.</source>
        <translation>Im eigenen Programm öffnen und neu speichern oder als Text speichern.</translation>
    </message>
    <message>
        <source>A title is for one document, and {path} is a folder.</source>
        <translation>Ein Titel gilt für ein Dokument, und {path} ist ein Ordner.</translation>
    </message>
    <message>
        <source>Leave --title out, or name a file.</source>
        <translation>--title weglassen oder eine Datei angeben.</translation>
    </message>
    <message>
        <source>Only a folder can be watched, and {path} is none.</source>
        <translation>Nur ein Ordner kann überwacht werden, und {path} ist keiner.</translation>
    </message>
    <message>
        <source>Leave --watch out, or name its folder.</source>
        <translation>--watch weglassen oder den Ordner angeben.</translation>
    </message>
    <message>
        <source>The folder {path} is not there; its documents stay as they were.</source>
        <translation>Den Ordner {path} gibt es nicht; die Dokumente daraus bleiben, wie sie waren.</translation>
    </message>
    <message>
        <source>The name {path} is not valid UTF-8.</source>
        <translation>Der Name {path} ist kein gültiges UTF-8.</translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation>Die Datei umbenennen.</translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation>Die Frage ist leer.</translation>
    </message>
    <message>
        <source>Say what you look for, in a few words.</source>
        <translation>In wenigen Worten sagen, was gesucht wird.</translation>
    </message>
    <message>
        <source>A feed cannot be polled every {hours} hours.</source>
        <translation>Ein Feed kann nicht alle {hours} Stunden abgefragt werden.</translation>
    </message>
    <message>
        <source>Take {least} to {most} hours.</source>
        <translation>{least} bis {most} Stunden angeben.</translation>
    </message>
    <message>
        <source>The feed {url} is not followed.</source>
        <translation>Dem Feed {url} wird nicht gefolgt.</translation>
    </message>
    <message>
        <source>`claudeops library feeds` shows those that are.</source>
        <translation>`claudeops library feeds` zeigt die vorhandenen.</translation>
    </message>
    <message>
        <source>Too many suggested addresses wait for the operator already.</source>
        <translation>Es warten schon zu viele vorgeschlagene Adressen auf den Betreiber.</translation>
    </message>
    <message>
        <source>There is no document {id} in the library.</source>
        <translation>Das Dokument {id} gibt es in der Bibliothek nicht.</translation>
    </message>
    <message>
        <source>See `claudeops library list`.</source>
        <translation>Siehe `claudeops library list`.</translation>
    </message>
    <message>
        <source>{source} was added again meanwhile.</source>
        <translation>{source} wurde inzwischen wieder hinzugefügt.</translation>
    </message>
    <message>
        <source>Remove that document first.</source>
        <translation>Zuerst dieses Dokument entfernen.</translation>
    </message>
    <message>
        <source>{url} is a feed, not a page.</source>
        <translation>{url} ist ein Feed, keine Seite.</translation>
    </message>
    <message>
        <source>Follow it with `claudeops library follow {url}`.</source>
        <translation>Mit `claudeops library follow {url}` folgen.</translation>
    </message>
    <message>
        <source>{url} is no document that can be read ({type}).</source>
        <translation>{url} ist kein lesbares Dokument ({type}).</translation>
    </message>
    <message>
        <source>Pages, Markdown, plain text, PDF, EPUB and DOCX can be read.</source>
        <translation>Lesbar sind Seiten, Markdown, reiner Text, PDF, EPUB und DOCX.</translation>
    </message>
    <message>
        <source>Every night</source>
        <translation>Jede Nacht</translation>
    </message>
    <message>
        <source>Extract facts from what waits</source>
        <translation>Fakten aus dem gewinnen, was wartet</translation>
    </message>
    <message>
        <source>Age facts</source>
        <translation>Fakten altern lassen</translation>
    </message>
    <message>
        <source>Merge facts that say the same</source>
        <translation>Gleichbedeutende Fakten zusammenführen</translation>
    </message>
    <message>
        <source>Prefer new facts</source>
        <translation>Neue Fakten bevorzugen</translation>
    </message>
    <message>
        <source>Settle verdicts, cases and findings</source>
        <translation>Urteile, Fälle und Befunde abschließen</translation>
    </message>
    <message>
        <source>Index memory</source>
        <translation>Gedächtnis indizieren</translation>
    </message>
    <message>
        <source>Find kinds of messages that may be one</source>
        <translation>Arten von Meldungen finden, die dieselbe sein könnten</translation>
    </message>
    <message>
        <source>Find what was said in sessions</source>
        <translation>Gesagtes in Sitzungen finden</translation>
    </message>
    <message>
        <source>Propose what is worth keeping</source>
        <translation>Behaltenswertes vorschlagen</translation>
    </message>
    <message>
        <source>Decide on proposals by rules</source>
        <translation>Über Vorschläge nach Regeln entscheiden</translation>
    </message>
    <message>
        <source>Write the knowledge files</source>
        <translation>Wissensdateien schreiben</translation>
    </message>
    <message>
        <source>Sync with other workstations</source>
        <translation>Mit anderen Arbeitsplätzen abgleichen</translation>
    </message>
    <message>
        <source>Remove what is kept long enough</source>
        <translation>Entfernen, was lange genug aufbewahrt wurde</translation>
    </message>
    <message>
        <source>Count what is known</source>
        <translation>Zählen, was bekannt ist</translation>
    </message>
    <message>
        <source>Every Sunday</source>
        <translation>Jeden Sonntag</translation>
    </message>
    <message>
        <source>List the surest facts anew</source>
        <translation>Die sichersten Fakten neu auflisten</translation>
    </message>
    <message>
        <source>Group archived facts</source>
        <translation>Archivierte Fakten gruppieren</translation>
    </message>
    <message>
        <source>Audit the knowledge files</source>
        <translation>Wissensdateien prüfen</translation>
    </message>
    <message>
        <source>Tidy up the history of the knowledge files</source>
        <translation>Verlauf der Wissensdateien aufräumen</translation>
    </message>
    <message>
        <source>Ask known questions again</source>
        <translation>Bekannte Fragen erneut stellen</translation>
    </message>
    <message>
        <source>Check the database</source>
        <translation>Die Datenbank prüfen</translation>
    </message>
    <message>
        <source>Compact the database</source>
        <translation>Datenbank verkleinern</translation>
    </message>
    <message>
        <source>Write the weekly report</source>
        <translation>Den Wochenbericht schreiben</translation>
    </message>
    <message>
        <source>Ask for a newer version</source>
        <translation>Nach einer neueren Version fragen</translation>
    </message>
    <message>
        <source>Every month</source>
        <translation>Jeden Monat</translation>
    </message>
    <message>
        <source>Check the embeddings</source>
        <translation>Einbettungen prüfen</translation>
    </message>
    <message>
        <source>Check the index of words</source>
        <translation>Den Wortindex prüfen</translation>
    </message>
    <message>
        <source>Report how memory stands</source>
        <translation>Über den Stand des Gedächtnisses berichten</translation>
    </message>
    <message>
        <source>Read the newest backup</source>
        <translation>Neueste Sicherung lesen</translation>
    </message>
    <message numerus="yes">
        <source>%n problem is left to you.</source>
        <comment>%n problems are left to you.</comment>
        <translation>
            <numerusform>%n Problem bleibt Ihnen überlassen.</numerusform>
            <numerusform>%n Probleme bleiben Ihnen überlassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No remote is set.</source>
        <translation>Es ist kein Remote eingerichtet.</translation>
    </message>
    <message numerus="yes">
        <source>%n archived fact is about this; together they may be worth a line.</source>
        <comment>%n archived facts are about this; together they may be worth a line.</comment>
        <translation>
            <numerusform>%n archivierter Fakt handelt davon; zusammen sind sie vielleicht eine Zeile wert.</numerusform>
            <numerusform>%n archivierte Fakten handeln davon; zusammen sind sie vielleicht eine Zeile wert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The answer is empty.</source>
        <translation>Die Antwort ist leer.</translation>
    </message>
    <message>
        <source>Dismiss the question instead.</source>
        <translation>Stattdessen die Frage verwerfen.</translation>
    </message>
    <message>
        <source>Question {id} waits for no answer any more.</source>
        <translation>Frage {id} wartet auf keine Antwort mehr.</translation>
    </message>
    <message>
        <source>See `claudeops review list --kind question`.</source>
        <translation>Siehe `claudeops review list --kind question`.</translation>
    </message>
    <message>
        <source>There is no question {id}.</source>
        <translation>Die Frage {id} gibt es nicht.</translation>
    </message>
    <message>
        <source>What should be known about {service}?</source>
        <translation>Was sollte man über {service} wissen?</translation>
    </message>
    <message>
        <source>What helps when {service} fails?</source>
        <translation>Was hilft, wenn {service} ausfällt?</translation>
    </message>
    <message>
        <source>What does {service} depend on?</source>
        <translation>Wovon hängt {service} ab?</translation>
    </message>
    <message>
        <source>How long does {service} take to start?</source>
        <translation>Wie lange braucht {service} zum Starten?</translation>
    </message>
    <message>
        <source>No fact is stored.</source>
        <translation>Kein Fakt ist gespeichert.</translation>
    </message>
    <message>
        <source>It had incidents, and no cure is known.</source>
        <translation>Es gab Störungen, und keine Abhilfe ist bekannt.</translation>
    </message>
    <message>
        <source>It had incidents, and no fact says so.</source>
        <translation>Es gab Störungen, und kein Fakt sagt das.</translation>
    </message>
    <message>
        <source>It was restarted, and no fact says so.</source>
        <translation>Es gab einen Neustart, und kein Fakt erwähnt ihn.</translation>
    </message>
    <message>
        <source>{question} {reason}</source>
        <translation>{question} {reason}</translation>
    </message>
    <message>
        <source>The application ended three times while this was being done.</source>
        <translation>Das Programm endete dreimal, während dies ausgeführt wurde.</translation>
    </message>
    <message>
        <source>There is no routine job “{job}”.</source>
        <translation>Den Routinejob „{job}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Take one of {jobs}.</source>
        <translation>Einen von {jobs} wählen.</translation>
    </message>
    <message>
        <source>The {job} routine is running already.</source>
        <translation>Die Routine {job} läuft bereits.</translation>
    </message>
    <message>
        <source>See `claudeops routine status`.</source>
        <translation>Siehe `claudeops routine status`.</translation>
    </message>
    <message>
        <source>An unexpected error ended it ({error}); the log says more.</source>
        <translation>Ein unerwarteter Fehler beendete den Job ({error}); das Log sagt mehr.</translation>
    </message>
    <message numerus="yes">
        <source>%n was confirmed by a check.</source>
        <comment>%n were confirmed by a check.</comment>
        <translation>
            <numerusform>%n wurde durch eine Prüfung bestätigt.</numerusform>
            <numerusform>%n wurden durch eine Prüfung bestätigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Observing is switched off.</source>
        <translation>Das Beobachten ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>The embedding model is another one under the same name: its vectors were made anew.</source>
        <translation>Unter demselben Namen läuft ein anderes Einbettungsmodell: Die Vektoren wurden neu erzeugt.</translation>
    </message>
    <message>
        <source>{active} active, {stale} stale, {archived} archived, {cold} cold; {grown} in a month.</source>
        <translation>{active} aktiv, {stale} veraltet, {archived} archiviert, {cold} kalt; {grown} in einem Monat.</translation>
    </message>
    <message numerus="yes">
        <source>%n log file was removed.</source>
        <comment>%n log files were removed.</comment>
        <translation>
            <numerusform>%n Logdatei wurde entfernt.</numerusform>
            <numerusform>%n Logdateien wurden entfernt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n known question finds another fact first.</source>
        <comment>%n known questions find another fact first.</comment>
        <translation>
            <numerusform>%n bekannte Frage findet zuerst einen anderen Fakt.</numerusform>
            <numerusform>%n bekannte Fragen finden zuerst einen anderen Fakt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The database is not whole: {problem}.</source>
        <translation>Die Datenbank ist nicht unversehrt: {problem}.</translation>
    </message>
    <message>
        <source>See `claudeops maintenance check`.</source>
        <translation>Siehe `claudeops maintenance check`.</translation>
    </message>
    <message>
        <source>{size} were given back.</source>
        <translation>{size} wurden freigegeben.</translation>
    </message>
    <message>
        <source>Backups are switched off, and there is none.</source>
        <translation>Sicherungen sind ausgeschaltet, und es gibt keine.</translation>
    </message>
    <message>
        <source>There is none yet. The window or the daemon makes the first one.</source>
        <translation>Es gibt noch keine. Das Fenster oder der Dienst legt die erste an.</translation>
    </message>
    <message>
        <source>There is no whole backup.</source>
        <translation>Es gibt keine unversehrte Sicherung.</translation>
    </message>
    <message>
        <source>Make one with `claudeops backup FILE`.</source>
        <translation>Eine mit `claudeops backup FILE` anlegen.</translation>
    </message>
    <message>
        <source>The newest whole backup is of {day}.</source>
        <translation>Die neueste vollständige Sicherung ist vom {day}.</translation>
    </message>
    <message>
        <source>The index of words was made anew.</source>
        <translation>Der Wortindex wurde neu erstellt.</translation>
    </message>
    <message>
        <source>Nothing happened: no run was made, no incident began, nothing was learned or asked.</source>
        <translation>Nichts ist geschehen: kein Lauf, keine neue Störung, nichts gelernt, nichts gefragt.</translation>
    </message>
    <message numerus="yes">
        <source>%n run was made.</source>
        <comment>%n runs were made.</comment>
        <translation>
            <numerusform>%n Lauf fand statt.</numerusform>
            <numerusform>%n Läufe fanden statt.</numerusform>
        </translation>
    </message>
    <message>
        <source>No run was made.</source>
        <translation>Es gab keinen Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>%n run did not complete.</source>
        <comment>%n runs did not complete.</comment>
        <translation>
            <numerusform>%n Lauf wurde nicht abgeschlossen.</numerusform>
            <numerusform>%n Läufe wurden nicht abgeschlossen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No incident began.</source>
        <translation>Keine Störung begann.</translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <comment>And %n more.</comment>
        <translation>
            <numerusform>Und %n mehr.</numerusform>
            <numerusform>Und %n mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source>{service} is still in trouble: {cause}</source>
        <translation>{service} ist noch gestört: {cause}</translation>
    </message>
    <message numerus="yes">
        <source>{service} was in trouble for %n minute: {cause}</source>
        <comment>{service} was in trouble for %n minutes: {cause}</comment>
        <translation>
            <numerusform>{service} war %n Minute lang gestört: {cause}</numerusform>
            <numerusform>{service} war %n Minuten lang gestört: {cause}</numerusform>
        </translation>
    </message>
    <message>
        <source>{trouble} — {ending}</source>
        <translation>{trouble} — {ending}</translation>
    </message>
    <message>
        <source>{cure} cured it, and it held.</source>
        <translation>{cure} hat geholfen, und das hielt an.</translation>
    </message>
    <message>
        <source>{cure} cured it; whether it holds is not known yet.</source>
        <translation>{cure} hat geholfen; ob es hält, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>{cure} helped, but it came back.</source>
        <translation>{cure} half, aber das Problem kam wieder.</translation>
    </message>
    <message>
        <source>No cure is known.</source>
        <translation>Keine Abhilfe ist bekannt.</translation>
    </message>
    <message numerus="yes">
        <source>%n fact that nothing confirmed leaves the prompts in the next seven days. To keep it, use the Inbox or `claudeops review resolve ID --as keep`.</source>
        <comment>%n facts that nothing confirmed leave the prompts in the next seven days. To keep them, use the Inbox or `claudeops review resolve ID --as keep`.</comment>
        <translation>
            <numerusform>%n unbestätigte Tatsache verlässt in den nächsten sieben Tagen die Prompts. Behalten lässt sie sich im Posteingang oder mit `claudeops review resolve ID --as keep`.</numerusform>
            <numerusform>%n unbestätigte Tatsachen verlassen in den nächsten sieben Tagen die Prompts. Behalten lassen sie sich im Posteingang oder mit `claudeops review resolve ID --as keep`.</numerusform>
        </translation>
    </message>
    <message>
        <source>It recovered after what was done; what cured it is not proven.</source>
        <translation>Wieder gesund nach dem, was getan wurde; was geholfen hat, ist nicht bewiesen.</translation>
    </message>
    <message>
        <source>It recovered later, after nothing that was done.</source>
        <translation>Später wieder gesund, nach nichts, was getan wurde.</translation>
    </message>
    <message>
        <source>Nothing new was learned.</source>
        <translation>Nichts Neues wurde gelernt.</translation>
    </message>
    <message numerus="yes">
        <source>%n fact was learned</source>
        <comment>%n facts were learned</comment>
        <translation>
            <numerusform>%n Fakt wurde gelernt</numerusform>
            <numerusform>%n Fakten wurden gelernt</numerusform>
        </translation>
    </message>
    <message>
        <source>{whole}.</source>
        <translation>{whole}.</translation>
    </message>
    <message>
        <source>{one}, {other}</source>
        <translation>{one}, {other}</translation>
    </message>
    <message>
        <source>{whole}: {parts}.</source>
        <translation>{whole}: {parts}.</translation>
    </message>
    <message numerus="yes">
        <source>%n said by a session</source>
        <comment>%n said by sessions</comment>
        <translation>
            <numerusform>%n von einer Sitzung gesagt</numerusform>
            <numerusform>%n von Sitzungen gesagt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n drawn from a conversation</source>
        <comment>%n drawn from conversations</comment>
        <translation>
            <numerusform>%n aus einem Gespräch gewonnen</numerusform>
            <numerusform>%n aus Gesprächen gewonnen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entered by hand</source>
        <comment>%n entered by hand</comment>
        <translation>
            <numerusform>%n von Hand eingegeben</numerusform>
            <numerusform>%n von Hand eingegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n dropped by hand</source>
        <comment>%n dropped by hand</comment>
        <translation>
            <numerusform>%n von Hand verworfen</numerusform>
            <numerusform>%n von Hand verworfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n imported</source>
        <comment>%n imported</comment>
        <translation>
            <numerusform>%n importiert</numerusform>
            <numerusform>%n importiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing that was done is on record.</source>
        <translation>Es ist nicht verzeichnet, dass etwas getan wurde.</translation>
    </message>
    <message numerus="yes">
        <source>%n replaced by another</source>
        <comment>%n replaced by others</comment>
        <translation>
            <numerusform>%n durch einen anderen ersetzt</numerusform>
            <numerusform>%n durch andere ersetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trusted less</source>
        <comment>%n trusted less</comment>
        <translation>
            <numerusform>%n mit weniger Vertrauen</numerusform>
            <numerusform>%n mit weniger Vertrauen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n taken back</source>
        <comment>%n taken back</comment>
        <translation>
            <numerusform>%n zurückgenommen</numerusform>
            <numerusform>%n zurückgenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faded</source>
        <comment>%n faded</comment>
        <translation>
            <numerusform>%n verblasst</numerusform>
            <numerusform>%n verblasst</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived</source>
        <comment>%n archived</comment>
        <translation>
            <numerusform>%n archiviert</numerusform>
            <numerusform>%n archiviert</numerusform>
        </translation>
    </message>
    <message>
        <source>{service}: {text}</source>
        <translation>{service}: {text}</translation>
    </message>
    <message>
        <source>In general: {text}</source>
        <translation>Allgemein: {text}</translation>
    </message>
    <message>
        <source>Nothing was forgotten.</source>
        <translation>Nichts wurde vergessen.</translation>
    </message>
    <message numerus="yes">
        <source>%n fact lost weight</source>
        <comment>%n facts lost weight</comment>
        <translation>
            <numerusform>%n Fakt verlor an Gewicht</numerusform>
            <numerusform>%n Fakten verloren an Gewicht</numerusform>
        </translation>
    </message>
    <message>
        <source>“{text}”: {why}</source>
        <translation>„{text}“: {why}</translation>
    </message>
    <message numerus="yes">
        <source>%n fact held at its end</source>
        <comment>%n facts held at its end</comment>
        <translation>
            <numerusform>%n Fakt galt am Ende</numerusform>
            <numerusform>%n Fakten galten am Ende</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more than a week before</source>
        <comment>%n more than a week before</comment>
        <translation>
            <numerusform>%n mehr als eine Woche zuvor</numerusform>
            <numerusform>%n mehr als eine Woche zuvor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fewer than a week before</source>
        <comment>%n fewer than a week before</comment>
        <translation>
            <numerusform>%n weniger als in der Woche davor</numerusform>
            <numerusform>%n weniger als in der Woche davor</numerusform>
        </translation>
    </message>
    <message>
        <source>as many as a week before</source>
        <translation>so viele wie eine Woche zuvor</translation>
    </message>
    <message>
        <source>{held}, {change}.</source>
        <translation>{held}, {change}.</translation>
    </message>
    <message>
        <source>Nobody asked memory anything.</source>
        <translation>Niemand hat das Gedächtnis etwas gefragt.</translation>
    </message>
    <message numerus="yes">
        <source>Memory was asked %n question</source>
        <comment>Memory was asked %n questions</comment>
        <translation>
            <numerusform>Dem Gedächtnis wurde %n Frage gestellt</numerusform>
            <numerusform>Dem Gedächtnis wurden %n Fragen gestellt</numerusform>
        </translation>
    </message>
    <message>
        <source>{share} answered from the surest facts</source>
        <translation>{share} aus den sichersten Fakten beantwortet</translation>
    </message>
    <message>
        <source>{share} by search</source>
        <translation>{share} durch Suche</translation>
    </message>
    <message>
        <source>{share} found nothing</source>
        <translation>{share} fanden nichts</translation>
    </message>
    <message>
        <source>Sessions cost ${usd}, after ${before} in the week before.</source>
        <translation>Sitzungen kosteten ${usd}, nach ${before} in der Vorwoche.</translation>
    </message>
    <message>
        <source>Look at {service}: its incident is still open.</source>
        <translation>Nach {service} sehen: Die Störung ist noch offen.</translation>
    </message>
    <message>
        <source>Look for another cure: “{title}” was fixed and came back.</source>
        <translation>Eine andere Abhilfe suchen: „{title}“ war behoben und kam wieder.</translation>
    </message>
    <message numerus="yes">
        <source>Write down what is known about {service}: it had %n incident, and no fact is stored.</source>
        <comment>Write down what is known about {service}: it had %n incidents, and no fact is stored.</comment>
        <translation>
            <numerusform>Aufschreiben, was über {service} bekannt ist: Es gab %n Störung, und kein Fakt ist gespeichert.</numerusform>
            <numerusform>Aufschreiben, was über {service} bekannt ist: Es gab %n Störungen, und kein Fakt ist gespeichert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Find the cause behind the incidents of {service}: there was %n.</source>
        <comment>Find the cause behind the incidents of {service}: there were %n.</comment>
        <translation>
            <numerusform>Die Ursache hinter den Störungen von {service} finden: Es gab %n.</numerusform>
            <numerusform>Die Ursache hinter den Störungen von {service} finden: Es gab %n.</numerusform>
        </translation>
    </message>
    <message>
        <source>Look at the routine: these steps failed: {steps}.</source>
        <translation>Die Routine ansehen: Diese Schritte sind fehlgeschlagen: {steps}.</translation>
    </message>
    <message numerus="yes">
        <source>Decide on %n proven pattern: it is not in use until you approve it.</source>
        <comment>Decide on %n proven patterns: they are not in use until you approve them.</comment>
        <translation>
            <numerusform>Über %n bewährtes Muster entscheiden: Es wird erst nach Ihrer Zustimmung verwendet.</numerusform>
            <numerusform>Über %n bewährte Muster entscheiden: Sie werden erst nach Ihrer Zustimmung verwendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Review %n waiting fact or pair: none of them reaches a prompt unreviewed.</source>
        <comment>Review %n waiting facts and pairs: held facts reach no prompt, and pairs may be wrong.</comment>
        <translation>
            <numerusform>%n wartenden Fakt oder wartendes Paar prüfen: Ungeprüft gelangt nichts davon in einen Prompt.</numerusform>
            <numerusform>%n wartende Fakten und Paare prüfen: Zurückgehaltene Fakten gelangen in keinen Prompt, und Paare können falsch sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Check the spending limits: sessions cost ${usd}, after ${before} in the week before.</source>
        <translation>Die Kostengrenzen prüfen: Sitzungen kosteten ${usd}, nach ${before} in der Woche davor.</translation>
    </message>
    <message>
        <source>“{week}” is no week.</source>
        <translation>„{week}“ ist keine Woche.</translation>
    </message>
    <message>
        <source>Write it as in 2026-W10.</source>
        <translation>Schreibweise wie in 2026-W10.</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Incidents and what cured them</source>
        <translation>Störungen und was sie behob</translation>
    </message>
    <message>
        <source>What was learned</source>
        <translation>Was gelernt wurde</translation>
    </message>
    <message>
        <source>What was forgotten</source>
        <translation>Was vergessen wurde</translation>
    </message>
    <message>
        <source>What goes next week</source>
        <translation>Was nächste Woche wegfällt</translation>
    </message>
    <message>
        <source>Growth of memory</source>
        <translation>Wachstum des Gedächtnisses</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Abruf</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>What is not known</source>
        <translation>Was nicht bekannt ist</translation>
    </message>
    <message>
        <source>Recommendations</source>
        <translation>Empfehlungen</translation>
    </message>
    <message>
        <source>{where} cannot be restored: its knowledge folder holds “{name}”.</source>
        <translation>{where} kann nicht wiederhergestellt werden: Der Wissensordner darin enthält „{name}“.</translation>
    </message>
    <message>
        <source>It speaks of a time that ended on {day}.</source>
        <translation>Es spricht von einer Zeit, die am {day} endete.</translation>
    </message>
    <message>
        <source>It has what looks like a secret. Take it out; agents are not given this.</source>
        <translation>Darin steht etwas, das wie ein Geheimnis aussieht. Nehmen Sie es heraus; Agenten bekommen es nicht.</translation>
    </message>
    <message>
        <source>Agents are not given this. {why}</source>
        <translation>Agenten bekommen das nicht. {why}</translation>
    </message>
    <message>
        <source>There is no file or folder {source}.</source>
        <translation>Die Datei oder den Ordner {source} gibt es nicht.</translation>
    </message>
    <message>
        <source>The preview needs room for a copy of the database: {error}.</source>
        <translation>Die Vorschau braucht Platz für eine Kopie der Datenbank: {error}.</translation>
    </message>
    <message>
        <source>The database cannot be copied for a preview: {error}.</source>
        <translation>Die Datenbank kann für eine Vorschau nicht kopiert werden: {error}.</translation>
    </message>
    <message>
        <source>The database of claude-mem</source>
        <translation>Die Datenbank von claude-mem</translation>
    </message>
    <message>
        <source>{source} is not the database of claude-mem: it has no table observations.</source>
        <translation>{source} ist nicht die Datenbank von claude-mem: Die Tabelle observations fehlt.</translation>
    </message>
    <message>
        <source>Name its {name}.</source>
        <translation>Nennen Sie seine {name}.</translation>
    </message>
    <message>
        <source>Its facts are not a JSON array.</source>
        <translation>Seine Fakten sind keine JSON-Liste.</translation>
    </message>
    <message>
        <source>The observation says nothing.</source>
        <translation>Die Beobachtung sagt nichts.</translation>
    </message>
    <message>
        <source>It is cut off or damaged.</source>
        <translation>Es ist abgeschnitten oder beschädigt.</translation>
    </message>
    <message>
        <source>It is longer than {size} MB.</source>
        <translation>Es ist größer als {size} MB.</translation>
    </message>
    <message>
        <source>{source} is not a JSON file.</source>
        <translation>{source} ist keine JSON-Datei.</translation>
    </message>
    <message>
        <source>Name a file with a JSON array, or with one JSON object on each line.</source>
        <translation>Nennen Sie eine Datei mit einem JSON-Array oder mit einem JSON-Objekt je Zeile.</translation>
    </message>
    <message>
        <source>It is not JSON: {said}.</source>
        <translation>Es ist kein JSON: {said}.</translation>
    </message>
    <message>
        <source>It is not an object.</source>
        <translation>Es ist kein Objekt.</translation>
    </message>
    <message>
        <source>Check its name.</source>
        <translation>Prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>{source} is not an SQLite database.</source>
        <translation>{source} ist keine SQLite-Datenbank.</translation>
    </message>
    <message>
        <source>Name the database of {program}.</source>
        <translation>Nennen Sie die Datenbank von {program}.</translation>
    </message>
    <message>
        <source>{source} is in use: another program has locked it.</source>
        <translation>{source} ist in Gebrauch: Ein anderes Programm hat sie gesperrt.</translation>
    </message>
    <message>
        <source>Quit {program}, or try again in a moment.</source>
        <translation>Beenden Sie {program}, oder versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>{source} cannot be read: {error}.</source>
        <translation>{source} kann nicht gelesen werden: {error}.</translation>
    </message>
    <message>
        <source>{source} is damaged: {error}.</source>
        <translation>{source} ist beschädigt: {error}.</translation>
    </message>
    <message>
        <source>Read a copy that is whole, such as one of a backup.</source>
        <translation>Lesen Sie eine unbeschädigte Kopie, etwa aus einer Sicherung.</translation>
    </message>
    <message>
        <source>{source} was written to while it was read.</source>
        <translation>In {source} wurde geschrieben, während gelesen wurde.</translation>
    </message>
    <message>
        <source>Import it again: what is there already is not imported twice.</source>
        <translation>Importieren Sie noch einmal: Was schon da ist, wird nicht doppelt importiert.</translation>
    </message>
    <message>
        <source>Its first line is not that of an export of memories.</source>
        <translation>Die erste Zeile ist nicht die eines Exports von Erinnerungen.</translation>
    </message>
    <message>
        <source>Name a file that `memory export` wrote.</source>
        <translation>Nennen Sie eine Datei, die „memory export“ geschrieben hat.</translation>
    </message>
    <message>
        <source>That is not JSON: {error}.</source>
        <translation>Das ist kein JSON: {error}.</translation>
    </message>
    <message>
        <source>There is no array of memories in it.</source>
        <translation>Darin steht keine Liste von Erinnerungen.</translation>
    </message>
    <message>
        <source>Row {number} is not an object.</source>
        <translation>Zeile {number} ist kein Objekt.</translation>
    </message>
    <message>
        <source>Fix it in the file; nothing was imported.</source>
        <translation>Verbessern Sie das in der Datei; es wurde nichts importiert.</translation>
    </message>
    <message>
        <source>Row {number}, {name}: {why} (found {found}).</source>
        <translation>Zeile {number}, {name}: {why} (gefunden: {found}).</translation>
    </message>
    <message>
        <source>The export was made by a newer version of Claude Ops.</source>
        <translation>Der Export stammt von einer neueren Version von Claude Ops.</translation>
    </message>
    <message>
        <source>Update the application.</source>
        <translation>Aktualisieren Sie die Anwendung.</translation>
    </message>
    <message>
        <source>The file is not whole: rows of {missing} are missing.</source>
        <translation>Die Datei ist nicht vollständig: Es fehlen Zeilen von {missing}.</translation>
    </message>
    <message>
        <source>Nothing was imported. Export it again.</source>
        <translation>Nichts wurde importiert. Exportieren Sie noch einmal.</translation>
    </message>
    <message>
        <source>Line {number}: {why}.</source>
        <translation>Zeile {number}: {why}.</translation>
    </message>
    <message>
        <source>Nothing was imported. Fix the file.</source>
        <translation>Nichts wurde importiert. Berichtigen Sie die Datei.</translation>
    </message>
    <message>
        <source>{source} cannot be upgraded to this version: {error}</source>
        <translation>{source} kann nicht auf diese Version gebracht werden: {error}</translation>
    </message>
    <message>
        <source>Use another backup, and report this.</source>
        <translation>Nehmen Sie eine andere Sicherung, und melden Sie das.</translation>
    </message>
    <message>
        <source>No address is set at which to ask for the newest version.</source>
        <translation>Es ist keine Adresse eingestellt, die nach der neuesten Version gefragt werden kann.</translation>
    </message>
    <message>
        <source>Set one: `claudeops settings set updates.url URL`.</source>
        <translation>Eine einstellen: `claudeops settings set updates.url URL`.</translation>
    </message>
    <message>
        <source>Asking for newer versions is switched off.</source>
        <translation>Die Frage nach neueren Versionen ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>This was asked within the last week.</source>
        <translation>Danach wurde in der letzten Woche schon gefragt.</translation>
    </message>
    <message>
        <source>Version {version} is the newest.</source>
        <translation>Version {version} ist die neueste.</translation>
    </message>
    <message>
        <source>Version {newest} is available; this is {version}.</source>
        <translation>Version {newest} ist verfügbar; dies ist {version}.</translation>
    </message>
    <message>
        <source>Check the setting updates.url.</source>
        <translation>Die Einstellung updates.url prüfen.</translation>
    </message>
    <message>
        <source>The newest version is not known: {url} does not answer.</source>
        <translation>Die neueste Version ist nicht bekannt: {url} antwortet nicht.</translation>
    </message>
    <message>
        <source>Check the network and the setting updates.url.</source>
        <translation>Das Netzwerk und die Einstellung updates.url prüfen.</translation>
    </message>
    <message>
        <source>{url} sends on to an address without encryption.</source>
        <translation>{url} leitet auf eine Adresse ohne Verschlüsselung weiter.</translation>
    </message>
    <message>
        <source>The address of the setting updates.url does not answer with a version.</source>
        <translation>Die Adresse der Einstellung updates.url antwortet nicht mit einer Version.</translation>
    </message>
    <message>
        <source>It should answer with a small JSON document that has a field “version”.</source>
        <translation>Sie sollte mit einem kleinen JSON-Dokument antworten, das ein Feld „version“ hat.</translation>
    </message>
    <message>
        <source>The notes of basic-memory</source>
        <translation>Die Notizen von basic-memory</translation>
    </message>
    <message>
        <source>The auto memory of Claude Code</source>
        <translation>Das automatische Gedächtnis von Claude Code</translation>
    </message>
    <message>
        <source>A folder of the Open Knowledge Format</source>
        <translation>Ein Ordner im Open Knowledge Format</translation>
    </message>
    <message>
        <source>An Obsidian vault, or any folder with Markdown notes</source>
        <translation>Ein Obsidian-Vault oder ein Ordner mit Markdown-Notizen</translation>
    </message>
    <message>
        <source>The note is marked as {word}.</source>
        <translation>Die Notiz ist als {word} gekennzeichnet.</translation>
    </message>
    <message>
        <source>The catalogue of RunLore</source>
        <translation>Der Katalog von RunLore</translation>
    </message>
    <message>
        <source>The database of claude-ops</source>
        <translation>Die Datenbank von claude-ops</translation>
    </message>
    <message>
        <source>It was imported before.</source>
        <translation>Es wurde früher importiert.</translation>
    </message>
    <message>
        <source>It has under {number} characters.</source>
        <translation>Es hat weniger als {number} Zeichen.</translation>
    </message>
    <message>
        <source>It is longer than {number} characters.</source>
        <translation>Es ist länger als {number} Zeichen.</translation>
    </message>
    <message>
        <source>Either the history of the remote is accepted, or it is replaced.</source>
        <translation>Der Verlauf des Remotes wird entweder übernommen oder ersetzt.</translation>
    </message>
    <message>
        <source>Give --accept-rewritten or --rewrite-remote.</source>
        <translation>Geben Sie --accept-rewritten oder --rewrite-remote an.</translation>
    </message>
    <message>
        <source>It is either deleted or kept.</source>
        <translation>Es wird entweder gelöscht oder behalten.</translation>
    </message>
    <message>
        <source>Give --delete or --keep.</source>
        <translation>Geben Sie --delete oder --keep an.</translation>
    </message>
    <message>
        <source>No other machine of that name or key is trusted.</source>
        <translation>Keinem anderen Rechner dieses Namens oder Schlüssels wird vertraut.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge machines list`.</source>
        <translation>Siehe `claudeops knowledge machines list`.</translation>
    </message>
    <message>
        <source>Knowledge could not be synced. {why}</source>
        <translation>Das Wissen konnte nicht abgeglichen werden. {why}</translation>
    </message>
    <message>
        <source>It was deleted here and changed elsewhere, so it is back.</source>
        <translation>Die Datei wurde hier gelöscht und anderswo geändert; sie ist deshalb wieder da.</translation>
    </message>
    <message>
        <source>It was changed here and deleted elsewhere, so it stays.</source>
        <translation>Die Datei wurde hier geändert und anderswo gelöscht; sie bleibt deshalb.</translation>
    </message>
    <message>
        <source>Give https://host/path.git, ssh://user@host/path.git, user@host:path.git, or a folder such as /srv/knowledge.git.</source>
        <translation>Geben Sie https://host/path.git, ssh://user@host/path.git, user@host:path.git oder einen Ordner wie /srv/knowledge.git an.</translation>
    </message>
    <message>
        <source>The address of the remote is empty or has blanks in it.</source>
        <translation>Die Adresse des Remotes ist leer oder enthält Leerzeichen.</translation>
    </message>
    <message>
        <source>The address of the remote has a part after “?” or “#”, where tokens are often put.</source>
        <translation>Die Adresse des Remotes hat einen Teil hinter „?“ oder „#“, in dem oft Token stehen.</translation>
    </message>
    <message>
        <source>Leave it out. Store a token with `claudeops secrets set {name}`.</source>
        <translation>Lassen Sie ihn weg. Ein Token speichern Sie mit `claudeops secrets set {name}`.</translation>
    </message>
    <message>
        <source>http is not encrypted: whoever is in between reads and changes what is shared.</source>
        <translation>http ist nicht verschlüsselt: Wer dazwischen sitzt, kann lesen und ändern, was geteilt wird.</translation>
    </message>
    <message>
        <source>Use https or ssh.</source>
        <translation>Verwenden Sie https oder ssh.</translation>
    </message>
    <message>
        <source>“{path}” is not a whole path.</source>
        <translation>„{path}“ ist kein vollständiger Pfad.</translation>
    </message>
    <message>
        <source>Begin it with a slash: /srv/x.git.</source>
        <translation>Beginnen Sie ihn mit einem Schrägstrich: /srv/x.git.</translation>
    </message>
    <message>
        <source>The address of the remote has a password or token in it.</source>
        <translation>In der Adresse des Remotes steht ein Passwort oder Token.</translation>
    </message>
    <message>
        <source>Leave it out. ssh signs in with your key; an ssh agent keeps its passphrase.</source>
        <translation>Lassen Sie es weg. ssh meldet sich mit Ihrem Schlüssel an; dessen Passphrase verwahrt ein ssh-Agent.</translation>
    </message>
    <message>
        <source>Leave it out, and store it with `claudeops secrets set {name}`.</source>
        <translation>Lassen Sie es weg und speichern Sie es mit `claudeops secrets set {name}`.</translation>
    </message>
    <message>
        <source>“{text}” is not an address of a git repository.</source>
        <translation>„{text}“ ist keine Adresse eines Git-Repositorys.</translation>
    </message>
    <message>
        <source>Others push to {address} again and again.</source>
        <translation>Andere schreiben immer wieder nach {address}.</translation>
    </message>
    <message>
        <source>What came in is kept. Sync again.</source>
        <translation>Was hereinkam, bleibt. Gleichen Sie noch einmal ab.</translation>
    </message>
    <message>
        <source>A purge has begun the history here anew; {address} has the old one.</source>
        <translation>Eine endgültige Löschung hat den Verlauf hier neu begonnen; {address} hat noch den alten.</translation>
    </message>
    <message>
        <source>`claudeops knowledge sync --rewrite-remote` overwrites it there, `--accept-rewritten` takes it in again. Copies that others have made are not reached by either.</source>
        <translation>`claudeops knowledge sync --rewrite-remote` überschreibt ihn dort, `--accept-rewritten` übernimmt ihn wieder. Kopien anderer erreicht keines von beiden.</translation>
    </message>
    <message>
        <source>The history of {address} was rewritten or set back: it does not hold what was synced last.</source>
        <translation>Der Verlauf von {address} wurde umgeschrieben oder zurückgesetzt: Er enthält nicht, was zuletzt abgeglichen wurde.</translation>
    </message>
    <message>
        <source>Nothing was changed. If that is wanted: `claudeops knowledge sync --accept-rewritten`, which keeps what was synced before under a name of its own.</source>
        <translation>Es wurde nichts geändert. Falls das gewollt ist: `claudeops knowledge sync --accept-rewritten`; was vorher abgeglichen war, bleibt unter einem eigenen Namen erhalten.</translation>
    </message>
    <message>
        <source>{address} has changed since the last sync, so it is not overwritten.</source>
        <translation>{address} hat sich seit dem letzten Abgleich geändert und wird deshalb nicht überschrieben.</translation>
    </message>
    <message>
        <source>Sync with --accept-rewritten first, purge again, then use --rewrite-remote at once.</source>
        <translation>Gleichen Sie erst mit --accept-rewritten ab, löschen Sie noch einmal endgültig und verwenden Sie dann gleich --rewrite-remote.</translation>
    </message>
    <message>
        <source>Sync again when it is done.</source>
        <translation>Gleichen Sie noch einmal ab, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>There is a folder of this name here, or a file where it needs a folder.</source>
        <translation>Hier gibt es einen Ordner dieses Namens oder eine Datei, wo ein Ordner gebraucht wird.</translation>
    </message>
    <message>
        <source>{why}</source>
        <translation>{why}</translation>
    </message>
    <message>
        <source>The sync was stopped.</source>
        <translation>Der Abgleich wurde abgebrochen.</translation>
    </message>
    <message>
        <source>What came in is kept.</source>
        <translation>Was hereinkam, bleibt.</translation>
    </message>
    <message>
        <source>No remote is set through which knowledge is shared.</source>
        <translation>Es ist kein Remote eingerichtet, über das Wissen geteilt wird.</translation>
    </message>
    <message>
        <source>Set one: `claudeops knowledge remote set URL`.</source>
        <translation>Richten Sie eines ein: `claudeops knowledge remote set URL`.</translation>
    </message>
    <message>
        <source>A case from elsewhere could not be read.</source>
        <translation>Ein Fall von anderswo war nicht lesbar.</translation>
    </message>
    <message>
        <source>A case from elsewhere was not taken in: {why}</source>
        <translation>Ein Fall von anderswo wurde nicht übernommen: {why}</translation>
    </message>
    <message>
        <source>Line {line} has conflict markers of git: take them out at the remote.</source>
        <translation>In Zeile {line} stehen Konfliktmarken von git: Entfernen Sie sie auf dem Remote.</translation>
    </message>
    <message>
        <source>The branch main of {address} holds something else than shared knowledge.</source>
        <translation>Der Zweig main von {address} enthält etwas anderes als geteiltes Wissen.</translation>
    </message>
    <message>
        <source>Nothing was changed. Make an empty repository for it.</source>
        <translation>Es wurde nichts geändert. Legen Sie dafür ein leeres Repository an.</translation>
    </message>
    <message>
        <source>The remote {address} was written by a newer version of Claude Ops.</source>
        <translation>Das Remote {address} wurde von einer neueren Version von Claude Ops geschrieben.</translation>
    </message>
    <message>
        <source>Nothing was changed. Update this workstation, then sync again.</source>
        <translation>Es wurde nichts geändert. Aktualisieren Sie diesen Arbeitsplatz und gleichen Sie dann noch einmal ab.</translation>
    </message>
    <message>
        <source>Another sync is under way.</source>
        <translation>Ein anderer Abgleich läuft gerade.</translation>
    </message>
    <message>
        <source>Nothing was changed. It is tried again at the next sync.</source>
        <translation>Es wurde nichts geändert. Der nächste Abgleich versucht es wieder.</translation>
    </message>
    <message>
        <source>The remote {address} refuses the push: {why}.</source>
        <translation>Das Remote {address} nimmt nichts an: {why}.</translation>
    </message>
    <message>
        <source>Give yourself the right to write to its branch main.</source>
        <translation>Geben Sie sich das Recht, in seinen Zweig main zu schreiben.</translation>
    </message>
    <message>
        <source>The remote {address} sends more than 1 GB.</source>
        <translation>Das Remote {address} sendet mehr als 1 GB.</translation>
    </message>
    <message>
        <source>Nothing was changed. Look at what it holds.</source>
        <translation>Es wurde nichts geändert. Sehen Sie nach, was es enthält.</translation>
    </message>
    <message>
        <source>There is no git repository at {address}.</source>
        <translation>Unter {address} gibt es kein Git-Repository.</translation>
    </message>
    <message>
        <source>Make an empty one there, or give another address.</source>
        <translation>Legen Sie dort ein leeres an oder geben Sie eine andere Adresse an.</translation>
    </message>
    <message>
        <source>The remote {address} does not let you in.</source>
        <translation>Das Remote {address} lässt Sie nicht hinein.</translation>
    </message>
    <message>
        <source>Store its token with `claudeops secrets set {name}`.</source>
        <translation>Speichern Sie sein Token mit `claudeops secrets set {name}`.</translation>
    </message>
    <message>
        <source>“{host}” is no name of a host.</source>
        <translation>„{host}“ ist kein Name eines Hosts.</translation>
    </message>
    <message>
        <source>Give another address.</source>
        <translation>Geben Sie eine andere Adresse an.</translation>
    </message>
    <message>
        <source>The remote {address} did not answer within {seconds} s.</source>
        <translation>Das Remote {address} hat nicht innerhalb von {seconds} s geantwortet.</translation>
    </message>
    <message>
        <source>{address} does not answer as a git server does.</source>
        <translation>{address} antwortet nicht wie ein Git-Server.</translation>
    </message>
    <message>
        <source>Nothing was changed. Check the address.</source>
        <translation>Es wurde nichts geändert. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>The host key of {host} is not known, or has changed.</source>
        <translation>Der Hostschlüssel von {host} ist nicht bekannt oder hat sich geändert.</translation>
    </message>
    <message>
        <source>Connect once by hand with ssh, and check the key that it shows.</source>
        <translation>Verbinden Sie sich einmal von Hand mit ssh und prüfen Sie den angezeigten Schlüssel.</translation>
    </message>
    <message>
        <source>The remote {address} does not let you in: {why}.</source>
        <translation>Das Remote {address} lässt Sie nicht hinein: {why}.</translation>
    </message>
    <message>
        <source>Give your ssh key to it, and load it into an ssh agent where it has a passphrase.</source>
        <translation>Hinterlegen Sie dort Ihren ssh-Schlüssel, und laden Sie ihn in einen ssh-Agenten, wenn er eine Passphrase hat.</translation>
    </message>
    <message>
        <source>The remote {address} does not answer: {why}.</source>
        <translation>Das Remote {address} antwortet nicht: {why}.</translation>
    </message>
    <message>
        <source>Nothing was pushed: {path}, line {line}, has what looks like a secret. Take it out, or name the file in the setting knowledge.private, then sync again.</source>
        <translation>Es wurde nichts übertragen: {path}, Zeile {line}, enthält offenbar ein Geheimnis. Entfernen Sie es oder nennen Sie die Datei in der Einstellung knowledge.private, und gleichen Sie dann noch einmal ab.</translation>
    </message>
    <message>
        <source>Memory {id} has what looks like a secret and is not shared. Edit its text to share it.</source>
        <translation>Erinnerung {id} enthält offenbar ein Geheimnis und wird nicht geteilt. Ändern Sie ihren Text, um sie zu teilen.</translation>
    </message>
    <message>
        <source>There are two texts of {path}: choose one under Knowledge.</source>
        <translation>Von {path} gibt es zwei Texte: Wählen Sie unter „Wissen“ einen aus.</translation>
    </message>
    <message numerus="yes">
        <source>A change of another machine waits in the Inbox.</source>
        <comment>%n changes of other machines wait in the Inbox.</comment>
        <translation>
            <numerusform>Eine Änderung eines anderen Rechners wartet im Posteingang.</numerusform>
            <numerusform>%n Änderungen anderer Rechner warten im Posteingang.</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory {id} was deleted at the workstation that it came from, and lies in the trash now. `claudeops memory restore {id}` brings it back.</source>
        <translation>Erinnerung {id} wurde an dem Arbeitsplatz gelöscht, von dem sie kam, und liegt jetzt im Papierkorb. `claudeops memory restore {id}` holt sie zurück.</translation>
    </message>
    <message>
        <source>{count} more memories were deleted where they came from. See `claudeops memory trash`.</source>
        <translation>{count} weitere Erinnerungen wurden dort gelöscht, von wo sie kamen. Siehe `claudeops memory trash`.</translation>
    </message>
    <message>
        <source>Deletion {id} waits for no answer.</source>
        <translation>Löschung {id} wartet auf keine Antwort.</translation>
    </message>
    <message>
        <source>See `claudeops knowledge deletions`.</source>
        <translation>Siehe `claudeops knowledge deletions`.</translation>
    </message>
    <message>
        <source>That is no public key of a machine.</source>
        <translation>Das ist kein öffentlicher Schlüssel eines Rechners.</translation>
    </message>
    <message>
        <source>Give the one that `claudeops knowledge machines list` shows there: ssh-ed25519 AAAA…</source>
        <translation>Geben Sie den an, den `claudeops knowledge machines list` dort zeigt: ssh-ed25519 AAAA…</translation>
    </message>
    <message>
        <source>server.address: {name} is not an IP address.</source>
        <translation>server.address: {name} ist keine IP-Adresse.</translation>
    </message>
    <message>
        <source>Use 127.0.0.1, or an address of this computer such as that of a VPN.</source>
        <translation>Nehmen Sie 127.0.0.1 oder eine Adresse dieses Rechners, etwa die eines VPN.</translation>
    </message>
    <message>
        <source>server.certificate and server.private_key: only one of them is set.</source>
        <translation>server.certificate und server.private_key: nur eines von beiden ist gesetzt.</translation>
    </message>
    <message>
        <source>Set both, or neither.</source>
        <translation>Setzen Sie beide oder keines.</translation>
    </message>
    <message>
        <source>server.public_url: {url} is not a valid URL.</source>
        <translation>server.public_url: {url} ist keine gültige URL.</translation>
    </message>
    <message>
        <source>Write it such as https://ops.example.org.</source>
        <translation>Schreiben Sie sie etwa so: https://ops.example.org.</translation>
    </message>
    <message>
        <source>server.address: {address} is reached from other computers without encryption.</source>
        <translation>server.address: {address} ist von anderen Rechnern aus ohne Verschlüsselung erreichbar.</translation>
    </message>
    <message>
        <source>Set server.certificate and server.private_key, or name the reverse proxy in front in server.public_url; or use 127.0.0.1.</source>
        <translation>Setzen Sie server.certificate und server.private_key, oder nennen Sie den vorgeschalteten Reverse-Proxy in server.public_url; oder nehmen Sie 127.0.0.1.</translation>
    </message>
    <message>
        <source>server.trusted_proxies: {name} is not an IP address or network.</source>
        <translation>server.trusted_proxies: {name} ist keine IP-Adresse und kein Netz.</translation>
    </message>
    <message>
        <source>Write it such as 192.0.2.7 or 192.0.2.0/24.</source>
        <translation>Schreiben Sie es wie 192.0.2.7 oder 192.0.2.0/24.</translation>
    </message>
    <message>
        <source>{setting}: {file} cannot be read: {strerror}.</source>
        <translation>{setting}: {file} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>Name a file in PEM format that Claude Ops may read.</source>
        <translation>Nennen Sie eine Datei im PEM-Format, die Claude Ops lesen darf.</translation>
    </message>
    <message>
        <source>server.certificate: {file} and its key cannot be used: {error}.</source>
        <translation>server.certificate: {file} und der Schlüssel dazu lassen sich nicht benutzen: {error}.</translation>
    </message>
    <message>
        <source>Use a certificate and its key without a password, both in PEM format.</source>
        <translation>Nehmen Sie ein Zertifikat und den Schlüssel dazu ohne Passwort, beide im PEM-Format.</translation>
    </message>
    <message>
        <source>Only a person&apos;s token may answer the questions of an agent.</source>
        <translation>Nur das Token eines Menschen darf die Fragen eines Agenten beantworten.</translation>
    </message>
    <message>
        <source>Add --person, or leave the scope approve out.</source>
        <translation>Fügen Sie --person hinzu, oder lassen Sie die Berechtigung approve weg.</translation>
    </message>
    <message>
        <source>There is a token “{name}” already.</source>
        <translation>Es gibt schon ein Token „{name}“.</translation>
    </message>
    <message>
        <source>Take another name, or replace it: claudeops tokens rotate {name}</source>
        <translation>Nehmen Sie einen anderen Namen, oder ersetzen Sie es: claudeops tokens rotate {name}</translation>
    </message>
    <message>
        <source>The token “{name}” is revoked.</source>
        <translation>Das Token „{name}“ ist widerrufen.</translation>
    </message>
    <message>
        <source>Make a new one: claudeops tokens add {name} --scope …</source>
        <translation>Legen Sie ein neues an: claudeops tokens add {name} --scope …</translation>
    </message>
    <message>
        <source>The token “{name}” is kept in the keyring.</source>
        <translation>Das Token „{name}“ liegt im Schlüsselbund.</translation>
    </message>
    <message>
        <source>Replace it there: claudeops alerts token</source>
        <translation>Ersetzen Sie es dort: claudeops alerts token</translation>
    </message>
    <message>
        <source>There is no token “{name}”.</source>
        <translation>Es gibt kein Token „{name}“.</translation>
    </message>
    <message>
        <source>See `claudeops tokens list`.</source>
        <translation>Siehe `claudeops tokens list`.</translation>
    </message>
    <message>
        <source>{name} cannot be the name of a token.</source>
        <translation>{name} kann kein Name eines Tokens sein.</translation>
    </message>
    <message>
        <source>Use letters, digits, dots, - and _, 40 at most, such as backup-agent.</source>
        <translation>Nehmen Sie höchstens 40 Buchstaben, Ziffern, Punkte, - und _, etwa backup-agent.</translation>
    </message>
    <message>
        <source>There is no scope “{scope}”.</source>
        <translation>Es gibt keine Berechtigung „{scope}“.</translation>
    </message>
    <message>
        <source>Use one or more of {join}.</source>
        <translation>Nehmen Sie eine oder mehrere von {join}.</translation>
    </message>
    <message>
        <source>A token needs a scope.</source>
        <translation>Ein Token braucht eine Berechtigung.</translation>
    </message>
    <message>
        <source>Use --scope read, or read,write.</source>
        <translation>Nehmen Sie --scope read oder read,write.</translation>
    </message>
    <message>
        <source>The application does not answer.</source>
        <translation>Die Anwendung antwortet nicht.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The store is a file on this machine: it needs no copy.</source>
        <translation>Die Daten liegen in einer Datei auf diesem Rechner und brauchen keine Kopie.</translation>
    </message>
    <message>
        <source>Back it up instead: `claudeops backup`.</source>
        <translation>Sichern Sie sie stattdessen: `claudeops backup`.</translation>
    </message>
    <message>
        <source>The store is in its file already.</source>
        <translation>Die Daten liegen bereits in der Datei.</translation>
    </message>
    <message>
        <source>To see where: `claudeops store status`.</source>
        <translation>Wo sie liegt, zeigt `claudeops store status`.</translation>
    </message>
    <message>
        <source>The store is on {place} already.</source>
        <translation>Die Daten liegen bereits auf {place}.</translation>
    </message>
    <message>
        <source>Bring it back first: `claudeops store move file`.</source>
        <translation>Holen Sie sie zuerst zurück: `claudeops store move file`.</translation>
    </message>
    <message>
        <source>The URL of the store holds a password: it would stand in settings and in the process list.</source>
        <translation>Die URL der Daten enthält ein Passwort: Es stünde in den Einstellungen und in der Prozessliste.</translation>
    </message>
    <message>
        <source>Leave it out of the URL, and keep it by `claudeops secrets set {secret}` or in ~/.pgpass.</source>
        <translation>Lassen Sie es aus der URL weg und hinterlegen Sie es mit `claudeops secrets set {secret}` oder in ~/.pgpass.</translation>
    </message>
    <message>
        <source>The URL of the store has an option that is not known: {name}.</source>
        <translation>Die URL der Daten hat eine unbekannte Option: {name}.</translation>
    </message>
    <message>
        <source>There are {names}.</source>
        <translation>Es gibt {names}.</translation>
    </message>
    <message>
        <source>The URL of the store names no database.</source>
        <translation>Die URL der Daten nennt keine Datenbank.</translation>
    </message>
    <message>
        <source>Write it as postgresql://USER@HOST/DATABASE</source>
        <translation>Schreiben Sie sie als postgresql://BENUTZER@RECHNER/DATENBANK</translation>
    </message>
    <message>
        <source>The store is on a PostgreSQL server, and what speaks with one is not installed.</source>
        <translation>Die Daten liegen auf einem PostgreSQL-Server, und der Treiber dafür ist nicht installiert.</translation>
    </message>
    <message>
        <source>The password of the store is in {variable} alone, which no session is handed: its guard and its memory tools could not reach the store.</source>
        <translation>Das Passwort für den Server der Daten steht nur in {variable}, was keine Sitzung übergeben bekommt: Die Prüfung ihrer Befehle und ihre Gedächtniswerkzeuge könnten den Server nicht erreichen.</translation>
    </message>
    <message>
        <source>Keep it by `claudeops secrets set {secret}`, or in ~/.pgpass.</source>
        <translation>Hinterlegen Sie es mit `claudeops secrets set {secret}` oder in ~/.pgpass.</translation>
    </message>
    <message>
        <source>This is not the URL of a PostgreSQL database.</source>
        <translation>Das ist keine URL einer PostgreSQL-Datenbank.</translation>
    </message>
    <message>
        <source>Write it as postgresql://USER@HOST/DATABASE, without a password.</source>
        <translation>Schreiben Sie sie als postgresql://BENUTZER@RECHNER/DATENBANK, ohne Passwort.</translation>
    </message>
    <message>
        <source>The PostgreSQL server of {place} is too old.</source>
        <translation>Der PostgreSQL-Server von {place} ist zu alt.</translation>
    </message>
    <message>
        <source>Use version 15 or newer.</source>
        <translation>Verwenden Sie Version 15 oder neuer.</translation>
    </message>
    <message>
        <source>The store on {place} was written by a newer version of Claude Ops (schema {seen}, this one knows {number}).</source>
        <translation>Die Daten auf {place} wurden von einer neueren Version von Claude Ops geschrieben (Schema {seen}, diese kennt {number}).</translation>
    </message>
    <message>
        <source>Update the application, or go on with a store of its own: --data-dir FOLDER.</source>
        <translation>Aktualisieren Sie die Anwendung, oder arbeiten Sie mit eigenen Daten weiter: --data-dir ORDNER.</translation>
    </message>
    <message>
        <source>Another process brings the store up to date, for more than a minute.</source>
        <translation>Ein anderer Prozess aktualisiert die Daten seit mehr als einer Minute.</translation>
    </message>
    <message>
        <source>Wait until it is done, and start again.</source>
        <translation>Warten Sie, bis er fertig ist, und starten Sie dann erneut.</translation>
    </message>
    <message>
        <source>is no {kind}</source>
        <translation>ist kein {kind}</translation>
    </message>
    <message>
        <source>is too large</source>
        <translation>ist zu groß</translation>
    </message>
    <message>
        <source>holds a zero byte, which PostgreSQL cannot store</source>
        <translation>enthält ein Nullbyte, das PostgreSQL nicht speichern kann</translation>
    </message>
    <message>
        <source>Nothing was moved: in {table}, {key}, the value of {column} {why}.</source>
        <translation>Nichts wurde verschoben: In {table}, {key}, gilt für den Wert von {column}: {why}.</translation>
    </message>
    <message>
        <source>Correct or delete that row in the application, and start again.</source>
        <translation>Berichtigen oder löschen Sie diese Zeile in der Anwendung, und beginnen Sie erneut.</translation>
    </message>
    <message>
        <source>Nothing was moved: {count} rows point nowhere.</source>
        <translation>Nichts wurde verschoben: {count} Zeilen verweisen ins Leere.</translation>
    </message>
    <message>
        <source>Report this with `claudeops store status --json`.</source>
        <translation>Melden Sie das mit der Ausgabe von `claudeops store status --json`.</translation>
    </message>
    <message>
        <source>Nothing was moved: the rows of {table} came out differently.</source>
        <translation>Nichts wurde verschoben: Die Zeilen von {table} kamen verändert an.</translation>
    </message>
    <message>
        <source>The database {place} holds no store.</source>
        <translation>In der Datenbank {place} liegen keine Daten.</translation>
    </message>
    <message>
        <source>Start the application once to make one there, or clear the setting store.url.</source>
        <translation>Starten Sie die Anwendung einmal, um sie dort anzulegen, oder leeren Sie die Einstellung store.url.</translation>
    </message>
    <message>
        <source>There is no database in {root} that could be moved.</source>
        <translation>In {root} gibt es keine Datenbank, die verschoben werden könnte.</translation>
    </message>
    <message>
        <source>Start the application once, or name another --data-dir.</source>
        <translation>Starten Sie die Anwendung einmal, oder nennen Sie ein anderes --data-dir.</translation>
    </message>
    <message>
        <source>{path} is there already, so nothing was moved into it.</source>
        <translation>{path} gibt es bereits, daher wurde nichts dorthin verschoben.</translation>
    </message>
    <message>
        <source>Move it to another place, and start again.</source>
        <translation>Legen Sie die Datei an einen anderen Ort, und beginnen Sie erneut.</translation>
    </message>
    <message>
        <source>{path} was made while the store was moved.</source>
        <translation>{path} wurde angelegt, während die Daten verschoben wurden.</translation>
    </message>
    <message>
        <source>The database {place} holds a store already: nothing was moved.</source>
        <translation>In der Datenbank {place} liegen bereits Daten: Nichts wurde verschoben.</translation>
    </message>
    <message>
        <source>Name an empty database, or use the store that is there: `claudeops settings set store.url URL`.</source>
        <translation>Nennen Sie eine leere Datenbank, oder verwenden Sie die dortigen Daten: `claudeops settings set store.url URL`.</translation>
    </message>
    <message>
        <source>The store is on a PostgreSQL server ({place}), and this works on a file.</source>
        <translation>Die Daten liegen auf einem PostgreSQL-Server ({place}), und dies arbeitet mit einer Datei.</translation>
    </message>
    <message>
        <source>Use the server&apos;s own tools (pg_dump, pg_restore), or bring the store back first: `claudeops store move file`.</source>
        <translation>Verwenden Sie die Werkzeuge des Servers (pg_dump, pg_restore), oder holen Sie die Daten zuerst zurück: `claudeops store move file`.</translation>
    </message>
    <message>
        <source>It waits for what was said before.</source>
        <translation>Es wartet auf das, was vorher gesagt wurde.</translation>
    </message>
    <message>
        <source>{field} {name} cannot be used.</source>
        <translation>{field} {name} kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>Use letters, digits, dots, - and _, 40 at most, such as anna or web-shop.</source>
        <translation>Verwenden Sie Buchstaben, Ziffern, Punkte, - und _, höchstens 40, etwa anna oder web-shop.</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>allen</translation>
    </message>
    <message>
        <source>the project {name}</source>
        <translation>dem Projekt {name}</translation>
    </message>
    <message>
        <source>{name} alone</source>
        <translation>{name} allein</translation>
    </message>
    <message>
        <source>you alone</source>
        <translation>Ihnen allein</translation>
    </message>
    <message>
        <source>Memory {id} is nobody&apos;s own: it cannot be taken back from the others.</source>
        <translation>Die Erinnerung {id} gehört niemandem allein: Sie kann den anderen nicht entzogen werden.</translation>
    </message>
    <message>
        <source>Delete it, or correct it.</source>
        <translation>Löschen oder korrigieren Sie sie.</translation>
    </message>
    <message>
        <source>Memory {id} was shared or taken back since.</source>
        <translation>Die Erinnerung {id} wurde seitdem geteilt oder zurückgenommen.</translation>
    </message>
    <message>
        <source>See `claudeops memory show {id}`.</source>
        <translation>Siehe `claudeops memory show {id}`.</translation>
    </message>
    <message>
        <source>There is no memory {number}.</source>
        <translation>Es gibt keine Erinnerung {number}.</translation>
    </message>
    <message>
        <source>Memory {id} is not yours: only its owner may share it or take it back.</source>
        <translation>Die Erinnerung {id} gehört Ihnen nicht: Nur wem sie gehört, darf sie teilen oder zurücknehmen.</translation>
    </message>
    <message>
        <source>Ask its owner.</source>
        <translation>Fragen Sie, wem sie gehört.</translation>
    </message>
    <message>
        <source>It is so already.</source>
        <translation>Es ist bereits so.</translation>
    </message>
    <message>
        <source>You do not belong to the project “{name}”.</source>
        <translation>Sie gehören nicht zum Projekt „{name}“.</translation>
    </message>
    <message>
        <source>Add it to the setting agent.projects.</source>
        <translation>Tragen Sie es in die Einstellung agent.projects ein.</translation>
    </message>
    <message>
        <source>Use a token that is bound to it.</source>
        <translation>Verwenden Sie ein Token, das an das Projekt gebunden ist.</translation>
    </message>
    <message>
        <source>Memory {id} is closed: a newer one took its place.</source>
        <translation>Die Erinnerung {id} ist abgeschlossen: Eine neuere ist an ihre Stelle getreten.</translation>
    </message>
    <message>
        <source>Share the newer one.</source>
        <translation>Teilen Sie die neuere.</translation>
    </message>
    <message>
        <source>Memory {id} says the same to {whom}.</source>
        <translation>Die Erinnerung {id} sagt {whom} dasselbe.</translation>
    </message>
    <message>
        <source>The person or agent</source>
        <translation>Die Person oder den Agenten</translation>
    </message>
    <message>
        <source>Make a token for it: claudeops tokens add NAME --scope read --as PRINCIPAL</source>
        <translation>Legen Sie ein Token dafür an: claudeops tokens add NAME --scope read --as PRINCIPAL</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>Das Projekt</translation>
    </message>
    <message>
        <source>Make it: claudeops projects add NAME</source>
        <translation>Legen Sie es an: claudeops projects add NAME</translation>
    </message>
    <message>
        <source>{what} “{name}” does not exist.</source>
        <translation>{what} „{name}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>“{name}” is used for another kind: {kind}.</source>
        <translation>„{name}“ wird schon anders verwendet: {kind}.</translation>
    </message>
    <message>
        <source>Take another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Install the application again. Until then, words and graph serve.</source>
        <translation>Die Anwendung neu installieren. Bis dahin dienen Wörter und Graph.</translation>
    </message>
    <message numerus="yes">
        <source>%n session</source>
        <comment>%n sessions</comment>
        <translation>
            <numerusform>%n Sitzung</numerusform>
            <numerusform>%n Sitzungen</numerusform>
        </translation>
    </message>
    <message>
        <source>In the last 30 days: {sessions}; {calls} calls of the model, which cost {usd}.</source>
        <translation>In den letzten 30 Tagen: {sessions}; {calls} Aufrufe des Modells, die {usd} gekostet haben.</translation>
    </message>
    <message>
        <source>In the last 30 days: {sessions}. Reading those would cost about {usd} a month at list price; checks, summaries and proposals take few and short calls more.</source>
        <translation>In den letzten 30 Tagen: {sessions}. Sie zu lesen würde nach Listenpreis etwa {usd} im Monat kosten; Prüfungen, Zusammenfassungen und Vorschläge brauchen einige kurze Aufrufe mehr.</translation>
    </message>
    <message>
        <source>In the last 30 days: {sessions}. What a month costs here is not known yet.</source>
        <translation>In den letzten 30 Tagen: {sessions}. Was ein Monat hier kostet, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>At most {cap} a day (model.day_usd).</source>
        <translation>Höchstens {cap} am Tag (model.day_usd).</translation>
    </message>
    <message>
        <source>If it was raised since, run `claudeops spend --reopen`.</source>
        <translation>Wurde sie inzwischen erhöht: `claudeops spend --reopen`.</translation>
    </message>
    <message>
        <source>The subscription&apos;s usage limit is reached: no agent that costs starts before {when}.</source>
        <translation>Die Nutzungsgrenze des Abonnements ist erreicht: Vor {when} startet kein Agent, der etwas kostet.</translation>
    </message>
    <message>
        <source>The embedding model {model} did not load ({name}: {error}).</source>
        <translation>Das Einbettungsmodell {model} wurde nicht geladen ({name}: {error}).</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>The surest facts</source>
        <translation>Die sichersten Fakten</translation>
    </message>
    <message>
        <source>There is no data folder {root}.</source>
        <translation>Es gibt keinen Datenordner {root}.</translation>
    </message>
    <message>
        <source>Name the right one with --data-dir.</source>
        <translation>Nennen Sie den richtigen mit --data-dir.</translation>
    </message>
    <message>
        <source>The key of this machine, {file}, cannot be read: {error}.</source>
        <translation>Der Schlüssel dieses Rechners, {file}, lässt sich nicht lesen: {error}.</translation>
    </message>
    <message>
        <source>Make it readable, or delete it: a new one is made, which other machines do not know yet.</source>
        <translation>Machen Sie ihn lesbar, oder löschen Sie ihn: Ein neuer wird angelegt, den andere Rechner noch nicht kennen.</translation>
    </message>
    <message>
        <source>The key of this machine, {file}, is not an ed25519 key.</source>
        <translation>Der Schlüssel dieses Rechners, {file}, ist kein ed25519-Schlüssel.</translation>
    </message>
    <message>
        <source>Delete it: a new one is made, which other machines do not know yet.</source>
        <translation>Löschen Sie ihn: Ein neuer wird angelegt, den andere Rechner noch nicht kennen.</translation>
    </message>
    <message>
        <source>This computer&apos;s clock says {wall}, and by all that is known it is {known}. Claude Ops goes on by {known}: runs start when they are due, nothing ages and nothing is deleted, until the clock is known to be right.</source>
        <translation>Die Uhr dieses Computers sagt {wall}; nach allem, was bekannt ist, ist es {known}. Claude Ops rechnet mit {known} weiter: Läufe starten, wenn sie fällig sind, nichts altert und nichts wird gelöscht, bis feststeht, dass die Uhr stimmt.</translation>
    </message>
    <message>
        <source>That is when time synchronisation sets it, or a checked HTTPS service agrees. If the clock is right, `claudeops time confirm` says so; if it is wrong, set it.</source>
        <translation>Das ist so, sobald die Zeitsynchronisation sie stellt oder ein geprüfter HTTPS-Dienst zustimmt. Stimmt die Uhr, sagt es `claudeops time confirm`; geht sie falsch, stellen Sie sie.</translation>
    </message>
    <message>
        <source>Left as it is: this computer&apos;s clock is not trusted. See `claudeops time`.</source>
        <translation>Bleibt, wie es ist: Der Uhr dieses Computers wird nicht vertraut. Siehe `claudeops time`.</translation>
    </message>
    <message>
        <source>It came by sync, and no machine that you trust has signed it.</source>
        <translation>Es kam durch den Abgleich, und kein Rechner, dem Sie vertrauen, hat es signiert.</translation>
    </message>
    <message>
        <source>The remote says something else by now.</source>
        <translation>Die Gegenstelle sagt inzwischen etwas anderes.</translation>
    </message>
    <message>
        <source>A machine of this name is trusted with another key. This one is {fingerprint}: compare it with what `claudeops knowledge machines list` shows there.</source>
        <translation>Einem Rechner dieses Namens wird mit einem anderen Schlüssel vertraut. Dieser ist {fingerprint}: Vergleichen Sie ihn mit dem, was `claudeops knowledge machines list` dort zeigt.</translation>
    </message>
    <message>
        <source>Is this a machine of yours? Its files come in without review then. Its key is {fingerprint}: compare it with what `claudeops knowledge machines list` shows there.</source>
        <translation>Ist das einer Ihrer Rechner? Seine Dateien kommen dann ohne Durchsicht herein. Sein Schlüssel ist {fingerprint}: Vergleichen Sie ihn mit dem, was `claudeops knowledge machines list` dort zeigt.</translation>
    </message>
    <message>
        <source>Trust the machine {name}?</source>
        <translation>Dem Rechner {name} vertrauen?</translation>
    </message>
    <message>
        <source>From another machine: {path}</source>
        <translation>Von einem anderen Rechner: {path}</translation>
    </message>
    <message>
        <source>Files in {folder} that are no documents: {number} ({kinds}).</source>
        <translation>Dateien in {folder}, die keine Dokumente sind: {number} ({kinds}).</translation>
    </message>
    <message>
        <source>Links in {folder}: {number}. They are not followed.</source>
        <translation>Verknüpfungen in {folder}: {number}. Ihnen wird nicht gefolgt.</translation>
    </message>
    <message>
        <source>Hidden files and folders in {folder}: {number}.</source>
        <translation>Versteckte Dateien und Ordner in {folder}: {number}.</translation>
    </message>
    <message>
        <source>Folders in {folder} that may not be entered: {number}.</source>
        <translation>Ordner in {folder}, die nicht betreten werden dürfen: {number}.</translation>
    </message>
    <message>
        <source>{folder} has more than {most} documents; the rest is left out.</source>
        <translation>{folder} hat mehr als {most} Dokumente; der Rest bleibt aus.</translation>
    </message>
    <message>
        <source>Alert: {service}</source>
        <translation>Alarm: {service}</translation>
    </message>
    <message>
        <source>{service} is {state}</source>
        <translation>{service} ist {state}</translation>
    </message>
    <message>
        <source>{title} again ({times} times in {span})</source>
        <translation>{title} erneut ({times}-mal in {span})</translation>
    </message>
    <message>
        <source>Since {time}.</source>
        <translation>Seit {time}.</translation>
    </message>
    <message>
        <source>{service}: the alert is over after {span}</source>
        <translation>{service}: Der Alarm ist nach {span} vorbei</translation>
    </message>
    <message>
        <source>{service} is healthy again after {span}</source>
        <translation>{service} ist nach {span} wieder in Ordnung</translation>
    </message>
    <message>
        <source>There was an alert {span}.</source>
        <translation>Der Alarm bestand {span}.</translation>
    </message>
    <message>
        <source>It was {state} {span}.</source>
        <translation>Er war {span} {state}.</translation>
    </message>
    <message>
        <source>That was outage {number} in a short time.</source>
        <translation>Das war Ausfall {number} in kurzer Zeit.</translation>
    </message>
    <message>
        <source>Affected with it: {names}.</source>
        <translation>Mit betroffen: {names}.</translation>
    </message>
    <message>
        <source>Not healthy yet: {names}.</source>
        <translation>Noch nicht in Ordnung: {names}.</translation>
    </message>
    <message numerus="yes">
        <source>And %n service that depends on it: {names}.</source>
        <comment>And %n services that depend on it: {names}.</comment>
        <translation>
            <numerusform>Und %n Dienst, der davon abhängt: {names}.</numerusform>
            <numerusform>Und %n Dienste, die davon abhängen: {names}.</numerusform>
        </translation>
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
        <source>{names} and {number} more</source>
        <translation>{names} und {number} weitere</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Genehmigen</translation>
    </message>
    <message>
        <source>Look…</source>
        <translation>Ansehen…</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Zur Kenntnis nehmen</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>A run failed</source>
        <translation>Ein Lauf ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>A run was stopped: it took too long</source>
        <translation>Ein Lauf wurde angehalten: Er dauerte zu lang</translation>
    </message>
    <message>
        <source>A run was interrupted</source>
        <translation>Ein Lauf wurde unterbrochen</translation>
    </message>
    <message>
        <source>A run is completed</source>
        <translation>Ein Lauf ist abgeschlossen</translation>
    </message>
    <message>
        <source>May the agent show secrets or send data of {services}?</source>
        <translation>Darf der Agent Geheimnisse von {services} zeigen oder Daten senden?</translation>
    </message>
    <message>
        <source>May the agent restart {services}?</source>
        <translation>Darf der Agent {services} neu starten?</translation>
    </message>
    <message>
        <source>May the agent redeploy {services}?</source>
        <translation>Darf der Agent {services} neu ausrollen?</translation>
    </message>
    <message>
        <source>May the agent stop or cut off {services}?</source>
        <translation>Darf der Agent {services} anhalten oder vom Netz trennen?</translation>
    </message>
    <message>
        <source>May the agent reach into the host for {services}?</source>
        <translation>Darf der Agent für {services} in den Host eingreifen?</translation>
    </message>
    <message>
        <source>May the agent delete, overwrite or disable something of {services}?</source>
        <translation>Darf der Agent etwas von {services} löschen, überschreiben oder abschalten?</translation>
    </message>
    <message>
        <source>May the agent run a command that the guard could not analyse, about {services}?</source>
        <translation>Darf der Agent zu {services} einen Befehl ausführen, den der Wächter nicht deuten konnte?</translation>
    </message>
    <message>
        <source>{schedule}: the run of {due} was missed</source>
        <translation>{schedule}: Der Lauf von {due} wurde versäumt</translation>
    </message>
    <message>
        <source>{schedule}: the run of {due} was skipped</source>
        <translation>{schedule}: Der Lauf von {due} wurde übersprungen</translation>
    </message>
    <message>
        <source>May the run go up to tier {tier}?</source>
        <translation>Darf der Lauf auf Stufe {tier} steigen?</translation>
    </message>
    <message>
        <source>May the agent do this ({action})?</source>
        <translation>Darf der Agent das tun ({action})?</translation>
    </message>
    <message>
        <source>A private session asks a question</source>
        <translation>Eine private Sitzung stellt eine Frage</translation>
    </message>
    <message>
        <source>Only who may read that session sees it: open the Inbox.</source>
        <translation>Nur wer diese Sitzung lesen darf, sieht es: Posteingang öffnen.</translation>
    </message>
    <message>
        <source>A run did not start</source>
        <translation>Ein Lauf ist nicht gestartet</translation>
    </message>
    <message>
        <source>A spend cap is reached</source>
        <translation>Eine Ausgabengrenze ist erreicht</translation>
    </message>
    <message>
        <source>A spend cap is near</source>
        <translation>Eine Ausgabengrenze ist nahe</translation>
    </message>
    <message>
        <source>Services cannot be checked</source>
        <translation>Dienste können nicht geprüft werden</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Kritisch</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>{level}: {service}</source>
        <translation>{level}: {service}</translation>
    </message>
    <message>
        <source>Run it now?</source>
        <translation>Jetzt ausführen?</translation>
    </message>
    <message>
        <source>This is a test</source>
        <translation>Das ist ein Test</translation>
    </message>
    <message>
        <source>Notifications of Claude Ops arrive here.</source>
        <translation>Benachrichtigungen von Claude Ops kommen hier an.</translation>
    </message>
    <message>
        <source>{title} ({times} more times)</source>
        <translation>{title} (noch {times}-mal)</translation>
    </message>
    <message>
        <source>{number} things came again, {times} times in all</source>
        <translation>{number} Dinge kamen erneut, insgesamt {times}-mal</translation>
    </message>
    <message>
        <source>While it was quiet: {title}</source>
        <translation>Während der Ruhezeit: {title}</translation>
    </message>
    <message>
        <source>While it was quiet: {number} things</source>
        <translation>Während der Ruhezeit: {number} Dinge</translation>
    </message>
    <message>
        <source>and {number} more</source>
        <translation>und {number} weitere</translation>
    </message>
    <message>
        <source>{title} ({times} times)</source>
        <translation>{title} ({times}-mal)</translation>
    </message>
    <message>
        <source>Incident {incident_id} is being investigated already.</source>
        <translation>Störung {incident_id} wird schon untersucht.</translation>
    </message>
    <message>
        <source>Wait until that run is over, or stop it.</source>
        <translation>Warten Sie, bis dieser Lauf vorbei ist, oder halten Sie ihn an.</translation>
    </message>
    <message numerus="yes">
        <source>Rules of an earlier version drew %n fact: move it to the Inbox, or leave it?</source>
        <comment>Rules of an earlier version drew %n facts: move them to the Inbox, or leave them?</comment>
        <translation>
            <numerusform>Regeln einer früheren Version haben %n Tatsache gezogen: in den Posteingang verschieben oder belassen?</numerusform>
            <numerusform>Regeln einer früheren Version haben %n Tatsachen gezogen: in den Posteingang verschieben oder belassen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fact to review</source>
        <comment>%n facts to review</comment>
        <translation>
            <numerusform>%n Fakt durchzusehen</numerusform>
            <numerusform>%n Fakten durchzusehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pair in possible conflict</source>
        <comment>%n pairs in possible conflict</comment>
        <translation>
            <numerusform>%n Paar in möglichem Widerspruch</numerusform>
            <numerusform>%n Paare in möglichem Widerspruch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n proposed change of the knowledge folder</source>
        <comment>%n proposed changes of the knowledge folder</comment>
        <translation>
            <numerusform>%n vorgeschlagene Änderung des Wissensordners</numerusform>
            <numerusform>%n vorgeschlagene Änderungen des Wissensordners</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question about your services</source>
        <comment>%n questions about your services</comment>
        <translation>
            <numerusform>%n Frage zu Ihren Diensten</numerusform>
            <numerusform>%n Fragen zu Ihren Diensten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n proven pattern to approve</source>
        <comment>%n proven patterns to approve</comment>
        <translation>
            <numerusform>%n bewährtes Muster zu genehmigen</numerusform>
            <numerusform>%n bewährte Muster zu genehmigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fact about to expire</source>
        <comment>%n facts about to expire</comment>
        <translation>
            <numerusform>%n Fakt läuft bald ab</numerusform>
            <numerusform>%n Fakten laufen bald ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Investigate {service}?</source>
        <comment>Investigate %n incidents: {service} and others?</comment>
        <translation>
            <numerusform>{service} untersuchen?</numerusform>
            <numerusform>%n Störungen untersuchen: {service} und andere?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n incident to acknowledge: {service}</source>
        <comment>%n incidents to acknowledge: {service} and others</comment>
        <translation>
            <numerusform>%n Störung zur Kenntnis zu nehmen: {service}</numerusform>
            <numerusform>%n Störungen zur Kenntnis zu nehmen: {service}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{service} is not healthy and has no incident</source>
        <comment>%n services are not healthy and have no incident: {service} and others</comment>
        <translation>
            <numerusform>{service} ist nicht in Ordnung und hat keine Störung</numerusform>
            <numerusform>%n Dienste sind nicht in Ordnung und haben keine Störung: {service} und andere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n critical event to acknowledge</source>
        <comment>%n critical events to acknowledge</comment>
        <translation>
            <numerusform>%n kritisches Ereignis zur Kenntnis zu nehmen</numerusform>
            <numerusform>%n kritische Ereignisse zur Kenntnis zu nehmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning to acknowledge</source>
        <comment>%n warnings to acknowledge</comment>
        <translation>
            <numerusform>%n Warnung zur Kenntnis zu nehmen</numerusform>
            <numerusform>%n Warnungen zur Kenntnis zu nehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>The last run timed out</source>
        <translation>Der letzte Lauf hat die Zeit überschritten</translation>
    </message>
    <message>
        <source>The last run was interrupted</source>
        <translation>Der letzte Lauf wurde unterbrochen</translation>
    </message>
    <message>
        <source>The last run failed</source>
        <translation>Der letzte Lauf ist fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>%n missed run: run it or skip it?</source>
        <comment>%n missed runs: run them or skip them?</comment>
        <translation>
            <numerusform>%n versäumter Lauf: ausführen oder überspringen?</numerusform>
            <numerusform>%n versäumte Läufe: ausführen oder überspringen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question of a run</source>
        <comment>%n questions of runs</comment>
        <translation>
            <numerusform>%n Frage eines Laufs</numerusform>
            <numerusform>%n Fragen von Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>{doubt} {remedy}</source>
        <translation>{doubt} {remedy}</translation>
    </message>
    <message>
        <source>The clock was ahead before: {moments} moments on record had not come and count as now, and {facts} facts that aged by them have their confidence back.</source>
        <translation>Die Uhr ging vorher vor: {moments} aufgezeichnete Zeitpunkte lagen in der Zukunft und zählen als jetzt, und {facts} dadurch gealterte Fakten haben ihr Vertrauen zurück.</translation>
    </message>
    <message>
        <source>The same run of {services} was started already.</source>
        <translation>Derselbe Lauf für {services} wurde schon gestartet.</translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it.</source>
        <translation>Warten Sie, bis er vorbei ist, oder halten Sie ihn an.</translation>
    </message>
    <message>
        <source>The Debian package cannot be extended. Install the wheel in its place: `pipx install &apos;{wheel}[{extra}]&apos;`.</source>
        <translation>Das Debian-Paket lässt sich nicht erweitern. Installieren Sie stattdessen das Wheel: `pipx install &apos;{wheel}[{extra}]&apos;`.</translation>
    </message>
    <message>
        <source>Install it with `{command}`.</source>
        <translation>Installieren Sie es mit `{command}`.</translation>
    </message>
    <message>
        <source>The run has ended, and could not be written down: the server of the store is away.</source>
        <translation>Der Lauf ist zu Ende und konnte nicht festgehalten werden: Der Server des Speichers ist weg.</translation>
    </message>
    <message>
        <source>What it gave is in its log, and is stored by the next start once the server answers.</source>
        <translation>Was er ergab, steht in seinem Protokoll und wird beim nächsten Start gespeichert, sobald der Server antwortet.</translation>
    </message>
    <message>
        <source>What the former one held until then is saved in {target}.</source>
        <translation>Was die frühere bis dahin enthielt, ist in {target} gesichert.</translation>
    </message>
    <message>
        <source>No session can be guarded: {program} is not installed.</source>
        <translation>Keine Sitzung kann bewacht werden: {program} ist nicht installiert.</translation>
    </message>
    <message>
        <source>Install util-linux.</source>
        <translation>Installieren Sie util-linux.</translation>
    </message>
    <message>
        <source>No session can be guarded: the guard&apos;s own process does not start.</source>
        <translation>Keine Sitzung kann bewacht werden: Der eigene Prozess des Wächters startet nicht.</translation>
    </message>
    <message>
        <source>See the log for the reason.</source>
        <translation>Der Grund steht im Protokoll.</translation>
    </message>
    <message>
        <source>{program} does not run: {reason}.</source>
        <translation>{program} läuft nicht: {reason}.</translation>
    </message>
    <message>
        <source>Install the package {program}.</source>
        <translation>Installieren Sie das Paket {program}.</translation>
    </message>
    <message>
        <source>bubblewrap is not installed.</source>
        <translation>bubblewrap ist nicht installiert.</translation>
    </message>
    <message>
        <source>Run `sudo apt-get install bubblewrap`.</source>
        <translation>Führen Sie `sudo apt-get install bubblewrap` aus.</translation>
    </message>
    <message>
        <source>bubblewrap did not answer within {seconds} s.</source>
        <translation>bubblewrap hat nicht innerhalb von {seconds} s geantwortet.</translation>
    </message>
    <message>
        <source>{path} could not be started: {why}.</source>
        <translation>{path} konnte nicht gestartet werden: {why}.</translation>
    </message>
    <message>
        <source>The profile cannot be run: {why}.</source>
        <translation>Das Profil kann nicht ausgeführt werden: {why}.</translation>
    </message>
    <message>
        <source>Add landlock to the list `lsm=` of the kernel&apos;s command line, and start the machine anew.</source>
        <translation>Ergänzen Sie landlock in der Liste `lsm=` der Kernel-Befehlszeile und starten Sie den Rechner neu.</translation>
    </message>
    <message>
        <source>AppArmor limits it: `sudo apt-get install apparmor-profiles`, then `sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ &amp;&amp; sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict`.</source>
        <translation>AppArmor schränkt es ein: `sudo apt-get install apparmor-profiles`, dann `sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ &amp;&amp; sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict`.</translation>
    </message>
    <message>
        <source>Allow user namespaces: `sudo sysctl -w kernel.unprivileged_userns_clone=1`.</source>
        <translation>Erlauben Sie Benutzer-Namensräume: `sudo sysctl -w kernel.unprivileged_userns_clone=1`.</translation>
    </message>
    <message>
        <source>Allow user namespaces: `sudo sysctl -w user.max_user_namespaces=10000`.</source>
        <translation>Erlauben Sie Benutzer-Namensräume: `sudo sysctl -w user.max_user_namespaces=10000`.</translation>
    </message>
    <message>
        <source>This is a container, which may make no namespaces. Run Claude Ops on the machine itself, or start it with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN`.</source>
        <translation>Dies ist ein Container, der keine Namensräume anlegen darf. Führen Sie Claude Ops auf dem Rechner selbst aus oder starten Sie den Container mit `--security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN`.</translation>
    </message>
    <message>
        <source>Run `bwrap --ro-bind / / --unshare-user true`, which says what this system refuses.</source>
        <translation>Führen Sie `bwrap --ro-bind / / --unshare-user true` aus; das sagt, was dieses System verweigert.</translation>
    </message>
    <message>
        <source>The session&apos;s folder {place} cannot be made: {why}.</source>
        <translation>Der Ordner {place} der Sitzung kann nicht angelegt werden: {why}.</translation>
    </message>
    <message>
        <source>No session starts unconfined (safety.confinement): {why}</source>
        <translation>Ohne Profil startet keine Sitzung (safety.confinement): {why}</translation>
    </message>
    <message>
        <source>it did not end within {seconds} s</source>
        <translation>er endete nicht innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>it ended with {code} and no key</source>
        <translation>er endete mit {code} und ohne Schlüssel</translation>
    </message>
    <message>
        <source>See `claudeops cooldowns standing`.</source>
        <translation>Siehe `claudeops cooldowns standing`.</translation>
    </message>
    <message>
        <source>Cancel a planned window with `claudeops cooldowns maintenance {name} off --id {window}`.</source>
        <translation>Ein geplantes Fenster sagen Sie mit `claudeops cooldowns maintenance {name} off --id {window}` ab.</translation>
    </message>
    <message>
        <source>{name} is not in maintenance.</source>
        <translation>{name} ist nicht in Wartung.</translation>
    </message>
    <message>
        <source>{name} has no planned window {window}.</source>
        <translation>{name} hat kein geplantes Fenster {window}.</translation>
    </message>
    <message>
        <source>See `claudeops cooldowns planned`.</source>
        <translation>Siehe `claudeops cooldowns planned`.</translation>
    </message>
    <message>
        <source>Question {number} waits no longer.</source>
        <translation>Frage {number} wartet nicht mehr.</translation>
    </message>
    <message>
        <source>Question {number} must be confirmed.</source>
        <translation>Frage {number} muss bestätigt werden.</translation>
    </message>
    <message>
        <source>There is no question {number}.</source>
        <translation>Es gibt keine Frage {number}.</translation>
    </message>
    <message>
        <source>`claudeops approvals list` shows them.</source>
        <translation>`claudeops approvals list` zeigt sie.</translation>
    </message>
    <message>
        <source>There is no event {numbers}.</source>
        <translation>Es gibt kein Ereignis {numbers}.</translation>
    </message>
    <message>
        <source>No mute {number} is in force.</source>
        <translation>Es gilt keine Stummschaltung {number}.</translation>
    </message>
    <message>
        <source>See `claudeops events mutes`.</source>
        <translation>Siehe `claudeops events mutes`.</translation>
    </message>
    <message>
        <source>There is no incident {number}.</source>
        <translation>Es gibt keinen Vorfall {number}.</translation>
    </message>
    <message>
        <source>There is no incident {numbers}.</source>
        <translation>Es gibt keinen Vorfall {numbers}.</translation>
    </message>
    <message>
        <source>There is no session {number}.</source>
        <translation>Es gibt keine Sitzung {number}.</translation>
    </message>
    <message>
        <source>There is no run {number}.</source>
        <translation>Es gibt keinen Lauf {number}.</translation>
    </message>
    <message>
        <source>There is no case {number}.</source>
        <translation>Es gibt keinen Fall {number}.</translation>
    </message>
</context>
</TS>

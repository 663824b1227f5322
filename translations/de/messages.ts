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
        <source>Seconds to wait for an answer.</source>
        <translation>Sekunden, die auf eine Antwort gewartet wird.</translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is the network there?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{program} cannot be started: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set another path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The Claude CLI did not answer: {answer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `claude` once in a terminal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The Claude CLI said: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `claude` once and log in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory tools cannot be handed over in {path}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no agent “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no recording {recording}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name an existing file after replay:.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a check “{name}” already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{class_name} needs the field check: Literal[&quot;{name}&quot;] = &quot;{name}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{class_name} does not say what it looks at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{class_name} has no method measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make its folder writable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be removed: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start `claudeops daemon` by your own means, such as a crontab line: @reboot claudeops daemon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine has no systemd.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>systemd of this user does not answer: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`claudeops desktop service install` does it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in on this machine as this user, or keep its services running: loginctl enable-linger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The unit is written, but systemctl --user {command} failed: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is stopped by the operator&apos;s emergency stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Resume in the window, or run `claudeops resume`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The emergency stop cannot be marked in {folder}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running agents are ended all the same, but new ones may start: end Claude Ops, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be renamed: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything stays stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is stopped by the operator&apos;s emergency stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} can be changed by others, so that no plugin of the folder is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}), so that no plugin of the folder is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no plugin “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `claudeops plugins list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is part of Claude Ops and cannot be disabled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No data folder is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{taken} already adds “{name}” to {kind}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {kind} is not a class that derives from {base}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {kind} calls itself “{other}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {kind} has no title.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot use the data folder {folder}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it writable, or name another one with --data-dir.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{root} is a file, not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a folder with --data-dir.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it writable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{label} cannot be a label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use small letters, digits, - and _, 40 at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no secret {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are {names} and {prefix}LABEL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secret is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To remove it: claudeops secrets rm {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secret is not one line of text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the value alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{keyring} did not give back what was stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock it, or hand secrets over in the environment, as {variable}ANTHROPIC_API_KEY.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring did not answer within {seconds} s: it may be locked and wait for its password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no keyring on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install one (on Debian: gnome-keyring, or KWallet), or hand secrets over in the environment, as {variable}ANTHROPIC_API_KEY.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring is locked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No keyring answers on this desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring failed ({kind}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a text file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it away; the defaults hold without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fix that line, or move the file away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: must be {choices} (found {value}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed. If a plugin adds it, enable that: `claudeops plugins list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} in {origin}: there is no such setting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} in {origin}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: {message}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: this is a group of settings, not a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write [{name}] and its settings below it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: must be {wanted} (found {value}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its spelling.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else remove it, or update the application if a newer version wrote it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no session {session_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `claudeops sessions list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} could not be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another place, or make room there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{file}” does not say the format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End it in .html, .md or .json, or give --format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guard&apos;s rules cannot be written to {path}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search goes on by keywords. Check embedding.url, embedding.name and the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its name and the network: a model is downloaded when it is first used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file or folder {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name transcripts, or folders that hold some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no lesson {lesson_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `claudeops lessons list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a lesson with these very words already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lesson is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say it in one sentence, such as “Prefer reload over restart”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lesson has {count} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lesson holds {limit} at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory {memory_id} has no version {number}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its versions go from 1 to {last}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no domain “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use one of {choices}, or add your own in the settings: lifetimes.own, such as &apos;{{customers = &quot;0.002 180 365&quot;}}&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text of a memory is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say in one sentence what is worth remembering.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text has {count} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A memory holds {limit} at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no category “{category}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use one of {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The confidence is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one from 0 to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the field service, {form}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{subject}” is too short: it would be found in nearly everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name at least {least} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no profile “{profile}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That pair was answered elsewhere, or one of its facts is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no second look {look_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `memory second-look list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to take back of second look {look_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It changed nothing, or the pair was answered since: see `memory closed` and `review list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory {memory_id} is not in the trash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `memory trash`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no incident {incident_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `claudeops incidents list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Incident {incident_id} is resolved: {service} is well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a run instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The check results in {path} were written by another version of Claude Ops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the application: it sets them aside and begins new ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} older ones are lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} results wait to be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk and the folder writable; the checks themselves go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is set aside, and a new one begun, when the next results are written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The check results in {path} cannot be {done}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is in use by a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is gone on with when the run is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fix the file first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{new} cannot be a service&apos;s name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use letters, digits, - and _ only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is called {old} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a service {new} already: {use}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name {new} is in use: {use}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is named in records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name, or merge both with `claudeops services rename {old} {new} --merge`. Merging cannot be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A renaming or removal waits for it; fix the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no service {service}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `claudeops services list`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session {session_id} is running and may be about {service}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it; then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is not one address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste one address, such as ntfy://a-topic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>apprise knows no such address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See https://github.com/caronc/apprise for how addresses are written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No notification server answers on this desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start one (most desktops have one; dunst is a small one), or look into the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notification server did not answer within {seconds} s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session has no message bus, so no notification can be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is a database of Claude Ops Desktop, not of claude-ops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`claudeops restore` brings back a backup, `claudeops memory import` what another one exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is not a database of claude-ops: it has none of the tables {tables}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name its claudeops.db.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file {source}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the claudeops.db of claude-ops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is damaged, or was written to while it was read: {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop claude-ops and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is not a database: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} cannot be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Incident {incident_id} cannot explain itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That moment has passed already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a later end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write what there is to say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Incident {incident_id} is not resolved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a resolved one can be reopened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{service} has an open incident already: {other}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use that one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Incident {incident_id} is resolved already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`claudeops incidents reopen {incident_id}` opens it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A mute must name a service, a level or a text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else nothing would be heard of any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no level {level}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another saved prompt is called “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A saved prompt needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a short one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That name is longer than {limit} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a shorter one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dependency of {from_service} on {to_service} is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the map again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maintenance must end after it starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That maintenance would be over already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has {limit} planned windows already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel some first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claude Ops is at this already: {job}, {step}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It will be done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another Claude Ops is at this already: {job}, {step}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt cannot be written to {path}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index of the logs cannot be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See that {folder} is writable and its disk not full; sessions go on without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index of the logs cannot be written in {folder}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the folder writable; sessions and their logs do not need the index.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index of the logs cannot be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`claudeops index-logs` makes it anew; the logs themselves are not touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session {session_id} is running, and could say again what is forgotten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} sessions are running, and could say again what is forgotten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it is over, or stop it; then purge again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session {session_id} does not go on: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its run is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no recording {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no agent “{asked}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write minute, hour, day of the month, month and weekday, such as &quot;0 9 * * 1-5&quot; for weekdays at 09:00.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{rule}&quot; is not a schedule this application knows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A cron rule has five fields, and &quot;{rule}&quot; has {count}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The day of the month &quot;{day}&quot; never comes in the month &quot;{month}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a day that month has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{part}&quot; cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part} runs backwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the step /{step} is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{word}&quot; is not a {field}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> or names such as {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {field} &quot;{text}&quot; is wrong: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {low} to {high}{names}, *, a range such as {low}-{high}, or */2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A schedule needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name it after what it does, such as &quot;Observe&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no tier {tier}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use 1 observe, 2 investigate or 3 remediate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is there already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no catch-up policy “{policy}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {choices}, or none for the settings&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How old is too old is out of range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use one minute to a year.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no schedule {schedule_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List them to see their numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no due time {due_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `claudeops schedule history --state asked`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That due time does not wait for an answer: it {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{kind}&quot; is not a kind of schedule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use interval or cron.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The jitter of {jitter_s} s is out of range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use 0 to {limit} seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write seconds, or a time such as &quot;30 minutes&quot;, &quot;2 h&quot; or &quot;1 day&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The interval &quot;{text}&quot; cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The interval &quot;{text}&quot; has the unknown unit &quot;{unit}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The interval is too short.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use one minute or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The interval is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a year or less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the computer could not be kept awake: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alerts cannot come in: port {port} is used by another program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alerts cannot come in: port {port} cannot be used ({reason}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another port in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where} was made by a newer version of Claude Ops ({version}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update the application, then restore it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where} is not a backup that can be restored: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} exists already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another file, or remove that one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to back up: no database in {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the application once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} was made by another program meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: {target} could not be written, and nothing of it is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} could not be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: the backup could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database {path} could not be copied: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is damaged: “{file}” is not what was packed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another backup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a backup that `claudeops backup` made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is not a backup, or is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is not a backup of Claude Ops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name one that it made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is damaged: “{file}” cannot be unpacked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is damaged: “{file}” has another size than it says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database {path} cannot be made: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make its folder writable, or name another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} exists already, so the copy was not made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} has zero bytes, and rebuilding it from its write-ahead log failed: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space and make the folder writable; the log is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no database {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database is in use by a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again when it is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database {path} cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it and its folder writable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Claude Ops (schema {schema}, this one knows {known}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update the application, restore a copy from {backups}, or start afresh with --data-dir.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has {count} rows that point nowhere after the migration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore the copy from {backups} and report this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the damaged database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was saved is in {fresh}, but could not take its place: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it there by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be read of {source}: no table is left in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore a backup with `claudeops restore FILE`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough room: the backup unpacks to {megabytes} MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough room: the database takes {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is damaged: “{name}” is not what was packed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} was made by a newer version of Claude Ops ({version}, schema {schema}; this is {own_version}, schema {known}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database in {source} is damaged: {fault}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A backup is being restored into {folder} right now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again when that is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claude Ops is at work on {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit the window and `claudeops daemon` there first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} in {source} is larger than {megabytes} MB.</source>
        <extracomment>Groups that say how things look or how long they are kept. Every other group counts as one that matters.</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} is not a whole database of Claude Ops: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} unpacks to {size}, more than the limit of {limit}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If you trust the file, allow it: `claudeops restore --max-size {megabytes}MB …`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} cannot be moved to {backups}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make both writable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database took the whole write back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It will be tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy before the upgrade could not be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space and make the folder of backups writable; nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That would be a circle: {cycle}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{service} cannot depend on itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no services.toml yet, which is where dependencies stand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin it with `claudeops services add`, or `claudeops services init`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has no service {service}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

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
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Start at login, in the tray</source>
        <translation>Beim Anmelden im Infobereich starten</translation>
    </message>
    <message>
        <source>Looking for the service…</source>
        <translation>Systemdienst wird gesucht…</translation>
    </message>
    <message>
        <source>Install the service</source>
        <translation>Systemdienst installieren</translation>
    </message>
    <message>
        <source>Remove the service</source>
        <translation>Dienst entfernen</translation>
    </message>
    <message>
        <source>Show the first steps again</source>
        <translation>Erste Schritte erneut zeigen</translation>
    </message>
    <message>
        <source>Open the folder of crash reports</source>
        <translation>Ordner der Absturzberichte öffnen</translation>
    </message>
    <message>
        <source>About Claude Ops…</source>
        <translation>Über Claude Ops…</translation>
    </message>
    <message>
        <source>Runs without a window (systemd user service)</source>
        <translation>Läuft ohne Fenster (systemd-Benutzerdienst)</translation>
    </message>
    <message>
        <source>It does not start at login.</source>
        <translation>Startet nicht beim Anmelden.</translation>
    </message>
    <message>
        <source>The service is {state}, {enabled} at login.</source>
        <translation>Der Systemdienst ist {state}, beim Anmelden {enabled}.</translation>
    </message>
    <message>
        <source>Not installed. With it, scheduled runs continue while no window is open.</source>
        <translation>Nicht installiert. Damit laufen geplante Läufe weiter, wenn kein Fenster offen ist.</translation>
    </message>
    <message>
        <source>Start at login: on</source>
        <translation>Start beim Anmelden: ein</translation>
    </message>
    <message>
        <source>Start at login: off</source>
        <translation>Start beim Anmelden: aus</translation>
    </message>
    <message>
        <source>The service is installed.</source>
        <translation>Der Systemdienst ist installiert.</translation>
    </message>
    <message>
        <source>The service is removed.</source>
        <translation>Der Systemdienst ist entfernt.</translation>
    </message>
    <message>
        <source>Above {low}, up to {high}</source>
        <translation>Über {low}, bis {high}</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Set by the environment variable {name}. Start without it to change it here.</source>
        <translation>Durch die Umgebungsvariable {name} gesetzt. Ohne sie starten, um es hier zu ändern.</translation>
    </message>
    <message>
        <source>This needs a whole number.</source>
        <translation>Hier ist eine ganze Zahl nötig.</translation>
    </message>
    <message>
        <source>This needs a number, such as 2 or 0.5.</source>
        <translation>Hier ist eine Zahl nötig, etwa 2 oder 0,5.</translation>
    </message>
    <message>
        <source>Line {number} is not of the form NAME=value.</source>
        <translation>Zeile {number} hat nicht die Form NAME=wert.</translation>
    </message>
    <message>
        <source>{value} is out of range.</source>
        <translation>{value} liegt außerhalb der Grenzen.</translation>
    </message>
    <message>
        <source>test version found claude watch</source>
        <translation>test version gefunden claude wächter found watch</translation>
    </message>
    <message>
        <source>schedules interval cron rule due times jitter next missed skipped</source>
        <translation>zeitpläne intervall cron regel termine verzögerung nächste verpasst ausgelassen schedules</translation>
    </message>
    <message>
        <source>services.toml watch checks</source>
        <translation>services.toml überwachung prüfungen checks</translation>
    </message>
    <message>
        <source>infrastructure claude-ops.md playbooks skills checks</source>
        <translation>infrastruktur claude-ops.md playbooks skills prüfungen</translation>
    </message>
    <message>
        <source>test address apprise mail chat phone server</source>
        <translation>test adresse apprise mail chat telefon server</translation>
    </message>
    <message>
        <source>webhook token test listen alertmanager grafana uptime kuma</source>
        <translation>webhook token test lauschen alertmanager grafana uptime kuma</translation>
    </message>
    <message>
        <source>rest api mcp http token scope revoke openapi tls certificate proxy address</source>
        <translation>rest api mcp http token berechtigung widerrufen openapi tls zertifikat proxy adresse</translation>
    </message>
    <message>
        <source>keyring api key anthropic token password</source>
        <translation>schlüsselbund api schlüssel anthropic token passwort keyring</translation>
    </message>
    <message>
        <source>test haiku ollama openai extract judge llm</source>
        <translation>test haiku ollama openai gewinnen beurteilen llm</translation>
    </message>
    <message>
        <source>judge conflict certainty what was sent exclude haiku</source>
        <translation>Urteil Konflikt Gewissheit was gesendet wurde ausschließen haiku</translation>
    </message>
    <message>
        <source>test vectors meaning wordllama fastembed index</source>
        <translation>test vektoren bedeutung wordllama fastembed index</translation>
    </message>
    <message>
        <source>review held recall lessons reminders upcoming why</source>
        <translation>durchsicht abruf lehren vormerkungen review recall</translation>
    </message>
    <message>
        <source>Open the Inbox</source>
        <translation>Posteingang öffnen</translation>
    </message>
    <message>
        <source>plugin extension enable disable agent check notifier importer</source>
        <translation>plugin erweiterung aktivieren deaktivieren agent prüfung import</translation>
    </message>
    <message>
        <source>backup restore import export claude-ops mem0 obsidian memories database integrity check vacuum compact size folder</source>
        <translation>sicherung wiederherstellen import export claude-ops mem0 obsidian erinnerungen datenbank prüfen komprimieren größe ordner backup restore vacuum</translation>
    </message>
    <message>
        <source>autostart login tray systemd service daemon first run crash report about version licence</source>
        <translation>autostart anmelden infobereich systemd dienst erster lauf absturz bericht über version lizenz</translation>
    </message>
    <message>
        <source>Which services there are, how each is checked, and a test of every check.</source>
        <translation>Welche Dienste es gibt, wie jeder geprüft wird, und ein Test jeder Prüfung.</translation>
    </message>
    <message>
        <source>Repositories…</source>
        <translation>Repositorys…</translation>
    </message>
    <message>
        <source>Open Services</source>
        <translation>Dienste öffnen</translation>
    </message>
    <message>
        <source>When runs start by schedule, and the outcome of each.</source>
        <translation>Wann Läufe nach Zeitplan starten, und das Ergebnis von jedem.</translation>
    </message>
    <message>
        <source>Open Schedule</source>
        <translation>Zeitplan öffnen</translation>
    </message>
    <message>
        <source>What was found in these folders, and errors in it.</source>
        <translation>Was in diesen Ordnern gefunden wurde, und Fehler darin.</translation>
    </message>
    <message>
        <source>What needs review before any run reads it.</source>
        <translation>Was durchzusehen ist, bevor ein Lauf es liest.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Gruppen der Einstellungen</translation>
    </message>
    <message>
        <source>Group of settings</source>
        <translation>Gruppe der Einstellungen</translation>
    </message>
    <message>
        <source>No setting matches. Search for another word.</source>
        <translation>Keine passende Einstellung. Ein anderes Wort suchen.</translation>
    </message>
    <message>
        <source>{setting}: applied.</source>
        <translation>{setting}: angewendet.</translation>
    </message>
    <message numerus="yes">
        <source>%n setting changed</source>
        <comment>%n settings changed</comment>
        <translation>
            <numerusform>%n Einstellung geändert</numerusform>
            <numerusform>%n Einstellungen geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>All settings at their defaults</source>
        <translation>Alle Einstellungen auf Vorgabe</translation>
    </message>
    <message>
        <source>off: its files changed</source>
        <translation>aus: Dateien geändert</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>ausgeschaltet</translation>
    </message>
    <message>
        <source>No plugins are installed. Put a folder with a plugin.toml into {folder}.</source>
        <translation>Keine Plugins installiert. Einen Ordner mit einer plugin.toml in {folder} ablegen.</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Deaktivieren</translation>
    </message>
    <message>
        <source>Enable…</source>
        <translation>Aktivieren…</translation>
    </message>
    <message>
        <source>Disable {plugin}</source>
        <translation>{plugin} deaktivieren</translation>
    </message>
    <message>
        <source>Enable {plugin}</source>
        <translation>{plugin} aktivieren</translation>
    </message>
    <message>
        <source>Enable a plugin</source>
        <translation>Plugin aktivieren</translation>
    </message>
    <message>
        <source>Enable “{plugin}”?</source>
        <translation>„{plugin}“ aktivieren?</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Aktivieren</translation>
    </message>
    <message>
        <source>The plugin “{plugin}” is {state}.</source>
        <translation>Das Plugin „{plugin}“ ist {state}.</translation>
    </message>
    <message>
        <source> Adds {replace}.</source>
        <translation> Fügt hinzu: {replace}.</translation>
    </message>
    <message>
        <source>Reset {setting}</source>
        <translation>{setting} zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the default: {value}</source>
        <translation>Zurück zur Vorgabe: {value}</translation>
    </message>
    <message>
        <source>Default: {value}</source>
        <translation>Vorgabe: {value}</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>NAME=value, one per line</source>
        <translation>NAME=wert, einer je Zeile</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Einer je Zeile</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose {setting}</source>
        <translation>{setting} wählen</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>How the window looks, its language, and what closing it does.</source>
        <translation>Aussehen des Fensters, seine Sprache und was beim Schließen geschieht.</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>Start at login, runs without a window, the first steps and crash reports.</source>
        <translation>Start beim Anmelden, Läufe ohne Fenster, erste Schritte und Absturzberichte.</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Which notifications you get outside the window, when, and how.</source>
        <translation>Welche Benachrichtigungen außerhalb des Fensters erscheinen, wann und wie.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Which agent runs, and whether it was found.</source>
        <translation>Welcher Agent läuft und ob er gefunden wurde.</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>The model, folder and tools of each tier.</source>
        <translation>Modell, Ordner und Werkzeuge jeder Stufe.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>How long a session may take, and how much a session, run, day and month may cost.</source>
        <translation>Wie lange eine Sitzung dauern und was Sitzung, Lauf, Tag und Monat kosten dürfen.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>How runs behave.</source>
        <translation>Wie Läufe ablaufen.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>What happens to scheduled runs that were missed.</source>
        <translation>Was mit verpassten geplanten Läufen geschieht.</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>What needs no approval, what asks you first, and what is never allowed.</source>
        <translation>Was keine Freigabe braucht, was zuerst fragt und was nie erlaubt ist.</translation>
    </message>
    <message>
        <source>Cooldowns</source>
        <translation>Sperrzeiten</translation>
    </message>
    <message>
        <source>How often a service may be acted on. A service can have its own limits.</source>
        <translation>Wie oft ein Dienst bearbeitet werden darf. Ein Dienst kann eigene Grenzen haben.</translation>
    </message>
    <message>
        <source>Confinement</source>
        <translation>Einschluss</translation>
    </message>
    <message>
        <source>What the operating system holds besides the guard: files and processes, not the network.</source>
        <translation>Was das Betriebssystem neben dem Wächter hält: Dateien und Prozesse, nicht das Netz.</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>What the built-in watcher checks.</source>
        <translation>Was der eingebaute Wächter prüft.</translation>
    </message>
    <message>
        <source>Monitoring</source>
        <translation>Überwachung</translation>
    </message>
    <message>
        <source>Checks between runs, and what an incident starts.</source>
        <translation>Prüfungen zwischen Läufen und was eine Störung auslöst.</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Playbooks</source>
        <translation>Playbooks</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>Skills</translation>
    </message>
    <message>
        <source>Repositories</source>
        <translation>Repositorys</translation>
    </message>
    <message>
        <source>Folders and their files</source>
        <translation>Ordner und ihre Dateien</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>Neue Datei</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>This folder is no longer in the prompt; nothing in it is touched</source>
        <translation>Dieser Ordner ist nicht mehr im Prompt; darin wird nichts geändert</translation>
    </message>
    <message>
        <source>No folder yet</source>
        <translation>Noch kein Ordner</translation>
    </message>
    <message>
        <source>A folder with {notes} or {folder}/ tells the agent what runs here, how to check it and what helps.</source>
        <translation>Ein Ordner mit {notes} oder {folder}/ sagt dem Agenten, was hier läuft, wie man es prüft und was hilft.</translation>
    </message>
    <message>
        <source>A folder that describes your infrastructure</source>
        <translation>Ein Ordner, der die Infrastruktur beschreibt</translation>
    </message>
    <message>
        <source>Add this folder</source>
        <translation>Diesen Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Added {shorten_path}</source>
        <translation>{shorten_path} hinzugefügt</translation>
    </message>
    <message>
        <source>Took out {shorten_path}</source>
        <translation>{shorten_path} herausgenommen</translation>
    </message>
    <message>
        <source>What is it called?</source>
        <translation>Wie soll sie heißen?</translation>
    </message>
    <message>
        <source>Create the file</source>
        <translation>Datei anlegen</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>{name} angelegt</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>{name} gespeichert</translation>
    </message>
    <message>
        <source>No program opens {path} here.</source>
        <translation>Kein Programm öffnet hier {path}.</translation>
    </message>
    <message>
        <source>Folders that describe your infrastructure to the agent.</source>
        <translation>Ordner, die dem Agenten die Infrastruktur beschreiben.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>What the agent remembers of earlier runs.</source>
        <translation>Was der Agent aus früheren Läufen weiß.</translation>
    </message>
    <message>
        <source>Lifetimes</source>
        <translation>Lebensdauern</translation>
    </message>
    <message>
        <source>How long facts are trusted, by domain. Nothing is deleted because of its age.</source>
        <translation>Wie lange Fakten gelten, nach Bereich. Nichts wird wegen seines Alters gelöscht.</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Where the files are that people can read.</source>
        <translation>Wo die Dateien liegen, die Menschen lesen können.</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Who decides about proposed changes of the knowledge folder.</source>
        <translation>Wer über vorgeschlagene Änderungen am Wissensordner entscheidet.</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>How patterns are proven, and whether a second session checks claims.</source>
        <translation>Wie sich Muster bewähren, und ob eine zweite Sitzung Aussagen prüft.</translation>
    </message>
    <message>
        <source>Second look</source>
        <translation>Zweiter Blick</translation>
    </message>
    <message>
        <source>A model checks pairs of facts that the rules were not sure of.</source>
        <translation>Ein Modell prüft Faktenpaare, bei denen die Regeln unsicher waren.</translation>
    </message>
    <message>
        <source>Alert receiver</source>
        <translation>Alarmempfang</translation>
    </message>
    <message>
        <source>Other programs on this computer can report a problem and start a run.</source>
        <translation>Andere Programme auf diesem Rechner können ein Problem melden und einen Lauf starten.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Agents and people reach memory, runs and approvals over REST and MCP, with tokens.</source>
        <translation>Agenten und Menschen erreichen Gedächtnis, Läufe und Freigaben über REST und MCP, mit Tokens.</translation>
    </message>
    <message>
        <source>Keys and tokens</source>
        <translation>Schlüssel und Tokens</translation>
    </message>
    <message>
        <source>Kept in the keyring of your desktop, never in a file, and never shown again.</source>
        <translation>Im Schlüsselbund des Desktops, nie in einer Datei, und nie wieder angezeigt.</translation>
    </message>
    <message>
        <source>Model for memory</source>
        <translation>Modell für das Gedächtnis</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Turns texts into vectors. The built-in model needs no network.</source>
        <translation>Macht aus Texten Vektoren. Das eingebaute Modell braucht kein Netzwerk.</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>Plugins</translation>
    </message>
    <message>
        <source>Extensions that add agents, checks, notifiers, models and importers.</source>
        <translation>Erweiterungen für Agenten, Prüfungen, Benachrichtigungen, Modelle und Importe.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>A file on this machine, or a PostgreSQL server that several machines share.</source>
        <translation>Eine Datei auf diesem Rechner oder ein PostgreSQL-Server, den sich mehrere Rechner teilen.</translation>
    </message>
    <message>
        <source>Automatic backups</source>
        <translation>Automatische Sicherungen</translation>
    </message>
    <message>
        <source>Made on a schedule, into the backup folder beside the database.</source>
        <translation>Nach Zeitplan, in den Sicherungsordner neben der Datenbank.</translation>
    </message>
    <message>
        <source>Newer versions</source>
        <translation>Neuere Versionen</translation>
    </message>
    <message>
        <source>Whether you are notified of them. Nothing is downloaded or installed.</source>
        <translation>Ob sie gemeldet werden. Nichts wird heruntergeladen oder installiert.</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>How long session logs are kept, and what must never appear in them.</source>
        <translation>Wie lange Logs bleiben und was nie darin stehen darf.</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Agent and runs</source>
        <translation>Agent und Läufe</translation>
    </message>
    <message>
        <source>Approvals and safety</source>
        <translation>Freigaben und Sicherheit</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Back up every</source>
        <translation>Sichern alle</translation>
    </message>
    <message>
        <source>Backups kept</source>
        <translation>Behaltene Sicherungen</translation>
    </message>
    <message>
        <source>Include session logs</source>
        <translation>Mit Logs der Sitzungen</translation>
    </message>
    <message>
        <source>PostgreSQL server</source>
        <translation>PostgreSQL-Server</translation>
    </message>
    <message>
        <source>Your name there</source>
        <translation>Ihr Name dort</translation>
    </message>
    <message>
        <source>Ask once a week</source>
        <translation>Einmal in der Woche fragen</translation>
    </message>
    <message>
        <source>Address to ask</source>
        <translation>Gefragte Adresse</translation>
    </message>
    <message>
        <source>Path of the Claude CLI</source>
        <translation>Pfad der Claude CLI</translation>
    </message>
    <message>
        <source>Environment of the agent</source>
        <translation>Umgebung des Agenten</translation>
    </message>
    <message>
        <source>Escalation to tier 2</source>
        <translation>Aufstieg zu Stufe 2</translation>
    </message>
    <message>
        <source>Escalation to tier 3</source>
        <translation>Aufstieg zu Stufe 3</translation>
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
        <source>Secrets and data sent out</source>
        <translation>Geheimnisse und ausgehende Daten</translation>
    </message>
    <message>
        <source>Stopping services and cutting connections</source>
        <translation>Dienste stoppen und Verbindungen trennen</translation>
    </message>
    <message>
        <source>Access to the host</source>
        <translation>Zugriff auf den Rechner</translation>
    </message>
    <message>
        <source>Destructive commands</source>
        <translation>Zerstörende Befehle</translation>
    </message>
    <message>
        <source>Commands the guard could not analyse</source>
        <translation>Nicht prüfbare Befehle</translation>
    </message>
    <message>
        <source>Wait for an answer</source>
        <translation>Auf eine Antwort warten</translation>
    </message>
    <message>
        <source>Restarts count for</source>
        <translation>Neustarts zählen für</translation>
    </message>
    <message>
        <source>Redeployments count for</source>
        <translation>Neuausrollungen zählen für</translation>
    </message>
    <message>
        <source>Healthy for</source>
        <translation>In Ordnung für</translation>
    </message>
    <message>
        <source>Check continuously</source>
        <translation>Fortlaufend prüfen</translation>
    </message>
    <message>
        <source>Time between checks</source>
        <translation>Zeit zwischen Prüfungen</translation>
    </message>
    <message>
        <source>Investigate incidents</source>
        <translation>Störungen untersuchen</translation>
    </message>
    <message>
        <source>Investigations per day</source>
        <translation>Untersuchungen je Tag</translation>
    </message>
    <message>
        <source>Pause between investigations</source>
        <translation>Pause zwischen Untersuchungen</translation>
    </message>
    <message>
        <source>Keep every result for</source>
        <translation>Jedes Ergebnis behalten für</translation>
    </message>
    <message>
        <source>Time limit of a session</source>
        <translation>Zeitgrenze einer Sitzung</translation>
    </message>
    <message>
        <source>Cost limit of a session</source>
        <translation>Kostengrenze einer Sitzung</translation>
    </message>
    <message>
        <source>Cost limit of a run</source>
        <translation>Kostengrenze eines Laufs</translation>
    </message>
    <message>
        <source>Cost limit of a day</source>
        <translation>Kostengrenze eines Tages</translation>
    </message>
    <message>
        <source>Cost limit of a month</source>
        <translation>Kostengrenze eines Monats</translation>
    </message>
    <message>
        <source>Highest tier of runs you start</source>
        <translation>Höchste Stufe selbst gestarteter Läufe</translation>
    </message>
    <message>
        <source>Highest tier of scheduled runs</source>
        <translation>Höchste Stufe geplanter Läufe</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Pause scheduled runs</source>
        <translation>Geplante Läufe anhalten</translation>
    </message>
    <message>
        <source>Stop after a refusal</source>
        <translation>Nach einer Ablehnung stoppen</translation>
    </message>
    <message>
        <source>Run sessions in a profile</source>
        <translation>Sitzungen in einem Profil ausführen</translation>
    </message>
    <message>
        <source>Retries after an overload</source>
        <translation>Wiederholungen nach Überlastung</translation>
    </message>
    <message>
        <source>Wait before a retry</source>
        <translation>Wartezeit vor einer Wiederholung</translation>
    </message>
    <message>
        <source>Missed runs</source>
        <translation>Verpasste Läufe</translation>
    </message>
    <message>
        <source>Do not catch up on runs older than</source>
        <translation>Läufe nicht nachholen, die älter sind als</translation>
    </message>
    <message>
        <source>Weekly report</source>
        <translation>Wochenbericht</translation>
    </message>
    <message>
        <source>REST and MCP</source>
        <translation>REST und MCP</translation>
    </message>
    <message>
        <source>Address to listen on</source>
        <translation>Adresse zum Lauschen</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Privater Schlüssel</translation>
    </message>
    <message>
        <source>Reverse proxy</source>
        <translation>Reverse-Proxy</translation>
    </message>
    <message>
        <source>Reverse proxies on other computers</source>
        <translation>Reverse-Proxys auf anderen Rechnern</translation>
    </message>
    <message>
        <source>Links for answering</source>
        <translation>Links zum Beantworten</translation>
    </message>
    <message>
        <source>Known problems in a prompt</source>
        <translation>Bekannte Probleme in einem Prompt</translation>
    </message>
    <message>
        <source>Patterns in a prompt</source>
        <translation>Muster in einem Prompt</translation>
    </message>
    <message>
        <source>Patterns in the prompt of a verifier</source>
        <translation>Muster im Prompt eines Prüfers</translation>
    </message>
    <message>
        <source>Services in a prompt</source>
        <translation>Dienste in einem Prompt</translation>
    </message>
    <message>
        <source>Knowledge folder</source>
        <translation>Wissensordner</translation>
    </message>
    <message>
        <source>Remote of the knowledge folder</source>
        <translation>Remote des Wissensordners</translation>
    </message>
    <message>
        <source>Sync every so many minutes</source>
        <translation>Abgleich alle so viele Minuten</translation>
    </message>
    <message>
        <source>Label of this workstation</source>
        <translation>Bezeichnung dieses Arbeitsplatzes</translation>
    </message>
    <message>
        <source>Files that are never shared</source>
        <translation>Dateien, die nie geteilt werden</translation>
    </message>
    <message>
        <source>Proposals per week</source>
        <translation>Vorschläge pro Woche</translation>
    </message>
    <message>
        <source>Check the claims of a run</source>
        <translation>Aussagen eines Laufs prüfen</translation>
    </message>
    <message>
        <source>Activate patterns by evidence alone</source>
        <translation>Muster allein durch Belege aktivieren</translation>
    </message>
    <message>
        <source>Candidate after</source>
        <translation>Kandidat nach</translation>
    </message>
    <message>
        <source>Proven after</source>
        <translation>Bewährt nach</translation>
    </message>
    <message>
        <source>Proven in</source>
        <translation>Bewährt in</translation>
    </message>
    <message>
        <source>Deprecated when unused for</source>
        <translation>Außer Gebrauch, wenn ungenutzt seit</translation>
    </message>
    <message>
        <source>sightings</source>
        <translation>Beobachtungen</translation>
    </message>
    <message>
        <source>successes</source>
        <translation>Bestätigungen</translation>
    </message>
    <message>
        <source>contexts</source>
        <translation>Zusammenhängen</translation>
    </message>
    <message>
        <source>proposals</source>
        <translation>Vorschlägen</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>After one run a day</source>
        <translation>Nach einem Lauf am Tag</translation>
    </message>
    <message>
        <source>After runs that reached tier 3</source>
        <translation>Nach Läufen bis Stufe 3</translation>
    </message>
    <message>
        <source>After every run</source>
        <translation>Nach jedem Lauf</translation>
    </message>
    <message>
        <source>Not answered yet</source>
        <translation>Noch nicht beantwortet</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>Where this computer can</source>
        <translation>Wo dieser Rechner es kann</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Observe</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Remediate</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Wait for the network</source>
        <translation>Auf das Netzwerk warten</translation>
    </message>
    <message>
        <source>Reads sessions, settles what is uncertain, and writes summaries.</source>
        <translation>Liest Sitzungen, klärt Unsicheres und schreibt Zusammenfassungen.</translation>
    </message>
    <message>
        <source>On this desktop</source>
        <translation>Auf diesem Desktop</translation>
    </message>
    <message>
        <source>To your addresses</source>
        <translation>An eigene Adressen</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Failed runs</source>
        <translation>Gescheiterte Läufe</translation>
    </message>
    <message>
        <source>Incidents and critical events</source>
        <translation>Störungen und kritische Ereignisse</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Spend</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Completed runs</source>
        <translation>Abgeschlossene Läufe</translation>
    </message>
    <message>
        <source>Recovered services</source>
        <translation>Erholte Dienste</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ruhezeit</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>Ruhe ab</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>Ruhe bis</translation>
    </message>
    <message>
        <source>Repeat a notification after</source>
        <translation>Benachrichtigung wiederholen nach</translation>
    </message>
    <message>
        <source>Listen for alerts</source>
        <translation>Alarme annehmen</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Other host names</source>
        <translation>Weitere Rechnernamen</translation>
    </message>
    <message>
        <source>Tier of the run</source>
        <translation>Stufe des Laufs</translation>
    </message>
    <message>
        <source>Same alert starts a run again after</source>
        <translation>Derselbe Alarm startet wieder einen Lauf nach</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Memory in a prompt</source>
        <translation>Erinnerungen in einem Prompt</translation>
    </message>
    <message>
        <source>Memories about the subject of the session</source>
        <translation>Erinnerungen zum Thema der Sitzung</translation>
    </message>
    <message>
        <source>Lessons in a prompt</source>
        <translation>Lehren in einem Prompt</translation>
    </message>
    <message>
        <source>All of memory in a prompt</source>
        <translation>Alle Erinnerungen in einem Prompt</translation>
    </message>
    <message>
        <source>Memories in a session prompt</source>
        <translation>Anzahl Erinnerungen im Prompt einer Sitzung</translation>
    </message>
    <message>
        <source>Extract facts from sessions</source>
        <translation>Fakten aus Sitzungen gewinnen</translation>
    </message>
    <message>
        <source>Memory tools for the agent</source>
        <translation>Gedächtniswerkzeuge für den Agenten</translation>
    </message>
    <message>
        <source>Depth of recall</source>
        <translation>Tiefe der Suche</translation>
    </message>
    <message>
        <source>Reword questions</source>
        <translation>Fragen umformulieren</translation>
    </message>
    <message>
        <source>Recall cost per day</source>
        <translation>Kosten der Suche je Tag</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Keep in the keyring</source>
        <translation>Im Schlüsselbund ablegen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Cost limit of the model per day</source>
        <translation>Kostengrenze des Modells je Tag</translation>
    </message>
    <message>
        <source>Answer format</source>
        <translation>Antwortformat</translation>
    </message>
    <message>
        <source>Check below a certainty of</source>
        <translation>Prüfen unter einer Gewissheit von</translation>
    </message>
    <message>
        <source>Services never sent</source>
        <translation>Nie gesendete Dienste</translation>
    </message>
    <message>
        <source>Pairs per call</source>
        <translation>Paare je Aufruf</translation>
    </message>
    <message>
        <source>Back up, restore, import, export, and check the database.</source>
        <translation>Sichern, wiederherstellen, importieren, exportieren und die Datenbank prüfen.</translation>
    </message>
    <message>
        <source>A model may be asked</source>
        <translation>Ein Modell darf gefragt werden</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>Keep logs for</source>
        <translation>Logs aufbewahren für</translation>
    </message>
    <message>
        <source>Size of all logs</source>
        <translation>Größe aller Logs</translation>
    </message>
    <message>
        <source>Keep turns for</source>
        <translation>Schritte aufbewahren für</translation>
    </message>
    <message>
        <source>Keep the activity log for</source>
        <translation>Protokoll aufbewahren für</translation>
    </message>
    <message>
        <source>Secret variables</source>
        <translation>Geheime Variablen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Compact rows</source>
        <translation>Kompakte Zeilen</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Keep running when closed</source>
        <translation>Beim Schließen weiterlaufen</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>Arbeitsordner</translation>
    </message>
    <message>
        <source>More tools</source>
        <translation>Weitere Werkzeuge</translation>
    </message>
    <message>
        <source>Forbidden tools</source>
        <translation>Verbotene Werkzeuge</translation>
    </message>
    <message>
        <source>Daily decay</source>
        <translation>Tägliches Verblassen</translation>
    </message>
    <message>
        <source>Your own domains</source>
        <translation>Eigene Bereiche</translation>
    </message>
    <message>
        <source>Stale after</source>
        <translation>Veraltet nach</translation>
    </message>
    <message>
        <source>Archived after</source>
        <translation>Archiviert nach</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Betrieb</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>The memory system</source>
        <translation>Das Gedächtnissystem</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Vorlieben</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Rules and conventions</source>
        <translation>Regeln und Konventionen</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>Hobbies</source>
        <translation>Hobbys</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>dollars</source>
        <translation>Dollar</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>1 observe</source>
        <translation>1 beobachten</translation>
    </message>
    <message>
        <source>2 investigate</source>
        <translation>2 untersuchen</translation>
    </message>
    <message>
        <source>3 remediate</source>
        <translation>3 beheben</translation>
    </message>
    <message>
        <source>Claude CLI</source>
        <translation>Claude CLI</translation>
    </message>
    <message>
        <source>Test the agent</source>
        <translation>Agent testen</translation>
    </message>
    <message>
        <source>Built-in watcher: always available</source>
        <translation>Eingebauter Wächter: immer verfügbar</translation>
    </message>
    <message>
        <source>Asking the Claude CLI for its version…</source>
        <translation>Version der Claude CLI wird abgefragt…</translation>
    </message>
    <message>
        <source>Claude CLI: {said}</source>
        <translation>Claude CLI: {said}</translation>
    </message>
    <message>
        <source>Runs use the built-in watcher instead.</source>
        <translation>Läufe verwenden stattdessen den eingebauten Wächter.</translation>
    </message>
    <message>
        <source>No run can start until then.</source>
        <translation>Bis dahin kann kein Lauf starten.</translation>
    </message>
    <message>
        <source>The Claude CLI {version} answered ({seconds}).</source>
        <translation>Die Claude CLI {version} antwortete ({seconds}).</translation>
    </message>
    <message>
        <source>Built-in watcher</source>
        <translation>Eingebauter Wächter</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Lean</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Deep</source>
        <translation>Gründlich</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>Endpunkt</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>Keywords only</source>
        <translation>Nur Stichwörter</translation>
    </message>
    <message>
        <source>Run once</source>
        <translation>Einmal ausführen</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Send a test alert</source>
        <translation>Testalarm senden</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet…</translation>
    </message>
    <message>
        <source>POST http://127.0.0.1:{port}/alerts   Authorization: Bearer &lt;token&gt;</source>
        <translation>POST http://127.0.0.1:{port}/alerts   Authorization: Bearer &lt;token&gt;</translation>
    </message>
    <message>
        <source>Off: nothing listens.</source>
        <translation>Aus: Nichts lauscht.</translation>
    </message>
    <message>
        <source>Listening on 127.0.0.1:{port}. The token is kept with the secrets.</source>
        <translation>Lauscht auf 127.0.0.1:{port}. Das Token liegt bei den Geheimnissen.</translation>
    </message>
    <message>
        <source>Not listening yet: the application that keeps the schedule listens.</source>
        <translation>Lauscht noch nicht: Es lauscht das Programm, das den Zeitplan führt.</translation>
    </message>
    <message>
        <source>There is no token yet.</source>
        <translation>Noch kein Token vorhanden.</translation>
    </message>
    <message>
        <source>Set one under Keys and tokens.</source>
        <translation>Eines unter Schlüssel und Tokens setzen.</translation>
    </message>
    <message>
        <source>The alert was refused ({status_code}).</source>
        <translation>Abgelehnt ({status_code}).</translation>
    </message>
    <message>
        <source>Does the port belong to another program?</source>
        <translation>Gehört der Port einem anderen Programm?</translation>
    </message>
    <message>
        <source>It arrived and was recorded as resolved: no run was started.</source>
        <translation>Angekommen und als behoben aufgenommen: Es wurde kein Lauf gestartet.</translation>
    </message>
    <message>
        <source>Nobody answers on port {port}.</source>
        <translation>Auf Port {port} antwortet niemand.</translation>
    </message>
    <message>
        <source>Turn it on, or choose another port.</source>
        <translation>Einschalten oder einen anderen Port wählen.</translation>
    </message>
    <message>
        <source>There is no folder {value}.</source>
        <translation>Den Ordner {value} gibt es nicht.</translation>
    </message>
    <message>
        <source>Make it, or choose another one.</source>
        <translation>Anlegen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>λ a day</source>
        <translation>λ je Tag</translation>
    </message>
    <message>
        <source>Stale after, days</source>
        <translation>Veraltet nach, Tage</translation>
    </message>
    <message>
        <source>Archived after, days</source>
        <translation>Archiviert nach, Tage</translation>
    </message>
    <message>
        <source>Name, such as customers</source>
        <translation>Name, etwa kunden</translation>
    </message>
    <message>
        <source>Add a domain</source>
        <translation>Bereich hinzufügen</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Areas of your own, which you can choose when you add or edit a memory. 0 days: never. λ 0: no decay.</source>
        <translation>Eigene Bereiche; beim Hinzufügen oder Bearbeiten einer Erinnerung wählbar. 0 Tage: nie. λ 0: kein Verblassen.</translation>
    </message>
    <message>
        <source>Remove it. Memories in it keep its name, and their lifetime becomes that of operations</source>
        <translation>Entfernen. Erinnerungen darin behalten den Namen und leben so lange wie die des Betriebs</translation>
    </message>
    <message>
        <source>Domain {domain}</source>
        <translation>Bereich {domain}</translation>
    </message>
    <message>
        <source>Name of a new domain</source>
        <translation>Name eines neuen Bereichs</translation>
    </message>
    <message>
        <source>Remove the domain {domain}</source>
        <translation>Bereich {domain} entfernen</translation>
    </message>
    <message>
        <source>{who}λ goes from 0 to 1, such as 0.01.</source>
        <translation>{who}λ liegt zwischen 0 und 1, etwa 0.01.</translation>
    </message>
    <message>
        <source>{who}days are whole numbers from 0 to {most_days}; 0 means never.</source>
        <translation>{who}Tage sind ganze Zahlen von 0 bis {most_days}; 0 heißt nie.</translation>
    </message>
    <message>
        <source>{who}a fact grows stale before it is archived: {archived} days come before {stale}.</source>
        <translation>{who}Ein Fakt veraltet, bevor er archiviert wird: {archived} Tage kommen vor {stale}.</translation>
    </message>
    <message>
        <source>There is a domain “{name}” already.</source>
        <translation>Den Bereich „{name}“ gibt es schon.</translation>
    </message>
    <message>
        <source>A name has lower-case letters, digits and single hyphens, and begins with a letter: customers, on-call.</source>
        <translation>Ein Name besteht aus Kleinbuchstaben, Ziffern und einzelnen Bindestrichen und beginnt mit einem Buchstaben: kunden, bereitschaft.</translation>
    </message>
    <message>
        <source>Backups of Claude Ops (*.zip *.db)</source>
        <translation>Sicherungen von Claude Ops (*.zip *.db)</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Back up now…</source>
        <translation>Jetzt sichern…</translation>
    </message>
    <message>
        <source>with the session logs</source>
        <translation>mit den Logs der Sitzungen</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Wiederherstellen…</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Measuring its size…</source>
        <translation>Größe wird ermittelt…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>From other programs, or an export of Claude Ops; you see what would happen first</source>
        <translation>Aus anderen Programmen oder einem Export von Claude Ops; vorher sehen Sie, was geschehen würde</translation>
    </message>
    <message>
        <source>Export memories…</source>
        <translation>Erinnerungen exportieren…</translation>
    </message>
    <message>
        <source>Read the whole database and report any damage</source>
        <translation>Die ganze Datenbank lesen und melden, ob etwas nicht stimmt</translation>
    </message>
    <message>
        <source>Free the space that deleted rows have left</source>
        <translation>Platz gelöschter Zeilen freigeben</translation>
    </message>
    <message>
        <source>Database {database}</source>
        <translation>Datenbank {database}</translation>
    </message>
    <message>
        <source> ({unused} unused)</source>
        <translation> ({unused} ungenutzt)</translation>
    </message>
    <message>
        <source>no logs</source>
        <translation>keine Logs</translation>
    </message>
    <message>
        <source>their index {index}</source>
        <translation>ihr Index {index}</translation>
    </message>
    <message>
        <source>check results {check_results}</source>
        <translation>Prüfergebnisse {check_results}</translation>
    </message>
    <message>
        <source>backups {backups}</source>
        <translation>Sicherungen {backups}</translation>
    </message>
    <message numerus="yes">
        <source>%n session</source>
        <comment>%n sessions</comment>
        <translation>
            <numerusform>%n Sitzung</numerusform>
            <numerusform>%n Sitzungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event</source>
        <comment>%n events</comment>
        <translation>
            <numerusform>%n Ereignis</numerusform>
            <numerusform>%n Ereignisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory</source>
        <comment>%n memories</comment>
        <translation>
            <numerusform>%n Erinnerung</numerusform>
            <numerusform>%n Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{join}. It holds {join_2} and {held}.</source>
        <translation>{join}. Darin {join_2} und {held}.</translation>
    </message>
    <message>
        <source>Back up into one file</source>
        <translation>In eine Datei sichern</translation>
    </message>
    <message>
        <source>Backing up</source>
        <translation>Wird gesichert</translation>
    </message>
    <message>
        <source>Backed up into {shorten_path}: {backup_contents}. It was read again and is intact.</source>
        <translation>Gesichert in {shorten_path}: {backup_contents}. Erneut gelesen und unversehrt.</translation>
    </message>
    <message>
        <source>The knowledge folder {folder} is not in it: back it up by itself.</source>
        <translation>Der Wissensordner {folder} ist nicht darin: Sichern Sie ihn eigens.</translation>
    </message>
    <message>
        <source>Reading the backup</source>
        <translation>Sicherung wird gelesen</translation>
    </message>
    <message>
        <source> The current run is stopped.</source>
        <translation> Der laufende Lauf wird gestoppt.</translation>
    </message>
    <message>
        <source>The database is intact.</source>
        <translation>Die Datenbank ist unversehrt.</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>A backup is one file with everything but the keyring, the passwords, tokens and headers in settings and services, and the results of continuous checks. Notes, memories, prompts and logs are in it as they are.</source>
        <translation>Eine Sicherung ist eine Datei mit allem außer dem Schlüsselbund, den Passwörtern, Token und Kopfzeilen in Einstellungen und Diensten und den Ergebnissen der laufenden Prüfungen. Notizen, Erinnerungen, Prompts und Protokolle sind unverändert darin.</translation>
    </message>
    <message>
        <source>Restore the backup of {made_at}?</source>
        <translation>Sicherung von {made_at} wiederherstellen?</translation>
    </message>
    <message>
        <source>It holds {backup_contents}. What is here now is backed up first, then Claude Ops restarts with the backup.{value}

{restore_warning}</source>
        <translation>Sie enthält {backup_contents}. Der jetzige Stand wird zuerst gesichert, dann startet Claude Ops mit der Sicherung neu.{value}

{restore_warning}</translation>
    </message>
    <message>
        <source>Restore and restart</source>
        <translation>Wiederherstellen und neu starten</translation>
    </message>
    <message>
        <source>Keep what is here</source>
        <translation>Jetzigen Stand behalten</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>You see what an import would do before anything is written. The source is only read.</source>
        <translation>Sie sehen, was ein Import bewirken würde, bevor etwas geschrieben wird. Die Quelle wird nur gelesen.</translation>
    </message>
    <message>
        <source>Import from</source>
        <translation>Importieren aus</translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation>Datei oder Ordner</translation>
    </message>
    <message>
        <source>Such as ~/.mem0/history.db</source>
        <translation>Etwa ~/.mem0/history.db</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Datei …</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview it first: nothing is written before you have seen what would happen.</source>
        <translation>Zuerst die Vorschau: Nichts wird geschrieben, bevor Sie gesehen haben, was geschehen würde.</translation>
    </message>
    <message>
        <source>Looking at it</source>
        <translation>Wird durchgesehen</translation>
    </message>
    <message>
        <source>Stopping after the fact at hand…</source>
        <translation>Wird nach dem laufenden Fakt angehalten…</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Wird importiert</translation>
    </message>
    <message>
        <source>Checking the database</source>
        <translation>Datenbank wird geprüft</translation>
    </message>
    <message>
        <source>The database is damaged: {first}. Restore a backup, or save what can be read with `claudeops maintenance salvage`.</source>
        <translation>Die Datenbank ist beschädigt: {first}. Eine Sicherung wiederherstellen, oder Lesbares retten mit `claudeops maintenance salvage`.</translation>
    </message>
    <message>
        <source>Compacting</source>
        <translation>Wird komprimiert</translation>
    </message>
    <message>
        <source>{before} before, {after} now.</source>
        <translation>vorher {before}, jetzt {after}.</translation>
    </message>
    <message numerus="yes">
        <source>%n log</source>
        <comment>%n logs</comment>
        <translation>
            <numerusform>%n Log</numerusform>
            <numerusform>%n Logs</numerusform>
        </translation>
    </message>
    <message>
        <source>{join} and {parts}</source>
        <translation>{join} und {parts}</translation>
    </message>
    <message>
        <source>An export of Claude Ops: JSON Lines, or a folder of Markdown</source>
        <translation>Ein Export von Claude Ops: JSON Lines oder ein Ordner mit Markdown</translation>
    </message>
    <message>
        <source>{title}: sessions, events and memories as they are</source>
        <translation>{title}: Sitzungen, Ereignisse und Erinnerungen, wie sie sind</translation>
    </message>
    <message>
        <source>{title}: memories only</source>
        <translation>{title}: nur die Erinnerungen</translation>
    </message>
    <message numerus="yes">
        <source>%n fact</source>
        <comment>%n facts</comment>
        <translation>
            <numerusform>%n Fakt</numerusform>
            <numerusform>%n Fakten</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking at it: {facts}</source>
        <translation>Wird durchgesehen: {facts}</translation>
    </message>
    <message>
        <source>Importing: {facts}</source>
        <translation>Wird importiert: {facts}</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>There is no file or folder {source}.</source>
        <translation>Die Datei oder den Ordner {source} gibt es nicht.</translation>
    </message>
    <message>
        <source>Check its name.</source>
        <translation>Prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>That is this application&apos;s own database.</source>
        <translation>Das ist die eigene Datenbank dieses Programms.</translation>
    </message>
    <message>
        <source>Choose a file of another program.</source>
        <translation>Die Datei eines anderen Programms wählen.</translation>
    </message>
    <message numerus="yes">
        <source>%n row: {why}</source>
        <comment>%n rows: {why}</comment>
        <translation>
            <numerusform>%n Zeile: {why}</numerusform>
            <numerusform>%n Zeilen: {why}</numerusform>
        </translation>
    </message>
    <message>
        <source>Fades a day, λ</source>
        <translation>Verblasst je Tag, λ</translation>
    </message>
    <message>
        <source>Days count from the last confirmation or recall. 0 days: never. λ 0: no decay. Stale memories count half in recall; archived ones are found only when asked for.</source>
        <translation>Tage zählen ab der letzten Bestätigung oder dem letzten Abruf. 0 Tage: nie. λ 0: kein Verblassen. Veraltetes zählt bei der Suche halb; Archiviertes wird nur auf ausdrückliche Anfrage gefunden.</translation>
    </message>
    <message>
        <source>What it is about</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Test the model</source>
        <translation>Modell testen</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Frage läuft…</translation>
    </message>
    <message>
        <source>The endpoint has no address yet.</source>
        <translation>Der Endpunkt hat noch keine Adresse.</translation>
    </message>
    <message>
        <source>{value} at {url}.</source>
        <translation>{value} unter {url}.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>The Claude CLI with {value}. Each call costs what the CLI reports.</source>
        <translation>Die Claude CLI mit {value}. Jeder Aufruf kostet, was die CLI meldet.</translation>
    </message>
    <message>
        <source>Choose one below.</source>
        <translation>Unten eines wählen.</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>keine Kosten</translation>
    </message>
    <message>
        <source>No model is asked: only what is said outright is kept.</source>
        <translation>Kein Modell wird gefragt: Nur was ausdrücklich gesagt wird, wird behalten.</translation>
    </message>
    <message>
        <source>{value} answered “{said}” in {duration_ms}, {cost}.</source>
        <translation>{value} antwortete „{said}“ in {duration_ms}, {cost}.</translation>
    </message>
    <message>
        <source>Memories embedded</source>
        <translation>Eingelesene Erinnerungen</translation>
    </message>
    <message>
        <source>Keywords only: no search by meaning.</source>
        <translation>Nur Stichwörter: keine Suche nach Bedeutung.</translation>
    </message>
    <message>
        <source>Embedding memories: {done} of {total} ({share}).</source>
        <translation>Erinnerungen werden eingelesen: {done} von {total} ({share}).</translation>
    </message>
    <message>
        <source>{fault} Until then, keywords and the graph are used.</source>
        <translation>{fault} Inzwischen suchen Stichwörter und Graph.</translation>
    </message>
    <message>
        <source>The endpoint has no address yet: keywords are used.</source>
        <translation>Der Endpunkt hat noch keine Adresse: Gesucht wird mit Stichwörtern.</translation>
    </message>
    <message>
        <source>{value}: after a change all memories are embedded again.</source>
        <translation>{value}: Nach einer Änderung werden alle Erinnerungen neu eingelesen.</translation>
    </message>
    <message>
        <source>{summary} It rated two sentences with the same meaning as less alike ({near}) than two others ({far}).</source>
        <translation>{summary} Zwei Sätze gleicher Bedeutung sind unähnlicher ({near}) als andere ({far}).</translation>
    </message>
    <message>
        <source>{summary} Two sentences with the same meaning: {near} alike; with different meanings: {far}.</source>
        <translation>{summary} Zwei Sätze gleicher Bedeutung: {near} ähnlich; verschiedener: {far}.</translation>
    </message>
    <message>
        <source>Test the embedding</source>
        <translation>Einbettung testen</translation>
    </message>
    <message>
        <source>Reading three sentences…</source>
        <translation>Drei Sätze werden gelesen…</translation>
    </message>
    <message>
        <source>The built-in model: no network, loaded with the first question.</source>
        <translation>Das eingebaute Modell: ohne Netzwerk, wird mit der ersten Frage geladen.</translation>
    </message>
    <message>
        <source>No embedding is set.</source>
        <translation>Keine Einbettung eingestellt.</translation>
    </message>
    <message>
        <source>{name}, {first} numbers a text, {took}.</source>
        <translation>{name}, {first} Zahlen je Text, {took}.</translation>
    </message>
    <message>
        <source>Looking for a notification server…</source>
        <translation>Benachrichtigungsdienst wird gesucht…</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>Test senden</translation>
    </message>
    <message>
        <source>Add an address…</source>
        <translation>Adresse hinzufügen…</translation>
    </message>
    <message>
        <source>No address was added: nothing leaves this computer.</source>
        <translation>Keine Adresse hinzugefügt: Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Addresses (mail, chat, phone)</source>
        <translation>Adressen (Mail, Chat, Telefon)</translation>
    </message>
    <message>
        <source>Recent notifications</source>
        <translation>Letzte Benachrichtigungen</translation>
    </message>
    <message>
        <source> ({number} times)</source>
        <translation> ({number}-mal)</translation>
    </message>
    <message>
        <source>{server} shows notifications on this desktop.</source>
        <translation>{server} zeigt Benachrichtigungen auf diesem Desktop.</translation>
    </message>
    <message>
        <source>{why} Until then notifications appear in the tray, or only in the window.</source>
        <translation>{why} Bis dahin erscheinen sie im Infobereich oder nur im Fenster.</translation>
    </message>
    <message>
        <source>Nothing can be sent here: this is not the running application.</source>
        <translation>Hier wird nichts gesendet: Dies ist nicht das laufende Programm.</translation>
    </message>
    <message>
        <source>{label} is added. Send a test to check that it arrives.</source>
        <translation>{label} ist hinzugefügt. Zur Kontrolle einen Test senden.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove {label}</source>
        <translation>{label} entfernen</translation>
    </message>
    <message>
        <source>Add an address</source>
        <translation>Adresse hinzufügen</translation>
    </message>
    <message>
        <source>An apprise address, such as ntfy://topic, mailto://user:password@example.net or tgram://token/chat. It is kept in the keyring and never shown again.</source>
        <translation>Eine apprise-Adresse, etwa ntfy://topic, mailto://user:password@example.net oder tgram://token/chat. Sie liegt im Schlüsselbund und wird nie wieder angezeigt.</translation>
    </message>
    <message>
        <source>The address is removed.</source>
        <translation>Die Adresse ist entfernt.</translation>
    </message>
    <message>
        <source>Facts as they were sent, without secrets, the latest first. Only the instructions below are sent along.</source>
        <translation>Fakten, wie sie gesendet wurden, ohne Geheimnisse, die neuesten zuerst. Mitgesendet werden nur die Anweisungen unten.</translation>
    </message>
    <message>
        <source>Nothing was sent yet.</source>
        <translation>Noch nichts gesendet.</translation>
    </message>
    <message>
        <source>What was sent for a second look</source>
        <translation>Was für einen zweiten Blick gesendet wurde</translation>
    </message>
    <message>
        <source>JSON Lines: everything, comes back as it was</source>
        <translation>JSON Lines: alles, kommt zurück, wie es war</translation>
    </message>
    <message>
        <source>Markdown: a folder with the facts that prompts may take</source>
        <translation>Markdown: ein Ordner mit den Fakten, die Prompts enthalten dürfen</translation>
    </message>
    <message>
        <source>History: every change of a memory</source>
        <translation>Verlauf: jede Änderung einer Erinnerung</translation>
    </message>
    <message>
        <source>Links: what contradicts or repeats what</source>
        <translation>Verknüpfungen: was wem widerspricht oder was es wiederholt</translation>
    </message>
    <message>
        <source>Passages that memories were drawn from</source>
        <translation>Textstellen, aus denen Erinnerungen gewonnen wurden</translation>
    </message>
    <message>
        <source>Sessions, their runs and markers</source>
        <translation>Sitzungen, ihre Läufe und Markierungen</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>Erinnerungen exportieren</translation>
    </message>
    <message>
        <source>Form of the export</source>
        <translation>Form des Exports</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Whoever gets the file can read it, and what was approved here comes back approved. Logs, events and settings are in a backup, not in an export.</source>
        <translation>Wer die Datei bekommt, kann sie lesen, und was hier genehmigt wurde, kommt genehmigt zurück. Logs, Ereignisse und Einstellungen stehen in einer Sicherung, nicht in einem Export.</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Wird exportiert</translation>
    </message>
    <message>
        <source>Exported {memories} into {place}.</source>
        <translation>{memories} exportiert nach {place}.</translation>
    </message>
    <message>
        <source>Older: {observation}</source>
        <translation>Älter: {observation}</translation>
    </message>
    <message>
        <source>Newer: {newer_text}</source>
        <translation>Neuer: {newer_text}</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Restore both facts as they were before the model was asked</source>
        <translation>Beide Fakten wie vor der Frage an das Modell wiederherstellen</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>Judge: {verdict}, certainty {score}. {why}</source>
        <translation>Beurteilung: {verdict}, Gewissheit {score}. {why}</translation>
    </message>
    <message>
        <source>Model: {answer}. {answer_why}</source>
        <translation>Modell: {answer}. {answer_why}</translation>
    </message>
    <message>
        <source>Sent: {sent}</source>
        <translation>Gesendet: {sent}</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>Jetzt prüfen</translation>
    </message>
    <message>
        <source>Asking the model…</source>
        <translation>Modell wird gefragt…</translation>
    </message>
    <message>
        <source>What was sent…</source>
        <translation>Was gesendet wurde…</translation>
    </message>
    <message>
        <source>{waiting} waiting</source>
        <translation>{waiting} warten</translation>
    </message>
    <message numerus="yes">
        <source>%n pair</source>
        <comment>%n pairs</comment>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
    <message>
        <source>{calls_today} today, {usd_today}</source>
        <translation>{calls_today} heute, {usd_today}</translation>
    </message>
    <message numerus="yes">
        <source>%n call</source>
        <comment>%n calls</comment>
        <translation>
            <numerusform>%n Aufruf</numerusform>
            <numerusform>%n Aufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source> {dropped} dropped: too many waited.</source>
        <translation> {dropped} verworfen: Zu viele warteten.</translation>
    </message>
    <message>
        <source>No model may be asked: no pair is sent.</source>
        <translation>Kein Modell darf gefragt werden: Kein Paar wird gesendet.</translation>
    </message>
    <message>
        <source>No model: install the Claude CLI, or choose an endpoint. {waiting}.{dropped}</source>
        <translation>Kein Modell: Installieren Sie die Claude-CLI, oder wählen Sie einen Endpunkt. {waiting}.{dropped}</translation>
    </message>
    <message>
        <source>No model may be asked.</source>
        <translation>Kein Modell darf gefragt werden.</translation>
    </message>
    <message>
        <source>Allow it under Model for memory.</source>
        <translation>Erlauben Sie es unter „Modell für das Gedächtnis“.</translation>
    </message>
    <message>
        <source>{fault} It is tried again later; {waiting}.{dropped}</source>
        <translation>{fault} Wird später erneut versucht; {waiting}.{dropped}</translation>
    </message>
    <message>
        <source>On: {waiting}, {today}.{dropped}</source>
        <translation>Ein: {waiting}, {today}.{dropped}</translation>
    </message>
    <message>
        <source>{agreed} confirmed, {changed} changed, {unclear} unclear</source>
        <translation>{agreed} bestätigt, {changed} geändert, {unclear} unklar</translation>
    </message>
    <message>
        <source>API key of the agent</source>
        <translation>API-Schlüssel des Agenten</translation>
    </message>
    <message>
        <source>Handed to the Claude CLI alone, as ANTHROPIC_API_KEY.</source>
        <translation>Nur der Claude CLI übergeben, als ANTHROPIC_API_KEY.</translation>
    </message>
    <message>
        <source>Token for alerts</source>
        <translation>Token für Alarme</translation>
    </message>
    <message>
        <source>Programs that send alerts to this computer need it.</source>
        <translation>Wer Alarme an diesen Rechner sendet, muss es kennen.</translation>
    </message>
    <message>
        <source>Key of the helping model</source>
        <translation>Schlüssel des Hilfsmodells</translation>
    </message>
    <message>
        <source>Sent to the address of the model that you set, and nowhere else.</source>
        <translation>Nur an die Adresse des eingestellten Modells gesendet.</translation>
    </message>
    <message>
        <source>Set…</source>
        <translation>Setzen…</translation>
    </message>
    <message>
        <source>Set {title}</source>
        <translation>{title} setzen</translation>
    </message>
    <message>
        <source>Remove {title}</source>
        <translation>{title} entfernen</translation>
    </message>
    <message>
        <source>Set by the environment variable {variable}.</source>
        <translation>Durch die Umgebungsvariable {variable} gesetzt.</translation>
    </message>
    <message>
        <source>Kept in the keyring.</source>
        <translation>Liegt im Schlüsselbund.</translation>
    </message>
    <message>
        <source>Not set.</source>
        <translation>Nicht gesetzt.</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>Ersetzen…</translation>
    </message>
    <message>
        <source>Looking for a keyring…</source>
        <translation>Schlüsselbund wird gesucht…</translation>
    </message>
    <message>
        <source>Test the keyring</source>
        <translation>Schlüsselbund testen</translation>
    </message>
    <message>
        <source>Storing, reading and removing a word…</source>
        <translation>Ein Wort wird abgelegt, gelesen und entfernt…</translation>
    </message>
    <message>
        <source>{keyring} keeps them.</source>
        <translation>{keyring} bewahrt sie auf.</translation>
    </message>
    <message>
        <source>{title}: kept in the keyring.</source>
        <translation>{title}: im Schlüsselbund abgelegt.</translation>
    </message>
    <message>
        <source>{value}: removed.</source>
        <translation>{value}: entfernt.</translation>
    </message>
    <message>
        <source>{test_keyring} stores, returns and removes values.</source>
        <translation>{test_keyring} speichert, liefert und löscht.</translation>
    </message>
    <message>
        <source>Which facts are listed</source>
        <translation>Welche Fakten aufgelistet sind</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Tatsache</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Facts that were found</source>
        <translation>Gefundene Fakten</translation>
    </message>
    <message>
        <source>The chosen fact</source>
        <translation>Der gewählte Fakt</translation>
    </message>
    <message>
        <source>Choose a fact to read it whole.</source>
        <translation>Einen Fakt wählen, um ihn ganz zu lesen.</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>The first ones of each outcome are listed; all are counted.</source>
        <translation>Von jedem Ergebnis sind die ersten aufgelistet; gezählt sind alle.</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Braucht Durchsicht</translation>
    </message>
    <message>
        <source>In conflict</source>
        <translation>Im Widerspruch</translation>
    </message>
    <message>
        <source>Confirms a known one</source>
        <translation>Bestätigt Bekanntes</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Not imported</source>
        <translation>Nicht importiert</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Imported before</source>
        <translation>Früher importiert</translation>
    </message>
    <message numerus="yes">
        <source>%n action</source>
        <comment>%n actions</comment>
        <translation>
            <numerusform>%n Aktion</numerusform>
            <numerusform>%n Aktionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change of a memory</source>
        <comment>%n changes of memories</comment>
        <translation>
            <numerusform>%n Änderung einer Erinnerung</numerusform>
            <numerusform>%n Änderungen von Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link</source>
        <comment>%n links</comment>
        <translation>
            <numerusform>%n Verknüpfung</numerusform>
            <numerusform>%n Verknüpfungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage</source>
        <comment>%n passages</comment>
        <translation>
            <numerusform>%n Textstelle</numerusform>
            <numerusform>%n Textstellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vor dem Ende angehalten.</translation>
    </message>
    <message>
        <source>There is nothing new in it.</source>
        <translation>Es steht nichts Neues darin.</translation>
    </message>
    <message>
        <source>What is here already is not imported again: an import that was stopped goes on from there.</source>
        <translation>Was schon hier ist, wird nicht noch einmal importiert: Ein angehaltener Import geht von dort weiter.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Stopped. What was imported stays; press Import to go on from there.</source>
        <translation>Angehalten. Was importiert wurde, bleibt; mit „Importieren“ geht es von dort weiter.</translation>
    </message>
    <message>
        <source>Imported.</source>
        <translation>Importiert.</translation>
    </message>
    <message numerus="yes">
        <source>%n fact.</source>
        <comment>%n facts.</comment>
        <translation>
            <numerusform>%n Fakt.</numerusform>
            <numerusform>%n Fakten.</numerusform>
        </translation>
    </message>
    <message>
        <source>With them: {rows}.</source>
        <translation>Dazu: {rows}.</translation>
    </message>
    <message>
        <source>Known so far, and closed by it</source>
        <translation>Bisher bekannt, und damit abgelöst</translation>
    </message>
    <message>
        <source>Known so far</source>
        <translation>Bisher bekannt</translation>
    </message>
    <message>
        <source>The program cannot be started: {error}.</source>
        <translation>Das Programm lässt sich nicht starten: {error}.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Es wurde angehalten.</translation>
    </message>
    <message>
        <source>The program ended with code {code} and said nothing.</source>
        <translation>Das Programm endete mit Code {code} und ohne Meldung.</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>widerrufen</translation>
    </message>
    <message>
        <source>No tokens. Every program and every person gets one of their own.</source>
        <translation>Keine Tokens. Jedes Programm und jeder Mensch bekommt ein eigenes.</translation>
    </message>
    <message>
        <source>Add a token…</source>
        <translation>Token anlegen…</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Off: no other program can ask.</source>
        <translation>Aus: Kein anderes Programm kann anfragen.</translation>
    </message>
    <message>
        <source>REST, MCP and alerts are served at {url}.</source>
        <translation>REST, MCP und Alarme werden unter {url} bedient.</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>Widerrufen…</translation>
    </message>
    <message>
        <source>Revoke the token {name}</source>
        <translation>Token {name} widerrufen</translation>
    </message>
    <message>
        <source>Revoke a token</source>
        <translation>Token widerrufen</translation>
    </message>
    <message>
        <source>Revoke the token “{name}”?</source>
        <translation>Das Token „{name}“ widerrufen?</translation>
    </message>
    <message>
        <source>Whoever uses it is refused at once. It cannot be brought back.</source>
        <translation>Wer es benutzt, wird sofort abgewiesen. Es lässt sich nicht zurückholen.</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>The token “{name}” is revoked.</source>
        <translation>Das Token „{name}“ ist widerrufen.</translation>
    </message>
    <message>
        <source>for a person</source>
        <translation>für einen Menschen</translation>
    </message>
    <message>
        <source>for an agent</source>
        <translation>für einen Agenten</translation>
    </message>
    <message>
        <source>last used {when} from {address}</source>
        <translation>zuletzt benutzt {when} von {address}</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>nie benutzt</translation>
    </message>
    <message>
        <source>read what its owner may see</source>
        <translation>lesen, was sein Besitzer sehen darf</translation>
    </message>
    <message>
        <source>add, edit and forget memories</source>
        <translation>Erinnerungen anlegen, ändern und vergessen</translation>
    </message>
    <message>
        <source>start runs</source>
        <translation>Läufe starten</translation>
    </message>
    <message>
        <source>answer questions of the agent</source>
        <translation>Fragen des Agenten beantworten</translation>
    </message>
    <message>
        <source>see and revoke tokens, see what was written</source>
        <translation>Tokens sehen und widerrufen, Geschriebenes sehen</translation>
    </message>
    <message>
        <source>send alerts</source>
        <translation>Alarme senden</translation>
    </message>
    <message>
        <source>Add a token</source>
        <translation>Token anlegen</translation>
    </message>
    <message>
        <source>It is for a person, not for an agent</source>
        <translation>Es ist für einen Menschen, nicht für einen Agenten</translation>
    </message>
    <message>
        <source>Only a person&apos;s token may answer the questions of an agent.</source>
        <translation>Nur das Token eines Menschen darf die Fragen eines Agenten beantworten.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Copy it now: only its hash is kept, and it cannot be shown again.</source>
        <translation>Kopieren Sie es jetzt: Gespeichert wird nur sein Hash, es kann nicht noch einmal angezeigt werden.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>It may</source>
        <translation>Es darf</translation>
    </message>
    <message>
        <source>A small model helps memory</source>
        <translation>Ein kleines Modell hilft dem Gedächtnis</translation>
    </message>
    <message>
        <source>It reads finished sessions, settles uncertain verdicts, decides about proposals, and writes summaries and insights. It is sent what was said and what is remembered, without secrets. Without it, only what is said outright is kept, and nothing is sent.</source>
        <translation>Es liest beendete Sitzungen, klärt unsichere Urteile, entscheidet über Vorschläge und schreibt Zusammenfassungen und Erkenntnisse. Gesendet wird, was gesagt wurde und was im Gedächtnis steht, ohne Geheimnisse. Ohne das Modell wird nur behalten, was ausdrücklich gesagt wurde, und nichts gesendet.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
    <message>
        <source>The file, edited</source>
        <translation>Die Datei, bearbeitet</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>No file chosen</source>
        <translation>Keine Datei gewählt</translation>
    </message>
    <message>
        <source>Choose one to read or edit it.</source>
        <translation>Eine wählen, um sie zu lesen oder zu bearbeiten.</translation>
    </message>
    <message>
        <source>Nothing is in the prompt: there is nothing in this folder yet.</source>
        <translation>Nichts im Prompt: In diesem Ordner ist noch nichts.</translation>
    </message>
    <message>
        <source>{problems} more</source>
        <translation>{problems} weitere</translation>
    </message>
    <message numerus="yes">
        <source>%n mistake</source>
        <comment>%n mistakes</comment>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>Bearbeiten beenden</translation>
    </message>
    <message>
        <source>{name} is larger than {largest} kB, and is not shown here.</source>
        <translation>{name} ist größer als {largest} kB und wird hier nicht angezeigt.</translation>
    </message>
    <message>
        <source>{name} is not there yet.</source>
        <translation>{name} gibt es noch nicht.</translation>
    </message>
    <message>
        <source>Create it with New file.</source>
        <translation>Mit „Neue Datei“ anlegen.</translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text.</source>
        <translation>{name} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in an editor.</source>
        <translation>In einem Editor als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {strerror}.</source>
        <translation>{path} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {strerror}.</source>
        <translation>{path} kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Notes ({name})</source>
        <translation>Notizen ({name})</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfung…</translation>
    </message>
    <message>
        <source>Playbook…</source>
        <translation>Playbook…</translation>
    </message>
    <message>
        <source>Skill…</source>
        <translation>Skill…</translation>
    </message>
</context>
</TS>

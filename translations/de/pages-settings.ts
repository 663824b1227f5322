<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Start at login, in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the service…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the first steps again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder of crash reports</source>
        <translation>Ordner der Absturzberichte öffnen</translation>
    </message>
    <message>
        <source>About Claude Ops…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs without a window (systemd user service)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not start at login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service is {state}, {enabled} at login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not installed. With it, scheduled runs continue while no window is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start at login: on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start at login: off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service is installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service is removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above {low}, up to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set by the environment variable {name}. Start without it to change it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This needs a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This needs a number, such as 2 or 0.5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {number} is not of the form NAME=value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is out of range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which services there are, how each is checked, and a test of every check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Services</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When runs start by schedule, and the outcome of each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found in these folders, and errors in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Repositories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What needs review before any run reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group of settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No setting matches. Search for another word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{setting}: applied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n setting changed</source>
        <comment>%n settings changed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>All settings at their defaults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off: its files changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plugins are installed. Put a folder with a plugin.toml into {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enable…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disable {plugin}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enable {plugin}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enable a plugin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enable “{plugin}”?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plugin “{plugin}” is {state}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset {setting}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the default: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NAME=value, one per line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One per line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose {setting}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>How the window looks, its language, and what closing it does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start at login, runs without a window, the first steps and crash reports.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which notifications you get outside the window, when, and how.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Which agent runs, and whether it was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model, folder and tools of each tier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long a session may take, and how much a session, run, day and month may cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>How runs behave.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens to scheduled runs that were missed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What needs no approval, what asks you first, and what is never allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cooldowns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often a service may be acted on. A service can have its own limits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>What the built-in watcher checks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Monitoring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks between runs, and what an incident starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repositories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders that describe your infrastructure to the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>What the agent remembers of earlier runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lifetimes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long facts are trusted, by domain. Nothing is deleted because of its age.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model checks pairs of facts that the rules were not sure of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alert receiver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs on this computer can report a problem and start a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys and tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept in the keyring of your desktop, never in a file, and never shown again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model for memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extracts facts and rewords questions. Without a model, rules do this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns texts into vectors. The built-in model needs no network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extensions that add agents, checks, notifiers, models and importers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back up, restore, import, and check the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic backups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made on a schedule, into the backup folder beside the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long session logs are kept, and what must never appear in them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent and runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approvals and safety</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back up every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backups kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Include session logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of the Claude CLI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Environment of the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escalation to tier 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escalation to tier 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redeployments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets and data sent out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping services and cutting connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access to the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Destructive commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands the guard could not analyse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restarts count for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redeployments count for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Healthy for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check continuously</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time between checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Investigate incidents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Investigations per day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause between investigations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep every result for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time limit of a session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost limit of a session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost limit of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost limit of a day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost limit of a month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest tier of runs you start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest tier of scheduled runs</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries after an overload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait before a retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missed runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not make up for runs older than</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To your addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Incidents and critical events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recovered services</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat a notification after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listen for alerts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other host names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tier of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same alert starts a run again after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory in a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memories about the subject of the session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lessons in a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of memory in a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memories in a session prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extract facts from sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts are extracted by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory tools for the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth of recall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reword questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recall cost per day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost limit of the model per day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check below a certainty of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Services never sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs per call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls per day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-encoder name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-encoder address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unrelated below a score of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep logs for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of all logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep turns for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the activity log for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secret variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep running when closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forbidden tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Daily decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own domains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stale after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archived after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Projects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>People</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules and conventions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Health</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hobbies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dollars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 observe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 investigate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3 remediate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claude CLI</source>
        <translation>Claude CLI</translation>
    </message>
    <message>
        <source>Built-in watcher</source>
        <translation>Eingebauter Wächter</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model, else rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keywords only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Not every agent may have ended: {error}.</source>
        <translation>Möglicherweise wurden nicht alle Agenten beendet: {error}.</translation>
    </message>
    <message>
        <source>These processes could not be ended: {numbers}. End them as their owner or as root.</source>
        <translation>Diese Prozesse konnten nicht beendet werden: {numbers}. Bitte als deren Eigentümer oder als root beenden.</translation>
    </message>
    <message numerus="yes">
        <source>Everything is stopped: %n agent ended.</source>
        <comment>Everything is stopped: %n agents ended.</comment>
        <translation>
            <numerusform>Alles ist gestoppt: %n Agent beendet.</numerusform>
            <numerusform>Alles ist gestoppt: %n Agenten beendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything is stopped: no agent was running.</source>
        <translation>Alles ist gestoppt: Es lief kein Agent.</translation>
    </message>
    <message>
        <source>Resumed: runs and schedules continue.</source>
        <translation>Fortgesetzt: Läufe und Zeitpläne gehen weiter.</translation>
    </message>
    <message>
        <source>Everything stays stopped. {reason}</source>
        <translation>Alles bleibt gestoppt. {reason}</translation>
    </message>
    <message>
        <source>{agent} cannot run: {reason}</source>
        <translation>{agent} kann nicht ausgeführt werden: {reason}</translation>
    </message>
    <message>
        <source>The watcher has no check for {names}.</source>
        <translation>Der Wächter hat keine Prüfung für {names}.</translation>
    </message>
    <message>
        <source>{names}: not known yet. The agent has to find it by itself.</source>
        <translation>{names}: noch nicht bekannt. Der Agent muss selbst danach suchen.</translation>
    </message>
    <message numerus="yes">
        <source>The run is queued: %n run in the queue.</source>
        <comment>The run is queued: %n runs in the queue.</comment>
        <translation>
            <numerusform>Der Lauf ist eingereiht: %n Lauf in der Warteschlange.</numerusform>
            <numerusform>Der Lauf ist eingereiht: %n Läufe in der Warteschlange.</numerusform>
        </translation>
    </message>
    <message>
        <source>The run could not be started.</source>
        <translation>Der Lauf konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>The run failed. {reason}</source>
        <translation>Der Lauf ist fehlgeschlagen. {reason}</translation>
    </message>
    <message>
        <source>1  Observe: looks, changes nothing</source>
        <translation>1  Beobachten: sieht nach, ändert nichts</translation>
    </message>
    <message>
        <source>2  Investigate: may also write files and restart</source>
        <translation>2  Untersuchen: darf auch Dateien schreiben und neu starten</translation>
    </message>
    <message>
        <source>3  Remediate: may also redeploy</source>
        <translation>3  Beheben: darf auch neu installieren</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
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
        <source>A recorded session…</source>
        <translation>Aufgezeichnete Sitzung…</translation>
    </message>
    <message>
        <source>Leave empty for the tier&apos;s own prompt.</source>
        <translation>Leer lassen für den Prompt der Stufe.</translation>
    </message>
    <message>
        <source>All services</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Dry run: change nothing, do not escalate</source>
        <translation>Probelauf: nichts ändern, nicht eskalieren</translation>
    </message>
    <message>
        <source>Dry run is on for all runs (Settings, Runs)</source>
        <translation>Der Probelauf ist für alle Läufe aktiv (Einstellungen, Läufe)</translation>
    </message>
    <message>
        <source>Keep this computer awake until the run is over</source>
        <translation>Diesen Rechner bis zum Ende des Laufs wach halten</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Services, separated by commas</source>
        <translation>Dienste, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Choose services</source>
        <translation>Dienste auswählen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Discard your changes to the context</source>
        <translation>Änderungen am Kontext verwerfen</translation>
    </message>
    <message>
        <source>In the queue</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>Preview context…</source>
        <translation>Kontextvorschau…</translation>
    </message>
    <message>
        <source>Read the whole text that the agent gets, and change it for this run</source>
        <translation>Den gesamten Text lesen, den der Agent erhält, und für diesen Lauf ändern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Open a recorded session</source>
        <translation>Aufgezeichnete Sitzung öffnen</translation>
    </message>
    <message>
        <source>Recordings (*.ndjson *.jsonl);;All (*)</source>
        <translation>Aufzeichnungen (*.ndjson *.jsonl);;Alle (*)</translation>
    </message>
    <message>
        <source>Recording: {name}</source>
        <translation>Aufzeichnung: {name}</translation>
    </message>
    <message>
        <source>The watcher checks the services itself: it takes no prompt and stays at tier 1.</source>
        <translation>Der Wächter prüft die Dienste selbst: Er nimmt keinen Prompt und bleibt auf Stufe 1.</translation>
    </message>
    <message>
        <source>The recording is replayed as if the agent were running now.</source>
        <translation>Die Aufzeichnung wird abgespielt, als liefe der Agent jetzt.</translation>
    </message>
    <message>
        <source>the CLI&apos;s own model</source>
        <translation>das Modell der CLI</translation>
    </message>
    <message>
        <source>Tier {tier} uses {model}. It stops after {time} or at {cost}.</source>
        <translation>Stufe {tier} verwendet {model}. Ende nach {time} oder bei {cost}.</translation>
    </message>
    <message>
        <source>Tier {tier} uses {model}. It stops after {time}.</source>
        <translation>Stufe {tier} verwendet {model}. Ende nach {time}.</translation>
    </message>
    <message>
        <source>Another run is active ({tier} with {agent}); this one waits for it.</source>
        <translation>Ein anderer Lauf ist aktiv ({tier} mit {agent}); dieser wartet darauf.</translation>
    </message>
    <message>
        <source>You changed the context and then the choices above. Check it again.</source>
        <translation>Der Kontext wurde geändert und danach die Auswahl oben. Bitte erneut prüfen.</translation>
    </message>
    <message>
        <source>You changed the context for this run only.</source>
        <translation>Der Kontext wurde nur für diesen Lauf geändert.</translation>
    </message>
    <message>
        <source>Choose from the checked services</source>
        <translation>Aus den geprüften Diensten auswählen</translation>
    </message>
    <message>
        <source>No service has been checked yet.</source>
        <translation>Es wurde noch kein Dienst geprüft.</translation>
    </message>
    <message>
        <source>Choose a saved prompt</source>
        <translation>Gespeicherten Prompt auswählen</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save prompt, tier, services and agent under a name</source>
        <translation>Prompt, Stufe, Dienste und Agent unter einem Namen speichern</translation>
    </message>
    <message>
        <source>Rename or delete the saved prompt</source>
        <translation>Gespeicherten Prompt umbenennen oder löschen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Name of the saved prompt</source>
        <translation>Name des gespeicherten Prompts</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>No saved prompts yet</source>
        <translation>Noch keine gespeicherten Prompts</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Another saved prompt is called “{name}”.</source>
        <translation>Ein anderer gespeicherter Prompt heißt „{name}“.</translation>
    </message>
    <message>
        <source>Renamed to “{name}”</source>
        <translation>In „{name}“ umbenannt</translation>
    </message>
    <message>
        <source>Replaced “{name}”</source>
        <translation>„{name}“ ersetzt</translation>
    </message>
    <message>
        <source>Saved “{name}”</source>
        <translation>„{name}“ gespeichert</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>„{name}“ gelöscht</translation>
    </message>
    <message>
        <source>Give up</source>
        <translation>Aufgeben</translation>
    </message>
    <message>
        <source>Cancel this run</source>
        <translation>Diesen Lauf abbrechen</translation>
    </message>
    <message>
        <source>Give up this run</source>
        <translation>Diesen Lauf aufgeben</translation>
    </message>
    <message>
        <source>{verb}: {run}</source>
        <translation>{verb}: {run}</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>and %n more</comment>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>The run over time</source>
        <translation>Der Lauf im Zeitverlauf</translation>
    </message>
    <message>
        <source>waited {waited} for you</source>
        <translation>wartete {waited} auf Sie</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Answered in</source>
        <translation>Antwortzeit</translation>
    </message>
    <message>
        <source>How it is known</source>
        <translation>Woher bekannt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>{response_ms} ms</source>
        <translation>{response_ms} ms</translation>
    </message>
    <message>
        <source>measured ({check_type})</source>
        <translation>gemessen ({check_type})</translation>
    </message>
    <message>
        <source>What was checked</source>
        <translation>Was geprüft wurde</translation>
    </message>
    <message>
        <source>according to the agent</source>
        <translation>laut Agent</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue this run</source>
        <translation>Diesen Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Continue the interrupted session&apos;s work in the same run</source>
        <translation>Die Arbeit der unterbrochenen Sitzung im selben Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Write this session into one file, without secrets</source>
        <translation>Diese Sitzung in eine Datei schreiben, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Show this run in a window of its own (Ctrl+Shift+O)</source>
        <translation>Diesen Lauf in einem eigenen Fenster zeigen (Strg+Umschalt+O)</translation>
    </message>
    <message>
        <source>No run chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose one to see what it said and did.</source>
        <translation>Einen wählen, um zu sehen, was er sagte und tat.</translation>
    </message>
    <message>
        <source>Stopping: the agent is asked to end, and is ended if it does not.</source>
        <translation>Wird gestoppt: Der Agent wird gebeten zu enden und sonst dazu gezwungen.</translation>
    </message>
    <message>
        <source>Run this once more</source>
        <translation>Noch einmal ausführen</translation>
    </message>
    <message>
        <source>Session {id} {status_name}</source>
        <translation>Sitzung {id}: {status_name}</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>It is running in another program: stop it there. Log shows what it says.</source>
        <translation>Läuft in einem anderen Programm: dort stoppen. Log zeigt, was gesagt wird.</translation>
    </message>
    <message>
        <source>Started {started_at}</source>
        <translation>Gestartet {started_at}</translation>
    </message>
    <message>
        <source>, ended {ended_at}</source>
        <translation>, beendet {ended_at}</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>Letzte 24 Stunden</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 90 days</source>
        <translation>Letzte 90 Tage</translation>
    </message>
    <message>
        <source>Cost by agent, {period}: nothing</source>
        <translation>Kosten je Agent, {period}: keine</translation>
    </message>
    <message>
        <source>{agent} {cost} in {sessions}</source>
        <translation>{agent} {cost} in {sessions}</translation>
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
        <source>Cost by agent, {period}: {agents}</source>
        <translation>Kosten je Agent, {period}: {agents}</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Any status</source>
        <translation>Jeder Status</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Any agent</source>
        <translation>Jeder Agent</translation>
    </message>
    <message>
        <source>Highest tier</source>
        <translation>Höchste Stufe</translation>
    </message>
    <message>
        <source>Any tier</source>
        <translation>Jede Stufe</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <source>Any trigger</source>
        <translation>Jeder Auslöser</translation>
    </message>
    <message>
        <source>Any service</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Last {days} days</source>
        <translation>Letzte {days} Tage</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Dry runs or not</source>
        <translation>Probeläufe oder nicht</translation>
    </message>
    <message>
        <source>Any cost</source>
        <translation>Alle Kosten</translation>
    </message>
    <message>
        <source>Over {cost}</source>
        <translation>Über {cost}</translation>
    </message>
    <message>
        <source>Cost anything</source>
        <translation>Mit Kosten</translation>
    </message>
    <message>
        <source>Dry runs only</source>
        <translation>Nur Probeläufe</translation>
    </message>
    <message>
        <source>No dry runs</source>
        <translation>Keine Probeläufe</translation>
    </message>
    <message>
        <source>tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>tool&apos;s answer</source>
        <translation>Antwort des Werkzeugs</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Passage</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>As the agent read it</source>
        <translation>Wie der Agent es las</translation>
    </message>
    <message>
        <source>Given with</source>
        <translation>Übergeben mit</translation>
    </message>
    <message>
        <source>Stands at</source>
        <translation>Steht bei</translation>
    </message>
    <message>
        <source>It reads now: {observation}</source>
        <translation>Lautet jetzt: {observation}</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Show the memory</source>
        <translation>Erinnerung anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n token</source>
        <comment>%n tokens</comment>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>deleted since</source>
        <translation>seitdem gelöscht</translation>
    </message>
    <message>
        <source>{shown}, reworded</source>
        <translation>{shown}, umformuliert</translation>
    </message>
    <message>
        <source>{shown} inactive</source>
        <translation>{shown} inaktiv</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht verwendet</translation>
    </message>
    <message>
        <source>all services</source>
        <translation>alle Dienste</translation>
    </message>
    <message>
        <source>waited for you</source>
        <translation>wartete auf Sie</translation>
    </message>
    <message>
        <source>Tier {tier} {tier_name}: {status_name} after {took}</source>
        <translation>Stufe {tier} {tier_name}: {status_name} nach {took}</translation>
    </message>
    <message>
        <source>{said}, {waited} of that waiting for approval</source>
        <translation>{said}, davon {waited} Warten auf Freigabe</translation>
    </message>
    <message>
        <source>Waited {took} for approval of tier {tier}: {said}</source>
        <translation>Wartete {took} auf Freigabe von Stufe {tier}: {said}</translation>
    </message>
    <message>
        <source>Nothing ran for {took}</source>
        <translation>{took} lang lief nichts</translation>
    </message>
    <message>
        <source>new memory</source>
        <translation>neue Erinnerung</translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>What helped: {helped}</source>
        <translation>Was half: {helped}</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>{level} event</source>
        <translation>Ereignis ({level})</translation>
    </message>
    <message>
        <source>action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>reinforced</source>
        <translation>bestärkt</translation>
    </message>
    <message>
        <source>contradicts</source>
        <translation>widerspricht</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Said</source>
        <translation>Gesagt</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Show in the log</source>
        <translation>Im Log zeigen</translation>
    </message>
    <message>
        <source>used</source>
        <translation>genutzt</translation>
    </message>
    <message>
        <source>{tokens} added to the system prompt</source>
        <translation>{tokens} zum System-Prompt hinzugefügt</translation>
    </message>
    <message>
        <source>about {services}</source>
        <translation>über {services}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>Was er tat</translation>
    </message>
    <message>
        <source>What was learned</source>
        <translation>Was gelernt wurde</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Nothing was stored, or it was deleted since.</source>
        <translation>Nichts wurde gespeichert, oder es wurde seither gelöscht.</translation>
    </message>
    <message>
        <source>Memory in the prompt</source>
        <translation>Gedächtnis im Prompt</translation>
    </message>
    <message>
        <source>This is no memory, or it was deleted since.</source>
        <translation>Das ist keine Erinnerung, oder sie wurde seither gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%n marker</source>
        <comment>%n markers</comment>
        <translation>
            <numerusform>%n Markierung</numerusform>
            <numerusform>%n Markierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Words that are in one line · &quot;a phrase&quot; · begin* · -without</source>
        <translation>Wörter in einer Zeile · &quot;ein Ausdruck&quot; · Anfang* · -ohne</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Gefundene Stellen</translation>
    </message>
    <message>
        <source>How much of the logs can be searched</source>
        <translation>Wie viel der Logs durchsuchbar ist</translation>
    </message>
    <message>
        <source>Search in all logs</source>
        <translation>In allen Protokollen suchen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>More than {number} lines</source>
        <translation>Mehr als {number} Zeilen</translation>
    </message>
    <message>
        <source>said</source>
        <translation>gesagt</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n line</source>
        <comment>%n lines</comment>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>, the newest {hits} shown</source>
        <translation>, die neuesten {hits} angezeigt</translation>
    </message>
    <message>
        <source>{number}{shown} · Return opens the log there · F3 the next one</source>
        <translation>{number}{shown} · Eingabetaste öffnet das Log dort · F3 zur nächsten</translation>
    </message>
    <message>
        <source>Nothing to look for yet</source>
        <translation>Noch nichts zu suchen</translation>
    </message>
    <message>
        <source>Give at least one word to look for. {help}</source>
        <translation>Mindestens ein Wort angeben, das vorkommen muss. {help}</translation>
    </message>
    <message>
        <source>The logs are still being indexed.</source>
        <translation>Die Logs werden noch für die Suche vorbereitet.</translation>
    </message>
    <message>
        <source>Not found so far</source>
        <translation>Bisher nicht gefunden</translation>
    </message>
    <message>
        <source>No log says that</source>
        <translation>Kein Log enthält das</translation>
    </message>
    <message>
        <source>Fewer words, or the beginning of one with *, may find more.</source>
        <translation>Weniger Wörter oder ein Wortanfang mit * finden vielleicht mehr.</translation>
    </message>
    <message>
        <source>{left} MB</source>
        <translation>{left} MB</translation>
    </message>
    <message>
        <source>less than 1 MB</source>
        <translation>weniger als 1 MB</translation>
    </message>
    <message>
        <source>{share} of the logs can be searched, {size} to go</source>
        <translation>{share} der Logs sind durchsuchbar, {size} stehen aus</translation>
    </message>
    <message>
        <source>The logs could not be searched</source>
        <translation>Die Logs konnten nicht durchsucht werden</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>{learned} stored, reinforced or contradicted</source>
        <translation>{learned} gespeichert, bestärkt oder widersprochen</translation>
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
        <source>{said}
{near_misses} not stored</source>
        <translation>{said}
{near_misses} nicht gespeichert</translation>
    </message>
    <message>
        <source>Dry run: {said}</source>
        <translation>Probelauf: {said}</translation>
    </message>
    <message>
        <source>Search answers, summaries, prompts</source>
        <translation>Antworten, Zusammenfassungen, Prompts durchsuchen</translation>
    </message>
    <message>
        <source>Search everything in all logs</source>
        <translation>Alle Logs durchsuchen</translation>
    </message>
    <message>
        <source>Where to search</source>
        <translation>Wo gesucht wird</translation>
    </message>
    <message>
        <source>in runs</source>
        <translation>in Läufen</translation>
    </message>
    <message>
        <source>in all logs</source>
        <translation>in allen Logs</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>Open this run in a window</source>
        <translation>Diesen Lauf im Fenster öffnen</translation>
    </message>
    <message>
        <source>Show the log of this run</source>
        <translation>Protokoll dieses Laufs anzeigen</translation>
    </message>
    <message>
        <source>Show failed runs</source>
        <translation>Fehlgeschlagene Läufe anzeigen</translation>
    </message>
    <message>
        <source>Export this session</source>
        <translation>Diese Sitzung exportieren</translation>
    </message>
    <message>
        <source>Choose columns of runs</source>
        <translation>Spalten der Läufe auswählen</translation>
    </message>
    <message>
        <source>That session is not in the records.</source>
        <translation>Diese Sitzung steht nicht in den Aufzeichnungen.</translation>
    </message>
    <message>
        <source>F3, Shift+F3</source>
        <translation>F3, Umschalt+F3</translation>
    </message>
    <message>
        <source>The next or previous match (in all logs)</source>
        <translation>Zur nächsten oder vorherigen Stelle (in allen Logs)</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>The previous or next turn (in what a session did)</source>
        <translation>Der vorige oder nächste Zug (in dem, was eine Sitzung tat)</translation>
    </message>
    <message>
        <source>Session {id} is not in the records.</source>
        <translation>Sitzung {id} ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>Each run appears here with what it said, did and learned. The schedule starts them, or you do.</source>
        <translation>Jeder Lauf erscheint hier mit dem, was er sagte, tat und lernte. Der Zeitplan startet Läufe, oder Sie selbst.</translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation>Kein passender Lauf</translation>
    </message>
    <message>
        <source>this session</source>
        <translation>diese Sitzung</translation>
    </message>
    <message>
        <source>known problem</source>
        <translation>bekanntes Problem</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>memory file</source>
        <translation>Gedächtnisdatei</translation>
    </message>
    <message>
        <source>said for today</source>
        <translation>für heute vorgemerkt</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>about {tokens}</source>
        <translation>etwa {tokens}</translation>
    </message>
    <message>
        <source>{learned}, {missed} not stored</source>
        <translation>{learned}, {missed} nicht gespeichert</translation>
    </message>
    <message>
        <source>What it was asked</source>
        <translation>Der Auftrag</translation>
    </message>
    <message>
        <source>Added to its system prompt</source>
        <translation>Ergänzung des System-Prompts</translation>
    </message>
    <message>
        <source>nothing: no memory, no context</source>
        <translation>nichts: keine Erinnerung, kein Kontext</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>{title}: nothing yet</source>
        <translation>{title}: noch nichts</translation>
    </message>
    <message numerus="yes">
        <source>%n run</source>
        <comment>%n runs</comment>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>{title}: {runs}, most {value_text}, median {value_text_2}</source>
        <translation>{title}: {runs}, höchstens {value_text}, Median {value_text_2}</translation>
    </message>
    <message>
        <source>Cost of the last runs</source>
        <translation>Kosten der letzten Läufe</translation>
    </message>
    <message>
        <source>Length of the last runs</source>
        <translation>Dauer der letzten Läufe</translation>
    </message>
    <message>
        <source>Export session {session_id}</source>
        <translation>Sitzung {session_id} exportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exporting session {session_id}…</source>
        <translation>Sitzung {session_id} wird exportiert…</translation>
    </message>
    <message>
        <source>Its log is gone: the file has what the database still knows.</source>
        <translation> Das Log ist weg: Die Datei enthält, was die Datenbank weiß.</translation>
    </message>
    <message>
        <source>{title} is in {shorten_path} ({size} kB).{gone}</source>
        <translation>{title} liegt in {shorten_path} ({size} kB).{gone}</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Raise the time limit in Settings, or give the run less to do.</source>
        <translation>Zeitgrenze in den Einstellungen erhöhen oder dem Lauf weniger auftragen.</translation>
    </message>
    <message>
        <source>A higher tier went on from here.</source>
        <translation>Eine höhere Stufe machte hier weiter.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Gestoppt.</translation>
    </message>
    <message>
        <source>It was stopped at the time limit.</source>
        <translation>An der Zeitgrenze gestoppt.</translation>
    </message>
    <message>
        <source>It was interrupted before its end.</source>
        <translation>Vor dem Ende unterbrochen.</translation>
    </message>
    <message>
        <source>{kind} of {name}</source>
        <translation>{kind} von {name}</translation>
    </message>
    <message>
        <source>{matching} of {total} shown</source>
        <translation>{matching} von {total} angezeigt</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>, dann </translation>
    </message>
    <message>
        <source>tier {tier} {status_name}</source>
        <translation>Stufe {tier} {status_name}</translation>
    </message>
    <message>
        <source>It is running. Log shows what it says.</source>
        <translation>Läuft. Log zeigt, was gesagt wird.</translation>
    </message>
    <message>
        <source>What it said until then is kept. Continue resumes its work where it ended.</source>
        <translation>Was er bis dahin sagte, bleibt erhalten. Fortsetzen nimmt die Arbeit dort wieder auf.</translation>
    </message>
    <message>
        <source>catch-up</source>
        <translation>nachgeholt</translation>
    </message>
    <message>
        <source>incident</source>
        <translation>Vorfall</translation>
    </message>
    <message>
        <source>It failed without an explanation: the last lines of the log may say why.</source>
        <translation>Ohne Erklärung gescheitert: Die letzten Zeilen des Logs sagen vielleicht, warum.</translation>
    </message>
    <message>
        <source>It completed normally.</source>
        <translation>Ordnungsgemäß beendet.</translation>
    </message>
    <message>
        <source>One marker was</source>
        <translation>Eine Markierung wurde</translation>
    </message>
    <message>
        <source>{near_misses} markers were</source>
        <translation>{near_misses} Markierungen wurden</translation>
    </message>
    <message>
        <source>{ended} {markers} not stored: see What was learned.</source>
        <translation>{ended} {markers} nicht gespeichert: siehe „Was gelernt wurde“.</translation>
    </message>
    <message>
        <source>tier {tier} {tier_name}</source>
        <translation>Stufe {tier} {tier_name}</translation>
    </message>
    <message>
        <source>started {started_at}</source>
        <translation>gestartet {started_at}</translation>
    </message>
    <message numerus="yes">
        <source>%n turn</source>
        <comment>%n turns</comment>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>exit code {exit_code}</source>
        <translation>Exit-Code {exit_code}</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>confined</source>
        <translation>im Profil</translation>
    </message>
    <message>
        <source>not confined: {reason}</source>
        <translation>nicht im Profil: {reason}</translation>
    </message>
    <message>
        <source>, about {join}</source>
        <translation>, über {join}</translation>
    </message>
    <message>
        <source>, as a dry run</source>
        <translation>, als Probelauf</translation>
    </message>
    <message>
        <source>Tier {tier} {tier_name} with {agent_name}{about}{dry}</source>
        <translation>Stufe {tier} {tier_name} mit {agent_name}{about}{dry}</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>the list of tools</source>
        <translation>die Werkzeugliste</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>{name} (sub-agent)</source>
        <translation>{name} (Unteragent)</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>Turns and tool calls</source>
        <translation>Züge und Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Failed or refused</source>
        <translation>Fehlgeschlagen oder verweigert</translation>
    </message>
    <message>
        <source>Refused calls</source>
        <translation>Verweigerte Aufrufe</translation>
    </message>
    <message>
        <source>Turn {number} (sub-agent)</source>
        <translation>Zug {number} (Unteragent)</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Zug {number}</translation>
    </message>
    <message>
        <source>This turn: {tokens}</source>
        <translation>Dieser Zug: {tokens}</translation>
    </message>
    <message>
        <source>about </source>
        <translation>etwa </translation>
    </message>
    <message>
        <source>Nothing failed or was refused</source>
        <translation>Nichts schlug fehl oder wurde verweigert</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Said or asked</source>
        <translation>Gesagt oder gefragt</translation>
    </message>
    <message>
        <source>Which steps</source>
        <translation>Welche Schritte</translation>
    </message>
    <message>
        <source>About {list}</source>
        <translation>Über {list}</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>No call was refused</source>
        <translation>Kein Aufruf abgelehnt</translation>
    </message>
    <message>
        <source>No tool call</source>
        <translation>Kein Werkzeugaufruf</translation>
    </message>
    <message>
        <source> It waited {waited} for that.</source>
        <translation> Wartete {waited} darauf.</translation>
    </message>
    <message>
        <source>The step</source>
        <translation>Der Schritt</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Gedanke</translation>
    </message>
    <message>
        <source>{shown}
… {words} more characters are in the log</source>
        <translation>{shown}
… {words} weitere Zeichen stehen im Log</translation>
    </message>
    <message>
        <source>Its share of the session&apos;s cost, by tokens</source>
        <translation>Anteil an den Kosten der Sitzung nach Tokens</translation>
    </message>
    <message>
        <source>Each answer of the agent appears here, with its calls.</source>
        <translation>Jede Antwort des Agenten erscheint hier, mit ihren Aufrufen.</translation>
    </message>
    <message>
        <source>There is no log of this session. Old logs are removed by age and size.</source>
        <translation>Zu dieser Sitzung gibt es kein Log. Alte Logs werden nach Alter und Größe entfernt.</translation>
    </message>
    <message>
        <source>The agent said nothing in this session.</source>
        <translation>Der Agent sagte in dieser Sitzung nichts.</translation>
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
        <source>, {refused} refused</source>
        <translation>, {refused} abgelehnt</translation>
    </message>
    <message>
        <source>, {failed} failed</source>
        <translation>, {failed} gescheitert</translation>
    </message>
    <message>
        <source>after {seconds}</source>
        <translation>nach {seconds}</translation>
    </message>
    <message>
        <source>{context} tokens in, {about}{out} out</source>
        <translation>{context} Tokens ein, {about}{out} aus</translation>
    </message>
    <message>
        <source>about {cost_usd} so far</source>
        <translation>bisher etwa {cost_usd}</translation>
    </message>
    <message>
        <source>Run {number} – Claude Ops</source>
        <translation>Lauf {number} – Claude Ops</translation>
    </message>
    <message>
        <source>Run {number}</source>
        <translation>Lauf {number}</translation>
    </message>
</context>
</TS>

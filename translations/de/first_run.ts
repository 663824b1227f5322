<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Who looks after your services?</source>
        <translation>Wer kümmert sich um die Dienste?</translation>
    </message>
    <message>
        <source>The Claude CLI is the agent: it reads, reasons, and, where you allow it, acts. Without it the built-in watcher measures your services and tells you what changed. You can switch at any time.</source>
        <translation>Die Claude CLI ist der Agent: Sie liest, denkt und handelt, wo es erlaubt ist. Ohne sie misst der eingebaute Wächter die Dienste und meldet, was sich geändert hat. Ein Wechsel ist jederzeit möglich.</translation>
    </message>
    <message>
        <source>Looking for the Claude CLI…</source>
        <translation>Claude CLI wird gesucht…</translation>
    </message>
    <message>
        <source>Choose the program…</source>
        <translation>Programm wählen…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Store an API key…</source>
        <translation>API-Schlüssel ablegen…</translation>
    </message>
    <message>
        <source>Ask it one question (about a cent)</source>
        <translation>Eine Frage stellen (etwa ein Cent)</translation>
    </message>
    <message>
        <source>The built-in watcher is always there: HTTP, TCP, DNS, certificates, units, containers, disks and more.</source>
        <translation>Der eingebaute Wächter ist immer da: HTTP, TCP, DNS, Zertifikate, Units, Container, Datenträger und mehr.</translation>
    </message>
    <message>
        <source>Claude CLI {version}: {shorten_path}</source>
        <translation>Claude CLI {version}: {shorten_path}</translation>
    </message>
    <message>
        <source>Logged in {said}.</source>
        <translation>Angemeldet {said}.</translation>
    </message>
    <message>
        <source>{why_not} Until then the built-in watcher runs.</source>
        <translation>{why_not} Bis dahin läuft der eingebaute Wächter.</translation>
    </message>
    <message>
        <source>The Claude CLI</source>
        <translation>Die Claude CLI</translation>
    </message>
    <message>
        <source>API key of the agent</source>
        <translation>API-Schlüssel des Agenten</translation>
    </message>
    <message>
        <source>Kept in the keyring, handed to the Claude CLI alone, and never shown again.</source>
        <translation>Wird im Schlüsselbund abgelegt, nur der Claude CLI übergeben und nie wieder angezeigt.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Frage läuft…</translation>
    </message>
    <message>
        <source> for {cost_usd}</source>
        <translation> für {cost_usd}</translation>
    </message>
    <message>
        <source>It answered in {seconds}{cost}.</source>
        <translation>Antwort nach {seconds}{cost}.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>Erster Lauf</translation>
    </message>
    <message>
        <source>From here on</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <source>Welcome to Claude Ops</source>
        <translation>Willkommen bei Claude Ops</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Not shown again; you can open it from Settings, Desktop</source>
        <translation>Wird nicht wieder angezeigt; unter Einstellungen, Desktop erneut aufrufbar</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Als Nächstes</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>every 10 minutes</source>
        <translation>alle 10 Minuten</translation>
    </message>
    <message>
        <source>every 30 minutes</source>
        <translation>alle 30 Minuten</translation>
    </message>
    <message>
        <source>every hour</source>
        <translation>jede Stunde</translation>
    </message>
    <message>
        <source>every 4 hours</source>
        <translation>alle 4 Stunden</translation>
    </message>
    <message>
        <source>once a day</source>
        <translation>einmal am Tag</translation>
    </message>
    <message>
        <source>only when I say so</source>
        <translation>nur auf Anforderung</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Find any command</source>
        <translation>Befehl finden</translation>
    </message>
    <message>
        <source>Ctrl+1 … 7</source>
        <translation>Strg+1 … 7</translation>
    </message>
    <message>
        <source>Go to a place</source>
        <translation>Zu einem Ort gehen</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten anzeigen</translation>
    </message>
    <message>
        <source>Everything can be changed later: the cadence under Schedule, the rest under Settings.</source>
        <translation>Alles lässt sich später ändern: der Takt unter Zeitplan, der Rest unter Einstellungen.</translation>
    </message>
    <message>
        <source>How often it looks</source>
        <translation>Wie oft geprüft wird</translation>
    </message>
    <message>
        <source>Start at login, in the tray</source>
        <translation>Beim Anmelden im Infobereich starten</translation>
    </message>
    <message>
        <source>It looks</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Everything is kept in {shorten_path}. What leaves this computer, and how it is switched off, is said in the guide (Shift+F1) under Privacy.</source>
        <translation>Alles wird in {shorten_path} aufbewahrt. Was diesen Rechner verlässt und wie man es abschaltet, steht im Handbuch (Umschalt+F1) unter Datenschutz.</translation>
    </message>
    <message>
        <source>Closing the window leaves it in the tray: its icon says how all stands, and a click brings the window back. Quit is in its menu, and Ctrl+Q.</source>
        <translation>Beim Schließen bleibt das Programm im Infobereich: Das Symbol zeigt den Zustand, ein Klick öffnet das Fenster wieder. Beenden steht im Menü, oder Strg+Q.</translation>
    </message>
    <message>
        <source>This desktop shows no tray: closing the window asks whether to keep running. Starting Claude Ops again brings the window back; Ctrl+Q quits.</source>
        <translation>Dieser Desktop zeigt keinen Infobereich: Beim Schließen wird gefragt, ob das Programm weiterlaufen soll. Ein erneuter Start öffnet das Fenster wieder; Strg+Q beendet.</translation>
    </message>
    <message>
        <source>every {seconds}</source>
        <translation>alle {seconds}</translation>
    </message>
    <message>
        <source>See a first run</source>
        <translation>Ein erster Lauf</translation>
    </message>
    <message>
        <source>It looks at everything once and changes nothing. What the agent says appears here as it happens; later you find all of it under Runs, what happened under Events, and what it learned under Memories.</source>
        <translation>Er sieht sich alles einmal an und ändert nichts. Was der Agent sagt, erscheint hier sofort; später steht alles unter Läufe, was geschah unter Ereignisse und was gelernt wurde unter Erinnerungen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Nothing has run yet.</source>
        <translation>Noch nichts gelaufen.</translation>
    </message>
    <message>
        <source>What the agent says appears here.</source>
        <translation>Hier erscheint, was der Agent sagt.</translation>
    </message>
    <message>
        <source>The run takes a minute or less.</source>
        <translation>Der Lauf dauert höchstens eine Minute.</translation>
    </message>
    <message>
        <source>It begins…</source>
        <translation>Beginnt…</translation>
    </message>
    <message>
        <source>Running with {value}.</source>
        <translation>Läuft mit {value}.</translation>
    </message>
    <message>
        <source>the watcher</source>
        <translation>dem Wächter</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>It is done. What it found is on the pages behind this window.</source>
        <translation>Fertig. Das Ergebnis steht auf den Seiten hinter diesem Fenster.</translation>
    </message>
    <message>
        <source>You stopped it.</source>
        <translation>Von Ihnen gestoppt.</translation>
    </message>
    <message>
        <source>It is {state_word}. {reason}</source>
        <translation>Ergebnis: {state_word}. {reason}</translation>
    </message>
    <message>
        <source>What should be looked after?</source>
        <translation>Was soll überwacht werden?</translation>
    </message>
    <message>
        <source>Choose two or three to begin with; others, on other hosts too, come later under Services. Disk, memory, load, clock and name lookups of this machine are watched in any case.</source>
        <translation>Wählen Sie zum Anfang zwei oder drei; weitere, auch auf anderen Hosts, kommen später unter Dienste dazu. Platte, Speicher, Last, Uhr und Namensauflösung dieses Rechners werden in jedem Fall überwacht.</translation>
    </message>
    <message>
        <source>Looking at containers, services and open ports…</source>
        <translation>Container, Dienste und offene Ports werden gesucht…</translation>
    </message>
    <message>
        <source>https://cloud.example.net/status, or host:port</source>
        <translation>https://cloud.example.net/status oder host:port</translation>
    </message>
    <message>
        <source>Address of another service</source>
        <translation>Adresse eines weiteren Dienstes</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Nothing listens on this machine. Name an address below, or go on.</source>
        <translation>Auf diesem Rechner lauscht nichts. Unten eine Adresse angeben oder fortfahren.</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>selbst angegeben</translation>
    </message>
    <message>
        <source>Finding out which protocol it speaks…</source>
        <translation>Protokoll wird ermittelt…</translation>
    </message>
</context>
</TS>

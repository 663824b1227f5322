<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>how long things take, and when they happen</source>
        <translation>wie lange etwas dauert und wann es geschieht</translation>
    </message>
    <message>
        <source>what needs what, and in which order</source>
        <translation>was was braucht und in welcher Reihenfolge</translation>
    </message>
    <message>
        <source>how a service behaves, and what is normal for it</source>
        <translation>wie sich ein Dienst verhält und was bei ihm normal ist</translation>
    </message>
    <message>
        <source>what helps when something is wrong</source>
        <translation>was hilft, wenn etwas nicht stimmt</translation>
    </message>
    <message>
        <source>what has to be done regularly</source>
        <translation>was regelmäßig zu tun ist</translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation>Erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>general: not about one service</source>
        <translation>general: nicht über einen einzelnen Dienst</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Observation</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>One fact in one sentence, as you would tell a colleague on call</source>
        <translation>Eine Tatsache in einem Satz, wie für jemanden im Bereitschaftsdienst</translation>
    </message>
    <message>
        <source>Add the memory</source>
        <translation>Erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Observation</source>
        <translation>&amp;Beobachtung</translation>
    </message>
    <message>
        <source>&amp;Service</source>
        <translation>&amp;Dienst</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lehre</translation>
    </message>
    <message>
        <source>what is true of a service</source>
        <translation>was für einen Dienst gilt</translation>
    </message>
    <message>
        <source>a short rule that is in every prompt</source>
        <translation>eine kurze Regel, die in jedem Prompt steht</translation>
    </message>
    <message>
        <source>&amp;Category</source>
        <translation>&amp;Kategorie</translation>
    </message>
    <message>
        <source>&amp;Domain</source>
        <translation>&amp;Bereich</translation>
    </message>
    <message>
        <source>Con&amp;fidence</source>
        <translation>Kon&amp;fidenz</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Art</translation>
    </message>
    <message>
        <source>Edit the lesson</source>
        <translation>Lehre bearbeiten</translation>
    </message>
    <message>
        <source>It could not be compared with what is known. {sentence}</source>
        <translation>Der Vergleich mit dem Bekannten ist fehlgeschlagen. {sentence}</translation>
    </message>
    <message>
        <source>Already known, and {more} more like it</source>
        <translation>Schon bekannt, und {more} ähnliche</translation>
    </message>
    <message>
        <source>Already known</source>
        <translation>Schon bekannt</translation>
    </message>
    <message>
        <source>will be confirmed instead</source>
        <translation>wird stattdessen bestätigt</translation>
    </message>
    <message>
        <source>contradicted: will be closed</source>
        <translation>widerlegt: wird geschlossen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show the memory about {service}</source>
        <translation>Erinnerung zu {service} anzeigen</translation>
    </message>
    <message>
        <source>Raise or lower the confidence by</source>
        <translation>Vertrauen erhöhen oder senken um</translation>
    </message>
    <message>
        <source>Set the confidence to</source>
        <translation>Vertrauen setzen auf</translation>
    </message>
    <message>
        <source>Set the service to</source>
        <translation>Dienst setzen auf</translation>
    </message>
    <message>
        <source>Set the category to</source>
        <translation>Kategorie setzen auf</translation>
    </message>
    <message>
        <source>Set the domain to</source>
        <translation>Bereich setzen auf</translation>
    </message>
    <message numerus="yes">
        <source>Edit %n memory</source>
        <comment>Edit %n memories</comment>
        <translation>
            <numerusform>%n Erinnerung bearbeiten</numerusform>
            <numerusform>%n Erinnerungen bearbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %n memory</source>
        <comment>Change %n memories</comment>
        <translation>
            <numerusform>%n Erinnerung ändern</numerusform>
            <numerusform>%n Erinnerungen ändern</numerusform>
        </translation>
    </message>
    <message>
        <source>Tick what should change.</source>
        <translation>Ankreuzen, was sich ändern soll.</translation>
    </message>
    <message>
        <source>Either raise or lower the confidence, or set it.</source>
        <translation>Das Vertrauen entweder erhöhen oder senken, oder es setzen.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory is changed.</source>
        <comment>%n memories are changed.</comment>
        <translation>
            <numerusform>%n Erinnerung wird geändert.</numerusform>
            <numerusform>%n Erinnerungen werden geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>the range is 0 to 1: stored as 1.00</source>
        <translation>der Bereich ist 0 bis 1: gespeichert als 1,00</translation>
    </message>
    <message>
        <source>the range is 0 to 1: stored as 0.00</source>
        <translation>der Bereich ist 0 bis 1: gespeichert als 0,00</translation>
    </message>
    <message>
        <source>inactive: no run reads it</source>
        <translation>inaktiv: kein Lauf liest sie</translation>
    </message>
    <message>
        <source>runs read it</source>
        <translation>Läufe lesen sie</translation>
    </message>
    <message>
        <source>Operational memory</source>
        <translation>Betriebswissen</translation>
    </message>
    <message>
        <source>This session</source>
        <translation>Diese Sitzung</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lehren</translation>
    </message>
    <message>
        <source>Known problems</source>
        <translation>Bekannte Probleme</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Notebook of the role</source>
        <translation>Notizbuch der Rolle</translation>
    </message>
    <message>
        <source>Procedures</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Memory file</source>
        <translation>Gedächtnisdatei</translation>
    </message>
    <message>
        <source>Tokens of all of memory</source>
        <translation>Token aller Erinnerungen</translation>
    </message>
    <message>
        <source>{title}: tokens</source>
        <translation>{title}: Token</translation>
    </message>
    <message>
        <source>{tokens} of {total} tokens in all</source>
        <translation>insgesamt {tokens} von {total} Token</translation>
    </message>
    <message>
        <source>{tokens} of {budget} tokens</source>
        <translation>{tokens} von {budget} Token</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>No memory is active, so none is in the prompt.</source>
        <translation>Keine Erinnerung ist aktiv, daher steht keine im Prompt.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory fits. A token is four characters.</source>
        <comment>All %n memories fit. A token is four characters.</comment>
        <translation>
            <numerusform>%n Erinnerung passt hinein. Ein Token sind vier Zeichen.</numerusform>
            <numerusform>Alle %n Erinnerungen passen hinein. Ein Token sind vier Zeichen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{kept} of %n memory fits. A token is four characters.</source>
        <comment>{kept} of %n memories fit. A token is four characters.</comment>
        <translation>
            <numerusform>{kept} von %n Erinnerung passt hinein. Ein Token sind vier Zeichen.</numerusform>
            <numerusform>{kept} von %n Erinnerungen passen hinein. Ein Token sind vier Zeichen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lesson, in every prompt.</source>
        <comment>%n lessons, in every prompt.</comment>
        <translation>
            <numerusform>%n Lehre, in jedem Prompt.</numerusform>
            <numerusform>%n Lehren, in jedem Prompt.</numerusform>
        </translation>
    </message>
    <message>
        <source>No lesson is in the prompt.</source>
        <translation>Keine Lehre steht im Prompt.</translation>
    </message>
    <message numerus="yes">
        <source>%n problem that was seen before.</source>
        <comment>%n problems that were seen before.</comment>
        <translation>
            <numerusform>%n Problem, das schon einmal auftrat.</numerusform>
            <numerusform>%n Probleme, die schon einmal auftraten.</numerusform>
        </translation>
    </message>
    <message>
        <source>No known problem fits.</source>
        <translation>Kein bekanntes Problem passt.</translation>
    </message>
    <message numerus="yes">
        <source>%n pattern of this tier.</source>
        <comment>%n patterns of this tier.</comment>
        <translation>
            <numerusform>%n Muster dieser Stufe.</numerusform>
            <numerusform>%n Muster dieser Stufe.</numerusform>
        </translation>
    </message>
    <message>
        <source>No pattern of this tier is active.</source>
        <translation>Kein Muster dieser Stufe ist aktiv.</translation>
    </message>
    <message numerus="yes">
        <source>%n entry of MEMORY.md.</source>
        <comment>%n entries of MEMORY.md.</comment>
        <translation>
            <numerusform>%n Eintrag aus MEMORY.md.</numerusform>
            <numerusform>%n Einträge aus MEMORY.md.</numerusform>
        </translation>
    </message>
    <message>
        <source>MEMORY.md has no entry.</source>
        <translation>MEMORY.md hat keinen Eintrag.</translation>
    </message>
    <message numerus="yes">
        <source>%n entry of this role alone.</source>
        <comment>%n entries of this role alone.</comment>
        <translation>
            <numerusform>%n Eintrag nur für diese Rolle.</numerusform>
            <numerusform>%n Einträge nur für diese Rolle.</numerusform>
        </translation>
    </message>
    <message>
        <source>The notebook of this role has no entry.</source>
        <translation>Das Notizbuch dieser Rolle hat keinen Eintrag.</translation>
    </message>
    <message numerus="yes">
        <source>%n is offered, by its name and description.</source>
        <comment>%n are offered, by name and description.</comment>
        <translation>
            <numerusform>%n wird mit Name und Beschreibung angeboten.</numerusform>
            <numerusform>%n werden mit Name und Beschreibung angeboten.</numerusform>
        </translation>
    </message>
    <message>
        <source>No procedure is offered.</source>
        <translation>Kein Verfahren wird angeboten.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory</source>
        <comment>%n memories</comment>
        <translation>
            <numerusform>%n Erinnerung</numerusform>
            <numerusform>%n Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n date due</source>
        <comment>%n dates due</comment>
        <translation>
            <numerusform>%n fälliger Termin</numerusform>
            <numerusform>%n fällige Termine</numerusform>
        </translation>
    </message>
    <message>
        <source>{parts} for what the run is about.</source>
        <translation>{parts} zum Gegenstand des Laufs.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Nothing else is known about the subject of the run.</source>
        <translation>Zum Gegenstand des Laufs ist sonst nichts bekannt.</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Edit the memory, or all that are selected</source>
        <translation>Die Erinnerung bearbeiten, oder alle ausgewählten</translation>
    </message>
    <message>
        <source>Edit all of it (Ctrl+E), or its text in place (F2)</source>
        <translation>Alles bearbeiten (Strg+E), oder den Text an Ort und Stelle (F2)</translation>
    </message>
    <message>
        <source>Reopen or restore</source>
        <translation>Wieder öffnen oder wiederherstellen</translation>
    </message>
    <message>
        <source>Turn the lesson or the reminder on or off</source>
        <translation>Die Lehre oder die Vormerkung ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Everything you do here can be undone with Ctrl+Z.</source>
        <translation>Alles hier lässt sich mit Strg+Z rückgängig machen.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory selected</source>
        <comment>%n memories selected</comment>
        <translation>
            <numerusform>%n Erinnerung gewählt</numerusform>
            <numerusform>%n Erinnerungen gewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memory</source>
        <comment>Delete %n memories</comment>
        <translation>
            <numerusform>%n Erinnerung löschen</numerusform>
            <numerusform>%n Erinnerungen löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>When a newer fact replaces an older one, or age takes one out of prompts, it is listed here with the reason.</source>
        <translation>Ersetzt eine neuere Tatsache eine ältere oder fällt eine durch Alter aus den Prompts, steht sie hier mit dem Grund.</translation>
    </message>
    <message>
        <source>a marker or the agent</source>
        <translation>eine Markierung oder den Agenten</translation>
    </message>
    <message>
        <source>a session</source>
        <translation>eine Sitzung</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>a check</source>
        <translation>eine Prüfung</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>lowered</source>
        <translation>herabgestuft</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>faded</source>
        <translation>verblasst</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archiviert</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>aufgegeben</translation>
    </message>
    <message>
        <source>a correction</source>
        <translation>eine Korrektur</translation>
    </message>
    <message>
        <source>an admitted mistake</source>
        <translation>ein eingestandener Fehler</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Last learned</source>
        <translation>Zuletzt gelernt</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Said as</source>
        <translation>Gesagt als</translation>
    </message>
    <message>
        <source>Said</source>
        <translation>Gesagt</translation>
    </message>
    <message numerus="yes">
        <source>%n memory comes with it</source>
        <comment>%n memories come with it</comment>
        <translation>
            <numerusform>%n Erinnerung kommt mit</numerusform>
            <numerusform>%n Erinnerungen kommen mit</numerusform>
        </translation>
    </message>
    <message>
        <source>Newer fact: {text}</source>
        <translation>Neuere Tatsache: {text}</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Tatsache</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>Zitiert</translation>
    </message>
    <message>
        <source>No session of this store said it.</source>
        <translation>Keine Sitzung dieses Speichers hat es gesagt.</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>It is still true: include it in prompts again (R)</source>
        <translation>Gilt weiterhin: wieder in Prompts aufnehmen (R)</translation>
    </message>
    <message>
        <source>{kind} {when} by {who}</source>
        <translation>{kind} {when} durch {who}</translation>
    </message>
    <message>
        <source>Certainty: {certainty}.</source>
        <translation>Sicherheit: {certainty}.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Source session</source>
        <translation>Quellsitzung</translation>
    </message>
    <message numerus="yes">
        <source>Made %n memory valid again</source>
        <comment>Made %n memories valid again</comment>
        <translation>
            <numerusform>%n Erinnerung wieder gültig gemacht</numerusform>
            <numerusform>%n Erinnerungen wieder gültig gemacht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored %n memory</source>
        <comment>Restored %n memories</comment>
        <translation>
            <numerusform>%n Erinnerung wiederhergestellt</numerusform>
            <numerusform>%n Erinnerungen wiederhergestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shared %n memory with everyone</source>
        <comment>Shared %n memories with everyone</comment>
        <translation>
            <numerusform>%n Erinnerung mit allen geteilt</numerusform>
            <numerusform>%n Erinnerungen mit allen geteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shared %n memory with the project {name}</source>
        <comment>Shared %n memories with the project {name}</comment>
        <translation>
            <numerusform>%n Erinnerung mit dem Projekt {name} geteilt</numerusform>
            <numerusform>%n Erinnerungen mit dem Projekt {name} geteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made %n memory private</source>
        <comment>Made %n memories private</comment>
        <translation>
            <numerusform>%n Erinnerung privat gemacht</numerusform>
            <numerusform>%n Erinnerungen privat gemacht</numerusform>
        </translation>
    </message>
    <message>
        <source>Added a lesson</source>
        <translation>Lehre hinzugefügt</translation>
    </message>
    <message>
        <source>Changed a lesson</source>
        <translation>Lehre geändert</translation>
    </message>
    <message>
        <source>Turned a lesson off</source>
        <translation>Lehre ausgeschaltet</translation>
    </message>
    <message>
        <source>Approved a lesson</source>
        <translation>Lehre freigegeben</translation>
    </message>
    <message>
        <source>Turned a lesson on</source>
        <translation>Lehre eingeschaltet</translation>
    </message>
    <message>
        <source>Removed a lesson</source>
        <translation>Lehre entfernt</translation>
    </message>
    <message>
        <source>{day} is in prompts again</source>
        <translation>{day} ist wieder in Prompts</translation>
    </message>
    <message>
        <source>Cancelled {trigger_date}</source>
        <translation>{trigger_date} abgesagt</translation>
    </message>
    <message>
        <source>It no longer exists: nothing was changed.</source>
        <translation>Sie existiert nicht mehr: nichts wurde geändert.</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n memory</source>
        <comment>Deleted %n memories</comment>
        <translation>
            <numerusform>%n Erinnerung gelöscht</numerusform>
            <numerusform>%n Erinnerungen gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted for good.</source>
        <translation>Endgültig gelöscht.</translation>
    </message>
    <message>
        <source>From 0 to 1. Below 0.3 a memory is inactive.</source>
        <translation>Von 0 bis 1. Unter 0,3 ist eine Erinnerung inaktiv.</translation>
    </message>
    <message>
        <source>This is sent with the agent&apos;s system prompt. Your changes apply to this run only; the guard&apos;s rules always apply.</source>
        <translation>Dies wird mit dem System-Prompt des Agenten gesendet. Änderungen gelten nur für diesen Lauf; die Regeln des Schutzes gelten immer.</translation>
    </message>
    <message>
        <source>The context of this run</source>
        <translation>Der Kontext dieses Laufs</translation>
    </message>
    <message>
        <source>Reset the text</source>
        <translation>Text zurücksetzen</translation>
    </message>
    <message>
        <source>The context without your changes, as it would be now</source>
        <translation>Der Kontext ohne Änderungen, wie er jetzt wäre</translation>
    </message>
    <message>
        <source>Use this text</source>
        <translation>Diesen Text verwenden</translation>
    </message>
    <message>
        <source>Removed: {gone}</source>
        <translation>Entfernt: {gone}</translation>
    </message>
    <message numerus="yes">
        <source>The whole text: about %n token, with the prompt about {all}</source>
        <comment>The whole text: about %n tokens, with the prompt about {all}</comment>
        <translation>
            <numerusform>Der ganze Text: etwa %n Token, mit dem Prompt etwa {all}</numerusform>
            <numerusform>Der ganze Text: etwa %n Token, mit dem Prompt etwa {all}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line added or changed (marked)</source>
        <comment>%n lines added or changed (marked)</comment>
        <translation>
            <numerusform>%n Zeile hinzugefügt oder geändert (markiert)</numerusform>
            <numerusform>%n Zeilen hinzugefügt oder geändert (markiert)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line changed or removed</source>
        <comment>%n lines changed or removed</comment>
        <translation>
            <numerusform>%n Zeile geändert oder entfernt</numerusform>
            <numerusform>%n Zeilen geändert oder entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>You changed it: {parts}. This applies to this run only.</source>
        <translation>Geändert: {parts}. Das gilt nur für diesen Lauf.</translation>
    </message>
    <message>
        <source>Return saves, Shift+Return begins a new line, Escape leaves it as it was</source>
        <translation>Eingabe speichert, Umschalt+Eingabe beginnt eine neue Zeile, Esc verwirft</translation>
    </message>
    <message>
        <source>Details of the selected memory</source>
        <translation>Einzelheiten der gewählten Erinnerung</translation>
    </message>
    <message>
        <source>Select a memory</source>
        <translation>Erinnerung wählen</translation>
    </message>
    <message>
        <source>Its text, its history and where it was said appear here.</source>
        <translation>Hier erscheinen Text, Verlauf und Herkunft.</translation>
    </message>
    <message>
        <source>Review it</source>
        <translation>Durchsehen</translation>
    </message>
    <message>
        <source>Around</source>
        <translation>Umfeld</translation>
    </message>
    <message>
        <source>Show what is related to it</source>
        <translation>Anzeigen, was damit zusammenhängt</translation>
    </message>
    <message>
        <source>Pin it: it goes first and does not fade (P)</source>
        <translation>Anheften: kommt zuerst und verblasst nicht (P)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>See step by step why it is read or not</source>
        <translation>Schritt für Schritt sehen, warum sie gelesen wird oder nicht</translation>
    </message>
    <message>
        <source>The next run reads it</source>
        <translation>Der nächste Lauf liest sie</translation>
    </message>
    <message>
        <source>The next run does not read it</source>
        <translation>Der nächste Lauf liest sie nicht</translation>
    </message>
    <message>
        <source>Open the line of the session that it comes from</source>
        <translation>Zeile der Sitzung öffnen, aus der sie stammt</translation>
    </message>
    <message>
        <source>import</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>transcript</source>
        <translation>Mitschrift</translation>
    </message>
    <message>
        <source>you, by hand</source>
        <translation>Sie, von Hand</translation>
    </message>
    <message>
        <source>a transcript of the Claude CLI</source>
        <translation>eine Mitschrift der Claude CLI</translation>
    </message>
    <message>
        <source>Noted by {who}</source>
        <translation>Von {who} notiert</translation>
    </message>
    <message>
        <source>Drawn from a transcript of the Claude CLI</source>
        <translation>Aus einer Mitschrift der Claude CLI entnommen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>Abgerufen</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>{state}, seen by {whom}</source>
        <translation>{state}, zu sehen von {whom}</translation>
    </message>
    <message>
        <source>yes, goes first and does not fade</source>
        <translation>ja, kommt zuerst und verblasst nicht</translation>
    </message>
    <message>
        <source>{who}, by hand</source>
        <translation>{who}, von Hand</translation>
    </message>
    <message>
        <source>session {session_id}</source>
        <translation>Sitzung {session_id}</translation>
    </message>
    <message>
        <source>Written by you</source>
        <translation>Von Ihnen geschrieben</translation>
    </message>
    <message>
        <source>Drawn from</source>
        <translation>Entnommen aus</translation>
    </message>
    <message>
        <source>Noted by the agent</source>
        <translation>Vom Agenten notiert</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Purged</source>
        <translation>Bereinigt</translation>
    </message>
    <message>
        <source>Why it was closed</source>
        <translation>Warum es geschlossen wurde</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Tatsachen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What it replaced, and what replaced it</source>
        <translation>Was sie ersetzt hat und wodurch sie ersetzt wurde</translation>
    </message>
    <message>
        <source>valid until {valid_until}</source>
        <translation>gültig bis {valid_until}</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>valid now</source>
        <translation>jetzt gültig</translation>
    </message>
    <message>
        <source>Make valid again</source>
        <translation>Wieder gültig machen</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Written by hand</source>
        <translation>Von Hand geschrieben</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Passage</translation>
    </message>
    <message>
        <source>Its text was removed by a purge.</source>
        <translation>Der Text wurde durch eine Bereinigung entfernt.</translation>
    </message>
    <message>
        <source>Session {session_id}, line {log_line}</source>
        <translation>Sitzung {session_id}, Zeile {log_line}</translation>
    </message>
    <message>
        <source>This line was removed, with its text.</source>
        <translation>Diese Zeile wurde samt Text entfernt.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>It leads to no session and to no other memory.</source>
        <translation>Es führt zu keiner Sitzung und zu keiner anderen Erinnerung.</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>A run was requested. What it learns appears here.</source>
        <translation>Ein Lauf wurde angefordert. Was er lernt, erscheint hier.</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>From 0 to 1; below 0.3 a memory is inactive.</source>
        <translation>Von 0 bis 1; unter 0,3 ist eine Erinnerung inaktiv.</translation>
    </message>
    <message numerus="yes">
        <source>%n of {all} becomes inactive.</source>
        <comment>%n of {all} become inactive.</comment>
        <translation>
            <numerusform>%n von {all} wird inaktiv.</numerusform>
            <numerusform>%n von {all} werden inaktiv.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of {all} becomes active again.</source>
        <comment>%n of {all} become active again.</comment>
        <translation>
            <numerusform>%n von {all} wird wieder aktiv.</numerusform>
            <numerusform>%n von {all} werden wieder aktiv.</numerusform>
        </translation>
    </message>
    <message>
        <source>chosen from the text</source>
        <translation>nach dem Text gewählt</translation>
    </message>
    <message>
        <source>decides how long it is trusted</source>
        <translation>bestimmt, wie lange ihr vertraut wird</translation>
    </message>
    <message>
        <source>no longer configured: treated like “operations”</source>
        <translation>nicht mehr eingerichtet: behandelt wie „operations“</translation>
    </message>
    <message>
        <source>does not fade</source>
        <translation>verblasst nicht</translation>
    </message>
    <message numerus="yes">
        <source>stale after %n day</source>
        <comment>stale after %n days</comment>
        <translation>
            <numerusform>veraltet nach %n Tag</numerusform>
            <numerusform>veraltet nach %n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>never stale</source>
        <translation>veraltet nie</translation>
    </message>
    <message>
        <source>{stale}, never archived</source>
        <translation>{stale}, nie archiviert</translation>
    </message>
    <message numerus="yes">
        <source>{stale}, archived after %n day</source>
        <comment>{stale}, archived after %n days</comment>
        <translation>
            <numerusform>{stale}, archiviert nach %n Tag</numerusform>
            <numerusform>{stale}, archiviert nach %n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit the memory</source>
        <translation>Erinnerung bearbeiten</translation>
    </message>
    <message>
        <source>Pinned: it goes first in every prompt and does not fade</source>
        <translation>Angeheftet: kommt in jedem Prompt zuerst und verblasst nicht</translation>
    </message>
    <message>
        <source>Save the changes</source>
        <translation>Änderungen speichern</translation>
    </message>
    <message>
        <source>No memory matches</source>
        <translation>Keine Erinnerung passt</translation>
    </message>
    <message>
        <source>Other words or fewer filters may find it.</source>
        <translation>Andere Wörter oder weniger Filter finden sie vielleicht.</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <source>No lesson yet</source>
        <translation>Noch keine Lehre</translation>
    </message>
    <message>
        <source>When somebody corrects the agent, the rule appears here and in every later prompt. Or add one.</source>
        <translation>Wird der Agent berichtigt, erscheint die Regel hier und in jedem späteren Prompt. Oder eine hinzufügen.</translation>
    </message>
    <message>
        <source>No reminder</source>
        <translation>Keine Vormerkung</translation>
    </message>
    <message>
        <source>When somebody says “renew the certificate on Friday”, that day appears here, and the prompts of that day say so.</source>
        <translation>Wird gesagt „am Freitag das Zertifikat erneuern“, erscheint der Tag hier, und die Prompts dieses Tages erinnern daran.</translation>
    </message>
    <message>
        <source>Nothing is closed</source>
        <translation>Nichts ist geschlossen</translation>
    </message>
    <message>
        <source>Nothing learned yet</source>
        <translation>Noch nichts gelernt</translation>
    </message>
    <message>
        <source>The agent notes here what it learns about your services.</source>
        <translation>Hier notiert der Agent, was er über die Dienste lernt.</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>The memories could not be read</source>
        <translation>Die Erinnerungen konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Alle Zustände</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Braucht Durchsicht</translation>
    </message>
    <message>
        <source>Search memories</source>
        <translation>Erinnerungen durchsuchen</translation>
    </message>
    <message>
        <source>All services</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Geschlossen</translation>
    </message>
    <message>
        <source>Lowered lately</source>
        <translation>Kürzlich gesenkt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>All categories</source>
        <translation>Alle Kategorien</translation>
    </message>
    <message>
        <source>Show the memories of all sessions again</source>
        <translation>Wieder Erinnerungen aller Sitzungen anzeigen</translation>
    </message>
    <message>
        <source>Save what is edited: the text in its cell, or the form</source>
        <translation>Speichern, was bearbeitet wird: den Text in seiner Zelle oder das Formular</translation>
    </message>
    <message>
        <source>See what the next run will read (Ctrl+Shift+V)</source>
        <translation>Sehen, was der nächste Lauf liest (Strg+Umschalt+V)</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Include in prompts again</source>
        <translation>Wieder in Prompts aufnehmen</translation>
    </message>
    <message>
        <source>Cancel it</source>
        <translation>Absagen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Edit %n memory…</source>
        <comment>Edit %n memories…</comment>
        <translation>
            <numerusform>%n Erinnerung bearbeiten…</numerusform>
            <numerusform>%n Erinnerungen bearbeiten…</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Add a memory by hand (Ctrl+N)</source>
        <translation>Erinnerung von Hand hinzufügen (Strg+N)</translation>
    </message>
    <message>
        <source>Session {session_id}</source>
        <translation>Sitzung {session_id}</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>as operational memory</source>
        <translation>als Betriebswissen</translation>
    </message>
    <message>
        <source>for what it was about</source>
        <translation>zum Gegenstand des Laufs</translation>
    </message>
    <message>
        <source>among the lessons</source>
        <translation>unter den Lehren</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>by the agent</source>
        <translation>vom Agenten</translation>
    </message>
    <message>
        <source>for a prompt</source>
        <translation>für einen Prompt</translation>
    </message>
    <message>
        <source>by a benchmark</source>
        <translation>durch einen Benchmark</translation>
    </message>
    <message>
        <source>by {asked_by}</source>
        <translation>von {asked_by}</translation>
    </message>
    <message>
        <source>Recalled {asked}</source>
        <translation>Abgerufen {asked}</translation>
    </message>
    <message>
        <source>In the prompt of a session</source>
        <translation>Im Prompt einer Sitzung</translation>
    </message>
    <message>
        <source>Injected and used</source>
        <translation>Im Prompt und verwendet</translation>
    </message>
    <message>
        <source>Injected and ignored</source>
        <translation>Im Prompt, aber ignoriert</translation>
    </message>
    <message>
        <source>not in a prompt yet</source>
        <translation>noch in keinem Prompt</translation>
    </message>
    <message numerus="yes">
        <source>in %n prompt</source>
        <comment>in %n prompts</comment>
        <translation>
            <numerusform>in %n Prompt</numerusform>
            <numerusform>in %n Prompts</numerusform>
        </translation>
    </message>
    <message>
        <source>used {used}</source>
        <translation>{used} verwendet</translation>
    </message>
    <message>
        <source>ignored {ignored}</source>
        <translation>{ignored} ignoriert</translation>
    </message>
    <message>
        <source>priority {retrieval_priority}</source>
        <translation>Priorität {retrieval_priority}</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message numerus="yes">
        <source>%n time</source>
        <comment>%n times</comment>
        <translation>
            <numerusform>%n Mal</numerusform>
            <numerusform>%n Mal</numerusform>
        </translation>
    </message>
    <message>
        <source>{times}, last {when}</source>
        <translation>{times}, zuletzt {when}</translation>
    </message>
    <message>
        <source>Pinned: it goes first and does not fade</source>
        <translation>Angeheftet: kommt zuerst und verblasst nicht</translation>
    </message>
    <message>
        <source>Pin it: it goes first and does not fade</source>
        <translation>Anheften: kommt zuerst und verblasst nicht</translation>
    </message>
    <message>
        <source>Said as “{words}”, {created_at}</source>
        <translation>Gesagt als „{words}“, {created_at}</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>not pinned</source>
        <translation>nicht angeheftet</translation>
    </message>
    <message>
        <source>confidence {confidence}, {state}</source>
        <translation>Konfidenz {confidence}, {state}</translation>
    </message>
    <message>
        <source>Written by {who}</source>
        <translation>Von {who} geschrieben</translation>
    </message>
    <message>
        <source>Back from the details to the table</source>
        <translation>Von den Einzelheiten zurück zur Tabelle</translation>
    </message>
    <message>
        <source>That memory no longer exists.</source>
        <translation>Diese Erinnerung existiert nicht mehr.</translation>
    </message>
    <message>
        <source>Add a memory…</source>
        <translation>Erinnerung hinzufügen…</translation>
    </message>
    <message>
        <source>Preview what the next run will read</source>
        <translation>Vorschau auf das, was der nächste Lauf liest</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Einzelheiten anzeigen</translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation>Text bearbeiten</translation>
    </message>
    <message>
        <source>Open the session&apos;s line</source>
        <translation>Zeile der Sitzung öffnen</translation>
    </message>
    <message>
        <source>Share with everyone</source>
        <translation>Mit allen teilen</translation>
    </message>
    <message>
        <source>Make private</source>
        <translation>Privat machen</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Forget everything about something…</source>
        <translation>Alles über etwas vergessen…</translation>
    </message>
    <message>
        <source>Pin or unpin</source>
        <translation>Anheften oder lösen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memory…</source>
        <comment>Delete %n memories…</comment>
        <translation>
            <numerusform>%n Erinnerung löschen…</numerusform>
            <numerusform>%n Erinnerungen löschen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
    <message>
        <source>The next run uses the built-in watcher, which takes measurements and does not read this. This is what the Claude CLI would read.</source>
        <translation>Der nächste Lauf verwendet den eingebauten Wächter, der misst und dies nicht liest. So würde es die Claude CLI lesen.</translation>
    </message>
    <message>
        <source>Pinned memories come first, then those about the subject of the run, then by confidence. What does not fit is left out.</source>
        <translation>Angeheftete Erinnerungen kommen zuerst, dann die zum Gegenstand des Laufs, dann nach Konfidenz. Was nicht passt, entfällt.</translation>
    </message>
    <message>
        <source>What the run is about</source>
        <translation>Gegenstand des Laufs</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>What was left out, and why</source>
        <translation>Was weggelassen wurde und warum</translation>
    </message>
    <message>
        <source>Change the budget</source>
        <translation>Budget ändern</translation>
    </message>
    <message>
        <source>Left out: {left}</source>
        <translation>Weggelassen: {left}</translation>
    </message>
    <message>
        <source>Nothing is left out</source>
        <translation>Nichts wird weggelassen</translation>
    </message>
    <message>
        <source>The first {listed} of them:</source>
        <translation>Die ersten {listed} davon:</translation>
    </message>
    <message>
        <source>It could not be calculated. {sentence} The run would continue without memory and report it.</source>
        <translation>Die Berechnung ist fehlgeschlagen. {sentence} Der Lauf würde ohne Erinnerungen fortfahren und das melden.</translation>
    </message>
    <message>
        <source>A run about everything</source>
        <translation>Ein Lauf über alles</translation>
    </message>
    <message>
        <source>A run about {name}</source>
        <translation>Ein Lauf über {name}</translation>
    </message>
    <message>
        <source>A run about {ours}</source>
        <translation>Ein Lauf über {ours}</translation>
    </message>
    <message>
        <source>What the next run will read</source>
        <translation>Was der nächste Lauf liest</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Preview only: nothing is saved.</source>
        <translation>Nur Vorschau: nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>The budget was full before its turn.</source>
        <translation>Das Budget war vorher erschöpft.</translation>
    </message>
    <message>
        <source>Added to its system prompt</source>
        <translation>Ergänzung des System-Prompts</translation>
    </message>
    <message>
        <source>Only memory is counted; the grey text above it is not.</source>
        <translation>Nur Erinnerungen zählen; der graue Text darüber zählt nicht.</translation>
    </message>
    <message>
        <source>The prompt of the tier</source>
        <translation>Der Prompt der Stufe</translation>
    </message>
    <message>
        <source>The prompt</source>
        <translation>Der Prompt</translation>
    </message>
    <message numerus="yes">
        <source>The prompt of tier {tier}, about %n token</source>
        <comment>The prompt of tier {tier}, about %n tokens</comment>
        <translation>
            <numerusform>Der Prompt der Stufe {tier}, etwa %n Token</numerusform>
            <numerusform>Der Prompt der Stufe {tier}, etwa %n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>A name or words, in upper or lower case and in any spelling. Everything that contains them is deleted: memories and their history, passages, logs, transcripts of sessions that Claude Ops started, indexes, and the free space of the database. This cannot be undone.</source>
        <translation>Ein Name oder Wörter, in Groß- oder Kleinschreibung und jeder Schreibweise. Alles, was sie enthält, wird gelöscht: Erinnerungen und ihr Verlauf, Passagen, Logs, Mitschriften von Sitzungen, die Claude Ops gestartet hat, Indizes und der freie Platz der Datenbank. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Memories, with history and passages</source>
        <translation>Erinnerungen mit Verlauf und Passagen</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Passagen</translation>
    </message>
    <message>
        <source>Lines of history</source>
        <translation>Zeilen des Verlaufs</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Questions to memory</source>
        <translation>Fragen an die Erinnerungen</translation>
    </message>
    <message>
        <source>Reminders</source>
        <translation>Vormerkungen</translation>
    </message>
    <message>
        <source>Words of the gate</source>
        <translation>Wörter der Schleuse</translation>
    </message>
    <message>
        <source>Checkpoints of turns</source>
        <translation>Prüfpunkte von Runden</translation>
    </message>
    <message>
        <source>Questions to you</source>
        <translation>Fragen an Sie</translation>
    </message>
    <message>
        <source>Forget everything about something</source>
        <translation>Alles über etwas vergessen</translation>
    </message>
    <message>
        <source>What to forget</source>
        <translation>Was vergessen werden soll</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Nur ganze Wörter</translation>
    </message>
    <message>
        <source>Keep saved prompts, schedules, mutes and service limits unchanged</source>
        <translation>Gespeicherte Prompts, Zeitpläne, Stummschaltungen und Grenzen von Diensten unverändert lassen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>What would be deleted</source>
        <translation>Was gelöscht würde</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Forgetting</source>
        <translation>Wird vergessen</translation>
    </message>
    <message numerus="yes">
        <source>Forget %n item for good</source>
        <comment>Forget %n items for good</comment>
        <translation>
            <numerusform>%n Eintrag endgültig vergessen</numerusform>
            <numerusform>%n Einträge endgültig vergessen</numerusform>
        </translation>
    </message>
    <message>
        <source>An earlier purge was interrupted. It is finished first.</source>
        <translation>Eine frühere Bereinigung wurde unterbrochen. Sie wird zuerst abgeschlossen.</translation>
    </message>
    <message numerus="yes">
        <source>%n item contains “{subject}”.</source>
        <comment>%n items contain “{subject}”.</comment>
        <translation>
            <numerusform>%n Eintrag enthält „{subject}“.</numerusform>
            <numerusform>%n Einträge enthalten „{subject}“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing here contains “{subject}”.</source>
        <translation>Nichts hier enthält „{subject}“.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory contains it only inside a longer word</source>
        <comment>%n of these memories contain it only inside a longer word</comment>
        <translation>
            <numerusform>%n Erinnerung enthält es nur in einem längeren Wort</numerusform>
            <numerusform>%n dieser Erinnerungen enthalten es nur in einem längeren Wort</numerusform>
        </translation>
    </message>
    <message>
        <source>Not named, but similar in meaning. Select what to delete as well</source>
        <translation>Nicht genannt, aber ähnlich in der Bedeutung. Auswählen, was auch gelöscht werden soll</translation>
    </message>
    <message>
        <source>{refused} Wait until it is over, or stop it; then preview again.</source>
        <translation>{refused} Warten, bis das vorbei ist, oder anhalten; dann erneut prüfen.</translation>
    </message>
    <message numerus="yes">
        <source>Forgotten: %n item.</source>
        <comment>Forgotten: %n items.</comment>
        <translation>
            <numerusform>Vergessen: %n Eintrag.</numerusform>
            <numerusform>Vergessen: %n Einträge.</numerusform>
        </translation>
    </message>
    <message>
        <source>There was nothing to forget.</source>
        <translation>Es gab nichts zu vergessen.</translation>
    </message>
    <message>
        <source>It is still found in {remains}. Close other programs that use the data folder, then preview again.</source>
        <translation>Noch zu finden in {remains}. Andere Programme schließen, die den Datenordner verwenden, dann erneut prüfen.</translation>
    </message>
    <message>
        <source>A search through every byte of the data folder finds nothing more</source>
        <translation>Eine Suche durch jedes Byte des Datenordners findet nichts mehr</translation>
    </message>
    <message>
        <source>Cannot be reached</source>
        <translation>Nicht erreichbar</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>Lehre</translation>
    </message>
    <message>
        <source>reminder</source>
        <translation>Vormerkung</translation>
    </message>
    <message>
        <source>needs review</source>
        <translation>braucht Durchsicht</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>kalt</translation>
    </message>
    <message>
        <source>inactive</source>
        <translation>inaktiv</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>in prompts</source>
        <translation>in Prompts</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>upcoming</source>
        <translation>kommend</translation>
    </message>
    <message>
        <source>in prompts today</source>
        <translation>heute in Prompts</translation>
    </message>
    <message>
        <source>over</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgesagt</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>morgen</translation>
    </message>
    <message>
        <source>in {days} d</source>
        <translation>in {days} T.</translation>
    </message>
    <message>
        <source>{days} d ago</source>
        <translation>vor {days} T.</translation>
    </message>
    <message>
        <source>{text}… ({number} more characters)</source>
        <translation>{text}… ({number} weitere Zeichen)</translation>
    </message>
    <message>
        <source>{number} active</source>
        <translation>{number} aktiv</translation>
    </message>
    <message numerus="yes">
        <source>%n needs review</source>
        <comment>%n need review</comment>
        <translation>
            <numerusform>%n braucht Durchsicht</numerusform>
            <numerusform>%n brauchen Durchsicht</numerusform>
        </translation>
    </message>
    <message>
        <source>{number} shown</source>
        <translation>{number} angezeigt</translation>
    </message>
    <message numerus="yes">
        <source>It is number {place} of %n memory in its prompt</source>
        <comment>It is number {place} of %n memories in its prompt</comment>
        <translation>
            <numerusform>Sie ist Nummer {place} von %n Erinnerung im Prompt</numerusform>
            <numerusform>Sie ist Nummer {place} von %n Erinnerungen im Prompt</numerusform>
        </translation>
    </message>
    <message>
        <source>{where}, with confidence {confidence} once it has faded.</source>
        <translation>{where}, mit Konfidenz {confidence} nach dem Verblassen.</translation>
    </message>
    <message>
        <source>It needs review. No run reads it until you approve it.</source>
        <translation>Sie braucht Durchsicht. Kein Lauf liest sie vor der Freigabe.</translation>
    </message>
    <message>
        <source>A newer fact replaced it. Make it valid again if that one is wrong.</source>
        <translation>Eine neuere Tatsache hat sie ersetzt. Ist jene falsch, diese wieder gültig machen.</translation>
    </message>
    <message>
        <source>It is archived: neither confirmed nor used for a long time. A deep search finds it.</source>
        <translation>Sie ist archiviert: lange weder bestätigt noch verwendet. Eine tiefe Suche findet sie.</translation>
    </message>
    <message>
        <source>It is inactive: its confidence is below 0.3. Raise it to 0.3 or more to bring it back.</source>
        <translation>Sie ist inaktiv: die Konfidenz liegt unter 0,3. Ab 0,3 wird sie wieder gelesen.</translation>
    </message>
    <message>
        <source>The budget for memory is 0 tokens.</source>
        <translation>Das Budget für Erinnerungen beträgt 0 Token.</translation>
    </message>
    <message>
        <source>Higher-ranked memories fill the budget of {budget} tokens. Pin this one to put it first.</source>
        <translation>Höher eingestufte Erinnerungen füllen das Budget von {budget} Token. Anheften stellt diese an den Anfang.</translation>
    </message>
    <message>
        <source>Measured again by the watcher</source>
        <translation>Vom Wächter erneut gemessen</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Stated again</source>
        <translation>Erneut genannt</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widerlegt</translation>
    </message>
    <message>
        <source>Faded</source>
        <translation>Verblasst</translation>
    </message>
    <message>
        <source>Learned from a session</source>
        <translation>Aus einer Sitzung gelernt</translation>
    </message>
    <message>
        <source>Confirmed by a session</source>
        <translation>Durch eine Sitzung bestätigt</translation>
    </message>
    <message>
        <source>Contradicted by a session</source>
        <translation>Durch eine Sitzung widerlegt</translation>
    </message>
    <message>
        <source>Confirmed by the agent</source>
        <translation>Vom Agenten bestätigt</translation>
    </message>
    <message>
        <source>Stated in other words</source>
        <translation>In anderen Worten genannt</translation>
    </message>
    <message>
        <source>Stated again in new words</source>
        <translation>Erneut in neuen Worten genannt</translation>
    </message>
    <message>
        <source>Replaced by a newer one</source>
        <translation>Durch eine neuere ersetzt</translation>
    </message>
    <message>
        <source>Held for your review</source>
        <translation>Zur Durchsicht zurückgehalten</translation>
    </message>
    <message>
        <source>Valid again</source>
        <translation>Wieder gültig</translation>
    </message>
    <message>
        <source>Withdrawn by the agent</source>
        <translation>Vom Agenten zurückgezogen</translation>
    </message>
    <message>
        <source>Another that says the same was joined with it</source>
        <translation>Mit einem gleichlautenden zusammengelegt</translation>
    </message>
    <message>
        <source>Joined with one that says the same</source>
        <translation>In einem gleichlautenden aufgegangen</translation>
    </message>
    <message>
        <source>Comes first while it is new</source>
        <translation>Steht vorn, solange er neu ist</translation>
    </message>
    <message>
        <source>Not confirmed for long</source>
        <translation>Lange nicht bestätigt</translation>
    </message>
    <message>
        <source>Archived by age</source>
        <translation>Wegen seines Alters archiviert</translation>
    </message>
    <message>
        <source>Put away by age</source>
        <translation>Wegen seines Alters weggelegt</translation>
    </message>
    <message>
        <source>In use again</source>
        <translation>Wieder in Gebrauch</translation>
    </message>
    <message>
        <source>{action} by {who}</source>
        <translation>{action} durch {who}</translation>
    </message>
    <message numerus="yes">
        <source>Moved %n memory to the Inbox.</source>
        <comment>Moved %n memories to the Inbox.</comment>
        <translation>
            <numerusform>%n Erinnerung in den Posteingang verschoben.</numerusform>
            <numerusform>%n Erinnerungen in den Posteingang verschoben.</numerusform>
        </translation>
    </message>
    <message>
        <source>It leaves the trash with its history. Nothing brings it back, but for a backup.</source>
        <translation>Sie verlässt den Papierkorb mit ihrem Verlauf. Nichts bringt sie zurück, außer einer Sicherung.</translation>
    </message>
    <message numerus="yes">
        <source>It leaves memory at once: no run, search or count finds it any more. A copy with its history lies in the trash for 30 days and can be restored from there; “Delete for good” and a purge remove it earlier.</source>
        <comment>They leave memory at once: no run, search or count finds them any more. Copies with their history lie in the trash for 30 days and can be restored from there; “Delete for good” and a purge remove them earlier.</comment>
        <translation>
            <numerusform>Sie verlässt das Gedächtnis sofort: Kein Lauf, keine Suche und keine Zählung findet sie mehr. Eine Kopie mit ihrem Verlauf liegt 30 Tage im Papierkorb und lässt sich von dort wiederherstellen; „Endgültig löschen“ und eine Bereinigung entfernen sie früher.</numerusform>
            <numerusform>Sie verlassen das Gedächtnis sofort: Kein Lauf, keine Suche und keine Zählung findet sie mehr. Kopien mit ihrem Verlauf liegen 30 Tage im Papierkorb und lassen sich von dort wiederherstellen; „Endgültig löschen“ und eine Bereinigung entfernen sie früher.</numerusform>
        </translation>
    </message>
    <message>
        <source>at {confidence}</source>
        <translation>mit {confidence}</translation>
    </message>
    <message>
        <source>{number} closed</source>
        <translation>{number} geschlossen</translation>
    </message>
    <message>
        <source>{where}. Unless it is confirmed, it leaves the prompts on {date}.</source>
        <translation>{where}. Wird es nicht bestätigt, verlässt es die Prompts am {date}.</translation>
    </message>
    <message>
        <source>It is inactive: it was taken out of prompts.</source>
        <translation>Es ist inaktiv: Es wurde aus den Prompts genommen.</translation>
    </message>
    <message>
        <source>confirmed {by_whom}</source>
        <translation>{by_whom} bestätigt</translation>
    </message>
    <message>
        <source>confirmed as still true {by_whom}</source>
        <translation>{by_whom} als weiterhin gültig bestätigt</translation>
    </message>
    <message>
        <source>check requested {by_whom}</source>
        <translation>Prüfung {by_whom} verlangt</translation>
    </message>
    <message>
        <source>check withdrawn {by_whom}</source>
        <translation>Prüfung {by_whom} zurückgenommen</translation>
    </message>
    <message>
        <source>dropped {by_whom}</source>
        <translation>{by_whom} aufgegeben</translation>
    </message>
    <message>
        <source>added {by_whom}</source>
        <translation>{by_whom} hinzugefügt</translation>
    </message>
    <message>
        <source>edited {by_whom}</source>
        <translation>{by_whom} bearbeitet</translation>
    </message>
    <message>
        <source>pinned {by_whom}</source>
        <translation>{by_whom} angeheftet</translation>
    </message>
    <message>
        <source>unpinned {by_whom}</source>
        <translation>{by_whom} gelöst</translation>
    </message>
    <message>
        <source>made active again {by_whom}</source>
        <translation>{by_whom} wieder aktiviert</translation>
    </message>
    <message>
        <source>undone {by_whom}</source>
        <translation>{by_whom} rückgängig gemacht</translation>
    </message>
    <message>
        <source>replaced {by_whom}</source>
        <translation>{by_whom} ersetzt</translation>
    </message>
    <message>
        <source>made valid again {by_whom}</source>
        <translation>{by_whom} wieder gültig gemacht</translation>
    </message>
    <message>
        <source>approved {by_whom}</source>
        <translation>{by_whom} freigegeben</translation>
    </message>
    <message>
        <source>rejected {by_whom}</source>
        <translation>{by_whom} abgelehnt</translation>
    </message>
    <message>
        <source>retired {by_whom}</source>
        <translation>{by_whom} außer Kraft gesetzt</translation>
    </message>
    <message>
        <source>contradicted {by_whom}</source>
        <translation>{by_whom} widerlegt</translation>
    </message>
    <message>
        <source>archived {by_whom}</source>
        <translation>{by_whom} archiviert</translation>
    </message>
    <message>
        <source>shared {by_whom}</source>
        <translation>{by_whom} geteilt</translation>
    </message>
    <message>
        <source>no longer shared: taken back {by_whom}</source>
        <translation>nicht mehr geteilt: {by_whom} zurückgenommen</translation>
    </message>
    <message>
        <source>{change}, now inactive</source>
        <translation>{change}, jetzt inaktiv</translation>
    </message>
    <message>
        <source>now inactive</source>
        <translation>jetzt inaktiv</translation>
    </message>
    <message>
        <source>by {who}</source>
        <translation>von {who}</translation>
    </message>
    <message>
        <source>Contradicts</source>
        <translation>Widerspricht</translation>
    </message>
    <message>
        <source>Contradicted by</source>
        <translation>Widerlegt durch</translation>
    </message>
    <message>
        <source>Known before as</source>
        <translation>Früher bekannt als</translation>
    </message>
    <message>
        <source>Came back as</source>
        <translation>Wiedergekehrt als</translation>
    </message>
    <message>
        <source>{kind} (from)</source>
        <translation>{kind} (von)</translation>
    </message>
    <message numerus="yes">
        <source>Changed %n memory.</source>
        <comment>Changed %n memories.</comment>
        <translation>
            <numerusform>%n Erinnerung geändert.</numerusform>
            <numerusform>%n Erinnerungen geändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pinned %n memory.</source>
        <comment>Pinned %n memories.</comment>
        <translation>
            <numerusform>%n Erinnerung angeheftet.</numerusform>
            <numerusform>%n Erinnerungen angeheftet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpinned %n memory.</source>
        <comment>Unpinned %n memories.</comment>
        <translation>
            <numerusform>%n Erinnerung gelöst.</numerusform>
            <numerusform>%n Erinnerungen gelöst.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approved %n memory.</source>
        <comment>Approved %n memories.</comment>
        <translation>
            <numerusform>%n Erinnerung freigegeben.</numerusform>
            <numerusform>%n Erinnerungen freigegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejected %n memory.</source>
        <comment>Rejected %n memories.</comment>
        <translation>
            <numerusform>%n Erinnerung abgelehnt.</numerusform>
            <numerusform>%n Erinnerungen abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Put %n memory back.</source>
        <comment>Put %n memories back.</comment>
        <translation>
            <numerusform>%n Erinnerung zurückgelegt.</numerusform>
            <numerusform>%n Erinnerungen zurückgelegt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Confirmed %n memory.</source>
        <comment>Confirmed %n memories.</comment>
        <translation>
            <numerusform>%n Erinnerung bestätigt.</numerusform>
            <numerusform>%n Erinnerungen bestätigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Added a memory.</source>
        <translation>Erinnerung hinzugefügt.</translation>
    </message>
    <message>
        <source>Confirmed a memory.</source>
        <translation>Erinnerung bestätigt.</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Unpinned</source>
        <translation>Gelöst</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Gesetzt</translation>
    </message>
    <message>
        <source>Adjusted</source>
        <translation>Angepasst</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Made valid again:</source>
        <translation>Wieder gültig gemacht:</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Delete this memory?</source>
        <translation>Diese Erinnerung löschen?</translation>
    </message>
    <message>
        <source>Delete this memory for good?</source>
        <translation>Diese Erinnerung endgültig löschen?</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memory?</source>
        <comment>Delete %n memories?</comment>
        <translation>
            <numerusform>%n Erinnerung löschen?</numerusform>
            <numerusform>%n Erinnerungen löschen?</numerusform>
        </translation>
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
        <source>{state}, unconfirmed</source>
        <translation>{state}, unbestätigt</translation>
    </message>
    <message>
        <source>Describe in one sentence what is worth remembering.</source>
        <translation>In einem Satz beschreiben, was es wert ist, gemerkt zu werden.</translation>
    </message>
    <message>
        <source>It has {number} characters; a memory holds {longest} at most.</source>
        <translation>Der Text hat {number} Zeichen; eine Erinnerung fasst höchstens {longest}.</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Copies of deleted memories are kept here for 30 days, wherever they were deleted.</source>
        <translation>Kopien gelöschter Erinnerungen bleiben hier 30 Tage, wo immer sie gelöscht wurden.</translation>
    </message>
    <message>
        <source>Deleted for good</source>
        <translation>Endgültig gelöscht</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>Der Papierkorb ist leer</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen…</translation>
    </message>
    <message>
        <source>Share with a project</source>
        <translation>Mit einem Projekt teilen</translation>
    </message>
</context>
</TS>

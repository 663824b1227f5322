<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Search the files</source>
        <translation>Dateien durchsuchen</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Claude&apos;s folders</source>
        <translation>Claudes Ordner</translation>
    </message>
    <message>
        <source>Search by project, file or title</source>
        <translation>Nach Projekt, Datei oder Titel suchen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The Claude CLI keeps no memory on this computer.</source>
        <translation>Die Claude CLI hat auf diesem Rechner kein Gedächtnis.</translation>
    </message>
    <message>
        <source>When it notes something about a project by itself, its files are listed here. They are never written unasked.</source>
        <translation>Wenn sie sich von selbst etwas zu einem Projekt notiert, stehen ihre Dateien hier. Ungefragt werden sie nie geschrieben.</translation>
    </message>
    <message>
        <source>No file matches</source>
        <translation>Keine Datei passt</translation>
    </message>
    <message>
        <source>Try fewer words, or show all folders.</source>
        <translation>Versuchen Sie weniger Wörter, oder zeigen Sie alle Ordner an.</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>With problems</source>
        <translation>Mit Problemen</translation>
    </message>
    <message numerus="yes">
        <source>%n folder of the Claude CLI</source>
        <comment>%n folders of the Claude CLI</comment>
        <translation>
            <numerusform>%n Ordner der Claude CLI</numerusform>
            <numerusform>%n Ordner der Claude CLI</numerusform>
        </translation>
    </message>
    <message>
        <source>Put this earlier text in the place of {name}, a file of the Claude CLI?</source>
        <translation>Diesen früheren Text an die Stelle von {name} setzen, einer Datei der Claude CLI?</translation>
    </message>
    <message>
        <source>Restore it</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Write to {name}, a file of the Claude CLI? It reads the file at its next session.</source>
        <translation>In {name} schreiben, eine Datei der Claude CLI? Sie liest die Datei in ihrer nächsten Sitzung.</translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation>Datei schreiben</translation>
    </message>
    <message>
        <source>Saved {name}.</source>
        <translation>{name} gespeichert.</translation>
    </message>
    <message>
        <source>{name} was changed meanwhile, so nothing was written. Your text is in its history.</source>
        <translation>{name} wurde inzwischen geändert, daher wurde nichts geschrieben. Ihr Text steht im Verlauf.</translation>
    </message>
    <message>
        <source>Put in order…</source>
        <translation>In Ordnung bringen…</translation>
    </message>
    <message>
        <source>Share…</source>
        <translation>Teilen…</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Write something new</source>
        <translation>Etwas Neues schreiben</translation>
    </message>
    <message>
        <source>Entry in the memory file…</source>
        <translation>Eintrag in der Gedächtnisdatei…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>Notiz…</translation>
    </message>
    <message>
        <source>Decision…</source>
        <translation>Entscheidung…</translation>
    </message>
    <message>
        <source>Procedure…</source>
        <translation>Verfahren…</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Save the file that is being edited</source>
        <translation>Die Datei speichern, die bearbeitet wird</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>There is no {name} in this folder.</source>
        <translation>{name} gibt es in diesem Ordner nicht.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The folder cannot be read</source>
        <translation>Der Ordner kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>There is no {path} in the folder yet.</source>
        <translation>{path} gibt es im Ordner noch nicht.</translation>
    </message>
    <message>
        <source>The file was changed meanwhile. Your text is in {path}.</source>
        <translation>Die Datei wurde inzwischen geändert. Ihr Text steht in {path}.</translation>
    </message>
    <message>
        <source>Deleted {path}. Its versions are kept.</source>
        <translation>{path} wurde gelöscht. Die Versionen bleiben erhalten.</translation>
    </message>
    <message>
        <source>Memory file</source>
        <translation>Gedächtnisdatei</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Procedure</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Role note</source>
        <translation>Notiz einer Rolle</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lehren</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Verweis</translation>
    </message>
    <message>
        <source>Feedback on how to work</source>
        <translation>Rückmeldung zur Arbeitsweise</translation>
    </message>
    <message>
        <source>About you</source>
        <translation>Über Sie</translation>
    </message>
    <message>
        <source>Files that you and your agent can read. Every change is a version with its author and reason, and can be restored.</source>
        <translation>Dateien, die Sie und Ihr Agent lesen können. Jede Änderung ist eine Version mit Urheber und Grund und lässt sich wiederherstellen.</translation>
    </message>
    <message>
        <source>There are no files yet.</source>
        <translation>Noch keine Dateien.</translation>
    </message>
    <message>
        <source>Write down what every session should know, a note on a topic, why something was decided, or how something is done.</source>
        <translation>Schreiben Sie auf, was jede Sitzung wissen soll, eine Notiz zu einem Thema, warum etwas entschieden wurde oder wie etwas gemacht wird.</translation>
    </message>
    <message>
        <source>No file contains that</source>
        <translation>Keine Datei enthält das</translation>
    </message>
    <message>
        <source>Try fewer words, or show all kinds.</source>
        <translation>Versuchen Sie es mit weniger Wörtern oder zeigen Sie alle Arten.</translation>
    </message>
    <message>
        <source>Notes, decisions, procedures, facts, lessons and cases are shared through a git repository. Facts of others stand as unconfirmed; their procedures and memory file reach sessions as your own do, so share only with people you trust. A password or token is kept in the keyring: claudeops secrets set knowledge-remote.</source>
        <translation>Notizen, Entscheidungen, Verfahren, Fakten, Lehren und Fälle werden über ein Git-Repository geteilt. Fakten anderer gelten als unbestätigt; ihre Verfahren und ihre Gedächtnisdatei erreichen Sitzungen wie Ihre eigenen, teilen Sie also nur mit Menschen, denen Sie vertrauen. Ein Passwort oder Token steht im Schlüsselbund: claudeops secrets set knowledge-remote.</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>no longer in use</source>
        <translation>nicht mehr in Gebrauch</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>shipped</source>
        <translation>umgesetzt</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>abgelöst</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>reviewed by you</source>
        <translation>von Ihnen geprüft</translation>
    </message>
    <message>
        <source>confirmed by a check</source>
        <translation>durch eine Prüfung bestätigt</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Ihnen</translation>
    </message>
    <message>
        <source>Claude Ops</source>
        <translation>Claude Ops</translation>
    </message>
    <message>
        <source>see decision {number}</source>
        <translation>siehe Entscheidung {number}</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>There are two texts of {path}: it was changed in two places at once.</source>
        <translation>Von {path} gibt es zwei Texte: Die Datei wurde an zwei Stellen zugleich geändert.</translation>
    </message>
    <message>
        <source>synced {when}</source>
        <translation>abgeglichen {when}</translation>
    </message>
    <message>
        <source>Facts, lessons and cases of others: {counts}</source>
        <translation>Fakten, Lehren und Fälle von anderen: {counts}</translation>
    </message>
    <message>
        <source>Changes that put the files in order wait for your answer.</source>
        <translation>Änderungen, die die Dateien in Ordnung bringen, warten auf Ihre Antwort.</translation>
    </message>
    <message numerus="yes">
        <source>%n file was edited outside of Claude Ops and taken in as a version of yours: {shown}</source>
        <comment>%n files were edited outside of Claude Ops and taken in as versions of yours: {shown}</comment>
        <translation>
            <numerusform>%n Datei wurde außerhalb von Claude Ops bearbeitet und als Ihre Version übernommen: {shown}</numerusform>
            <numerusform>%n Dateien wurden außerhalb von Claude Ops bearbeitet und als Ihre Versionen übernommen: {shown}</numerusform>
        </translation>
    </message>
    <message>
        <source>{shown} and {more} more</source>
        <translation>{shown} und {more} weitere</translation>
    </message>
    <message>
        <source>The memory file is {percent} full. What does not fit is not read by agents: take out what is not needed.</source>
        <translation>Die Gedächtnisdatei ist zu {percent} voll. Was nicht hineinpasst, lesen Agenten nicht: Nehmen Sie heraus, was nicht gebraucht wird.</translation>
    </message>
    <message numerus="yes">
        <source>%n file</source>
        <comment>%n files</comment>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>the memory file is {percent} full</source>
        <translation>die Gedächtnisdatei ist zu {percent} voll</translation>
    </message>
    <message numerus="yes">
        <source>%n problem</source>
        <comment>%n problems</comment>
        <translation>
            <numerusform>%n Problem</numerusform>
            <numerusform>%n Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>No files</source>
        <translation>Keine Dateien</translation>
    </message>
    <message>
        <source>What stands there now is kept as a version.</source>
        <translation>Was jetzt dort steht, wird als Version behalten.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>New entry in the memory file</source>
        <translation>Neuer Eintrag in der Gedächtnisdatei</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>What every session should know</source>
        <translation>Was jede Sitzung wissen soll</translation>
    </message>
    <message>
        <source>Ask before you restart the database.</source>
        <translation>Fragen Sie, bevor Sie die Datenbank neu starten.</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Markdown. [[Other note]] links to another note.</source>
        <translation>Markdown. [[Andere Notiz]] verweist auf eine andere Notiz.</translation>
    </message>
    <message>
        <source>New decision</source>
        <translation>Neue Entscheidung</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Festhalten</translation>
    </message>
    <message>
        <source>Use PostgreSQL for the team</source>
        <translation>PostgreSQL für das Team verwenden</translation>
    </message>
    <message>
        <source>Why a decision was needed</source>
        <translation>Warum eine Entscheidung nötig war</translation>
    </message>
    <message>
        <source>What was decided</source>
        <translation>Was entschieden wurde</translation>
    </message>
    <message>
        <source>What follows from it</source>
        <translation>Was daraus folgt</translation>
    </message>
    <message>
        <source>New procedure</source>
        <translation>Neues Verfahren</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Renew a certificate</source>
        <translation>Ein Zertifikat erneuern</translation>
    </message>
    <message>
        <source>What it does, and when to use it</source>
        <translation>Was es tut und wann man es verwendet</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>What this version changed</source>
        <translation>Was diese Version geändert hat</translation>
    </message>
    <message>
        <source>Reading the history…</source>
        <translation>Der Verlauf wird gelesen…</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>There are none yet</source>
        <translation>Es gibt noch keine</translation>
    </message>
    <message>
        <source>The history cannot be read</source>
        <translation>Der Verlauf kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Edit (not saved)</source>
        <translation>Bearbeiten (nicht gespeichert)</translation>
    </message>
    <message>
        <source>Link in a file</source>
        <translation>Link in einer Datei</translation>
    </message>
    <message>
        <source>This link leads out of the knowledge folder, to

{shown}</source>
        <translation>Dieser Link führt aus dem Wissensordner hinaus, zu

{shown}</translation>
    </message>
    <message>
        <source>This link does not lead to the web or to a file of the folder. It is not opened:

{shown}</source>
        <translation>Dieser Link führt weder ins Web noch zu einer Datei des Ordners. Er wird nicht geöffnet:

{shown}</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>Text der Datei</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Edit the file</source>
        <translation>Die Datei bearbeiten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save (Ctrl+S)</source>
        <translation>Speichern (Strg+S)</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>It is too large to be edited here: use an editor, or cut it into several files.</source>
        <translation>Die Datei ist zu groß, um hier bearbeitet zu werden: Verwenden Sie einen Editor, oder teilen Sie sie auf.</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>Restore this version</source>
        <translation>Diese Version wiederherstellen</translation>
    </message>
    <message>
        <source>{when} by {who}</source>
        <translation>{when} von {who}</translation>
    </message>
    <message>
        <source>{when} · {who} · {why}</source>
        <translation>{when} · von {who} · {why}</translation>
    </message>
    <message>
        <source>Nothing is wrong.</source>
        <translation>Alles in Ordnung.</translation>
    </message>
    <message>
        <source>Line {line}: {sentence}</source>
        <translation>Zeile {line}: {sentence}</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kind or folder</source>
        <translation>Art oder Ordner</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message numerus="yes">
        <source>%n problem in this file</source>
        <comment>%n problems in this file</comment>
        <translation>
            <numerusform>%n Problem in dieser Datei</numerusform>
            <numerusform>%n Probleme in dieser Datei</numerusform>
        </translation>
    </message>
    <message>
        <source>Two texts of {path}</source>
        <translation>Zwei Fassungen von {path}</translation>
    </message>
    <message>
        <source>The file was changed in two places at once, so both texts were kept. Which one holds?</source>
        <translation>Die Datei wurde an zwei Stellen zugleich geändert, deshalb wurden beide Texte behalten. Welcher gilt?</translation>
    </message>
    <message>
        <source>What stood there</source>
        <translation>Was dort stand</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>Ihr Text</translation>
    </message>
    <message>
        <source>How yours differs</source>
        <translation>Worin sich Ihre unterscheidet</translation>
    </message>
    <message>
        <source>Keep what stood there</source>
        <translation>Behalten, was dort stand</translation>
    </message>
    <message>
        <source>Take my text</source>
        <translation>Meinen Text nehmen</translation>
    </message>
    <message>
        <source>Keep both as two files</source>
        <translation>Beide als zwei Dateien behalten</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>Später entscheiden</translation>
    </message>
    <message>
        <source>Problems in the files</source>
        <translation>Probleme in den Dateien</translation>
    </message>
    <message numerus="yes">
        <source>%n error</source>
        <comment>%n errors</comment>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning</source>
        <comment>%n warnings</comment>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{path}, line {line}: {sentence}</source>
        <translation>{path}, Zeile {line}: {sentence}</translation>
    </message>
    <message>
        <source>Put the knowledge files in order</source>
        <translation>Wissensdateien in Ordnung bringen</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>Undo the last one</source>
        <translation>Letzte zurücknehmen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation>Nach Änderungen suchen</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Genehmigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking at what waits…</source>
        <translation>Wartendes wird angesehen …</translation>
    </message>
    <message numerus="yes">
        <source>%n change waits for your answer. Nothing in the files changes before you approve.</source>
        <comment>%n changes wait for your answer. Nothing in the files changes before you approve.</comment>
        <translation>
            <numerusform>%n Änderung wartet auf Ihre Antwort. In den Dateien ändert sich nichts, bevor Sie sie genehmigen.</numerusform>
            <numerusform>%n Änderungen warten auf Ihre Antwort. In den Dateien ändert sich nichts, bevor Sie sie genehmigen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Claude Ops looks for entries that are stale, contradicted, redundant or wrongly dated, and for what sessions said that is worth keeping. You see each change before it is made.</source>
        <translation>Claude Ops sucht nach Einträgen, die veraltet, widerlegt, überflüssig oder falsch datiert sind, und nach dem, was Sitzungen Behaltenswertes gesagt haben. Sie sehen jede Änderung, bevor sie gemacht wird.</translation>
    </message>
    <message>
        <source>There is nothing to put in order.</source>
        <translation>Es gibt nichts in Ordnung zu bringen.</translation>
    </message>
    <message>
        <source>Looking for changes… This may take a minute.</source>
        <translation>Änderungen werden gesucht … Das kann eine Minute dauern.</translation>
    </message>
    <message>
        <source>The changes were made.</source>
        <translation>Die Änderungen wurden gemacht.</translation>
    </message>
    <message>
        <source>Making the changes…</source>
        <translation>Änderungen werden gemacht …</translation>
    </message>
    <message>
        <source>The changes were discarded.</source>
        <translation>Die Änderungen wurden verworfen.</translation>
    </message>
    <message>
        <source>The last changes were taken back.</source>
        <translation>Die letzten Änderungen wurden zurückgenommen.</translation>
    </message>
    <message>
        <source>Share with other workstations</source>
        <translation>Mit anderen Arbeitsplätzen teilen</translation>
    </message>
    <message>
        <source>Git repository</source>
        <translation>Git-Repository</translation>
    </message>
    <message>
        <source>Git &amp;repository</source>
        <translation>Git-&amp;Repository</translation>
    </message>
    <message>
        <source>Deleted elsewhere, still here</source>
        <translation>Anderswo gelöscht, hier noch vorhanden</translation>
    </message>
    <message>
        <source>Delete here as well</source>
        <translation>Auch hier löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>Jetzt abgleichen</translation>
    </message>
    <message>
        <source>Syncing…</source>
        <translation>Wird abgeglichen…</translation>
    </message>
    <message>
        <source>The entry was deleted here as well.</source>
        <translation>Der Eintrag wurde auch hier gelöscht.</translation>
    </message>
    <message>
        <source>The entry is kept here.</source>
        <translation>Der Eintrag bleibt hier.</translation>
    </message>
    <message>
        <source>Nothing is shared: no repository is set.</source>
        <translation>Es wird nichts geteilt: Es ist kein Repository eingerichtet.</translation>
    </message>
    <message>
        <source>Not synced yet.</source>
        <translation>Noch nicht abgeglichen.</translation>
    </message>
    <message>
        <source>Last sync: {when}</source>
        <translation>Letzter Abgleich: {when}</translation>
    </message>
    <message numerus="yes">
        <source>%n entry of this workstation is shared</source>
        <comment>%n entries of this workstation are shared</comment>
        <translation>
            <numerusform>%n Eintrag dieses Arbeitsplatzes wird geteilt</numerusform>
            <numerusform>%n Einträge dieses Arbeitsplatzes werden geteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n came from others</source>
        <comment>%n came from others</comment>
        <translation>
            <numerusform>%n kam von anderen</numerusform>
            <numerusform>%n kamen von anderen</numerusform>
        </translation>
    </message>
    <message>
        <source>Other workstations: {names}</source>
        <translation>Andere Arbeitsplätze: {names}</translation>
    </message>
    <message numerus="yes">
        <source>%n file has two texts of which you choose one.</source>
        <comment>%n files have two texts of which you choose one.</comment>
        <translation>
            <numerusform>%n Datei hat zwei Texte, von denen Sie einen wählen.</numerusform>
            <numerusform>%n Dateien haben zwei Texte, von denen Sie einen wählen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file changed here.</source>
        <comment>%n files changed here.</comment>
        <translation>
            <numerusform>%n Datei hat sich hier geändert.</numerusform>
            <numerusform>%n Dateien haben sich hier geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>needs review</source>
        <translation>zu prüfen</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>im Widerspruch</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>deleted elsewhere</source>
        <translation>anderswo gelöscht</translation>
    </message>
    <message>
        <source>What is here was pushed.</source>
        <translation>Was hier ist, wurde übertragen.</translation>
    </message>
    <message>
        <source>There was nothing to exchange.</source>
        <translation>Es gab nichts auszutauschen.</translation>
    </message>
    <message>
        <source>The last sync failed {when}: {why}</source>
        <translation>Der letzte Abgleich ist {when} gescheitert: {why}</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>Ihrer</translation>
    </message>
    <message>
        <source>from elsewhere</source>
        <translation>von anderswo</translation>
    </message>
    <message>
        <source>The last sync failed: {why}</source>
        <translation>Der letzte Abgleich ist gescheitert: {why}</translation>
    </message>
    <message numerus="yes">
        <source>%n entry was deleted at another workstation and still stands here.</source>
        <comment>%n entries were deleted at other workstations and still stand here.</comment>
        <translation>
            <numerusform>%n Eintrag wurde an einem anderen Arbeitsplatz gelöscht und steht hier noch.</numerusform>
            <numerusform>%n Einträge wurden an anderen Arbeitsplätzen gelöscht und stehen hier noch.</numerusform>
        </translation>
    </message>
</context>
</TS>

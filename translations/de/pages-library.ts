<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Add a web page</source>
        <translation>Webseite hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Address of a page or a repository</source>
        <translation>Adresse einer Seite oder eines Repositorys</translation>
    </message>
    <message>
        <source>Why it is worth reading</source>
        <translation>Warum sie lesenswert ist</translation>
    </message>
    <message>
        <source>Kept with it, and in its note.</source>
        <translation>Wird dabei und in der Notiz festgehalten.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Write a note with its source</source>
        <translation>Notiz mit Quelle schreiben</translation>
    </message>
    <message>
        <source>Write no note</source>
        <translation>Keine Notiz schreiben</translation>
    </message>
    <message>
        <source>Follow a feed</source>
        <translation>Feed abonnieren</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Abonnieren</translation>
    </message>
    <message>
        <source>Address of an RSS or Atom feed</source>
        <translation>Adresse eines RSS- oder Atom-Feeds</translation>
    </message>
    <message>
        <source>Polled</source>
        <translation>Abruf</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Only the public internet</source>
        <translation>Nur das öffentliche Internet</translation>
    </message>
    <message>
        <source>This host may be in my own network</source>
        <translation>Dieser Host darf in meinem eigenen Netz sein</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove it from the library; a file stays where it is</source>
        <translation>Aus der Bibliothek entfernen; eine Datei bleibt, wo sie ist</translation>
    </message>
    <message>
        <source>Parts of the document</source>
        <translation>Teile des Dokuments</translation>
    </message>
    <message>
        <source>Text of the part</source>
        <translation>Text des Teils</translation>
    </message>
    <message>
        <source>Open the note</source>
        <translation>Notiz öffnen</translation>
    </message>
    <message>
        <source>Search what the documents say</source>
        <translation>Inhalt der Dokumente durchsuchen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>Datei hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder, and keep it up to date…</source>
        <translation>Ordner hinzufügen und aktuell halten…</translation>
    </message>
    <message>
        <source>Add a web page…</source>
        <translation>Webseite hinzufügen…</translation>
    </message>
    <message>
        <source>Folders and feeds…</source>
        <translation>Ordner und Feeds…</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Alle Zustände</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>Remove the document</source>
        <translation>Dokument entfernen</translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation>Datei hinzufügen</translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>Zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Add a file to the library</source>
        <translation>Datei zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder to the library</source>
        <translation>Ordner zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>{name} wird gelesen …</translation>
    </message>
    <message>
        <source>Fetching {address}…</source>
        <translation>{address} wird abgerufen …</translation>
    </message>
    <message>
        <source>Reading the feed {address}…</source>
        <translation>Der Feed {address} wird gelesen …</translation>
    </message>
    <message>
        <source>Removed a document from the library</source>
        <translation>Dokument aus der Bibliothek entfernt</translation>
    </message>
    <message>
        <source>The note is in {path}.</source>
        <translation>Die Notiz steht in {path}.</translation>
    </message>
    <message>
        <source>Folders are looked through every five minutes, feeds when they are due. Both wait for sessions.</source>
        <translation>Ordner werden alle fünf Minuten durchgesehen, Feeds, wenn sie fällig sind. Beides wartet auf Sitzungen.</translation>
    </message>
    <message>
        <source>Update now</source>
        <translation>Jetzt aktualisieren</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>Ordner beobachten …</translation>
    </message>
    <message>
        <source>Watch no longer</source>
        <translation>Nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Folder or address</source>
        <translation>Ordner oder Adresse</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Last time</source>
        <translation>Letztes Mal</translation>
    </message>
    <message>
        <source>Next time</source>
        <translation>Nächstes Mal</translation>
    </message>
    <message>
        <source>Nothing is followed. Where a page that you add has a feed, you are asked about it.</source>
        <translation>Nichts wird verfolgt. Hat eine hinzugefügte Seite einen Feed, wird danach gefragt.</translation>
    </message>
    <message>
        <source>Follow a feed…</source>
        <translation>Feed abonnieren …</translation>
    </message>
    <message>
        <source>Follow no longer</source>
        <translation>Abonnement beenden</translation>
    </message>
    <message>
        <source>Fetch and add</source>
        <translation>Abrufen und hinzufügen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Looking through the folders and the feeds…</source>
        <translation>Ordner und Feeds werden durchgesehen …</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>Ordner beobachten</translation>
    </message>
    <message>
        <source>Dismissed a suggested address</source>
        <translation>Vorgeschlagene Adresse verworfen</translation>
    </message>
    <message>
        <source>A feed is followed no longer</source>
        <translation>Abonnement eines Feeds beendet</translation>
    </message>
    <message>
        <source>A folder is watched no longer; its documents were removed</source>
        <translation>Ein Ordner wird nicht mehr beobachtet; seine Dokumente wurden entfernt</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Where it stands</source>
        <translation>Fundstelle</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The page has a feed: {address}</source>
        <translation>Die Seite hat einen Feed: {address}</translation>
    </message>
    <message>
        <source>Follow…</source>
        <translation>Verfolgen…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Feed</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Suggested address</source>
        <translation>Vorgeschlagene Adresse</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Folders and feeds</source>
        <translation>Ordner und Feeds</translation>
    </message>
    <message>
        <source>Read the document</source>
        <translation>Dokument lesen</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>EPUB</source>
        <translation>EPUB</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>ungelesen</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>file is gone</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>The library is empty</source>
        <translation>Die Bibliothek ist leer</translation>
    </message>
    <message>
        <source>Add manuals, books, notes or web pages. You and your agents find passages in them, with the place where they stand. Nothing of it is put into a prompt by itself.</source>
        <translation>Fügen Sie Handbücher, Bücher, Notizen oder Webseiten hinzu. Sie und Ihre Agenten finden darin Textstellen mit Fundort. Nichts davon kommt von selbst in einen Prompt.</translation>
    </message>
    <message>
        <source>Nothing in the library has to do with that</source>
        <translation>Dazu steht nichts in der Bibliothek</translation>
    </message>
    <message>
        <source>Use other words, or add a document that says it.</source>
        <translation>Verwenden Sie andere Wörter, oder fügen Sie ein passendes Dokument hinzu.</translation>
    </message>
    <message>
        <source>No document is in that state</source>
        <translation>Kein Dokument hat diesen Zustand</translation>
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
        <source>Every day</source>
        <translation>Jeden Tag</translation>
    </message>
    <message>
        <source>Every week</source>
        <translation>Jede Woche</translation>
    </message>
    <message>
        <source>No documents</source>
        <translation>Keine Dokumente</translation>
    </message>
    <message numerus="yes">
        <source>%n document</source>
        <comment>%n documents</comment>
        <translation>
            <numerusform>%n Dokument</numerusform>
            <numerusform>%n Dokumente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part</source>
        <comment>%n parts</comment>
        <translation>
            <numerusform>%n Teil</numerusform>
            <numerusform>%n Teile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unread</source>
        <comment>%n unread</comment>
        <translation>
            <numerusform>%n ungelesen</numerusform>
            <numerusform>%n ungelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <comment>%n not readable</comment>
        <translation>
            <numerusform>%n nicht lesbar</numerusform>
            <numerusform>%n nicht lesbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file is gone</source>
        <comment>%n files are gone</comment>
        <translation>
            <numerusform>%n Datei fehlt</numerusform>
            <numerusform>%n Dateien fehlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggested address</source>
        <comment>%n suggested addresses</comment>
        <translation>
            <numerusform>%n vorgeschlagene Adresse</numerusform>
            <numerusform>%n vorgeschlagene Adressen</numerusform>
        </translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>Seite {page}</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>Part {number}</source>
        <translation>Teil {number}</translation>
    </message>
    <message>
        <source>read {when}</source>
        <translation>gelesen {when}</translation>
    </message>
    <message>
        <source>Why it is kept: {why}</source>
        <translation>Warum es hier ist: {why}</translation>
    </message>
    <message>
        <source>Relevance {level}, by rules: {why}</source>
        <translation>Relevanz {level}, nach Regeln: {why}</translation>
    </message>
    <message>
        <source>Relevance {level}, by {model}: {why}</source>
        <translation>Relevanz {level}, laut {model}: {why}</translation>
    </message>
    <message>
        <source>The file was gone on {when}. It is not searched until it is back.</source>
        <translation>Die Datei fehlte am {when}. Sie wird erst wieder durchsucht, wenn sie zurück ist.</translation>
    </message>
    <message>
        <source>Its latest version cannot be read: {why}</source>
        <translation>Die neueste Fassung kann nicht gelesen werden: {why}</translation>
    </message>
    <message numerus="yes">
        <source>%n document added.</source>
        <comment>%n documents added.</comment>
        <translation>
            <numerusform>%n Dokument hinzugefügt.</numerusform>
            <numerusform>%n Dokumente hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document changed.</source>
        <comment>%n documents changed.</comment>
        <translation>
            <numerusform>%n Dokument geändert.</numerusform>
            <numerusform>%n Dokumente geändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file is gone.</source>
        <comment>%n files are gone.</comment>
        <translation>
            <numerusform>%n Datei fehlt.</numerusform>
            <numerusform>%n Dateien fehlen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more could not be read.</source>
        <comment>%n more could not be read.</comment>
        <translation>
            <numerusform>%n weiteres konnte nicht gelesen werden.</numerusform>
            <numerusform>%n weitere konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is in the library already, and says the same.</source>
        <translation>Es ist schon in der Bibliothek, mit demselben Inhalt.</translation>
    </message>
    <message>
        <source>Nothing is new.</source>
        <translation>Nichts ist neu.</translation>
    </message>
    <message>
        <source>Every {hours} hours</source>
        <translation>Alle {hours} Stunden</translation>
    </message>
</context>
</TS>

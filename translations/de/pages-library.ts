<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Add a web page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of a page or a repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it is worth reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept with it, and in its note.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note with its source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write no note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow a feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of an RSS or Atom feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Polled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the public internet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This host may be in my own network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it from the library; a file stays where it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search what the documents say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder, and keep it up to date…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web page…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a file to the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder to the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching {address}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has a feed: follow {address}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the feed {address}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed a document from the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note is in {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders are looked through every five minutes, feeds when they are due. Both wait for sessions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch no longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow a feed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow no longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch and add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggested addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folder is watched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No feed is followed. Where a page that you add has one, you are asked about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggested by agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking through the folders and the feeds…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismissed a suggested address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A feed is followed no longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder is watched no longer; its documents were removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looked through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last poll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next poll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggested address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders and feeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the documents of the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the folders and feeds of the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the document, or follow it no longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EPUB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>medium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add manuals, books, notes or web pages. You and your agents find passages in them, with the place where they stand. Nothing of it is put into a prompt by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the library has to do with that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use other words, or add a document that says it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No document is in that state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every 6 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n document</source>
        <comment>%n documents</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part</source>
        <comment>%n parts</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unread</source>
        <comment>%n unread</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <comment>%n not readable</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file is gone</source>
        <comment>%n files are gone</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggested address</source>
        <comment>%n suggested addresses</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it is kept: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relevance {level}, by rules: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relevance {level}, by {model}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was gone on {when}. It is not searched until it is back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its latest version cannot be read: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n document added.</source>
        <comment>%n documents added.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document changed.</source>
        <comment>%n documents changed.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file is gone.</source>
        <comment>%n files are gone.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more could not be read.</source>
        <comment>%n more could not be read.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It is in the library already, and says the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is new.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every {hours} hours</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

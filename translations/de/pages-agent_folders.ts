<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Project or role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n problem in this file</source>
        <comment>%n problems in this file</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The Claude CLI keeps no memory on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When it notes something about a project by itself, its files are listed here. They are never written unasked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claude&apos;s folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by project, file or title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of the Claude CLI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the file that is being edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try fewer words, or show all folders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n folder of the Claude CLI</source>
        <comment>%n folders of the Claude CLI</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The folders cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no {name} in this folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to {name}, a file of the Claude CLI? It reads the file at its next session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put this earlier text in the place of {name}, a file of the Claude CLI?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands there now is kept as a version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was changed meanwhile, so nothing was written. Your text is in its history.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

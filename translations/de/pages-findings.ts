<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>seen once</source>
        <translation>einmal gesehen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>is back</source>
        <translation>ist wieder da</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>What came up more than once. One is fixed when something was done about it and two good checks followed; you are notified when it comes back.</source>
        <translation>Was mehr als einmal auftrat. Ein Befund ist behoben, wenn etwas dagegen getan wurde und zwei gute Prüfungen folgten; kommt er wieder, werden Sie benachrichtigt.</translation>
    </message>
    <message>
        <source>When the same kind of warning comes up twice, it appears here.</source>
        <translation>Tritt dieselbe Art von Warnung zweimal auf, erscheint sie hier.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Fixed {fixed_at} by {fixed_by}</source>
        <translation>Behoben {fixed_at} durch {fixed_by}</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>No finding yet</source>
        <translation>Noch kein Befund</translation>
    </message>
    <message>
        <source>Show the events</source>
        <translation>Ereignisse anzeigen</translation>
    </message>
    <message>
        <source>Mark as fixed</source>
        <translation>Als behoben markieren</translation>
    </message>
    <message>
        <source>Mark the finding as fixed, or open it again</source>
        <translation>Den Befund als behoben markieren oder wieder öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%n open finding</source>
        <comment>%n open findings</comment>
        <translation>
            <numerusform>%n offener Befund</numerusform>
            <numerusform>%n offene Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n is back</source>
        <comment>%n are back</comment>
        <translation>
            <numerusform>%n ist wieder da</numerusform>
            <numerusform>%n sind wieder da</numerusform>
        </translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Opened a finding again</source>
        <translation>Einen Befund wieder geöffnet</translation>
    </message>
    <message>
        <source>Marked a finding as fixed</source>
        <translation>Einen Befund als behoben markiert</translation>
    </message>
</context>
</TS>

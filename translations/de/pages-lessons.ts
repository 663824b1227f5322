<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>a correction</source>
        <translation>eine Korrektur</translation>
    </message>
    <message>
        <source>an admitted mistake</source>
        <translation>ein eingestandener Fehler</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Short rules that are in every prompt. They come from corrections in sessions, and from you.</source>
        <translation>Kurze Regeln, die in jedem Prompt stehen. Sie stammen aus Korrekturen in Sitzungen und von Ihnen.</translation>
    </message>
    <message>
        <source>When somebody corrects the agent, the rule appears here and in every later prompt. Or add one below.</source>
        <translation>Wird der Agent korrigiert, erscheint die Regel hier und in jedem späteren Prompt. Unten lässt sich auch eine hinzufügen.</translation>
    </message>
    <message>
        <source>needs review</source>
        <translation>braucht Durchsicht</translation>
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
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lehre</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
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
        <source>Lessons</source>
        <translation>Lehren</translation>
    </message>
    <message>
        <source>No lesson yet</source>
        <translation>Noch keine Lehre</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit text (F2)</source>
        <translation>Text bearbeiten (F2)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove it (Del)</source>
        <translation>Entfernen (Entf)</translation>
    </message>
    <message>
        <source>Edit the lesson</source>
        <translation>Lehre bearbeiten</translation>
    </message>
    <message>
        <source>Turn the lesson on or off</source>
        <translation>Lehre ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Remove the lesson</source>
        <translation>Lehre entfernen</translation>
    </message>
    <message>
        <source>Add a lesson</source>
        <translation>Lehre hinzufügen</translation>
    </message>
    <message>
        <source>A new lesson, such as “Prefer reload over restart”</source>
        <translation>Eine neue Lehre, etwa „Lieber neu laden als neu starten“</translation>
    </message>
    <message>
        <source>A lesson</source>
        <translation>Eine Lehre</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%n lesson in every prompt</source>
        <comment>%n lessons in every prompt</comment>
        <translation>
            <numerusform>%n Lehre in jedem Prompt</numerusform>
            <numerusform>%n Lehren in jedem Prompt</numerusform>
        </translation>
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
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
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
        <source>Approved a lesson</source>
        <translation>Lehre freigegeben</translation>
    </message>
    <message>
        <source>Turned a lesson on</source>
        <translation>Lehre eingeschaltet</translation>
    </message>
    <message>
        <source>Turned a lesson off</source>
        <translation>Lehre ausgeschaltet</translation>
    </message>
    <message>
        <source>Removed a lesson</source>
        <translation>Lehre entfernt</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Reminders</source>
        <translation>Vormerkungen</translation>
    </message>
    <message>
        <source>Cancel the reminder</source>
        <translation>Vormerkung absagen</translation>
    </message>
    <message>
        <source>upcoming</source>
        <translation>bevorstehend</translation>
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
        <source>Dates that were mentioned in a session. On its day a reminder is in every prompt, with what is known about it.</source>
        <translation>Termine, die in einer Sitzung genannt wurden. An ihrem Tag steht die Vormerkung in jedem Prompt, mit allem, was darüber bekannt ist.</translation>
    </message>
    <message>
        <source>When somebody says “renew the certificate on Friday”, that day appears here, and the prompts of that day say so.</source>
        <translation>Wird gesagt „am Freitag das Zertifikat erneuern“, erscheint der Tag hier, und die Prompts dieses Tages erinnern daran.</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>In</source>
        <translation>In</translation>
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
        <source>What was said</source>
        <translation>Was gesagt wurde</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>Said as “{words}”, {created_at}</source>
        <translation>Gesagt als „{words}“, {created_at}</translation>
    </message>
    <message>
        <source>No reminder</source>
        <translation>Keine Vormerkung</translation>
    </message>
    <message>
        <source>Include past and cancelled reminders</source>
        <translation>Auch vergangene und abgesagte</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Cancel it</source>
        <translation>Absagen</translation>
    </message>
    <message numerus="yes">
        <source>%n upcoming reminder</source>
        <comment>%n upcoming reminders</comment>
        <translation>
            <numerusform>%n bevorstehende Vormerkung</numerusform>
            <numerusform>%n bevorstehende Vormerkungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Include in prompts again</source>
        <translation>Wieder in Prompts aufnehmen</translation>
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
</context>
</TS>

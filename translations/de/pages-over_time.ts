<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
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
        <source>Over time</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Wie weit zurück</translation>
    </message>
    <message>
        <source>Which services</source>
        <translation>Welche Dienste</translation>
    </message>
    <message>
        <source>All services</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Services with problems</source>
        <translation>Dienste mit Problemen</translation>
    </message>
    <message>
        <source>Events at that time</source>
        <translation>Ereignisse zu dieser Zeit</translation>
    </message>
    <message>
        <source>Show the events of this service in the time of the cell</source>
        <translation>Ereignisse dieses Dienstes in der Zeit der Zelle anzeigen</translation>
    </message>
    <message>
        <source>Nothing was checked yet</source>
        <translation>Noch nichts geprüft</translation>
    </message>
    <message>
        <source>The state of every service, hour by hour, appears here after a run.</source>
        <translation>Der Zustand jedes Dienstes, Stunde für Stunde, erscheint hier nach einem Lauf.</translation>
    </message>
    <message>
        <source>All services were healthy all the time.</source>
        <translation>Alle Dienste waren durchgehend in Ordnung.</translation>
    </message>
    <message>
        <source>Nothing was checked at that time.</source>
        <translation>Damals wurde nichts geprüft.</translation>
    </message>
    <message>
        <source>{said}. Return shows the service.</source>
        <translation>{said}. Eingabetaste zeigt den Dienst.</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%n check</source>
        <comment>%n checks</comment>
        <translation>
            <numerusform>%n Prüfung</numerusform>
            <numerusform>%n Prüfungen</numerusform>
        </translation>
    </message>
    <message>
        <source>in maintenance, {checks}</source>
        <translation>in Wartung, {checks}</translation>
    </message>
    <message>
        <source>{state} in all {checks}</source>
        <translation>{state} in allen {checks}</translation>
    </message>
    <message>
        <source>{state} in {checks}</source>
        <translation>{state} in {checks}</translation>
    </message>
    <message>
        <source>{state} in {counts}</source>
        <translation>{state} in {counts}</translation>
    </message>
    <message>
        <source>{states} of {checks}</source>
        <translation>{states} von {checks}</translation>
    </message>
    <message>
        <source>{day} {month}</source>
        <translation>{day}. {month}</translation>
    </message>
    <message>
        <source>Low bar: healthy. Hatched: degraded. Crossed: down. Outline: not known. Lines: in maintenance. Dot: not checked.</source>
        <translation>Niedriger Balken: in Ordnung. Schraffiert: beeinträchtigt. Gekreuzt: ausgefallen. Umriss: unbekannt. Linien: in Wartung. Punkt: nicht geprüft.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>in maintenance</source>
        <translation>in Wartung</translation>
    </message>
    <message>
        <source>Services over time</source>
        <translation>Dienste im Zeitverlauf</translation>
    </message>
</context>
</TS>

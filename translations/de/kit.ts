<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>ddd d MMM yyyy, HH:mm</source>
        <translation>ddd d. MMM yyyy, HH:mm</translation>
    </message>
    <message>
        <source>Still empty: {field}</source>
        <translation>Noch leer: {field}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{action}: {about}</source>
        <translation>{action}: {about}</translation>
    </message>
    <message>
        <source>Undo the last answer</source>
        <translation>Letzte Antwort rückgängig machen</translation>
    </message>
    <message>
        <source>{at} of {number}</source>
        <translation>{at} von {number}</translation>
    </message>
    <message>
        <source>{number} selected. Each button answers all that it counts.</source>
        <translation>{number} gewählt. Jede Schaltfläche beantwortet alle, die sie zählt.</translation>
    </message>
    <message numerus="yes">
        <source>%n row</source>
        <comment>%n rows</comment>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Verbleibende Zeit</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take the approval back: the question stays open (Z)</source>
        <translation>Freigabe zurücknehmen: Die Frage bleibt offen (Z)</translation>
    </message>
    <message>
        <source>{keys}. Page Down reads on, arrow keys show the other cards.</source>
        <translation>{keys}. Bild ab liest weiter, Pfeiltasten zeigen die anderen Karten.</translation>
    </message>
    <message>
        <source>Z: undo</source>
        <translation>Z: rückgängig</translation>
    </message>
    <message>
        <source>{tip} ({keys})</source>
        <translation>{tip} ({keys})</translation>
    </message>
    <message>
        <source>{name}: {low} to {high}, last {last}</source>
        <translation>{name}: {low} bis {high}, zuletzt {last}</translation>
    </message>
    <message numerus="yes">
        <source>%n outage</source>
        <comment>%n outages</comment>
        <translation>
            <numerusform>%n Ausfall</numerusform>
            <numerusform>%n Ausfälle</numerusform>
        </translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>outage</source>
        <translation>Ausfall</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>beeinträchtigt</translation>
    </message>
    <message>
        <source>in maintenance</source>
        <translation>in Wartung</translation>
    </message>
    <message>
        <source>Low bar: healthy. Hatched: degraded. Crossed: down. Outline: not known. Lines: in maintenance. Dot: not checked.</source>
        <translation>Niedriger Balken: in Ordnung. Schraffiert: beeinträchtigt. Gekreuzt: ausgefallen. Umriss: unbekannt. Linien: in Wartung. Punkt: nicht geprüft.</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show the values of the chart as a table, for reading one by one</source>
        <translation>Werte des Diagramms als Tabelle zeigen, um sie einzeln zu lesen</translation>
    </message>
    <message>
        <source>{title} as a table</source>
        <translation>{title} als Tabelle</translation>
    </message>
    <message>
        <source>by hour</source>
        <translation>je Stunde</translation>
    </message>
    <message numerus="yes">
        <source>by %n hour</source>
        <comment>by %n hours</comment>
        <translation>
            <numerusform>je Stunde</numerusform>
            <numerusform>je %n Stunden</numerusform>
        </translation>
    </message>
    <message>
        <source>by day</source>
        <translation>je Tag</translation>
    </message>
    <message>
        <source>by week</source>
        <translation>je Woche</translation>
    </message>
    <message>
        <source>Not fully in view: enlarge the window before you answer.</source>
        <translation>Nicht ganz sichtbar: vor der Antwort das Fenster vergrößern.</translation>
    </message>
    <message>
        <source>Scroll to the end before you approve (Page Down).</source>
        <translation>Vor der Freigabe bis zum Ende blättern (Bild ab).</translation>
    </message>
    <message>
        <source>To answer by key, choose this card first (Return or click).</source>
        <translation>Um mit Tasten zu antworten, zuerst diese Karte wählen (Eingabe oder Klick).</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>Weitere Filter</translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>half of them within</source>
        <translation>die Hälfte binnen</translation>
    </message>
    <message>
        <source>95 % within</source>
        <translation>95 % binnen</translation>
    </message>
    <message>
        <source>99 % within</source>
        <translation>99 % binnen</translation>
    </message>
    <message numerus="yes">
        <source>%n incident</source>
        <comment>%n incidents</comment>
        <translation>
            <numerusform>%n Störung</numerusform>
            <numerusform>%n Störungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{number}, {incidents_a_week} a week</source>
        <translation>{number}, {incidents_a_week} je Woche</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Uptime {up} of {total} results. {incidents}.</source>
        <translation>Verfügbarkeit {up} aus {total} Ergebnissen. {incidents}.</translation>
    </message>
    <message>
        <source>{known} checked, {below} of them not always up. {incidents}.</source>
        <translation>{known} geprüft, {below} davon nicht durchgehend verfügbar. {incidents}.</translation>
    </message>
    <message numerus="yes">
        <source>%n service</source>
        <comment>%n services</comment>
        <translation>
            <numerusform>%n Dienst</numerusform>
            <numerusform>%n Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>Verfügbarkeit</translation>
    </message>
    <message>
        <source>No service was checked continuously in this time.</source>
        <translation>In dieser Zeit wurde kein Dienst fortlaufend geprüft.</translation>
    </message>
    <message>
        <source>Response time</source>
        <translation>Antwortzeit</translation>
    </message>
    <message>
        <source>No response was timed in this time.</source>
        <translation>In dieser Zeit wurde keine Antwort gemessen.</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>No incident was opened in this time.</source>
        <translation>In dieser Zeit begann keine Störung.</translation>
    </message>
    <message>
        <source>Cost by agent</source>
        <translation>Kosten nach Agent</translation>
    </message>
    <message>
        <source>No session cost anything in this time.</source>
        <translation>In dieser Zeit kostete keine Sitzung etwas.</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>Export trends</source>
        <translation>Trends exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Show the service</source>
        <translation>Dienst anzeigen</translation>
    </message>
    <message>
        <source>Events at that time</source>
        <translation>Ereignisse zu dieser Zeit</translation>
    </message>
    <message>
        <source>Show the events of this service in the time that is chosen</source>
        <translation>Ereignisse dieses Dienstes in der gewählten Zeit zeigen</translation>
    </message>
    <message>
        <source>Export trends…</source>
        <translation>Trends exportieren…</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>CSV exportieren…</translation>
    </message>
    <message>
        <source>Write every value of this range to a file</source>
        <translation>Jeden Wert dieses Zeitraums in eine Datei schreiben</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>Noch nichts zu zeigen</translation>
    </message>
    <message>
        <source>The state of every service over time appears here once it is checked.</source>
        <translation>Hier erscheint der Zustand jedes Dienstes im Lauf der Zeit, sobald er geprüft wird.</translation>
    </message>
    <message>
        <source>Last {words}</source>
        <translation>Letzte {words}</translation>
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
        <source>What the chart shows</source>
        <translation>Was das Diagramm zeigt</translation>
    </message>
    <message>
        <source>All services were healthy all the time.</source>
        <translation>Alle Dienste waren durchgehend in Ordnung.</translation>
    </message>
    <message>
        <source>Left and Right choose a time. Return shows the service.</source>
        <translation>Links und Rechts wählen eine Zeit. Eingabe zeigt den Dienst.</translation>
    </message>
    <message>
        <source>Wrote {path}.</source>
        <translation>{path} geschrieben.</translation>
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
        <source>{path} cannot be written: {strerror}.</source>
        <translation>{path} kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
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
        <source>{title} as a table</source>
        <translation>{title} als Tabelle</translation>
    </message>
    <message>
        <source>Trends</source>
        <translation>Trends</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Wie weit zurück</translation>
    </message>
    <message>
        <source>Last {words}</source>
        <translation>Letzte {words}</translation>
    </message>
    <message>
        <source>Which service</source>
        <translation>Welcher Dienst</translation>
    </message>
    <message>
        <source>All services</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show the values of the charts as tables, for reading one by one</source>
        <translation>Werte der Diagramme als Tabellen zeigen</translation>
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
        <source>Nothing to show yet</source>
        <translation>Noch nichts zu zeigen</translation>
    </message>
    <message>
        <source>Uptime and response time appear here once services are checked continuously, incidents and costs once there are some.</source>
        <translation>Verfügbarkeit und Antwortzeit erscheinen, sobald Dienste fortlaufend geprüft werden, Störungen und Kosten, sobald es welche gibt.</translation>
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
        <source>Wrote {path}.</source>
        <translation>{path} geschrieben.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {strerror}.</source>
        <translation>{path} kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
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
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Alertmanager, Grafana, Uptime Kuma and your own scripts can start a run about the services that they name.</source>
        <translation>Alertmanager, Grafana, Uptime Kuma und eigene Skripte können einen Lauf zu den genannten Diensten starten.</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>run {run_id}</source>
        <translation>Lauf {run_id}</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>Einrichten</translation>
    </message>
    <message>
        <source>No alerts yet</source>
        <translation>Noch keine Alarme</translation>
    </message>
    <message>
        <source>Set up alerts</source>
        <translation>Alarme einrichten</translation>
    </message>
    <message numerus="yes">
        <source>%n alert</source>
        <comment>%n alerts</comment>
        <translation>
            <numerusform>%n Alarm</numerusform>
            <numerusform>%n Alarme</numerusform>
        </translation>
    </message>
    <message>
        <source>The alert receiver is off.</source>
        <translation>Der Alarmempfang ist aus.</translation>
    </message>
    <message>
        <source>Alerts come in at http://127.0.0.1:{port}/alerts, with a token.</source>
        <translation>Alarme kommen unter http://127.0.0.1:{port}/alerts an, mit einem Token.</translation>
    </message>
    <message>
        <source>Another Claude Ops that uses this data folder receives the alerts.</source>
        <translation>Ein anderes Claude Ops mit diesem Datenordner empfängt die Alarme.</translation>
    </message>
</context>
</TS>

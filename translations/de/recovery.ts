<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Claude Ops ended unexpectedly</source>
        <translation>Claude Ops wurde unerwartet beendet</translation>
    </message>
    <message>
        <source>Something went wrong last time</source>
        <translation>Beim letzten Mal ging etwas schief</translation>
    </message>
    <message>
        <source>{what}.{more}
What the agent had said was read again from its log. Nothing was sent to anybody. If you report this, copy the text below: secrets were taken out, but look through it first.</source>
        <translation>{what}.{more}
Was der Agent gesagt hatte, wurde erneut aus seinem Log gelesen. Nichts wurde gesendet. Für eine Meldung den Text unten kopieren: Geheimnisse wurden entfernt, aber bitte vorher durchsehen.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Don&apos;t show this one again</source>
        <translation>Diesen nicht wieder zeigen</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source> It is the newest of {reports} reports since you last looked; all of them are copied.</source>
        <translation> Es ist der neueste von {reports} Berichten seit dem letzten Mal; alle werden kopiert.</translation>
    </message>
    <message>
        <source> It happened {reports} times since you last looked.</source>
        <translation> Das geschah {reports}-mal seit dem letzten Mal.</translation>
    </message>
    <message>
        <source>Choose a backup…</source>
        <translation>Sicherung wählen…</translation>
    </message>
    <message>
        <source>Save what can be read</source>
        <translation>Lesbares retten</translation>
    </message>
    <message>
        <source>Begin with an empty database</source>
        <translation>Mit leerer Datenbank beginnen</translation>
    </message>
    <message>
        <source>Leave everything as it is</source>
        <translation>Alles lassen, wie es ist</translation>
    </message>
    <message>
        <source>The database is damaged</source>
        <translation>Die Datenbank ist beschädigt</translation>
    </message>
    <message>
        <source>The database is missing</source>
        <translation>Die Datenbank fehlt</translation>
    </message>
    <message>
        <source>Whatever you choose, the damaged file is kept in the backup folder.</source>
        <translation>In jedem Fall bleibt die beschädigte Datei im Sicherungsordner erhalten.</translation>
    </message>
    <message>
        <source>Restore the backup of {made_at} ({contents})</source>
        <translation>Sicherung von {made_at} wiederherstellen ({contents})</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Backups of Claude Ops (*.zip *.db)</source>
        <translation>Sicherungen von Claude Ops (*.zip *.db)</translation>
    </message>
    <message>
        <source>Restore {name}?</source>
        <translation>{name} wiederherstellen?</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Saving what can be read</source>
        <translation>Lesbares wird gerettet</translation>
    </message>
    <message>
        <source>{rows} saved.</source>
        <translation>{rows} gerettet.</translation>
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
        <source>{name} ({lost} lost)</source>
        <translation>{name} ({lost} verloren)</translation>
    </message>
    <message>
        <source> Some rows could not be read from {lost}.</source>
        <translation> Nicht alles war lesbar von {lost}.</translation>
    </message>
    <message>
        <source>The database is empty now. Settings and session logs are unchanged.</source>
        <translation>Die Datenbank ist jetzt leer. Einstellungen und Logs sind unverändert.</translation>
    </message>
    <message>
        <source> {unreadable_pages} of the file could not be read.</source>
        <translation> {unreadable_pages} der Datei waren nicht lesbar.</translation>
    </message>
    <message numerus="yes">
        <source>%n page</source>
        <comment>%n pages</comment>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>Making an empty database</source>
        <translation>Leere Datenbank wird angelegt</translation>
    </message>
    <message>
        <source>Start Claude Ops</source>
        <translation>Claude Ops starten</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Nichts wurde geändert</translation>
    </message>
    <message>
        <source>Restoring {name}</source>
        <translation>{name} wird wiederhergestellt</translation>
    </message>
    <message>
        <source>The backup is restored.</source>
        <translation>Die Sicherung ist wiederhergestellt.</translation>
    </message>
    <message>
        <source>What was here before is in {shorten_path}.</source>
        <translation>Der vorherige Stand liegt in {shorten_path}.</translation>
    </message>
    <message>
        <source>Its logs are in {shorten_path}.</source>
        <translation>Die zugehörigen Logs liegen in {shorten_path}.</translation>
    </message>
    <message>
        <source>These secrets were left out of the backup; put them in again: {places}.</source>
        <translation>Diese Geheimnisse fehlen in der Sicherung; tragen Sie sie wieder ein: {places}.</translation>
    </message>
    <message>
        <source>Claude Ops cannot start.

{error}</source>
        <translation>Claude Ops kann nicht starten.

{error}</translation>
    </message>
    <message>
        <source>Secrets that are not in {name}</source>
        <translation>Geheimnisse, die in {name} nicht enthalten sind</translation>
    </message>
    <message>
        <source>They were left out when the backup was made, and are not known here. What you leave empty can be put in later, in the settings or in services.toml.</source>
        <translation>Sie wurden bei der Sicherung ausgelassen und sind hier nicht bekannt. Was Sie leer lassen, kann später in den Einstellungen oder in services.toml eingetragen werden.</translation>
    </message>
</context>
</TS>

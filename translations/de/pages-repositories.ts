<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Playbooks</source>
        <translation>Playbooks</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>Skills</translation>
    </message>
    <message>
        <source>Repositories</source>
        <translation>Repositorys</translation>
    </message>
    <message>
        <source>Folders and their files</source>
        <translation>Ordner und ihre Dateien</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>Neue Datei</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>This folder is no longer in the prompt; nothing in it is touched</source>
        <translation>Dieser Ordner ist nicht mehr im Prompt; darin wird nichts geändert</translation>
    </message>
    <message>
        <source>No folder yet</source>
        <translation>Noch kein Ordner</translation>
    </message>
    <message>
        <source>A folder with {notes} or {folder}/ tells the agent what runs here, how to check it and what helps.</source>
        <translation>Ein Ordner mit {notes} oder {folder}/ sagt dem Agenten, was hier läuft, wie man es prüft und was hilft.</translation>
    </message>
    <message>
        <source>A folder that describes your infrastructure</source>
        <translation>Ein Ordner, der die Infrastruktur beschreibt</translation>
    </message>
    <message>
        <source>Add this folder</source>
        <translation>Diesen Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Added {shorten_path}</source>
        <translation>{shorten_path} hinzugefügt</translation>
    </message>
    <message>
        <source>Took out {shorten_path}</source>
        <translation>{shorten_path} herausgenommen</translation>
    </message>
    <message>
        <source>What is it called?</source>
        <translation>Wie soll sie heißen?</translation>
    </message>
    <message>
        <source>Create the file</source>
        <translation>Datei anlegen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>{name} angelegt</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>{name} gespeichert</translation>
    </message>
    <message>
        <source>No program opens {path} here.</source>
        <translation>Kein Programm öffnet hier {path}.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
    <message>
        <source>The file, edited</source>
        <translation>Die Datei, bearbeitet</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>No file chosen</source>
        <translation>Keine Datei gewählt</translation>
    </message>
    <message>
        <source>Choose one to read or edit it.</source>
        <translation>Eine wählen, um sie zu lesen oder zu bearbeiten.</translation>
    </message>
    <message>
        <source>Nothing is in the prompt: there is nothing in this folder yet.</source>
        <translation>Nichts im Prompt: In diesem Ordner ist noch nichts.</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>{problems} more</source>
        <translation>{problems} weitere</translation>
    </message>
    <message numerus="yes">
        <source>%n mistake</source>
        <comment>%n mistakes</comment>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>Bearbeiten beenden</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>{name} is larger than {largest} kB, and is not shown here.</source>
        <translation>{name} ist größer als {largest} kB und wird hier nicht angezeigt.</translation>
    </message>
    <message>
        <source>{name} is not there yet.</source>
        <translation>{name} gibt es noch nicht.</translation>
    </message>
    <message>
        <source>Create it with New file.</source>
        <translation>Mit „Neue Datei“ anlegen.</translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text.</source>
        <translation>{name} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in an editor.</source>
        <translation>In einem Editor als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {strerror}.</source>
        <translation>{path} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {strerror}.</source>
        <translation>{path} kann nicht geschrieben werden: {strerror}.</translation>
    </message>
    <message>
        <source>Notes ({name})</source>
        <translation>Notizen ({name})</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfung…</translation>
    </message>
    <message>
        <source>Playbook…</source>
        <translation>Playbook…</translation>
    </message>
    <message>
        <source>Skill…</source>
        <translation>Skill…</translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Approve the pattern, or take it out of use</source>
        <translation>Das Muster zulassen oder außer Gebrauch nehmen</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>beobachtet</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>needs approval</source>
        <translation>braucht Zustimmung</translation>
    </message>
    <message>
        <source>in prompts</source>
        <translation>in Prompts</translation>
    </message>
    <message>
        <source>out of use</source>
        <translation>außer Gebrauch</translation>
    </message>
    <message>
        <source>observer</source>
        <translation>Beobachter</translation>
    </message>
    <message>
        <source>investigator</source>
        <translation>Untersucher</translation>
    </message>
    <message>
        <source>remediator</source>
        <translation>Beheber</translation>
    </message>
    <message>
        <source>verifier</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>guard</source>
        <translation>Wächter</translation>
    </message>
    <message>
        <source>Mark the pattern as wrong</source>
        <translation>Das Muster als falsch markieren</translation>
    </message>
    <message>
        <source>Rules that earlier runs have shown to hold. One is drawn from a measured outcome, and is in prompts once it held often enough and you have approved it.</source>
        <translation>Regeln, die sich in früheren Läufen bestätigt haben. Eine entsteht aus einem gemessenen Ergebnis und steht in Prompts, sobald sie sich oft genug bestätigt hat und Sie zugestimmt haben.</translation>
    </message>
    <message>
        <source>When the same cure helps again, on this or another service, a pattern appears here.</source>
        <translation>Hilft dasselbe Mittel wieder, auf diesem oder einem anderen Dienst, erscheint hier ein Muster.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Marked wrong</source>
        <translation>Als falsch markiert</translation>
    </message>
    <message>
        <source>How often it was marked wrong</source>
        <translation>Wie oft es als falsch markiert wurde</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>No pattern yet</source>
        <translation>Noch kein Muster</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>It was wrong</source>
        <translation>Es stimmte nicht</translation>
    </message>
    <message>
        <source>Counts as a mark against it</source>
        <translation>Zählt als Vermerk dagegen</translation>
    </message>
    <message numerus="yes">
        <source>%n pattern in prompts</source>
        <comment>%n patterns in prompts</comment>
        <translation>
            <numerusform>%n Muster in Prompts</numerusform>
            <numerusform>%n Muster in Prompts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n needs approval</source>
        <comment>%n need approval</comment>
        <translation>
            <numerusform>%n braucht Zustimmung</numerusform>
            <numerusform>%n brauchen Zustimmung</numerusform>
        </translation>
    </message>
    <message>
        <source>Take out of use</source>
        <translation>Außer Gebrauch nehmen</translation>
    </message>
    <message>
        <source>Took a pattern out of use</source>
        <translation>Ein Muster außer Gebrauch genommen</translation>
    </message>
    <message>
        <source>Approved a pattern</source>
        <translation>Ein Muster zugelassen</translation>
    </message>
    <message>
        <source>Marked a pattern as wrong</source>
        <translation>Ein Muster als falsch markiert</translation>
    </message>
</context>
</TS>

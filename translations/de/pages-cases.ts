<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Correct the words of the case (F2)</source>
        <translation>Den Text des Falls berichtigen (F2)</translation>
    </message>
    <message>
        <source>Note that the case was right</source>
        <translation>Vermerken, dass der Fall stimmte</translation>
    </message>
    <message>
        <source>It was right</source>
        <translation>Es stimmte</translation>
    </message>
    <message>
        <source>Offer it with more trust</source>
        <translation>Mit mehr Vertrauen anbieten</translation>
    </message>
    <message>
        <source>Note that the case was wrong</source>
        <translation>Vermerken, dass der Fall falsch war</translation>
    </message>
    <message>
        <source>It was wrong</source>
        <translation>Es stimmte nicht</translation>
    </message>
    <message>
        <source>Offer it with less trust, or no longer</source>
        <translation>Mit weniger Vertrauen anbieten oder nicht mehr</translation>
    </message>
    <message>
        <source>Do not offer the case, or offer it again</source>
        <translation>Den Fall nicht mehr anbieten, oder wieder anbieten</translation>
    </message>
    <message>
        <source>Do not offer</source>
        <translation>Nicht anbieten</translation>
    </message>
    <message>
        <source>Keep the case, and offer it no longer</source>
        <translation>Den Fall behalten und nicht mehr anbieten</translation>
    </message>
    <message>
        <source>Merge the case into another one</source>
        <translation>Den Fall mit einem anderen zusammenführen</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen …</translation>
    </message>
    <message>
        <source>It is the same problem as another case</source>
        <translation>Es ist dasselbe Problem wie in einem anderen Fall</translation>
    </message>
    <message>
        <source>Export the case</source>
        <translation>Den Fall exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Write it as the draft of a postmortem</source>
        <translation>Als Entwurf einer Nachbetrachtung schreiben</translation>
    </message>
    <message>
        <source>Show the incident</source>
        <translation>Vorfall anzeigen</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>Lauf anzeigen</translation>
    </message>
    <message>
        <source>Show the patterns</source>
        <translation>Muster anzeigen</translation>
    </message>
    <message>
        <source>Patterns…</source>
        <translation>Muster…</translation>
    </message>
    <message>
        <source>What did not help</source>
        <translation>Was nicht half</translation>
    </message>
    <message>
        <source>Cause and evidence</source>
        <translation>Ursache und Belege</translation>
    </message>
    <message>
        <source>What happened, in order</source>
        <translation>Was geschah, der Reihe nach</translation>
    </message>
    <message>
        <source>Cause: {cause}</source>
        <translation>Ursache: {cause}</translation>
    </message>
    <message>
        <source>Offer again</source>
        <translation>Wieder anbieten</translation>
    </message>
    <message>
        <source>No case chosen</source>
        <translation>Kein Fall ausgewählt</translation>
    </message>
    <message>
        <source>Choose one to see what was tried and what helped.</source>
        <translation>Wählen Sie einen, um zu sehen, was versucht wurde und was half.</translation>
    </message>
    <message>
        <source>{result}, after {took}</source>
        <translation>{result}, nach {took}</translation>
    </message>
    <message>
        <source>{action}: {result}</source>
        <translation>{action}: {result}</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Edit case {id}</source>
        <translation>Fall {id} bearbeiten</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>What was out of order</source>
        <translation>Was nicht in Ordnung war</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>What helped</source>
        <translation>Was half</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Enter a service.</source>
        <translation>Einen Dienst eingeben.</translation>
    </message>
    <message>
        <source>What you write is not written over by what is seen later.</source>
        <translation>Was Sie schreiben, wird von späteren Beobachtungen nicht überschrieben.</translation>
    </message>
    <message>
        <source>Merge case {id}</source>
        <translation>Fall {id} zusammenführen</translation>
    </message>
    <message>
        <source>{id}: {service}, {symptom}</source>
        <translation>{id}: {service}, {symptom}</translation>
    </message>
    <message>
        <source>The case that it becomes part of</source>
        <translation>Der Fall, zu dem er gehören soll</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Choose the case that was the same problem. Its attempts are then counted together with these.</source>
        <translation>Wählen Sie den Fall, der dasselbe Problem war. Seine Versuche werden dann mit diesen zusammengezählt.</translation>
    </message>
    <message>
        <source>The case is no longer offered</source>
        <translation>Der Fall wird nicht mehr angeboten</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Any service</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>That case is no longer in the records.</source>
        <translation>Dieser Fall steht nicht mehr in den Aufzeichnungen.</translation>
    </message>
    <message>
        <source>No case yet</source>
        <translation>Noch kein Fall</translation>
    </message>
    <message>
        <source>When an outage is over, what was tried and what helped is kept here, as the checks showed it. Sessions that are observed add theirs.</source>
        <translation>Ist ein Ausfall vorbei, steht hier, was versucht wurde und was half, so wie es die Prüfungen zeigten. Beobachtete Sitzungen kommen hinzu.</translation>
    </message>
    <message>
        <source>No case matches</source>
        <translation>Kein Fall passt</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Edit the chosen case</source>
        <translation>Den ausgewählten Fall bearbeiten</translation>
    </message>
    <message>
        <source>Search cases</source>
        <translation>Fälle durchsuchen</translation>
    </message>
    <message numerus="yes">
        <source>%n case</source>
        <comment>%n cases</comment>
        <translation>
            <numerusform>%n Fall</numerusform>
            <numerusform>%n Fälle</numerusform>
        </translation>
    </message>
    <message>
        <source>{cases} · {cured} cured</source>
        <translation>{cases} · {cured} behoben</translation>
    </message>
    <message>
        <source>Export case {number}</source>
        <translation>Fall {number} exportieren</translation>
    </message>
    <message>
        <source>There is no other case.</source>
        <translation>Es gibt keinen anderen Fall.</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>The case is offered again</source>
        <translation>Der Fall wird wieder angeboten</translation>
    </message>
    <message>
        <source>Noted that the case was right</source>
        <translation>Vermerkt, dass der Fall stimmte</translation>
    </message>
    <message>
        <source>Noted that the case was wrong</source>
        <translation>Vermerkt, dass der Fall nicht stimmte</translation>
    </message>
    <message>
        <source>Changed a case</source>
        <translation>Einen Fall geändert</translation>
    </message>
    <message>
        <source>Merged two cases</source>
        <translation>Zwei Fälle zusammengeführt</translation>
    </message>
    <message>
        <source>Exported to {shorten_path}.</source>
        <translation>Exportiert nach {shorten_path}.</translation>
    </message>
    <message>
        <source>Any state</source>
        <translation>Jeder Zustand</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>cured</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>recovered</source>
        <translation>wieder gesund</translation>
    </message>
    <message>
        <source>recovered later</source>
        <translation>später wieder gesund</translation>
    </message>
    <message>
        <source>went away</source>
        <translation>von selbst vorbei</translation>
    </message>
    <message>
        <source>not cured</source>
        <translation>nicht behoben</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>unklar</translation>
    </message>
    <message>
        <source>helped</source>
        <translation>half</translation>
    </message>
    <message>
        <source>did not help</source>
        <translation>half nicht</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Begann</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>Gemeldet</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Vorbei</translation>
    </message>
    <message>
        <source>cured, held</source>
        <translation>behoben, hielt</translation>
    </message>
    <message>
        <source>cured, came back</source>
        <translation>behoben, kam wieder</translation>
    </message>
    <message>
        <source>{helped} of {known}</source>
        <translation>{helped} von {known}</translation>
    </message>
    <message>
        <source>not proven; it recovered after: {action}</source>
        <translation>nicht bewiesen; wieder gesund nach: {action}</translation>
    </message>
    <message>
        <source>It recovered later, after nothing that was done then.</source>
        <translation>Später wieder gesund, nach nichts, was damals getan wurde.</translation>
    </message>
    <message>
        <source>no longer offered</source>
        <translation>wird nicht mehr angeboten</translation>
    </message>
    <message>
        <source>the service recovered</source>
        <translation>der Dienst wurde wieder gesund</translation>
    </message>
    <message>
        <source>Nothing that was done is on record.</source>
        <translation>Es ist nicht verzeichnet, dass etwas getan wurde.</translation>
    </message>
    <message>
        <source>Cause, as session {session} established it: {cause}</source>
        <translation>Ursache, wie Sitzung {session} sie feststellte: {cause}</translation>
    </message>
    <message>
        <source>Evidence: {evidence}</source>
        <translation>Beleg: {evidence}</translation>
    </message>
    <message>
        <source>Cure, as session {session} reported it: {cure} (verified by: {verified})</source>
        <translation>Abhilfe, wie Sitzung {session} sie berichtete: {cure} (geprüft durch: {verified})</translation>
    </message>
    <message>
        <source>seen once</source>
        <translation>einmal gesehen</translation>
    </message>
    <message numerus="yes">
        <source>seen %n time</source>
        <comment>seen %n times</comment>
        <translation>
            <numerusform>%n-mal gesehen</numerusform>
            <numerusform>%n-mal gesehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Case {id}</source>
        <translation>Fall {id}</translation>
    </message>
    <message>
        <source>last {opened_at}</source>
        <translation>zuletzt {opened_at}</translation>
    </message>
    <message>
        <source>{offered}, resolved {resolved}</source>
        <translation>{offered}, {resolved} gelöst</translation>
    </message>
    <message numerus="yes">
        <source>offered %n time</source>
        <comment>offered %n times</comment>
        <translation>
            <numerusform>%n-mal angeboten</numerusform>
            <numerusform>%n-mal angeboten</numerusform>
        </translation>
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
    <message>
        <source>No pattern yet</source>
        <translation>Noch kein Muster</translation>
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
        <source>Approve</source>
        <translation>Freigeben</translation>
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
        <source>Mark the pattern as wrong</source>
        <translation>Das Muster als falsch markieren</translation>
    </message>
    <message>
        <source>Counts as a mark against it</source>
        <translation>Zählt als Vermerk dagegen</translation>
    </message>
    <message>
        <source>Approve the pattern, or take it out of use</source>
        <translation>Das Muster zulassen oder außer Gebrauch nehmen</translation>
    </message>
    <message>
        <source>Rules that earlier runs have shown to hold. One is drawn from a measured outcome, and is in prompts once it held often enough and you have approved it.</source>
        <translation>Regeln, die sich in früheren Läufen bestätigt haben. Eine entsteht aus einem gemessenen Ergebnis und steht in Prompts, sobald sie sich oft genug bestätigt hat und Sie zugestimmt haben.</translation>
    </message>
    <message>
        <source>When the same cure helps again, on this or another service, a pattern appears here.</source>
        <translation>Hilft dasselbe Mittel wieder, auf diesem oder einem anderen Dienst, erscheint hier ein Muster.</translation>
    </message>
</context>
</TS>

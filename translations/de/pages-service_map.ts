<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Depends on</source>
        <translation>Hängt ab von</translation>
    </message>
    <message>
        <source>Needed by</source>
        <translation>Gebraucht von</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Make the map smaller</source>
        <translation>Karte verkleinern</translation>
    </message>
    <message>
        <source>Make the map larger</source>
        <translation>Karte vergrößern</translation>
    </message>
    <message>
        <source>Show the whole map</source>
        <translation>Ganze Karte zeigen</translation>
    </message>
    <message>
        <source>Confirm the proposed dependency</source>
        <translation>Vorgeschlagene Abhängigkeit bestätigen</translation>
    </message>
    <message>
        <source>Dismiss the proposed dependency</source>
        <translation>Vorgeschlagene Abhängigkeit verwerfen</translation>
    </message>
    <message>
        <source>Show the next proposed dependency</source>
        <translation>Nächste vorgeschlagene Abhängigkeit zeigen</translation>
    </message>
    <message>
        <source>Show the service</source>
        <translation>Dienst anzeigen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>Anzeigen als</translation>
    </message>
    <message>
        <source>As a map</source>
        <translation>Als Karte</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>Als Tabelle</translation>
    </message>
    <message>
        <source>What depends on what</source>
        <translation>Was wovon abhängt</translation>
    </message>
    <message>
        <source>Smaller (-)</source>
        <translation>Kleiner (-)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Show the whole map (0)</source>
        <translation>Ganze Karte zeigen (0)</translation>
    </message>
    <message>
        <source>No service yet</source>
        <translation>Noch kein Dienst</translation>
    </message>
    <message>
        <source>Which service depends on which appears here once services are checked.</source>
        <translation>Welcher Dienst von welchem abhängt, erscheint hier, sobald Dienste geprüft werden.</translation>
    </message>
    <message>
        <source>No dependencies yet. Add depends_on to a check (Services, Edit), or run: claudeops services depend NAME --on OTHER. When one service fails because of another, only the cause is announced.</source>
        <translation>Noch keine Abhängigkeiten. depends_on zu einer Prüfung hinzufügen (Dienste, Bearbeiten) oder ausführen: claudeops services depend NAME --on OTHER. Fällt ein Dienst wegen eines anderen aus, wird nur die Ursache gemeldet.</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Als Nächstes</translation>
    </message>
    <message>
        <source>{spoken}. Return shows the service.</source>
        <translation>{spoken}. Eingabetaste zeigt den Dienst.</translation>
    </message>
    <message>
        <source> ({place} of {waiting})</source>
        <translation> ({place} von {waiting})</translation>
    </message>
    <message>
        <source>Proposed{place}: {start} depends on {end}. {evidence}</source>
        <translation>Vorgeschlagen{place}: {start} hängt von {end} ab. {evidence}</translation>
    </message>
    <message>
        <source>{verb}: {start} depends on {end}</source>
        <translation>{verb}: {start} hängt von {end} ab</translation>
    </message>
    <message>
        <source>{start} depends on {end}</source>
        <translation>{start} hängt von {end} ab</translation>
    </message>
    <message>
        <source>Dismissed: {start} depends on {end}</source>
        <translation>Verworfen: {start} hängt von {end} ab</translation>
    </message>
    <message>
        <source>Map of the services; the table says the same</source>
        <translation>Karte der Dienste; die Tabelle sagt dasselbe</translation>
    </message>
    <message>
        <source>under {strip_direction_marks}</source>
        <translation>unter {strip_direction_marks}</translation>
    </message>
    <message>
        <source>{state}, explains {explained}</source>
        <translation>{state}, erklärt {explained}</translation>
    </message>
    <message>
        <source>Without dependencies</source>
        <translation>Ohne Abhängigkeiten</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>beeinträchtigt</translation>
    </message>
    <message>
        <source>down</source>
        <translation>ausgefallen</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>{word}, explained by {folded}</source>
        <translation>{word}, erklärt durch {folded}</translation>
    </message>
    <message>
        <source>{word}, explains {explains} more</source>
        <translation>{word}, erklärt {explains} weitere</translation>
    </message>
    <message>
        <source>depends on {needs}</source>
        <translation>hängt ab von {needs}</translation>
    </message>
    <message>
        <source>needed by {needed_by}</source>
        <translation>gebraucht von {needed_by}</translation>
    </message>
    <message>
        <source>proposed: depends on {proposed}</source>
        <translation>vorgeschlagen: hängt ab von {proposed}</translation>
    </message>
    <message>
        <source>{name}, which explains {others}</source>
        <translation>{name}, das {others} erklärt</translation>
    </message>
    <message>
        <source>{causes} more</source>
        <translation>{causes} weitere</translation>
    </message>
    <message numerus="yes">
        <source>Cause: {names}</source>
        <comment>Causes: {names}</comment>
        <translation>
            <numerusform>Ursache: {names}</numerusform>
            <numerusform>Ursachen: {names}</numerusform>
        </translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name></name>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{span} ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>observe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>investigate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remediate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tier {number}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

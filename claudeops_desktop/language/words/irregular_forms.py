"""Words that change their stem: a stemmer makes one of start and started, but not of choose and chose. Pure."""

from __future__ import annotations

_GROUPS = """
    arise arose arisen | be was were been | bear bore borne | beat beaten | become became | begin began begun |
    bend bent | bind bound | bite bit bitten | blow blew blown | break broke broken | breed bred | bring brought
    | build built | burn burnt | buy bought | catch caught | choose chose chosen | come came | creep crept |
    deal dealt | dig dug | draw drew drawn | dream dreamt | drink drank drunk | drive drove driven | eat ate
    eaten | fall fell fallen | feed fed | feel felt | fight fought | find found | flee fled | fly flew flown |
    forbid forbade forbidden | forget forgot forgotten | freeze froze frozen | give gave given | go went gone |
    grow grew grown | hang hung | hear heard | hide hid hidden | hold held | keep kept | know knew known | lay
    laid | lead led | learn learnt | leave left | lend lent | lie lain | light lit | lose lost | make made |
    mean meant | meet met | mistake mistook mistaken | pay paid | prove proven | ride rode ridden | ring rang
    rung | rise rose risen | run ran | say said | see saw seen | seek sought | sell sold | send sent | shake
    shook shaken | shine shone | shoot shot | show shown | shrink shrank shrunk | sing sang sung | sink sank
    sunk | sit sat | sleep slept | slide slid | speak spoke spoken | spend spent | spin spun | spring sprang
    sprung | stand stood | steal stole stolen | stick stuck | strike struck | swear swore sworn | sweep swept |
    swim swam swum | swing swung | take took taken | teach taught | tear torn | tell told | think thought |
    throw threw thrown | understand understood | undo undid undone | wake woke woken | wear wore worn | win won
    | wind wound | withdraw withdrew withdrawn | write wrote written | child children | person people | man men
    | woman women | foot feet | mouse mice | index indices | vertex vertices | life lives | wife wives | knife
    knives
"""
_FORMS: dict[str, tuple[str, ...]] = {}
for _group in _GROUPS.split("|"):
    _words = tuple(_group.split())
    for _word in _words:
        _FORMS[_word] = _words


def forms_of(word: str) -> tuple[str, ...]:
    """A word, and its forms that a stemmer does not find; itself alone where there are none."""
    return _FORMS.get(word, (word,))

"""Whether a text says a claim, in the same or nearly the same words (E4).

The words of the tables are names of trees, which weigh one each and have no ending of grammar.
"""

from __future__ import annotations

import pytest

from claudeops_desktop.stream.near_match import ClaimedStatement, SearchedText

COMMON = "restart service value config file data"
NINE = "amber birch cedar daisy elder fagus ginko hazel maple"


def stands(claim: str, text: str, nearly: float = 0.6, subject: str = "") -> bool:
    return ClaimedStatement(claim, subject).stands_in(SearchedText(text), nearly)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("amber birch cedar", "amber birch cedar"),
        ("amber birch cedar", "Cedar, amber; BIRCH!"),
        ("amber birch cedar", "before it: amber and then the birch of a cedar, and after it"),
        ("Takes 90s to settle", "it settled after 90 s, which takes long"),
        ("Ámber birch cedar", "ambеr bi\u200brch cédar"),
        ("amber", "amber"),
        ("90", "after 90 s"),
    ],
)
def test_a_text_says_a_claim_in_any_order_spelling_and_surroundings(claim, text):
    assert stands(claim, text, nearly=1.0)


@pytest.mark.parametrize("claim", ["", "   ", "the of and", "x y z", "!?"])
def test_a_claim_without_words_that_count_stands_nowhere(claim):
    assert stands(claim, f"{claim} amber") is False
    assert stands(claim, "") is False


@pytest.mark.parametrize(
    ("claim", "text", "nearly", "said"),
    [
        ("amber birch cedar daisy elder", "cedar daisy elder", 0.6, True),
        ("amber birch cedar daisy elder", "daisy elder", 0.6, False),
        ("amber birch cedar daisy", "birch cedar daisy", 0.75, True),
        ("amber birch cedar daisy", "birch cedar daisy", 0.76, False),
        ("amber birch cedar", "nothing of it", 0.6, False),
        ("amber amber amber birch cedar", "birch cedar", 0.66, True),  # a word counts once
    ],
)
def test_so_much_of_a_claim_must_be_there_as_is_asked_for(claim, text, nearly, said):
    assert stands(claim, text, nearly) is said


@pytest.mark.parametrize(
    ("claim", "text", "nearly", "said"),
    [
        ("90 amber birch", "amber birch", 0.6, False),  # 2 of 3.5
        ("90 amber birch", "90 amber", 0.7, True),  # 2.5 of 3.5
        ("90 amber birch cedar", "amber birch cedar", 0.66, True),  # 3 of 4.5
        ("90 91 amber", "90 91", 0.75, True),  # 3 of 4
        ("fork amber birch", "amber birch", 0.7, False),  # 2 of 3
        ("nfs amber birch", "amber birch", 0.76, True),  # 2 of 2.6
        ("nfs amber birch", "amber birch", 0.78, False),
        ("restart amber birch", "amber birch", 0.83, True),  # 2 of 2.4
        ("restart amber birch", "amber birch", 0.84, False),
        ("go amber birch", "amber birch", 0.8, False),
        ("x amber birch", "amber birch", 1.0, True),
        ("does not amber the birch", "amber birch", 1.0, True),
    ],
)
def test_numbers_weigh_most_and_words_of_grammar_nothing(claim, text, nearly, said):
    """A number 1.5, a word 1, one of at most three letters 0.6, one of every operation 0.4, a letter nothing."""
    assert stands(claim, text, nearly) is said


@pytest.mark.parametrize(
    ("claim", "text", "said"),
    [
        ("amber birch restart", "amber birch", True),  # 2
        ("amber nfs restart", "amber nfs", False),  # 1.6
        ("amber nfs restart", "amber nfs restart", True),
        ("amber restart", "amber", False),
        ("90 restart", "90", False),
    ],
)
def test_where_a_word_is_missing_the_others_must_weigh_two(claim, text, said):
    assert stands(claim, text) is said


@pytest.mark.parametrize(
    ("subject", "said"), [("", False), ("cedar", True), ("Cedar 12", True), ("Cédar", True), ("ced", False)]
)
def test_the_words_of_its_subject_say_nothing(subject, said):
    assert stands("cedar amber birch", "amber birch", 0.75, subject) is said


def spread(*words: tuple[int, str]) -> str:
    text = ""
    for at, word in words:
        text = text.ljust(at, ".") + word
    return text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (spread((0, "amber"), (60, "birch"), (127, "cedar")), True),
        (spread((0, "amber"), (60, "birch"), (128, "cedar")), False),
        (spread((300, "cedar"), (360, "amber"), (427, "birch")), True),
        (spread((0, "amber"), (100, "amber"), (160, "birch"), (227, "cedar")), True),
        (spread((0, "amber"), (10, "amber"), (160, "birch"), (227, "cedar")), False),
        (spread((0, "amber birch"), (200, "cedar amber"), (400, "birch cedar")), False),
        (spread((0, "amber birch"), (200, "cedar amber"), (400, "birch cedar amber")), True),
        (spread((0, "amber birch cedar"), (400, "birch"), (800, "cedar")), True),
        (spread((0, "amber"), (200, "birch"), (400, "cedar"), (600, "amber"), (800, "birch")), False),
    ],
)
def test_the_words_must_stand_close_together(text, said):
    """Within 2.2 times the length of the claim and 90 characters: 17 characters give 127."""
    assert stands("amber birch cedar", text, 0.75) is said


@pytest.mark.parametrize(("times", "said"), [(3_999, False), (4_000, True)])
def test_a_word_that_stands_there_thousands_of_times_stands_everywhere(times, said):
    assert stands("nfs amber birch", spread((0, "nfs " * times), (20_000, "amber birch")), 0.8) is said


@pytest.mark.parametrize(
    "between",
    [
        *(". ", "; ", ": ", "! ", "? ", ".\n", " (", ") ", ", ", " - ", "。", "、"),
        *(" and ", " so ", " but ", " then ", " while ", " whereas ", " und ", " y ", " et ", " и "),
    ],
)
def test_a_claim_that_joins_two_statements_is_found_by_either(between):
    claim = f"amber birch cedar{between}daisy elder fagus ginko"
    assert stands(claim, "amber birch cedar")
    assert stands(claim, "daisy elder fagus ginko")


@pytest.mark.parametrize("between", [" ", ".", ":", ",", "-", " of ", " or ", "/"])
def test_what_joins_no_statements_does_not_part_them(between):
    assert not stands(f"amber birch cedar{between}daisy elder fagus ginko", "amber birch cedar")


FIVE = "amber birch cedar daisy elder"


@pytest.mark.parametrize(
    ("claim", "text", "nearly", "said"),
    [
        (f"{FIVE}; fagus ginko hazel", "birch cedar daisy elder", 0.6, True),  # four of five
        (f"{FIVE}; fagus ginko hazel", "birch cedar daisy elder", 0.9, False),
        ("amber birch cedar daisy; fagus ginko hazel", "birch cedar daisy", 0.6, False),  # three of four
        ("amber birch; cedar daisy elder fagus", "amber birch", 0.6, False),
        ("amber birch nfs; cedar daisy elder fagus", "amber birch nfs", 0.6, False),  # 2.6
        ("amber birch nfs restart; cedar daisy elder fagus", "amber birch nfs restart", 0.6, True),  # 3
        (f"{FIVE}; restart", "amber birch cedar", 0.6, False),  # three of five, and of 5.4
        ("amber birch cedar; daisy elder", spread((0, "amber"), (60, "birch"), (127, "cedar")), 0.6, True),
        ("amber birch cedar; daisy elder", spread((0, "amber"), (60, "birch"), (128, "cedar")), 0.7, False),
    ],
)
def test_a_part_of_a_claim_weighs_three_and_is_asked_for_more_strictly(claim, text, nearly, said):
    assert stands(claim, text, nearly) is said


@pytest.mark.parametrize(
    ("claim", "text", "nearly", "said"),
    [
        *((NINE, " ".join(NINE.split()[at : at + 6]), 0.9, True) for at in range(4)),
        (NINE, "birch cedar daisy elder fagus", 0.8, True),  # five of six
        (NINE, "birch cedar daisy elder fagus", 0.9, False),
        (NINE, "birch cedar daisy elder", 0.6, False),
        (NINE, "amber cedar elder ginko maple", 0.6, False),
        (NINE.removesuffix(" maple"), "cedar daisy elder fagus ginko hazel", 0.8, False),  # eight words have no parts
        (NINE, "fagus ginko hazel maple", 0.6, False),  # its last four are too few
        (f"amber birch cedar {COMMON}", COMMON, 0.6, False),
        ("再起動後待機時間長持", "再起動後待機時", 0.7, True),  # six pairs of nine
        (NINE, spread((0, "amber birch cedar daisy elder"), (167, "fagus")), 0.9, True),
        (NINE, spread((0, "amber birch cedar daisy elder"), (168, "fagus")), 0.9, False),
    ],
)
def test_six_words_in_a_row_of_a_long_claim_are_a_part_of_it(claim, text, nearly, said):
    assert stands(claim, text, nearly) is said


@pytest.mark.parametrize(
    ("claimed", "written", "same"),
    [
        ("mounted", "mount", True),
        ("mounting", "mounts", True),
        ("mounts", "mounting", True),
        ("supposedly", "supposed", True),
        ("settings", "setting", True),
        ("queries", "query", True),
        ("dishes", "dish", True),
        ("caches", "caching", True),
        ("cache", "caching", True),
        ("boxes", "box", False),  # four letters stay
        ("rune", "run", False),
        ("mount", "dismount", False),
        ("mount", "mountain", True),  # "ain" may be an ending
        ("mount", "mountaineer", False),
    ],
)
def test_endings_of_grammar_do_not_tell_words_apart(claimed, written, same):
    assert stands(f"{claimed} amber", f"{written} amber", 1.0) is same


@pytest.mark.parametrize(
    ("claim", "text", "said"),
    [
        ("再起動後待", "彼は再起動後待つ", True),
        ("再起動後待機", "再起動後待", True),  # four pairs of five
        ("再起動後待機", "再起動後", False),  # three weigh too little
        ("再起動", "動起再", False),
        ("待", "彼は待つ", True),
        ("再起動 amber", "再起動 amber", True),
    ],
)
def test_scripts_without_spaces_are_compared_by_pairs_of_signs(claim, text, said):
    assert stands(claim, text) is said


@pytest.mark.parametrize(
    ("stem", "number", "text", "places"),
    [
        ("mount", False, "mount", [0]),
        ("mount", False, "mounts, remounted; _mounted 2mount", [0, 20, 29]),
        ("mount", False, "mountabcd", [0]),
        ("mount", False, "mountabcde mountabcde", []),
        ("mount", False, "mountabcd efg", [0]),
        ("fork", False, "forked forklifts", [0]),
        ("nfs", False, "nfs nfs4 nfss (nfs)", [0, 4, 15]),
        ("90", True, "90 190 900 90s x90 90", [0, 11, 16, 19]),
        ("1.5", True, "1.5 11.5 1.55", [0]),
        ("再起", False, "自再起動再起", [1, 4]),
        ("ああ", False, "あああ", [0]),
        ("mount", False, "", []),
    ],
)
def test_where_words_with_a_stem_begin(stem, number, text, places):
    assert SearchedText(text).places(stem, number) == places


def test_of_one_word_four_thousand_places_are_looked_at():
    assert len(SearchedText("nfs " * 4_001).places("nfs", False)) == 4_000


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("Amber BIRCH", "amber birch"),
        ("caf\\u00e9 am\\u0062er", "cafe amber"),
        ('amber\\nbirch\\tcedar\\"daisy\\/elder\\r', "amber birch cedar daisy elder "),
        ("C:\\dir", "c:\\dir"),
        ("Jos&eacute; &amp; amber&#98;", "jose & amberb"),
        ("<b>amber</b>birch <br/>", " amber birch  "),
        (f"<{'a' * 300}>b <{'a' * 301}>", f" b <{'a' * 301}>"),
        ("&lt;b&gt;amber", " amber"),
        ("2 < 3", "2 < 3"),
    ],
)
def test_a_text_is_read_without_the_signs_of_json_and_html(raw, read):
    text = SearchedText(raw)
    assert (text.words, len(text)) == (raw, len(raw))
    assert text.has(read)
    assert not text.has("fagus")
    assert (text.words, len(text)) == (read, len(read))


@pytest.mark.parametrize(
    ("claim", "text", "shown"),
    [
        ("takes 90 s on port 8080", "port 8080, 90 s", True),
        ("takes 90 s on port 8080", "port 8080", False),
        ("takes 90 s on port 8080", "port 18080, 90 s", False),
        ("takes long on its port", "takes long on its port", False),
        ("takes 90 s", "", False),
    ],
)
def test_the_numbers_of_a_claim_are_shown_where_all_of_them_stand(claim, text, shown):
    assert ClaimedStatement(claim).numbers_in(SearchedText(text)) is shown

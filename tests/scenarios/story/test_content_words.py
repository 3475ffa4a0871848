"""Words, cue words and their forms."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.story.parse import cue_coverage, is_cue, split_words
from helm_creativity.task_types.semantic_integration import LEFT_OUT, content_words


def test_words_are_runs_of_letters():
    """In small letters; hyphens and apostrophes part them, figures are none."""
    assert split_words("Don’t send 42 STAMPS by snail-mail, Zoë!") == [
        "don",
        "t",
        "send",
        "stamps",
        "by",
        "snail",
        "mail",
        "zoë",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know, he’s gone; they'll", ["know", "gone"]),
        ("Don won the letter's race, you've said.", ["don", "won", "letter", "race", "said"]),
        ("She went back. I’d re-seal it at five o'clock.", ["went", "seal", "five", "o", "clock"]),
        ("WON'T ain't shan't mightn’t", []),
    ],
)
def test_of_contractions_nothing_is_left(text, words):
    """They are looked up whole, so that "won" and "don" stay words, and their endings are none by themselves."""
    assert content_words(text) == words


@given(
    st.lists(
        st.sampled_from(["don't", "won", "letter’s", "the", "İs", "STRASSE", "'", "’", "-", "o'clock"]) | st.text()
    )
)
def test_content_words_are_those_of_the_definition(parts):
    """Runs of letters that are not left out, unless they are parts of a contraction that is."""
    text = " ".join(parts).casefold()
    wholes = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)
    kept = [word for word in wholes if word.replace("’", "'") not in LEFT_OUT]
    assert content_words(text) == [part for word in kept for part in split_words(word) if part not in LEFT_OUT]


@pytest.mark.parametrize(
    ("word", "cue"),
    [
        ("sent", "send"),
        ("sending", "send"),
        ("sends", "send"),
        ("sang", "sing"),
        ("sung", "sing"),
        ("singing", "sing"),
        ("stamps", "stamp"),
        ("letters", "letter"),
        ("beliefs", "belief"),
        ("pumped", "pump"),
        ("embarking", "embark"),
        ("complies", "comply"),
        ("complied", "comply"),
        ("complying", "comply"),
        ("existed", "exist"),
        ("detected", "detect"),
        ("children", "child"),
        ("year", "year"),
    ],
)
def test_inflected_words_are_cue_words(word, cue):
    """Regular forms, irregular plurals, and the irregular forms of the printed cues."""
    assert is_cue(word, cue)


@pytest.mark.parametrize(
    ("word", "cue"),
    [
        ("s", "sing"),
        ("payable", "payment"),
        ("pay", "payment"),
        ("believe", "belief"),
        ("yearly", "year"),
        ("weekend", "week"),
        ("organic", "organ"),
        ("imperial", "empire"),
        ("sand", "send"),
        ("letterbox", "letter"),
        ("", "letter"),
    ],
)
def test_other_words_are_not(word, cue):
    """Derivations, compounds, and what merely looks alike."""
    assert not is_cue(word, cue)


def test_coverage_is_the_share_of_cues():
    """Whatever their order and case; each counts once."""
    cues = ("stamp", "letter", "send")
    assert cue_coverage("SENT: the letter's stamps, stamps, stamps", cues) == 1
    assert cue_coverage("stamp stamp", cues) == pytest.approx(1 / 3)
    assert cue_coverage("", cues) == 0
    assert cue_coverage("stamp", ()) is None


def test_cues_of_several_words_stand_in_a_row():
    """Each may be inflected."""
    assert cue_coverage("two ice creams", ["ice cream"]) == 1
    assert cue_coverage("cream on ice", ["ice cream"]) == 0
    assert cue_coverage("ice", ["ice cream"]) == 0
    assert cue_coverage("ice", ["42"]) == 0


story_words = st.sampled_from(["ice", "ices", "cream", "creams", "mouse", "mice", "sent", "send", "e", "ing", "iced"])


@given(
    st.lists(story_words, max_size=8).map(" ".join),
    st.lists(st.lists(story_words, max_size=3).map(" ".join), min_size=1, max_size=3),
)
def test_coverage_is_that_of_the_definition(text, cues):
    """Word for word."""
    words = text.split()

    def contains(cue):
        starts = range(len(words) - len(cue) + 1) if cue else ()
        return any(all(is_cue(words[i + k], part) for k, part in enumerate(cue)) for i in starts)

    assert cue_coverage(text, cues) == sum(contains(cue.split()) for cue in cues) / len(cues)

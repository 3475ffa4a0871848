"""What holds of every reader whatever text arrives: heaps of the marks that it looks for, and much of one of them."""

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from support.ending import ends, hostile

from helm_creativity.benchmark.types import FailureReason, Response, visible
from helm_creativity.parsing.candidates import find_candidates, one_response
from helm_creativity.parsing.judge_address import addresses_judge
from helm_creativity.parsing.lists import headword, parse_list, unwrap
from helm_creativity.parsing.pairs import parse_pairs
from helm_creativity.parsing.plausibility import ANYTHING, PHRASES, PROSE, implausible
from helm_creativity.parsing.refusals import is_refusal
from helm_creativity.parsing.single import parse_word
from helm_creativity.parsing.text import clean, folded, has_substance
from helm_creativity.parsing.texts import text_alone
from helm_creativity.parsing.turns import own_turn, strip_thoughts, thoughts, whole_turn
from helm_creativity.parsing.uses import fold, parse_uses, tidy

FORMS = {"json", "table", "numbered", "bulleted", "lines", "separated", "spaced"}
MARKS = yaml.safe_load(Path(__file__).with_name("hostile.yaml").read_text("utf-8"))
PIECES = sorted({piece for of_reader in MARKS.values() for piece in of_reader["pieces"]})
WORDS = "cat dog word1 is 1. 2) a) - * ** # ] } ) ' : | // \\ null user Home: as to or the door use it I can't Sure!"
HEAPS = st.lists(
    st.sampled_from([*PIECES, *WORDS.split(" "), "\n1. ", "\n- ", "\n  - ", "\ud83d", "\x00"]), max_size=60
).map("".join)
ASKED = st.none() | st.integers(0, 30)


def of_candidates(text, _):
    """Each has a text and perhaps a share; one of them is the response, and the reply is kept."""
    found = find_candidates(text)
    assert all(share is None or 0 <= share <= 1 for _, share in found)
    drawn = one_response(Response(text), 5, "item", 0)
    assert drawn.text in ([candidate.text for candidate in found] or [""])
    assert drawn.completion == text


def of_list(text, asked):
    """Entries that are not blank and can be written to a file, in a known form, or None."""
    parsed = parse_list(text, asked)
    if parsed is not None:
        assert parsed.form in FORMS
        assert parsed.items
        assert all(item.strip() and item.encode("utf-8") for item in parsed.items)


def of_pairs(text, asked):
    """Words that are not blank with reasons, each on one line that can be written to a file, or None."""
    pairs = parse_pairs(text, asked)
    assert pairs is None or pairs
    assert all(word.strip() and (word + reason).encode("utf-8") for word, reason in pairs or ())
    assert not any("\n" in word + reason for word, reason in pairs or ())


def of_uses(text, _):
    """Either uses that can be written to a file, all different, or a reason; none of what was cut."""
    parsed = parse_uses(Response(text))
    assert (parsed.failure_reason is None) is bool(parsed.uses)
    assert parsed.duplicates >= 0
    assert len(set(map(fold, parsed.uses))) == len(parsed.uses)
    assert all(use == tidy(use) and "\n" not in use and use.encode("utf-8") for use in parsed.uses)
    assert parse_uses(Response(text, "length")).failure_reason is FailureReason.TRUNCATED


def of_word(text, _):
    """It is short, folded, and read as itself."""
    word = parse_word(text)
    if word is not None:
        assert word == word.casefold().strip()
        assert 1 <= len(word.split()) <= 2
        assert parse_word(word) == word


def of_text(text, _):
    """Every letter is one of the reply's, in its order; where it holds any, or a picture, some are left."""
    alone, letters = text_alone(text), iter(text)
    assert all(letter in letters for letter in alone if letter.isalnum())
    assert has_substance(alone) == has_substance(text)


def of_turn(text, _):
    """It can be encoded, says nothing twice, is silent where there was no turn, and has no thoughts left."""
    turn, answer = whole_turn(text), strip_thoughts(text)
    assert turn.encode().decode() == turn == turn.strip()
    assert "\x00" not in turn
    assert turn or not own_turn(text)
    assert strip_thoughts(answer) == answer
    assert "<think>" not in answer
    assert "</answer>" not in answer
    assert isinstance(thoughts(text), str)


def of_refusal(text, asked):
    """A text declines or does not, and addresses a judge or does not."""
    assert {is_refusal(text, asked), addresses_judge(text)} <= {True, False}


def of_plausibility(text, _):
    """White space around a text changes nothing."""
    for form in (ANYTHING, PHRASES, PROSE):
        found = implausible(text, form)
        assert found is None or isinstance(found, str)
        assert implausible(f"\n {text}\n", form) == found


LAWS = {
    "candidates": of_candidates,
    "list": of_list,
    "pairs": of_pairs,
    "uses": of_uses,
    "word": of_word,
    "text": of_text,
    "turn": of_turn,
    "refusal": of_refusal,
    "plausibility": of_plausibility,
}


@pytest.mark.parametrize("reader", LAWS)
@given(st.text() | HEAPS, ASKED)
@example("\ud800 \x00", 2)
@example("[{" * 5000 + "]" * 5000, 10)
@example("\n".join("  " * i + "- x:" for i in range(150)), None)
@example('{"answer": ' + "9" * 5000 + "}", 1)
@example('["cat", ' + "7" * 5000 + '. dog\n#777\n["', 2)
@example("{[(\\boxed{Answer: \ufeff\u200da" + "\u0301" * 50, 3)
@example("\n->" * 50, 3)
@example("1. \n2. \n", None)
def test_the_law_of_a_reader_holds_of_any_text(reader, text, asked):
    """Nothing raises."""
    LAWS[reader](text, asked)


@pytest.mark.parametrize(("reader", "piece"), [(name, piece) for name in LAWS for piece in MARKS[name]["pieces"]])
def test_hostile_text_is_read_to_an_end(reader, piece):
    """Nothing takes the square of the length; where a piece is a list or a word, it is read as any other."""
    for before, behind in MARKS[reader]["around"]:
        with ends(10):
            LAWS[reader](f"{before}{hostile(piece)}{behind}", 10)


@given(st.text(max_size=40) | st.text("a\u200d\u200c\u200b\ufeffم👩\x85\r\n①² .*", max_size=40))
def test_one_spelling_is_found_once(text):
    """What is cleaned is clean, and what is folded a key; an entry is one line, and its headword no longer."""
    for spell in (visible, clean, folded):
        assert spell(spell(text)) == spell(text)
    entry = unwrap(text)
    assert entry == " ".join(entry.split())
    assert entry.encode("utf-8").decode("utf-8") == entry
    assert len(headword(text)) <= len(entry)

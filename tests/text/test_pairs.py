"""Words with a reason each, in the forms that models give them."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.text.lists import headword, parse_list
from helm_creativity.text.pairs import ExplainedEntry, parse_pairs

THREE = (
    ExplainedEntry("stone", "A rock is a stone"),
    ExplainedEntry("roll", "As in rock and roll"),
    ExplainedEntry("cliff", "Cliffs are rock"),
)
WORDS = tuple(ExplainedEntry(one.word, "") for one in THREE)
OBJECTS = [one._asdict() for one in THREE]
ASKED = json.dumps({"results": OBJECTS})
EMPTY = '{"results": [{"word": "", "reason": ""}, {"word": "", "reason": ""}, {"word": "", "reason": ""}]}'
CHAIN = tuple(ExplainedEntry(word, "") for word in ("rock", "stone", "pebble", "beach"))


def written(form):
    """The three entries, each in a line of the form."""
    return "\n".join(form.format(i=i, w=one.word, r=one.reason) for i, one in enumerate(THREE, 1))


REPLIES = {
    "as asked": (ASKED, THREE),
    "indented": (json.dumps({"results": OBJECTS}, indent=2), THREE),
    "fenced": (f"```json\n{ASKED}\n```", THREE),
    "fenced without a name, talk around": (f"Sure!\n\n```\n{ASKED}\n```\nHope this helps!", THREE),
    "prose around": (f"Here are three words (each linked to rock):\n\n{ASKED}\n\nLet me know!", THREE),
    "an array alone": (json.dumps(OBJECTS), THREE),
    "single quotes": (str({"results": OBJECTS}), THREE),
    "an apostrophe in single quotes": (
        "{'results': [{'word': 'stone', 'reason': 'It's a rock'}, {'word': 'roll', 'reason': ''}]}",
        (ExplainedEntry("stone", "It's a rock"), ExplainedEntry("roll", "")),
    ),
    "trailing commas": (ASKED.replace("}]", "},]").replace('stone"}', 'stone",}'), THREE),
    "keys without quotes": (ASKED.replace('"word"', "word").replace('"reason"', "reason"), THREE),
    "typographic quotes": (written("{{“word”: “{w}”, “reason”: “{r}”}}").join("[]").replace("\n", ","), THREE),
    "capital keys": (ASKED.replace('"word"', '"Word"').replace('"reason"', '"Reason"'), THREE),
    "other keys": (ASKED.replace('"word"', '"association"').replace('"reason"', '"explanation"'), THREE),
    "keys with underscores": (ASKED.replace('"word"', '"Associated_Word"').replace("reason", "connection"), THREE),
    "an unknown key for the word": (ASKED.replace('"word"', '"mot"'), THREE),
    "reason first": (json.dumps([{"reason": r, "word": w} for w, r in THREE]), THREE),
    "a chain inside an entry": (json.dumps([{"word": "rock", "reason": "", "results": OBJECTS}]), THREE),
    "a number beyond all bounds": (ASKED.replace('{"results"', f'{{"n": {"1" * 5000}, "results"'), THREE),
    "further keys": (json.dumps([{"id": 1, "position": "1", **one, "tags": ["x"]} for one in OBJECTS]), THREE),
    "nested": (json.dumps({"seed": "rock", "response": {"chains": [{"results": OBJECTS}]}}), THREE),
    "numbered objects": (json.dumps({f"word_{i}": one for i, one in enumerate(OBJECTS)}), THREE),
    "numbered strings": (json.dumps({f"word{i}": one.word for i, one in enumerate(THREE)}), WORDS),
    "words and reasons numbered": (
        json.dumps({k: v for i, o in enumerate(THREE) for k, v in ((f"word_{i}", o.word), (f"reason_{i}", o.reason))}),
        WORDS,
    ),
    "words as keys": (json.dumps({"results": dict(THREE)}), THREE),
    "words as keys of objects": (json.dumps([{w: r} for w, r in THREE]), THREE),
    "arrays of two": (json.dumps({"results": THREE}), THREE),
    "strings": ('["stone", "roll", "cliff"]', WORDS),
    "strings with explanations": (json.dumps([f"{w} - {r}" for w, r in THREE]), THREE),
    "words and reasons apart": (json.dumps({"words": [w for w, _ in THREE], "reasons": [r for _, r in THREE]}), WORDS),
    "one string": ('{"results": "stone, roll, cliff"}', WORDS),
    "an object a line": ("\n".join(map(json.dumps, OBJECTS)), THREE),
    "reasons missing": ('[{"word": "stone"}, {"word": "roll", "reason": null}, {"word": "cliff"}]', WORDS),
    "thoughts before it": (f'<think>Perhaps {{"results": [{{"word": "no"}}]}}? No.</think>\n{ASKED}', THREE),
    "control tokens": (f"<|im_start|>assistant\n{ASKED}<|im_end|>\n<|im_start|>user\nMore!", THREE),
    "the empty form echoed first": (f"{EMPTY}\n\n{ASKED}", THREE),
    "an ellipsis": (ASKED.replace("}]", "}, … ]"), THREE),
    "a second attempt": (f"{ASKED}\nBetter:\n{ASKED.replace('cliff', 'sand')}",
                         (*THREE[:2], ExplainedEntry("sand", THREE[2][1]))),
    "wrapped words": (ASKED.replace('"stone"', '"**stone** (a rock)"').replace('"roll"', '" Roll. "'),
                      (THREE[0], ExplainedEntry("Roll", THREE[1].reason), THREE[2])),
    "line breaks in reasons": (ASKED.replace("is a stone", "is\\n  a stone"), THREE),
    "brackets in reasons": (
        '[{"word": "stone", "reason": "see [1] {a"}, {"word": "roll", "reason": "}]"}]',
        (ExplainedEntry("stone", "see [1] {a"), ExplainedEntry("roll", "}]")),
    ),
    "numbered": (written("{i}. {w} - {r}"), THREE),
    "numbered, bold, colons": ("Here you go:\n\n" + written("{i}. **{w}**: {r}"), THREE),
    "bulleted": (written("- {w} – {r}"), THREE),
    "explained in brackets": (written("{i}. {w} ({r})"), THREE),
    "labels on one line": (written("Word: {w}, Reason: {r}"), THREE),
    "labels on two lines": (written("{i}. **Word:** {w}\n   **Reason:** {r}"), THREE),
    "labels in paragraphs": (written("Word {i}: {w}\n\nReason: {r}\n"), THREE),
    "commas": ("stone, roll, cliff", WORDS),
    "a chain": ("rock -> stone -> pebble -> beach", CHAIN),
    "a chain with a lead and talk": ("My chain: rock → stone → pebble → beach. I hope you like it!", CHAIN),
    "a chain over lines": ("**rock** →\n**stone** → **pebble**\n→ **beach**\n\nEach follows from the last.", CHAIN),
    "a chain with plain arrows": ("rock > stone > pebble > beach", CHAIN),
    "a chain with remarks": (
        "rock --> stone (small) --> pebble --> beach",
        (CHAIN[0], ExplainedEntry("stone", "small"), *CHAIN[2:]),
    ),
    "two chains": ("A: rock -> stone -> sand -> sea\nB: rock -> stone -> pebble -> beach", CHAIN),
    "a chain in explanations": (written("{i}. {w} - {r}").replace("As in", "by roll -> band -> rock:"),
                                (THREE[0], ExplainedEntry("roll", "by roll -> band -> rock: rock and roll"), THREE[2])),
    "half an answer": ('{"results": [{"word": "stone", "reason": "A rock"}, {"word": "ro', None),
    "half an object": ('{"word": "stone", "reason": "A ro', None),
    "an answer and half of another": (f'{ASKED}\n["stone", "ro', None),
    "a chain and half an answer": ('rock -> stone -> pebble\n{"results": [{"word": "stone"', None),
    "half of a fence": (f"```json\n{ASKED[:-2]}", None),
    "the empty form": (EMPTY, None),
    "empty": ("", None),
    "thoughts only": (f"<think>{ASKED}", None),
    "a refusal": ("I'm sorry, but I can't help with that request.", None),
    "a refusal in JSON": ('{"error": "I cannot do this"}', None),
    "prose": ("The word rock makes me think of many heavy things -> and of music.", None),
    "two words with an arrow": ("rock -> stone", None),
    "a line a step": ("1. rock -> stone: small\n2. stone -> pebble: smaller\n3. pebble -> beach: there", None),
    "numbers": ('{"results": [1, 2, 3]}', None),
}  # fmt: skip


@pytest.mark.parametrize("name", REPLIES)
def test_replies(name):
    """Each form gives the words in order, with their reasons where they have any."""
    text, expected = REPLIES[name]
    assert parse_pairs(text, 4 if name.startswith(("a chain", "two chains")) and expected == CHAIN else 3) == expected


def test_too_few_pairs_are_given_all_the_same():
    """Whether they are enough is for the caller; a longer list in plain text is the answer then."""
    assert parse_pairs(ASKED, 20) == THREE
    listed = "\n".join(f"{i}. word{chr(96 + i)}" for i in range(1, 11))
    assert len(parse_pairs(f'{{"word": "stone", "reason": "x"}}\n{listed}', 20)) == 10


def test_objects_with_unreadable_words_are_dropped():
    """Their reasons do not become words."""
    assert parse_pairs('[{"word": 3, "reason": "x"}, {"word": "a", "reason": ""}]', 2) == (ExplainedEntry("a", ""),)


def test_the_name_of_a_chain_is_not_its_only_word():
    """What stands beside an empty list is not an entry."""
    assert parse_pairs('{"seed": "rock", "results": []}', 3) is None
    assert parse_pairs('{"seed": "rock", "results": [{"word": "stone", "reason": ""}]}', 1) == (
        ExplainedEntry("stone", ""),
    )
    chains = "\n".join(json.dumps({"seed": "rock", "results": [{"word": word}]}) for word in "abc")
    assert [one.word for one in parse_pairs(chains, 3)] != ["rock"] * 3


simple = st.from_regex(r"[a-z]{2,9}(-[a-z]{2,5})?", fullmatch=True)
reasons = st.text(max_size=30) | st.just('It\'s a "rock" -> see [1], {2}; e.g. this')
entries = st.lists(st.tuples(simple, reasons), min_size=1, max_size=20)


@given(entries, st.booleans(), st.sampled_from([None, 2]))
def test_json_is_read_back(items, in_ascii, indent):
    """Whatever the reasons hold, words come back as they are and reasons on one line."""
    text = json.dumps({"results": [{"word": w, "reason": r} for w, r in items]}, ensure_ascii=in_ascii, indent=indent)
    parsed = parse_pairs(text.replace("<", "("), len(items))  # a tag would be a tag wherever it stands
    assert [one.word for one in parsed] == [word for word, _ in items]
    assert not any("\n" in one.reason for one in parsed)


PIECES = st.sampled_from(
    [*'[]{}()",:;-', '"word"', '"reason"', "word:", "Reason:", " -> ", "→", " > ", "\n", "1. ", "- ", "rock", "a b",
     "```", "<think>", "</think>", "…", "\ud83d", "null", "3", "'"]
)  # fmt: skip


@given(st.text() | st.lists(PIECES, max_size=50).map("".join), st.none() | st.integers(0, 20))
@example("->" * 50, 3)
@example("\n->" * 50, 3)
@example("[\ud800\x00]", 1)
def test_nothing_raises(text, expected):
    """Any text gives pairs with words that can be written to a file, or None."""
    parsed = parse_pairs(text, expected)
    assert parsed is None or parsed
    for word, reason in parsed or ():
        assert word.strip()
        assert "\n" not in (word + reason)
        assert (word + reason).encode("utf-8")


@given(st.lists(simple, min_size=3, max_size=20, unique=True), st.sampled_from([", ", "\n", "; "]))
def test_other_lists_are_read_as_parse_list_reads_them(items, separator):
    """Words without reasons."""
    text = separator.join(items)
    listed = parse_list(text, len(items))
    assert parse_pairs(text, len(items)) == (
        listed and tuple(ExplainedEntry(headword(item), "") for item in listed.items)
    )


@given(st.lists(simple, min_size=3, max_size=20), st.sampled_from([" -> ", "->", " → ", " ⟶ ", " => ", " > ", "\n→ "]))
def test_chains_are_read_back(items, arrow):
    """Whatever the arrow, if three words follow each other."""
    assert parse_pairs(f"Chain: {arrow.join(items)}.", len(items)) == tuple(ExplainedEntry(item, "") for item in items)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 300_000,
        '{"word":' * 100_000,
        "[{" * 50_000 + "}]" * 50_000,
        "->" * 100_000,
        '[{"word": "a", "reason": ["b"]},' * 20_000,
        "```" + " " * 300_000 + "\n```",
        "rock" + " " * 300_000 + "-> stone -> b",
        "a -> b\n" * 50_000,
        "word: a\n" * 50_000,
        "\n" * 300_000 + "word",
    ],
    ids=["brackets", "objects", "deep", "arrows", "half", "spaces in a fence", "spaces", "steps", "labels", "lines"],
)
def test_hostile_text_is_read_to_an_end(text):
    """And nothing is found or guessed that cannot be written to a file."""
    with ends():
        assert all(word.encode() for word, _ in parse_pairs(text, 20) or ())

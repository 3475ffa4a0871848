"""Laws of reading lists: what is written in a form is read back, and what stands around it changes nothing."""

import json

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.ending import ends, hostile

from helm_creativity.benchmark.types import Response
from helm_creativity.parsing.list_lines import LONGEST, pick
from helm_creativity.parsing.lists import ListParse, headword, parse_list, too_long
from helm_creativity.parsing.pairs import parse_pairs
from helm_creativity.parsing.text import is_sentence
from helm_creativity.parsing.turns import strip_thoughts
from helm_creativity.parsing.uses import parse_uses

WRITERS = {
    "json": json.dumps,
    "table": lambda words: "| # | Word |\n|---|---|\n" + "\n".join(f"| {i} | {word} |" for i, word in enumerate(words)),
    "numbered": lambda words: "\n".join(f"{i}. {word}" for i, word in enumerate(words, 1)),
    "bulleted": lambda words: "\n".join(f"- {word}" for word in words),
    "lines": "\n".join,
    "separated": ", ".join,
    "spaced": " ".join,
}
INTRODUCTIONS = [
    "Sure! Here are the words:\n\n", "Certainly, these are my words, as different as I could make them:\n",
    "I thought about this for a while.\n\n", "Okay.\n\n**My list:**\n\n",
    "<think>Perhaps 1. cat, 2. dog, 3. bird? No, all animals.</think>\n\n",
]  # fmt: skip
REMARKS = [
    "\n\nI hope this helps! Let me know if you need more.",
    "\n\nThese words come from nature, law, music, and daily life.",
    "\n\nNote: I avoided proper nouns, technical terms, and anything that I could see around me.",
    "\n",
]

words = st.from_regex(r"[a-z]{2,10}(-[a-z]{2,8})?", fullmatch=True).filter(lambda word: word != "etc")
lists = st.lists(words, min_size=5, max_size=25)
own_forms = st.sampled_from([form for form in WRITERS if form != "spaced"])


@given(own_forms, lists, st.booleans())
def test_a_list_in_any_form_is_read_back(form, items, with_count):
    """Simple words come back in order with their form, whether or not the reader knows how many were asked."""
    parsed = parse_list(WRITERS[form](items), len(items) if with_count else None)
    assert parsed == ListParse(tuple(items), form)


@given(lists)
def test_bare_words_are_read_back_where_their_number_was_asked(items):
    """Bare words on one line are a list if they are exactly as many as were asked, and none otherwise."""
    assume(not is_sentence(items))
    assert parse_list(" ".join(items), len(items)) == ListParse(tuple(items), "spaced")
    assert parse_list(" ".join(items), len(items) + 1) is None


def test_two_columns_are_one_list_unless_one_is_of_kinds():
    """Words and their kinds are as many entries as lines, though together they would be those asked."""
    entries, kinds = ["volcano", "piano", "mercy", "truck"], ["nature", "music", "feeling", "vehicle"]
    rows = "\n".join(map("\t".join, zip(entries, kinds, strict=True)))
    assert len(parse_list(rows, 8).items) == 4
    assert parse_list(rows.replace("nature", "treaty").replace("music", "velvet"), 8).items[:3] == (
        "volcano",
        "treaty",
        "piano",
    )
    table = "| a | b |\n|---|---|\n" + "\n".join(f"| {row} |" for row in rows.replace("\t", " | ").split("\n"))
    assert parse_list(table, 8) is None


@given(own_forms, lists, st.sampled_from(INTRODUCTIONS), st.sampled_from(REMARKS), st.booleans())
def test_talk_around_a_list_changes_nothing(form, items, introduction, remark, with_count):
    """A chatty reply holds the same list as the bare one."""
    text = introduction + WRITERS[form](items) + remark
    assert parse_list(text, len(items) if with_count else None) == ListParse(tuple(items), form)


@given(st.sampled_from(sorted(WRITERS)), lists, st.sampled_from(["\r\n", "\r", "\u2028", "\x85"]))
def test_line_ends_and_invisible_characters_change_nothing(form, items, line_end):
    """Line ends of other systems, byte-order marks and zero-width spaces are not part of any word."""
    text = WRITERS[form](items)
    disguised = "\ufeff" + text.replace("\n", line_end).replace("a", "a\u200b") + "\u200e"
    assert parse_list(disguised, len(items)) == parse_list(text, len(items))


@given(own_forms, lists)
def test_thoughts_are_stripped_inside_as_well(form, items):
    """Reading a reply and reading what is left of it without its thoughts gives the same list."""
    text = f"<think>{WRITERS[form](items[::-1])}</think>{WRITERS[form](items)}"
    assert parse_list(text, len(items)) == parse_list(strip_thoughts(text), len(items))


@given(lists, lists)
def test_the_revised_list_replaces_a_first_attempt_of_the_same_length(first, second):
    """Of two complete numbered lists the second is the answer."""
    n = min(len(first), len(second))
    text = f"{WRITERS['numbered'](first[:n])}\n\nLet me try again.\n\n{WRITERS['numbered'](second[:n])}"
    assert parse_list(text, n) == ListParse(tuple(second[:n]), "numbered")


@given(st.sampled_from([json.dumps, str]), lists, st.data())
def test_nothing_is_guessed_from_an_array_that_never_closes(write, items, data):
    """However much of an array arrives, without its end it is no list; Python's is read as JSON is."""
    whole = write(items)
    assert parse_list(whole, len(items)) == ListParse(tuple(items), "json")
    cut = data.draw(st.integers(2, len(whole) - 1))
    assert parse_list(whole[:cut], len(items)) is None


FIELDS = ["Body", "Nature", "Law", "Music", "Food", "Emotion", "Tool", "Science", "Animal", "Space"]
MARKS = ["{}", "- {}", "1. {}", "* {}", "• {}"]


@given(
    st.lists(words, min_size=5, max_size=10, unique=True), st.sampled_from(MARKS), st.sampled_from(["{}:", "**{}:**"])
)
def test_a_label_before_every_word_is_no_part_of_it(items, mark, label):
    """And one behind every word is an explanation like any other."""
    before = [mark.format(f"{label.format(field)} {word}") for field, word in zip(FIELDS, items, strict=False)]
    assert parse_list("\n".join(before), len(items)).items == tuple(items)
    behind = [mark.format(f"{word}: a {field.lower()} of its own") for field, word in zip(FIELDS, items, strict=False)]
    assert [headword(item) for item in parse_list("\n".join(behind), len(items)).items] == items


@given(st.lists(words, min_size=6, max_size=25), st.sampled_from([". ", " / ", " · ", " | ", "; ", "、"]))
def test_any_separator_parts_words(items, separator):
    """On one line, with or without an introduction before it."""
    for text in (separator.join(items), f"Here are the words: {separator.join(items)}"):
        assert parse_list(text, len(items)) == ListParse(tuple(items), "separated")


@given(st.text(), st.one_of(st.none(), st.integers(0, 30)))
@example("[" * 5000, None)
@example('{"a":' * 5000, 10)
@example("[{" * 5000 + "]" * 5000, 10)
@example("\ud800 \x00", 2)
def test_arbitrary_text_never_raises(text, expected):
    """Whatever arrives, the result is a list of non-blank entries or None."""
    parsed = parse_list(text, expected)
    assert parsed is None or (parsed.items and all(item.strip() for item in parsed.items))


SYNTAX = (
    """[ ] { } ( ) " ' , ; : 1. 2. - * cat dog tree ``` <think> </think> <answer> \\ // # “ 、 null 1 2 3 ** word1 is"""
)
fragments = st.sampled_from([*SYNTAX.split(" "), " ", "\n", "\n- ", "\n1. ", "\u0301", "\ud83d", "\x00", "I can't"])


@given(st.lists(fragments, max_size=60).map("".join), st.one_of(st.none(), st.integers(1, 12)))
def test_heaps_of_syntax_never_raise(text, expected):
    """Marks of all forms in any order give entries that can be written to a file, in a known form, or None."""
    parsed = parse_list(text, expected)
    if parsed is not None:
        assert "\n".join(parsed.items).encode("utf-8")
        assert parsed.form in WRITERS


@given(st.lists(st.lists(st.integers(), max_size=6), max_size=6), st.one_of(st.none(), st.integers(1, 6)))
def test_the_list_that_is_picked_by_its_definition(runs, expected):
    """The choice agrees with the rule spelled out: the last complete one, all together, the last of the longest."""
    complete = [run for run in runs if expected is not None and len(run) >= expected]
    longest = [run for run in runs if len(run) == max(map(len, runs))]
    together = [entry for run in runs for entry in run]
    if not complete and len(together) == expected:
        assert pick(runs, expected) == together
    else:
        assert pick(runs, expected) == (complete or longest or [[]])[-1]


@pytest.mark.parametrize(
    ("n_items", "asked", "is_long"), [(100, 10, False), (101, 10, True), (10, 1, False), (11, 1, True)]
)
def test_more_than_ten_times_as_many_as_asked_is_too_long(n_items, asked, is_long):
    """Exactly ten times as many entries still pass."""
    assert too_long(n_items, asked) is is_long


@pytest.mark.parametrize("form", WRITERS)
def test_ten_thousand_words_are_read_in_every_form(form):
    """A runaway reply is read whole, so that it can be counted as too long."""
    items = [f"kelp{'abcdefghij'[i % 10]}" for i in range(10_000)]
    parsed = parse_list(WRITERS[form](items), 10_000 if form == "spaced" else 10)
    assert parsed == ListParse(tuple(items), form)
    assert too_long(len(parsed.items), 10)


@pytest.mark.parametrize("depth", [10, 100, 999, 100_000])
@pytest.mark.parametrize("brackets", ["[]", "{}", "()"])
def test_deep_nesting_is_survived(depth, brackets):
    """Brackets nested far deeper than any recursion goes are no list."""
    assert parse_list(brackets[0] * depth + brackets[1] * depth, 10) is None
    assert parse_list(brackets[0] * depth, 10) is None


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "[" * 900 + "[]," * 25_000,
        '["a": "b"]\n' * 25_000,
        '{"a":' * 50_000,
        '{"a":{},' * 25_000,
        "\n[a" * 25_000,
        "\u0301\u0316" * 25_000,
    ],
    ids=["brackets", "deep and flat", "broken arrays", "nested", "nested and flat", "line starts", "combining marks"],
)
def test_hostile_text_is_read_to_an_end(text):
    """Texts on which a naive scan takes minutes are no list."""
    with ends(10):
        assert parse_list(text, 10) is None


def test_lone_surrogates_and_null_bytes_cannot_reach_a_file():
    """What no file could hold is replaced, or dropped at an edge like the emoji that it is half of."""
    parsed = parse_list('["cat\\ud83d", "do\\u0000g", "tr\ud800ee\x00"]', 3)
    assert parsed == ListParse(("cat", "dog", "tr\ufffdee"), "json")


@pytest.mark.parametrize("figures", ["7" * 20, "7" * 5000])
def test_integers_of_any_length_are_survived(figures):
    """As numbers of entries, in JSON and as words."""
    assert parse_list(f'{{"n": {figures}, "words": ["kelp", "verdict"]}}', 2) == ListParse(("kelp", "verdict"), "json")
    for text in (f"{figures}. kelp\n{figures}. verdict", f"kelp {figures}.\n1. {figures}", f"#{figures}\n[{figures}]"):
        parsed = parse_list(text, 2)
        assert parsed is None or parsed.items


HOSTILE = [
    "1. ", "- a:\n", "a, ", "a\n", "| a ", "|---\n", " - a", "a: b\n", "\n## ", "Draft:\n", "\\boxed{", '"a" ',
    "(8 ",
]  # fmt: skip


@pytest.mark.parametrize("read", [parse_list, parse_pairs, lambda text: parse_uses(Response(text))])
@pytest.mark.parametrize("unit", HOSTILE)
def test_much_of_one_mark_is_read_to_an_end(unit, read):
    """As a list, as uses and as pairs; the readers of lines stop at what is longer than any answer."""
    with ends(10):
        read(f"- a{hostile(unit)}\nb")
        read((unit * LONGEST)[: LONGEST + 1])


PLAIN = st.one_of(
    st.from_regex(r"[A-Za-z]{1,8}(-[A-Za-z]{1,6})?", fullmatch=True),
    st.sampled_from(["Sure", "Here", "The", "words", "I", "Answer", "List", "noun", "Final", "draft", "Note", "Enjoy"]),
)
USUAL = {
    **{form: WRITERS[form] for form in ("numbered", "bulleted", "lines", "separated", "json")},
    "stopped": lambda items: "; ".join(items) + ".",
}
ENDS = st.sampled_from(["", "\n\nI hope these words help!", "\n\nThey are far apart."])
LEADS = st.sampled_from(["", "Here are ten words:\n\n", "Sure! My words are:\n", "Nouns: see below\n"])


@given(st.sampled_from(sorted(USUAL)), st.lists(PLAIN, min_size=2, max_size=14), st.booleans(), LEADS, ENDS)
def test_the_usual_forms_are_read_at_once_as_the_long_way_reads_them(form, items, with_count, introduction, closing):
    """Whatever the words: the short way is only faster, and leaves to the long way what it does not read alike."""
    text, asked = introduction + USUAL[form](items) + closing, len(items) if with_count else None
    short = parse_list(text, asked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("helm_creativity.parsing.lists.usual_list", lambda _: None)
        assert parse_list(text, asked) == short

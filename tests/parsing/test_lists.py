"""Laws of reading lists: what is written in a form is read back, and what stands around it changes nothing."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.differences import differences
from support.replies import older

from helm_creativity.parsing.list_lines import pick
from helm_creativity.parsing.lists import ListParse, headword, parse_list, too_long, unwrap
from helm_creativity.parsing.text import is_sentence
from helm_creativity.parsing.turns import strip_thoughts

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
FIELDS = ["Body", "Nature", "Law", "Music", "Food", "Emotion", "Tool", "Science", "Animal", "Space"]

words = st.from_regex(r"[a-z]{2,10}(-[a-z]{2,8})?", fullmatch=True).filter(lambda word: word != "etc")
lists = st.lists(words, min_size=5, max_size=25)
own_forms = st.sampled_from([form for form in WRITERS if form != "spaced"])


@given(own_forms, lists, st.sampled_from(["", *INTRODUCTIONS]), st.sampled_from(["", *REMARKS]), st.booleans())
def test_a_list_in_any_form_is_read_back(form, items, introduction, remark, with_count):
    """In order and with its form, whatever talk stands around it, whether or not the number asked is known."""
    text = introduction + WRITERS[form](items) + remark
    assert parse_list(text, len(items) if with_count else None) == ListParse(tuple(items), form)


@given(lists)
def test_bare_words_are_read_back_where_their_number_was_asked(items):
    """Bare words on one line are a list if they are exactly as many as were asked, and none otherwise."""
    assume(not is_sentence(items))
    assert parse_list(" ".join(items), len(items)) == ListParse(tuple(items), "spaced")
    assert parse_list(" ".join(items), len(items) + 1) is None


@given(st.sampled_from(sorted(WRITERS)), lists, st.sampled_from(["\r\n", "\r", "\u2028", "\x85"]))
def test_line_ends_invisible_characters_and_thoughts_change_nothing(form, items, line_end):
    """Line ends of other systems, byte-order marks and zero-width spaces are not part of any word."""
    text = WRITERS[form](items)
    disguised = "\ufeff" + text.replace("\n", line_end).replace("a", "a\u200b") + "\u200e"
    thought = f"<think>{WRITERS[form](items[::-1])}</think>{text}"
    found = parse_list(text, len(items))
    assert [parse_list(other, len(items)) for other in (disguised, thought, strip_thoughts(thought))] == [found] * 3


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


@given(
    st.lists(words, min_size=5, max_size=10, unique=True),
    st.sampled_from(["{}", "- {}", "1. {}", "* {}", "• {}"]),
    st.sampled_from(["{}:", "**{}:**"]),
)
def test_a_label_before_every_word_is_no_part_of_it(items, mark, label):
    """And one behind every word is an explanation like any other."""
    fields = list(zip(FIELDS, items, strict=False))
    before = [mark.format(f"{label.format(field)} {word}") for field, word in fields]
    assert parse_list("\n".join(before), len(items)).items == tuple(items)
    behind = [mark.format(f"{word}: a {field.lower()} of its own") for field, word in fields]
    assert [headword(item) for item in parse_list("\n".join(behind), len(items)).items] == items


@given(st.lists(words, min_size=6, max_size=25), st.sampled_from([". ", " / ", " · ", " | ", "; ", "、"]))
def test_any_separator_parts_words(items, separator):
    """On one line, with or without an introduction before it."""
    for text in (separator.join(items), f"Here are the words: {separator.join(items)}"):
        assert parse_list(text, len(items)) == ListParse(tuple(items), "separated")


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


@pytest.mark.parametrize("form", WRITERS)
def test_ten_thousand_words_are_read_in_every_form(form):
    """So that a runaway reply can be counted as too long: more than ten times as many as asked."""
    items = [f"kelp{'abcdefghij'[i % 10]}" for i in range(10_000)]
    parsed = parse_list(WRITERS[form](items), 10_000 if form == "spaced" else 10)
    assert parsed == ListParse(tuple(items), form)
    assert [too_long(n, 10) for n in (len(parsed.items), 101, 100)] == [True, True, False]
    assert [too_long(n, 1) for n in (11, 10)] == [True, False]


@pytest.mark.parametrize("depth", [10, 100, 999, 100_000])
@pytest.mark.parametrize("brackets", ["[]", "{}", "()"])
def test_deep_nesting_is_survived(depth, brackets):
    """Brackets nested far deeper than any recursion goes are no list."""
    assert parse_list(brackets[0] * depth + brackets[1] * depth, 10) is None
    assert parse_list(brackets[0] * depth, 10) is None


def test_what_no_file_could_hold_is_replaced():
    """Or dropped at an edge like the emoji that it is half of."""
    parsed = parse_list('["cat\\ud83d", "do\\u0000g", "tr\ud800ee\x00"]', 3)
    assert parsed == ListParse(("cat", "dog", "tr\ufffdee"), "json")


@pytest.mark.parametrize("figures", ["7" * 20, "7" * 5000])
def test_integers_of_any_length_are_survived(figures):
    """In JSON, and as numbers of entries."""
    assert parse_list(f'{{"n": {figures}, "words": ["kelp", "verdict"]}}', 2) == ListParse(("kelp", "verdict"), "json")
    parsed = parse_list(f"{figures}. kelp\n{figures}. verdict", 2)
    assert parsed is None or parsed.items


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


@pytest.mark.parametrize(("name", "read"), [("headword", headword), ("bare", unwrap)])
def test_headwords_and_bare_entries(name, read):
    """Dashes, colons and brackets begin an explanation, hyphens do not; quotes and emphasis are wrapping."""
    cases = [case for case in older("entries") if name in case]
    assert len(cases) >= 20
    assert differences([read(case["entry"]) for case in cases], [case[name] for case in cases]) == []


@given(
    st.from_regex(r"[a-z]{1,8}([ -][a-z]{1,8}){0,2}", fullmatch=True), st.sampled_from([" - ", ": ", " – ", "—", " ("])
)
def test_an_explanation_never_changes_the_headword(word, dash):
    assert headword(word) == headword(f"{word}{dash}a thing of its own") == word


@given(st.from_regex(r"[A-Za-z0-9]+(?:(?:[-']|[,;:]? )[A-Za-z0-9]+)*", fullmatch=True))
def test_words_with_nothing_around_them_are_unwrapped(entry):
    """The long way, which the full stop makes them go, leaves them as they are, too."""
    assert unwrap(entry) == unwrap(f"{entry}.") == entry

"""Paths written as lines: triples in single brackets, items, tags and arrows."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.parsing.path_answers import best_reading
from helm_creativity.parsing.paths import parse_paths
from helm_creativity.parsing.triples import Triple

ONE = (Triple("Ada", "knew", "Max"), Triple("Max", "member of", "Royal Society"))
TWO = (Triple("Ada", "member of", "Royal Society"),)
BOTH = (ONE, TWO)
A, B, C = "(Ada, knew, Max)", "(Max, member of, Royal Society)", "(Ada, member of, Royal Society)"

FORMS = {
    "a path a line": f"{A}, {B}\n{C}",
    "square brackets": f"{A}, {B}\n{C}".replace("(", "[").replace(")", "]"),
    "quotes": '("Ada", "knew", "Max"), ("Max", "member of", "Royal Society")\n("Ada", "member of", "Royal Society")',
    "single quotes": "('Ada', 'knew', 'Max'), ('Max', 'member of', 'Royal Society')\n1. ('Ada', 'member of', "
    "'Royal Society')",
    "numbers": f"1. {A}, {B}\n2. {C}",
    "numbers in bold": f"**1.** {A}, {B}\n**2.** {C}",
    "numbers in brackets": f"(1) {A}, {B}\n[2] {C}",
    "numbers with brackets": f"1) {A} {B}\n2) {C}",
    "bullets": f"- {A}, {B}\n- {C}",
    "numbered words": f"Path 1: {A} -> {B}\nPath 2: {C}",
    "numbered words in bold": f"**Path 1:** {A} → {B}\n\n**Path 2:** {C}",
    "headings": f"### Path 1\n{A}\n{B}\n\n### Path 2\n\n{C}",
    "steps with numbers under headings": f"Path 1:\n1. {A}\n2. {B}\nPath 2:\n1. {C}",
    "bullets under titles": f"1. **Science:**\n   - {A}\n   - {B}\n2. **Direct:**\n   - {C}",
    "bullets of paths under a title": f"1. Science\n   - {A}, {B}\n   - {C}",
    "items over several lines": f"1. {A},\n   {B}\n2. {C}",
    "blank lines between": f"{A}\n{B}\n\n{C}",
    "the first entity returns": f"{A}\n{B}\n{C}",
    "arrows at the start of lines": f"{A}\n-> {B}\n{C}",
    "arrows at the end of lines": f"- {A} ->\n{B}\n- {C}",
    "leads": f"1. Through a friend: {A}, {B}\nDirect path: {C}",
    "words between": f"{A} and then {B}.\n{C}.",
    "prose around": f"Here are two paths (of many):\n\n{A}, {B}\n{C}\n\nI hope (really) that this helps.",
    "prose between": f"1. {A}, {B}\nThey met in London (in 1833, at a party, of course).\n2. {C}",
    "answer tags": f"<answer>\n1. {A}, {B}\n2. {C}\n</answer>",
    "answer tags that go on": f"<answer>1. {A}, {B}</answer>\n<answer>2. {C}</answer>",
    "a draft in tags": f"<answer>1. {C}\n2. {C}</answer> No: <answer>1. {A}, {B}\n2. {C}</answer>",
    "thoughts": f"<think>1. {C}</think>\n1. {A}, {B}\n2. {C}",
    "a fence": f"```\n{A}, {B}\n{C}\n```",
    "code": f"`{A}, {B}`\n`{C}`",
    "the form before": f"Path: (head, relationship, tail), (head, relationship, tail)\n{A}, {B}\n{C}",
    "an example before": f"For example: (Ada, met, Bob)\n1. {A}, {B}\n2. {C}",
    "triples in tags": f"<triple>{A}</triple><triple>{B}</triple>\n<triple>{C}</triple>",
    "triples in tags without brackets": "<triple>Ada, knew, Max</triple>\n<triple> Max, member of,\n Royal Society"
    "</triple>\n\n<triple>Ada, member of, Royal Society</triple>",
    "paths in tags": f"<path>{A}, {B}</path>\n<path>{C}</path>\nTwo paths.\nNo more\nare\nknown.",
    "paths over several lines in tags": f"<path>\n{A}\n\n{B}\n</path><path id='2'>\n{C}\n</path>",
    "triples in paths in tags": f"<Path><triple>{A}</triple>\n<triple>{B}</triple></Path><path_2>{C}</path_2>",
    "names between arrows": "1. Ada -> knew -> Max -> member of -> Royal Society\n2. Ada → member of → Royal Society",
    "names on arrows": "Ada --knew--> Max --member of--> Royal Society\nAda — member of —> Royal Society",
    "nodes and edges": "(Ada)-[knew]->(Max)-[member of]->(Royal Society)\n(Ada) -[member of]-> (Royal Society)",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_one_answer_on_many_kinds_of_lines(text):
    """Whatever the lines look like, they hold the same two paths."""
    parsed = parse_paths(Response(text))
    assert parsed.paths == BOTH
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)
    assert parsed.probabilities == (None, None)


NAMES = {
    "a comma in brackets": ("Airplane! (film, 1980)", "Airplane! (film, 1980)"),
    "a comma in quotes": ('"Portland, Oregon"', "Portland, Oregon"),
    "a comma in curly quotes": ("“Portland, Oregon”", "Portland, Oregon"),
    "a comma in single quotes": ("'Portland, Oregon'", "Portland, Oregon"),
    "an apostrophe and a comma in single quotes": ("'Ali's book, vol. 2'", "Ali's book, vol. 2"),
    "quotes inside": ('Earvin "Magic" Johnson', 'Earvin "Magic" Johnson'),
    "an inch": ('the 5" disk', 'the 5" disk'),
    "an apostrophe": ("Ali's book", "Ali's book"),
    "an apostrophe first": ("'Salem's Lot", "'Salem's Lot"),
    "a hyphen and a colon": ("Abdul-Jabbar: Minority of One", "Abdul-Jabbar: Minority of One"),
    "a number": ("1984", "1984"),
    "bold": ("**Max**", "Max"),
    "blanks": ("  Max \t Born ", "Max Born"),
}


@pytest.mark.parametrize(("written", "name"), NAMES.values(), ids=NAMES)
def test_a_name_keeps_its_spelling(written, name):
    """Quotes around it are none of it, commas in further brackets or quotes are."""
    parsed = parse_paths(Response(f"1. (Ada, knew, {written}), {B}\n2. {C}"))
    assert parsed.paths == ((Triple("Ada", "knew", name), ONE[1]), TWO)
    assert parsed.malformed == 0


MALFORMED = {
    "four parts": f"{A}, (Max, born in, Portland, Oregon)",
    "four parts alone": "(Ada, born in, Portland, Oregon)",
    "two parts": f"{A}, (Max, Bob)",
    "a part is blank": "(Ada, , Max)",
    "a part is dots": "(Ada, ..., Max)",
    "a relation without a letter": "(1, 2, 3)",
    "triples in a triple": f"({A}, {B}, {C})"[1:-1] + ", (Ada, knew, (Max, member of, Bob))",
    "a bracket that never closes": f"{A}, (Max, member of, Royal Society",
    "an arrow that leads nowhere": f"{A} ->",
    "a missing relation on arrows": "Ada --knew--> Max --> Royal Society",
}


@pytest.mark.parametrize("entry", MALFORMED.values(), ids=MALFORMED)
def test_a_line_that_is_no_path_is_counted_once(entry):
    """It is left out and not guessed; the paths around it are read."""
    parsed = parse_paths(Response(f"1. {A}, {B}\n2. {entry}\n3. {C}"))
    assert (parsed.paths, parsed.malformed, parsed.truncated) == (BOTH, 1, False)


def test_a_malformed_triple_spoils_its_whole_path():
    """Over several lines, and in tags, where words are malformed as well."""
    wrong = "(Max, born in, Portland, Oregon)"
    assert parse_paths(Response(f"{A}\n{wrong}\n\n{C}")).paths == (TWO,)
    parsed = parse_paths(Response(f"<path>{A}\n{wrong}</path><path>Ada knew Max.</path><path>{C}</path>"))
    assert (parsed.paths, parsed.malformed) == ((TWO,), 2)


def test_what_never_closes_in_tags_that_do_is_no_cut():
    """It is malformed if it looks like a triple, else a remark."""
    parsed = parse_paths(Response(f"<answer>1. {A}, {B}\n2. {A}, (Max, knew</answer>"))
    assert (parsed.paths, parsed.malformed, parsed.truncated) == ((ONE,), 1, False)
    parsed = parse_paths(Response(f"<answer>1. {A}, {B}\n2. (see</answer>"))
    assert (parsed.paths, parsed.malformed, parsed.truncated) == ((ONE,), 0, False)


def test_an_arrow_at_the_end_of_a_line_leads_on():
    """Also from a line of several triples to the next, where each line would be a path."""
    more = Triple("Royal Society", "seat in", "London")
    parsed = parse_paths(Response(f"{A}, {B} ->\n({', '.join(more)})\n{C}"))
    assert (parsed.paths, parsed.malformed) == (((*ONE, more), TWO), 0)


def test_tags_whose_numbers_go_on_are_one_answer():
    """As they are for lists; where they start again, the earlier ones are a draft."""
    first, second = f"<answer>1. {A}, {B}\n2. {C}</answer>", f"<answer>\nPath 3: {A}, {B}\nPath 4: {C}</answer>"
    assert parse_paths(Response(first + second)).paths == BOTH * 2
    assert parse_paths(Response(second + first)).paths == BOTH


def test_names_between_arrows_that_are_not_odd():
    """Then relations may have been left out everywhere, and no line is read."""
    lines = "1. Ada -> Max -> Royal Society\n2. Ada -> Max -> Bob -> Royal Society"
    parsed = parse_paths(Response(lines))
    assert (parsed.paths, parsed.malformed, parsed.failure_reason) == ((), 2, FailureReason.UNPARSABLE)
    assert parse_paths(Response(lines.splitlines()[0])).paths == ((Triple("Ada", "Max", "Royal Society"),),)


CUTS = {
    "in a name": f"1. {A}, {B}\n2. (Ada, kn",
    "in the first name": f"1. {A}, {B}\n2. (Ad",
    "in the second triple": f"1. {A}, {B}\n2. {C}, (Royal Society, in, Lon",
    "behind an arrow": f"1. {A}, {B}\n2. {C} ->",
    "between arrows": "1. Ada -> knew -> Max -> member of -> Royal Society\n2. Ada -> knew ->",
    "on a line of its own": f"Path 1:\n{A}\n{B}\nPath 2:\n{A}\n(Max, mem",
    "in a tag": f"<path>{A}, {B}</path><path>{C}",
    "in the tag of a triple": f"<path>{A}, {B}</path><path><triple>Ada, member of, Roy",
    "in answer tags": f"<answer>\n1. {A}, {B}\n2. (Ada, ",
}


@pytest.mark.parametrize("text", CUTS.values(), ids=CUTS)
def test_the_paths_before_a_cut_count(text):
    """The last one is not complete, and not malformed."""
    for reason in ("stop", "length"):
        parsed = parse_paths(Response(text, reason))
        assert (parsed.paths, parsed.malformed, parsed.truncated, parsed.failure_reason) == ((ONE,), 0, True, None)


def test_the_last_path_at_the_token_limit():
    """Another triple might have followed, unless the tags are closed or words follow."""
    text = f"1. {A}, {B}\n2. {C}"
    assert parse_paths(Response(text, "length")).paths == (ONE,)
    assert parse_paths(Response(f"{text}\nThese are", "length")).paths == BOTH
    assert parse_paths(Response(f"<answer>{text}</answer>", "length")).paths == BOTH
    only = parse_paths(Response(f"1. {A}", "length"))
    assert (only.paths, only.truncated, only.failure_reason) == ((), True, FailureReason.TRUNCATED)


PROSE = [
    "Kurt Gödel (born 1906, in Brünn, Moravia) was a logician.",
    "He died (1978, in Princeton, New Jersey).",
    "Gödel: (born 1906, in Brünn, Moravia)",
    "Note: (see pages 3, 4, and 5)",
    "The cast (Hays, Hagerty, Nielsen) and the crew (Abrahams, Zucker, Zucker) were there.",
    "1. Kareem (born 1947, in New York, as Lew Alcindor) played for the Lakers.",
    "- Ada Lovelace (mathematician, writer, countess): daughter of Byron",
    "(see below)",
    "(Prague, Bohemia)",
    "A path [or chain, sequence, list] is needed.",
    "See [1], [2] and [3].",
    "Sources: [1] The Times, 1980, p. 4; [2] Variety.",
    "Path 1: Ada knew Max, who was a member (a fellow) of the Society.",
    "I would need more context (for example, dates, places, names).",
    "Go to File -> Save as -> PDF: it is there.",
    "Menu: File -> Export -> PDF",
    "The chain goes Ada -> Max -> Bob and so it ends.",
    "Ada -> Max",
    "1. (Ada, knew, Max) was said of (Max, knew, Bob) in London",
    "(Ada, knew, Max) is where it starts.",
    "An example of a path: (Ada, knew, Max), (Max, knew, Bob)",
    "For example: (Ada, knew, Max)",
    "A triple has the form: (head, relationship, tail)",
    "(head entity, relationship, tail entity)",
    "He said (and this is long, as you know,\nand goes on, of course) that it works.",
    "Use <path> and <triple> tags for (head, relation, tail).",
    "It was 7:30 (p.m., Eastern, of course) -> too late.",
]


@pytest.mark.parametrize("text", [*PROSE, "\n".join(PROSE), "\n\n".join(PROSE)])
def test_prose_with_brackets_is_no_path(text):
    """Neither a path nor a malformed one."""
    parsed = parse_paths(Response(text))
    assert (parsed.paths, parsed.malformed, parsed.truncated, parsed.failure_reason) == (
        (),
        0,
        False,
        FailureReason.UNPARSABLE,
    )


# Table 12 of Wadhwa et al. (2026), in lower case and without quotes as it is printed there.
K, AAAS = "kareem abdul-jabbar", "american academy of arts and sciences"
UNION, LA = "national basketball players association", "university of california, los angeles"
GATES, BOOKS = "henry louis gates jr.", "books on history and culture"
TABLE_12 = [
    [(K, "member of", UNION), (UNION, "led by", "michele roberts"), ("michele roberts", "member of", AAAS)],
    [(K, "educated at", LA), (LA, "employs", "terence tao"), ("terence tao", "member of", AAAS)],
    [(K, "featured in", "black patriotism"), ("black patriotism", "author", "cornel west")],
    [(K, "educated at", "ucla"), ("ucla", "faculty member", "jared diamond"), ("jared diamond", "member of", AAAS)],
    [
        (K, "appeared in", "airplane!"),
        ("airplane!", "directed by", "jim abrahams"),
        ("jim abrahams", "member of", AAAS),
    ],
    [
        (K, "wrote foreword for", BOOKS),
        (BOOKS, "reviewed by", "academic scholars"),
        (GATES, "scholar", "harvard university"),
        (GATES, "member of", AAAS),
    ],
]
TABLE_12[2].append(("cornel west", "member of", AAAS))


def plain(paths):
    """The paths as the paper prints them, one a line."""
    return "\n".join(", ".join(f"({', '.join(triple)})" for triple in path) for path in paths)


def test_the_paths_that_the_paper_prints():
    """The name with a comma makes its path malformed; the other five are read."""
    parsed = parse_paths(Response(plain(TABLE_12)))
    assert parsed.paths == tuple(tuple(Triple(*t) for t in path) for i, path in enumerate(TABLE_12) if i != 1)
    assert (parsed.malformed, [len(path) for path in parsed.paths]) == (1, [3, 3, 3, 3, 4])


WORDS = st.text("abcdé '’.-&!", min_size=1, max_size=9).map(lambda text: f"x{' '.join(text.split())}y")
TRIPLES = st.builds(Triple, WORDS, WORDS, WORDS)
PATHS = st.lists(st.lists(TRIPLES, min_size=1, max_size=4).map(tuple), min_size=1, max_size=5)
WRITERS = {
    "numbers": lambda paths: "\n".join(f"{i}. {line}" for i, line in enumerate(plain(paths).split("\n"), 1)),
    "words": lambda paths: "\n".join(
        f"Path {i}: {' -> '.join(f'[{h}, {r}, {t}]' for h, r, t in path)}" for i, path in enumerate(paths, 1)
    ),
    "headings": lambda paths: "\n\n".join(
        "\n".join([f"**Path {i}**", *(plain([[triple]]) for triple in path)]) for i, path in enumerate(paths, 1)
    ),
    "tags": lambda paths: "".join(
        f"<path>{''.join(f'<triple>{h}, {r}, {t}</triple>' for h, r, t in path)}</path>\n" for path in paths
    ),
}


@pytest.mark.parametrize("form", sorted(WRITERS))
@settings(max_examples=60)
@given(paths=PATHS)
def test_what_is_written_plainly_comes_back(form, paths):
    """Simple names in whatever lines."""
    parsed = parse_paths(Response(WRITERS[form](paths)))
    assert (parsed.paths, parsed.malformed, parsed.truncated, parsed.failure_reason) == (tuple(paths), 0, False, None)


PIECES = st.sampled_from(
    [
        *(A, B, C, '[["a","r","b"]]', '{"1": ', "}", "(a, r, b, c)", "[", "]", "(", ")", ",", "\n", "\n\n", "1. "),
        *("Path 2: ", "- ", "->", "--", "a", " -> r -> ", "'", '"', "“", "<path>", "</path>", "<triple>", "</triple>"),
        *("<answer>", "</answer>", "**", "```", ":", "[(", "x, y", "{}", "(head, relation, tail)", "\x01", "\x02\n"),
    ]
)
TEXTS = st.text() | st.lists(PIECES, max_size=25).map("".join)
REASONS = st.sampled_from(["stop", "length"])


@settings(max_examples=300)
@given(TEXTS, REASONS)
@example(f'{{"1": [["a", "r", "b"]]}}\n1. {A}', "stop")
@example(f"{{}}\n1. {A}", "stop")
@example(f'{{"1": [["a", "r"]]}}\n1. {A}', "stop")
@example(f'1. {A}\n{{"1": [["a", "r", "b"]', "stop")
def test_what_brackets_hold_is_not_read_as_lines(text, reason):
    """Where lists and objects hold a path, a malformed one, one that is cut, or say that there is none, that counts."""
    reading = best_reading(text)
    if reading.paths or reading.malformed or reading.truncated or reading.is_empty:
        parsed = parse_paths(Response(text, reason))
        assert parsed.paths == tuple(reading.paths)
        assert parsed.probabilities == tuple(reading.probabilities)
        assert (parsed.malformed, parsed.truncated) == (reading.malformed, reading.truncated or reason == "length")


@settings(max_examples=300)
@given(TEXTS, REASONS)
def test_any_text_is_read(text, reason):
    """Nothing raises, and every path is made of names."""
    parsed = parse_paths(Response(text, reason))
    assert len(parsed.paths) == len(parsed.probabilities)
    assert all(path and all(part.strip(" .…") for triple in path for part in triple) for path in parsed.paths)
    assert parsed.malformed >= 0
    assert parsed.paths == () or parsed.failure_reason is None


HOSTILE = ["(", "a -> ", "--", f"1. {A}\n", f"{A}, ", "<path>", "<triple>", "(a, r, 'b", '(a, "', "\n", "1. ", "*", " "]
HOSTILE += ["(a, b), ", "- ", "(a, r, b) ->\n", "<path>(a, r, b)</path>", ") ", "and ", "path 1 ", "(, "]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_answers_are_read_to_an_end(unit):
    """100,000 signs of any sort."""
    text = f"{A}\n" + unit * (100_000 // len(unit)) + "x"
    with ends():
        assert parse_paths(Response(text)).malformed >= 0

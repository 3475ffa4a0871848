"""The string in a reply, whatever stands around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.scenarios.letter_string.analogies import analogies_of
from helm_creativity.scenarios.letter_string.reading import read_string
from helm_creativity.scenarios.letter_string.rules import USUAL

SIGNS = tuple("!@#%^&+=~/")
LETTERS = ([tuple("abcd"), tuple("abce")], tuple("ijkl"))
SYMBOLS = ([tuple("!@#%"), tuple("!@#^")], tuple("&+=~"))
QUESTION = "[{before}] becomes [{after}]\n[{target}] becomes "
FORMS = [
    "[{s}]",
    "{s}",
    "{s}.",
    "  [ {s} ]\n",
    "**[{s}]**",
    "**{s}**",
    "`{s}`",
    '"{s}"',
    "“{s}”",
    "```\n[{s}]\n```",
    "```text\n{s}\n```",
    "[{commas}]",
    "{commas}",
    "({s})",
    "[{quoted}]",
    '{{"answer": "{s}"}}',
    '{{"answer": [{quoted}], "why": "the rule"}}',
    "\\boxed{{{s}}}",
    "The answer is [{s}].",
    "The answer is **{s}**.",
    "Answer: {s}",
    "**Answer:**\n\n{s}",
    "Final answer: [{s}]",
    "[{target}] becomes [{s}]",
    "[{target}] → [{s}]",
    "The answer: [{target}] becomes [{s}].",
    "The answer for [{target}] is [{s}].",
    QUESTION + "[{s}]",
    QUESTION + "[ ? ]\n\nThe missing string is [{s}].",
    "[{s}]\n\nExplanation: [{before}] becomes [{after}], so [{target}] becomes [{s}].",
    "[{s}] becomes the string, since [{before}] becomes [{after}].",
    "The alphabet is {alphabet}. So it is [{s}].",
    "First I look at [{wrong}], which will not do. The answer is [{s}].",
    "First I look at [{wrong}], which will not do. So:\n\n[{s}]",
    "The answer is not clear at first. [{wrong}]? No.\n[{s}]",
    "Sure! Here is my answer:\n\n[{s}]\n\nLet me know if you would like more.",
    "The answer is [{wrong}]. No, the answer is [{s}], not [{wrong}].",
    "The result of the change is [{after}] in the example. Here it would be [{s}].",
    "### Result\n\n[{s}]",
]


def shown(item):
    """Example and target."""
    before, after, target = (tuple(getattr(item, name).split()) for name in ("before", "after", "target"))
    return [before, after], target


def read(text, alphabet=USUAL, strings=LETTERS):
    """What is read, without spaces."""
    found = read_string(text, alphabet, *strings)
    return None if found is None else "".join(found)


@pytest.mark.parametrize("form", FORMS)
def test_the_answer_of_every_item_is_read_in_every_form(form):
    """What stands around it does not move it."""
    for item in [*analogies_of(0), *analogies_of(1)]:
        answer = item.answer.split()
        text = form.format(
            **{name: getattr(item, name) for name in ("alphabet", "before", "after", "target")},
            s=item.answer,
            commas=", ".join(answer),
            quoted=", ".join(f'"{one}"' for one in answer),
            wrong=" ".join(reversed(answer)),
        )
        assert read_string(text, tuple(item.alphabet.split()), *shown(item)) == tuple(answer), text


@pytest.mark.parametrize(
    "text",
    [
        "ijkm",
        "IJKM",
        "[ijkm]",
        "[I J K M]",
        "i-j-k-m",
        "i | j | k | m",
        "i\nj\nk\nm",
        "- i\n- j\n- k\n- m",
        '[\n  "i",\n  "j",\n  "k",\n  "m"\n]',
        "**i** **j** **k** **m**",
        "ｉ ｊ ｋ ｍ",
        "\\[ [i \\; j \\; k \\; m] \\]",
        "$\\boxed{\\text{ijkm}}$",
        "The answer is ijkm.",
        "ijkl becomes ijkm",
        "ijkl -> ijkm",
        "Since l becomes m, the new string is ijkm, as the others stay.",
        "It becomes [i j k m]: i, j, k stay.",
        "The letters i, j and k stay and l becomes m. The result is i j k m, since i, j, k stay.",
        "[i j k m",
        "i j k m (the successor of l)",
        "i j k [m]",
    ],
)
def test_spellings_of_letters(text):
    """With and without spaces, in either case, among other words."""
    assert read(text) == "ijkm"


@pytest.mark.parametrize(
    "text",
    [
        "&+=/",
        "[&+=/]",
        "&, +, =, /",
        "[\\& + = /]",
        "[\\& \\+ \\= \\/]",
        "\\boxed{\\&\\ +\\ =\\ /}",
        "=====\n& + = /\n=====",
        "~~~\n& + = /\n~~~",
        "& + = / (since ~ becomes /)!!!",
        "Answer = & + = /",
        'answer = "& + = /"',
        "**Answer** = & + = /",
        "New string = & + = /",
        "Sure! & + = /",
        "I am 100% & + = /",
        "## & + = /",
        "! @ # stay, & + = stay. ~ becomes /: & + = /",
        "[@ # % ^] would become [@ # % &]. So [& + = ~] becomes [& + = /].",
        "&\n+\n=\n/",
    ],
)
def test_spellings_of_symbols(text):
    """Rules and fences are none."""
    assert read(text, SIGNS, SYMBOLS) == "&+=/"


@pytest.mark.parametrize(
    ("text", "string"),
    [
        ("[i j k l]", "ijkl"),
        ("The string [i j k l] does not change.", "ijkl"),
        ("[a b c d] becomes [a b c e]; [i j k l] stays.", "ijkl"),
        ("Answer: [i j k l]. At first I thought of [i j k n].", "ijkl"),
        ("[w x y z]", "wxyz"),
        ("[wxyz]", "wxyz"),
        ("wxyz", "wxyz"),
        # Words in prose: the same letters, or half of them unchanged.
        ("I would turn it round to lkji now.", "lkji"),
        ("I would move it on to jklm now.", "jklm"),
        ("m", "m"),
        ("[m]", "m"),
        ("**k m**", "km"),
        ("[i j k m n o p q r s t u]", "ijkmnopqrstu"),
    ],
)
def test_wrong_answers_are_answers(text, string):
    """Copies of the target, other letters, too few and too many."""
    assert read(text) == string


@pytest.mark.parametrize(
    "text",
    [
        "i j k __m__",
        "The string is i, j, k, and m.",
        "[i j k l] => [i j k m] [STOP]",
        "[ANSWER] i j k m [/ANSWER]",
        "[NOTE] The last letter moves: ijkm",
        "It is [i j k m], not [i j k n].",
        "We get [i j k m] instead of [i j k n].",
        "It is [i j k m]. Or was it [i j k n]?",
        "[i j k n]\n\nWait, that is wrong. [i j k m]",
        "The answer is [i j k n].\n\nCorrection: [i j k m]",
        "[i j k m]\n\nWait, is it? [a b c d] becomes [a b c e]: yes.",
        "[i j k l] becomes [i j k m]\n\n[m n o p] becomes [m n o q]",
        "[a b c d] becomes [a b c e]\n[i j k l] ==> [i j k m]\n[m n o p] ==> [m n o q]",
        "[i j k l] -> [i j k] -> [i j k m]. So [l m n o] would be [l m n p].",
        "It becomes [i j k m]. For instance, [p q r s] would become [p q r t].",
        "The target [i j k l] becomes [i j k m], as [p q r s] would become [p q r t].",
        "It is like [e f g h] → [e f g i]. [i j k l] → [i j k m]. It is also like [m n o p] → [m n o q].",
        "Applying this to [i j k l] gives [i j k m], as it would give [r s t v] for [r s t u].",
        "The last letter moves. [i j k l] becomes [i j k m]\n[m n o p] becomes [m n o q]",
        "[i j k m] Wait, let me check: [m n o p] → [m n o q]. Yes.",
        "[i j k m]. Actually, the rule is simple, as [m n o p] → [m n o q].",
        "[i j k n]\n\nActually, it should be [i j k m].",
        "[i j k n]\n\nLet me correct that: [i j k m]",
        "1) [a b c d] becomes [a b c e]\n2) [i j k l] becomes [i j k m]",
        "1. [i j k m]",
        "Perhaps [i j k m]?",
        "Not [i j k m].",
    ],
)
def test_other_strings_are_distinguished(text):
    """Signs, what is denied, asked or taken back, steps on the way, and questions of the reply's own."""
    assert read(text) == "ijkm"


@pytest.mark.parametrize(
    ("text", "string"),
    [
        ("[&amp; + = /]", "&+=/"),
        ("The answer is & + = /!", "&+=/"),
        ("& + = /!!", "&+=/"),
        ("& + = ~ => & + = /", "&+=/"),
        ("& + = ~ --> & + = /", "&+=/"),
        ("[& + = !]", "&+=!"),
        ("& + = !", "&+=!"),
        ("[& + =!]", "&+=!"),
        ("&+=!", "&+=!"),
        ("[= = = =]", "===="),
        ("The string becomes = & + /", "=&+/"),
        ("The answer is\n= & + /", "=&+/"),
        ("Answer: ! & + /", "!&+/"),
        ("# & + /", "#&+/"),
    ],
)
def test_signs_of_punctuation_and_of_strings(text, string):
    """A sign belongs to the string where it is separated like the others, in brackets, or where none is separated."""
    assert read(text, SIGNS, SYMBOLS) == string


@pytest.mark.parametrize(
    ("text", "string"),
    [
        ("[i j k m] or [i j k n]", None),
        ("The answer is [i j k m], or [i j k n].", None),
        ("Either i j k n or i j k m", None),
        ("A) [i j k m]\nB) [i j k n]", None),
        ("1. [i j k m]\n2. [i j k n]", None),
        ("1. [i j k m]\n2. [i j k n]\nI choose [i j k m].", "ijkm"),
        ("[i j k m] or, in short, ijkm", "ijkm"),
        ("I say [i j k m] or ijkm", "ijkm"),
        ("[i j k m] or [i j k n]? The answer is [i j k n].", "ijkn"),
    ],
)
def test_two_answers_are_none(text, string):
    """Unless one of them is chosen, or both are one."""
    assert read(text) == string


@pytest.mark.parametrize(
    "text",
    [
        "Sure!",
        "none",
        "I don't know.",
        "ok",
        "What a lovely alphabet that is.",
        "The answer is obvious.",
        "I will think about it like this: kill the bill.",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z",
        "[a b c d e f g h i j k l m]",
        "[ ? ]",
        "[answer]",
        "[STOP]",
        "!!!",
        "i j",
        "1 2 3 4",
    ],
)
def test_prose_is_no_string(text):
    """Nor is an alphabet."""
    assert read(text) == ("ij" if text == "i j" else None)


@pytest.mark.parametrize(
    "text", ["no", "C++ & C#", " ".join(SIGNS), "50% & more!!!", "Sure! Here we go: a + b = c.", "#####", "", "-----"]
)
def test_prose_is_no_string_of_symbols(text):
    """Nor is a line of one sign."""
    assert read(text, SIGNS, SYMBOLS) is None


@given(st.text(max_size=200))
def test_any_text_is_read_or_not(text):
    """Without an error, and with characters of the alphabet only."""
    for alphabet, strings in ((USUAL, LETTERS), (SIGNS, SYMBOLS)):
        found = read_string(text, alphabet, *strings)
        assert found is None or (1 <= len(found) <= 12 and set(found) <= set(alphabet))


@given(st.lists(st.sampled_from(USUAL), min_size=1, max_size=12).map(tuple))
def test_the_form_that_was_asked_is_read_as_it_stands(string):
    """Whatever is in it."""
    if len(set(string)) > 1 or len(string) != 2:
        assert read_string(f"[{' '.join(string)}]", USUAL, *LETTERS) == string


@pytest.mark.parametrize(
    "unit",
    [
        "i ",
        "i j ",
        "i, ",
        "`",
        "i    ",
        "[",
        "the answer is ",
        "ijkm ",
        "~",
        "& ",
        "&+",
        "=",
        "wait ",
        "& + =!",
        "[i j k] or ",
        "not [i j k] ",
        "[i j k l] becomes [i j k] ",
        "a) [i j k] ",
    ],
)
def test_long_replies_are_read_to_an_end(unit):
    """Hostile ones of a hundred thousand characters."""
    text = unit * (100_000 // len(unit))
    with ends():
        assert read_string(text, USUAL, *LETTERS) in (None, tuple("ijk"), tuple("ijkm"))
        assert read_string(text, SIGNS, *SYMBOLS) is None

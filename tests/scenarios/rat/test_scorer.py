"""From answers to right, wrong and reasons."""

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.base import comparable_key, sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments

RAT = get_benchmark("rat")
OWN = RAT.folder / "items" / "remote_associates.csv"
OWN_ITEMS = RAT.problems(RAT.settings())
OWN_SCORER = RAT.scorer(RAT.settings())
SUBMETRICS = ("accuracy_easy", "accuracy_medium", "accuracy_hard")
FORMS = [
    "{word}",
    " {title}.\n",
    "**{word}**",
    "```\n{word}\n```",
    'The answer is "{word}".',
    '{{"answer": "{title}", "reason": "it goes with {one}"}}',
    "Sure! Here is the word:\n\n**{title}**",
    "<think>{one}, {two}... The answer is ice. No.</think>\n\n{word}",
    "{word} (it goes with {one}, {two} and {three})",
    'The word that can be combined with each of "{one}", "{two}", and "{three}" is **{word}**.',
    "Answer: the {word}\n\nExplanation: it stands beside {one}, {two} and {three}.",
]


def one(text, *, scorer=OWN_SCORER, accepted="fire", band=None, **answer):
    """The outcome of one answer whose key is known."""
    return scorer.score([Sample(Response(text, **answer), {"accepted": accepted, "band": band})])[0]


def row_of(record):
    """The sample of an object of a file."""
    return sample_in_row(RAT, record, RAT.settings())


def looked_up(text, stems, scorer=OWN_SCORER):
    """The outcome of one answer whose key is looked up."""
    return scorer.score([Sample(Response(text), {"stems": stems})])[0]


@pytest.mark.parametrize("form", FORMS)
def test_the_key_of_every_item_is_right_in_every_form(form):
    """What stands around the word does not move the score."""
    items = OWN_ITEMS
    assert len(items) == 120
    for item in items:
        stems = dict(zip(("one", "two", "three"), item.stems, strict=True))
        sample_score = looked_up(form.format(word=item.answer, title=item.answer.title(), **stems), item.stems)
        assert (sample_score.score, sample_score.failure_reason) == (100, None)
        assert sample_score.details == {"word": item.answer, "accepted": item.answer}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", FailureReason.EMPTY),
        ("<think>the answer is fire", FailureReason.EMPTY),
        ("fire or ice", FailureReason.UNPARSABLE),
        ("fire\nice", FailureReason.UNPARSABLE),
        ('["fire", "ice"]', FailureReason.UNPARSABLE),
        ('{"answer": "fi', FailureReason.UNPARSABLE),
        ("There are many possibilities here. One might think of fire.", FailureReason.UNPARSABLE),
        ("firecracker, firefly, firefighter", FailureReason.UNPARSABLE),
    ],
)
@pytest.mark.parametrize("band", [None, "easy"])
def test_an_answer_without_one_word_is_wrong_and_counted(text, reason, band):
    """Also in its band: left out, it would raise the accuracy of a model that answers what it knows."""
    sample_score = one(text, band=band)
    assert (sample_score.score, sample_score.failure_reason) == (0, reason)
    expected = {**dict.fromkeys(SUBMETRICS), **({f"accuracy_{band}": 0} if band else {})}
    assert sample_score.submetrics == expected
    assert sample_score.details == {"word": None, "accepted": "fire"}


@pytest.mark.parametrize(
    ("text", "score"), [("court", 100), ("School.", 100), ("the school", 100), ("schools", 0), ("house", 0)]
)
def test_alternatives_are_right(text, score):
    """Either of them; an inflection is another word."""
    assert one(text, accepted="school|court").score == score


@pytest.mark.parametrize(("text", "score"), [("fire", 100), ("ice", 0)])
@pytest.mark.parametrize("band", [None, "easy", "medium", "hard"])
def test_the_score_is_also_the_accuracy_of_its_band(text, score, band):
    """Undefined for the others, and for all of them without norms."""
    expected = {name: score if name == f"accuracy_{band}" else None for name in SUBMETRICS}
    assert one(text, band=band).submetrics == expected


@given(st.sampled_from(OWN_ITEMS), st.permutations(range(3)))
def test_stems_find_their_item_in_any_order(item, order):
    """They are a set."""
    assert looked_up(item.answer, [item.stems[i] for i in order]).score == 100


@pytest.mark.parametrize("stems", [["fly", "cracker", "fighter"], ["rabbit", "knife"], [], ["rabbit", "knife", "hop"]])
def test_unknown_stems_are_no_wrong_answer(stems):
    """But an error that names them, and what to do."""
    names = ", ".join(sorted(stems))
    with pytest.raises(BadArguments, match=f"no item of own has the stems {names}; give its key in a field answer"):
        looked_up("fire", stems)


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ({"answer": "fire"}, {"accepted": "fire"}),
        ({"answer": "school|court"}, {"accepted": "school|court"}),
        ({"answer": "fire", "stems": "a, b, c"}, {"accepted": "fire"}),
        ({"answer": "", "stems": " Rabbit,knife ; lumber"}, {"stems": ["rabbit", "knife", "lumber"]}),
        ({"answer": None, "stems": ["Rabbit", "knife", "lumber"]}, {"stems": ["rabbit", "knife", "lumber"]}),
        ({"stems": '["rabbit", "knife", "lumber"]'}, {"stems": ["rabbit", "knife", "lumber"]}),
    ],
)
def test_rows_of_a_file(record, fields):
    """The key, or the stems by which it is looked up, as a list or as a spreadsheet's text."""
    assert row_of({"response": "fire", **record}) == Sample(Response("fire"), fields)
    assert row_of({"response": None, **record}) == Sample(Response(""), fields)


def key_of(items, asked=True):
    return comparable_key(RAT, RAT.settings(items=items), asked)


def scorer_of(items):
    return RAT.scorer(RAT.settings(items=items))


def test_the_key_changes_with_the_items(tmp_path, monkeypatch):
    """Those that are asked by what they hold; those of a file by the file, of which a byte is enough."""
    before, by_file, path = key_of("own"), key_of("own", asked=False), tmp_path / "items.csv"
    shutil.copy(OWN, path)
    monkeypatch.setattr(type(RAT), "table", lambda self, settings: path)
    assert key_of("own") == before
    path.write_bytes(OWN.read_bytes() + b"\n")
    assert key_of("own") == before
    assert key_of("own", asked=False) != by_file
    path.write_text(OWN.read_text("utf-8").replace("lumber", "timber"), "utf-8")
    assert key_of("own") != before


@pytest.mark.parametrize(
    ("stems", "word", "band"),
    [
        (("fly", "fighter", "cracker"), "fire", "easy"),
        (("house", "high", "district"), "court", "medium"),
        (("bee", "comb", "dew"), "honey", "hard"),
    ],
)
def test_normed_items_are_looked_up_with_their_band(norms, stems, word, band):
    """Known corrections of the sheet included: district and house go with court as well."""
    scorer = scorer_of("bowden2003")
    for text, score in ((word, 100), ("zebra", 0)):
        sample_score = looked_up(text, stems, scorer)
        assert sample_score.score == score
        assert sample_score.submetrics == {name: score if name == f"accuracy_{band}" else None for name in SUBMETRICS}


@pytest.mark.parametrize("key", ["jack.", "Answer: jack", " Jack ", "the jack|horn."])
def test_a_key_is_read_as_an_answer_is(key):
    """Otherwise no answer could equal it, and a right one would score 0."""
    (sample_score,) = scorer_of("own").score([row_of({"answer": key, "response": "jack"})])
    assert sample_score.score == 100

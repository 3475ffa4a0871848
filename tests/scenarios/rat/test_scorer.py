"""From answers to right, wrong and reasons."""

import hashlib
import itertools
import json
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row, render
from helm_creativity.scenarios.rat import protocols
from helm_creativity.scenarios.rat.items import OWN, own_items
from helm_creativity.scenarios.rat.scorer import CARD, HERE, RatScorer, prompts_of, row_of, signature_of

OWN_SCORER = RatScorer("own")
FACETS = ("accuracy_easy", "accuracy_medium", "accuracy_hard")
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
    return scorer.score([Row(Answer(text, **answer), {"accepted": accepted, "band": band})])[0]


def looked_up(text, stems, scorer=OWN_SCORER):
    """The outcome of one answer whose key is looked up."""
    return scorer.score([Row(Answer(text), {"stems": stems})])[0]


@pytest.mark.parametrize("form", FORMS)
def test_the_key_of_every_item_is_right_in_every_form(form):
    """What stands around the word does not move the score."""
    items = own_items()
    assert len(items) == 120
    for item in items:
        stems = dict(zip(("one", "two", "three"), item.stems, strict=True))
        outcome = looked_up(form.format(word=item.answer, title=item.answer.title(), **stems), item.stems)
        assert (outcome.score, outcome.unscored) == (100, None)
        assert outcome.details == {"word": item.answer, "accepted": item.answer}


def test_the_key_of_another_item_is_wrong():
    """0, which is a score."""
    items = own_items()
    for item, other in zip(items, [*items[1:], items[0]], strict=True):
        outcome = looked_up(other.answer, item.stems)
        assert (outcome.score, outcome.unscored) == (0, None)
        assert outcome.details == {"word": other.answer, "accepted": item.answer}


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("", {}, Unscored.EMPTY),
        ("<think>the answer is fire", {}, Unscored.EMPTY),
        ("I'm sorry, but I can't help with that.", {}, Unscored.REFUSED),
        ("fire", {"finish_reason": "content_filter", "failed": True}, Unscored.REFUSED),
        ("fire", {"finish_reason": "length"}, Unscored.TRUNCATED),
        ("", {"failed": True}, Unscored.FAILED),
        ("fire or ice", {}, Unscored.UNPARSABLE),
        ("fire\nice", {}, Unscored.UNPARSABLE),
        ('["fire", "ice"]', {}, Unscored.UNPARSABLE),
        ('{"answer": "fi', {}, Unscored.UNPARSABLE),
        ("There are many possibilities here. One might think of fire.", {}, Unscored.UNPARSABLE),
        ("firecracker, firefly, firefighter", {}, Unscored.UNPARSABLE),
    ],
)
@pytest.mark.parametrize("band", [None, "easy"])
def test_every_failure_has_its_reason_and_no_score(text, answer, reason, band):
    """Unscored, not wrong; nor is its band's accuracy 0."""
    outcome = one(text, band=band, **answer)
    assert (outcome.score, outcome.unscored) == (None, reason)
    assert outcome.facets == dict.fromkeys(FACETS)
    assert outcome.details == {"word": None, "accepted": "fire"}


def test_no_answer_at_all_is_an_empty_one():
    """As where a file has no text in a row."""
    assert OWN_SCORER.score([Row(None, {"accepted": "fire"})])[0].unscored is Unscored.EMPTY


@pytest.mark.parametrize(
    ("text", "score"), [("court", 100), ("School.", 100), ("the school", 100), ("schools", 0), ("house", 0)]
)
def test_alternatives_are_right(text, score):
    """Either of them; an inflection is another word."""
    assert one(text, accepted="school|court").score == score


def test_both_alternatives_are_no_one_word():
    """One word was asked."""
    assert one("school or court", accepted="school|court").unscored is Unscored.UNPARSABLE


@pytest.mark.parametrize(("text", "score"), [("fire", 100), ("ice", 0)])
@pytest.mark.parametrize("band", [None, "easy", "medium", "hard"])
def test_the_score_is_also_the_accuracy_of_its_band(text, score, band):
    """Undefined for the others, and for all of them without norms."""
    expected = {name: score if name == f"accuracy_{band}" else None for name in FACETS}
    assert one(text, band=band).facets == expected


def test_every_outcome_has_every_facet_of_the_card():
    """Scored or not, and no facet that the card does not describe."""
    facets = {facet.name for facet in CARD.facets if facet.of == "answer"}
    assert facets == set(FACETS)
    for text in ("fire", "ice", "fire or ice", ""):
        assert set(one(text).facets) == facets


REPLIES = ["fire", "Fire.", "ice", "fire or ice", "", "I'm sorry, but I can't help with that."]


@given(st.lists(st.tuples(st.sampled_from(REPLIES), st.sampled_from([None, "easy", "hard"])), max_size=8))
def test_batches_do_not_matter(answers):
    """A row's outcome does not depend on the rows beside it, and comes in its place."""
    rows = [Row(Answer(text), {"accepted": "fire", "band": band}) for text, band in answers]
    assert OWN_SCORER.score(rows) == [one(text, band=band) for text, band in answers]


@given(st.text())
def test_no_text_makes_it_raise(text):
    """Every answer has a score or a reason."""
    outcome = one(text)
    assert (outcome.score is None) != (outcome.unscored is None)
    assert outcome.score in (None, 0, 100)


@given(st.sampled_from(own_items()), st.permutations(range(3)))
def test_stems_find_their_item_in_any_order(item, order):
    """They are a set."""
    assert looked_up(item.answer, [item.stems[i] for i in order]).score == 100


@pytest.mark.parametrize("stems", [["fly", "cracker", "fighter"], ["rabbit", "knife"], [], ["rabbit", "knife", "hop"]])
def test_unknown_stems_are_no_wrong_answer(stems):
    """But an error that names them, and what to do."""
    names = ", ".join(sorted(stems))
    with pytest.raises(BadArguments, match=f"no item of own has the stems {names}; give its key in a field answer"):
        looked_up("fire", stems)


def test_a_key_in_the_row_is_not_looked_up():
    """Items of one's own can be scored."""
    row = Row(Answer("fire"), {"accepted": "fire", "stems": ["cracker", "fly", "fighter"]})
    assert OWN_SCORER.score([row])[0].score == 100


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
    assert row_of({"response": "fire", **record}) == Row(Answer("fire"), fields)
    assert row_of({"response": None, **record}) == Row(Answer(""), fields)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"answer": "fire"}, "expected a text in the field response, got None"),
        ({"response": 7, "answer": "fire"}, "expected a text in the field response, got 7"),
        ({"response": "x"}, r"expected a field answer or stems, got \['response'\]"),
        ({"response": "x", "answer": "", "stems": ""}, "expected a field answer or stems"),
        ({"response": "x", "answer": ["fire"]}, r"answer must be a word, or words joined by \|, got \['fire'\]"),
        ({"response": "x", "answer": 7}, "answer must be a word"),
        ({"response": "x", "answer": "fire|"}, "answer must be a word"),
        ({"response": "x", "answer": " "}, "answer must be a word"),
        ({"response": "x", "stems": 3}, "stems must be a list of texts, got 3"),
        ({"response": "x", "stems": ["a", 1, "b"]}, "stems must be a list of texts"),
        ({"response": "x", "stems": "[1"}, "stems begins like a JSON list"),
    ],
)
def test_rows_that_are_none(record, message):
    """The field and what was found in it."""
    with pytest.raises(BadArguments, match=message):
        row_of(record)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def test_signature_names_everything_that_moves_the_score(norms):
    """Items by the checksum of their file, prompts by theirs, the version of the card."""
    own = signature_of("own")
    assert own.startswith("rat|protocol:schapiro2026|prompts:not asked here|items:own@sha256:")
    assert f"|items:own@sha256:{sha256(OWN.read_bytes())[:12]}|card:{CARD.version}|" in own
    assert f"|items:bowden2003@sha256:{sha256(norms.read_bytes())[:12]}|" in signature_of("bowden2003")
    asked = signature_of("own", prompts_of("own"))
    assert f"|prompts:{prompts_of('own')}|" in asked
    assert RatScorer("own", prompts_of("own")).signature == asked != own == OWN_SCORER.signature


def test_signature_changes_with_the_items(tmp_path, monkeypatch):
    """A byte is enough."""
    before, path = signature_of("own"), tmp_path / "items.csv"
    shutil.copy(OWN, path)
    monkeypatch.setattr(protocols, "OWN", path)
    assert signature_of("own") == before
    path.write_bytes(OWN.read_bytes() + b"\n")
    assert signature_of("own") != before


def test_checksum_of_the_prompts_is_that_of_their_texts(norms):
    """SHA-256 of the prompts' own, in order."""
    texts = [render(HERE, "schapiro2026", stems=item.stems).text for item in own_items()]
    joined = "".join(sha256(text.encode()) for text in texts)
    assert prompts_of("own") == f"120@sha256:{sha256(joined.encode())[:12]}"
    assert prompts_of("bowden2003").startswith("144@sha256:")


@pytest.mark.parametrize("make", [signature_of, prompts_of, RatScorer])
def test_missing_norms_say_how_to_get_them(make):
    """Or what to use instead."""
    with pytest.raises(FileProblem, match="helm-creativity items fetch rat-norms`, or use the items own"):
        make("bowden2003")


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
    scorer = RatScorer("bowden2003")
    for text, score in ((word, 100), ("zebra", 0)):
        outcome = looked_up(text, stems, scorer)
        assert outcome.score == score
        assert outcome.facets == {name: score if name == f"accuracy_{band}" else None for name in FACETS}


def test_items_are_told_apart_by_where_they_are_looked_up(norms):
    """Own stems are not the norms', nor the other way round."""
    for items, stems in (("bowden2003", own_items()[0].stems), ("own", ("cracker", "fly", "fighter"))):
        with pytest.raises(BadArguments, match=f"no item of {items} has the stems"):
            looked_up("fire", stems, RatScorer(items))


def test_outcomes_can_be_written_as_json():
    """As the command line does."""
    for text, band in itertools.product(REPLIES, [None, "easy"]):
        outcome = one(text, band=band)
        assert json.loads(json.dumps([outcome.facets, outcome.details])) == [outcome.facets, outcome.details]


@pytest.mark.parametrize("key", ["jack.", "Answer: jack", " Jack ", "the jack|horn."])
def test_a_key_is_read_as_an_answer_is(key):
    """Otherwise no answer could equal it, and a right one would score 0."""
    (outcome,) = RatScorer("own").score([row_of({"answer": key, "response": "jack"})])
    assert outcome.score == 100

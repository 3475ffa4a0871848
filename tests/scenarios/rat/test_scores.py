"""From answers to right, wrong and reasons; and which items a run's scores are about."""

import json
import shutil

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object
from hypothesis import given
from hypothesis import strategies as st

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.base import comparable_key, sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.scenarios.rat.scoring import accuracy

RAT = get_benchmark("rat")
OWN = RAT.folder / "items" / "remote_associates.csv"
ITEMS = RAT.problems(RAT.settings())
SCORER = RAT.scorer(RAT.settings())
SUBMETRICS = ("accuracy_easy", "accuracy_medium", "accuracy_hard")
FORMS = [
    *("{word}", " {title}.\n", "**{word}**", "```\n{word}\n```", 'The answer is "{word}".', "Answer: {word}"),
    '{{"answer": "{title}", "reason": "it goes with {one}"}}',
    "Sure! Here is the word:\n\n**{title}**",
    "<think>{one}, {two}... The answer is ice. No.</think>\n\n{word}",
    "{word} (it goes with {one}, {two} and {three})",
    'The word that can be combined with each of "{one}", "{two}", and "{three}" is **{word}**.',
    "Answer: the {word}\n\nExplanation: it stands beside {one}, {two} and {three}.",
]


def score(text, scorer=SCORER, **fields):
    return scorer.score([Sample(Response(text), fields)])[0]


@pytest.mark.parametrize("form", FORMS)
def test_the_key_of_every_item_is_right_in_every_form(form):
    """What stands around the word does not move the score."""
    for item in ITEMS:
        stems = dict(zip(("one", "two", "three"), item.stems, strict=True))
        found = score(form.format(word=item.answer, title=item.answer.title(), **stems), stems=item.stems)
        assert (found.score, found.failure_reason) == (100, None)
        assert found.details == {"word": item.answer, "accepted": item.answer}


@pytest.mark.parametrize(
    ("text", "worth", "reason"),
    [
        *[("fire", 100, None), ("ice", 0, None), ("", 0, "empty"), ("<think>the answer is fire", 0, "empty")],
        *[("fire or ice", 0, "unparsable"), ("fire\nice", 0, "unparsable"), ('["fire", "ice"]', 0, "unparsable")],
        *[('{"answer": "fi', 0, "unparsable"), ("firecracker, firefly, firefighter", 0, "unparsable")],
        ("There are many possibilities here. One might think of fire.", 0, "unparsable"),
    ],
)
@pytest.mark.parametrize("band", [None, "easy", "medium", "hard"])
def test_an_answer_without_one_word_is_wrong_and_counted(text, worth, reason, band):
    """Also in its band: left out, it would raise the accuracy of a model that answers what it knows."""
    found = score(text, accepted="fire", band=band)
    assert (found.score, found.failure_reason) == (worth, reason)
    assert found.submetrics == {name: worth if name == f"accuracy_{band}" else None for name in SUBMETRICS}
    assert found.details == {"word": None if reason else text, "accepted": "fire"}


@pytest.mark.parametrize(
    ("word", "accepted", "right"),
    [
        *[("FIRE", "fire", True), ("fires", "fire", False), ("ire", "fire", False), ("firework", "fire", False)],
        *[("court", "school|court", True), ("school", "school|court", True), ("school|court", "school|court", False)],
        ("book-case", "bookcase", True),
    ],
)
def test_only_the_key_is_right(word, accepted, right):
    """The key or an alternative, in any case; neither an inflection nor a part nor the whole list."""
    assert accuracy(word, accepted) == 100 * right


@given(st.sampled_from(ITEMS), st.permutations(range(3)))
def test_stems_find_their_item_in_any_order(item, order):
    assert score(item.answer, stems=[item.stems[i] for i in order]).score == 100


@pytest.mark.parametrize("stems", [["fly", "cracker", "fighter"], ["rabbit", "knife"], [], ["rabbit", "knife", "hop"]])
def test_unknown_stems_are_no_wrong_answer(stems):
    """But an error that names them, and what to do."""
    names = ", ".join(sorted(stems))
    with pytest.raises(BadArguments, match=f"no item of own has the stems {names}; give its key in a field answer"):
        score("fire", stems=stems)


STEMS = {"stems": ["rabbit", "knife", "lumber"]}


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ({"answer": "school|court"}, {"accepted": "school|court"}),
        ({"answer": "fire", "stems": "a, b, c"}, {"accepted": "fire"}),
        ({"answer": "", "stems": " Rabbit,knife ; lumber"}, STEMS),
        ({"answer": None, "stems": ["Rabbit", "knife", "lumber"]}, STEMS),
        ({"stems": '["rabbit", "knife", "lumber"]'}, STEMS),
        *[({"answer": key}, {"accepted": "jack"}) for key in ("jack.", "Answer: jack", " Jack ")],
    ],
)
def test_rows_of_a_file(record, fields):
    """The key, read as an answer is, or the stems by which it is looked up, as a list or as a spreadsheet's text."""
    for given_text, text in (("fire", "fire"), (None, "")):
        found = sample_in_row(RAT, {"response": given_text, **record}, RAT.settings())
        assert found.response == Response(text)
        (scored,) = SCORER.score([Sample(Response("jack"), found.fields)])
        assert scored.score == (100 if fields in ({"accepted": "jack"}, STEMS) else 0)


def test_the_key_changes_with_the_items(tmp_path, monkeypatch):
    """Those that are asked by what they hold; those of a file by the file, of which a byte is enough."""

    def key(asked=True):
        return comparable_key(RAT, RAT.settings(items="own"), asked)

    before, by_file, path = key(), key(asked=False), tmp_path / "items.csv"
    run_spec = get_run_spec_function("creativity_rat")()
    metric = CreativityMetric(**run_spec.metric_specs[0].args)
    shutil.copy(OWN, path)
    monkeypatch.setattr(type(RAT), "table", lambda self, settings: path)
    assert key() == before
    path.write_bytes(OWN.read_bytes() + b"\n")
    assert key() == before
    assert key(asked=False) != by_file
    path.write_text(OWN.read_text("utf-8").replace("lumber", "timber"), "utf-8")
    assert key() != before
    with pytest.raises(ValueError, match=r"this run promises .*, but what is installed is"):
        metric.evaluate(ScenarioState(run_spec.adapter_spec, []), None, "", 1)


def test_normed_problems_carry_their_band_to_the_score(norms):
    """From the sheet through the instance to the accuracy of its band; in the name, the key and on HELM's pages."""
    own, fetched = (get_run_spec_function("creativity_rat")(items=items) for items in ("own", "bowden2003"))
    metric = create_object(fetched.metric_specs[0])
    for found in (lambda made: made.name, lambda made: json.dumps(made.scenario_spec.args)):
        assert found(own) != found(fetched)
    assert metric.comparable == fetched.metric_specs[0].args["comparable"] != own.metric_specs[0].args["comparable"]
    asked = create_object(fetched.scenario_spec).get_instances("")
    assert len(asked) == 144
    assert [instance.id for instance in asked[:3]] == ["bowden001", "bowden002", "bowden003"]
    assert [instance.extra_data["band"] for instance in asked[:4]] == ["easy", "medium", "hard", "medium"]
    assert asked[1].extra_data["accepted"] == "school|court"
    scorer = RAT.scorer(metric.settings)
    words, stems = ("fire", "court", "ice"), (("fly", "fighter", "cracker"), ("house", "high", "district"))
    scores = scorer.score([Sample(Response(word), one.extra_data) for word, one in zip(words, asked, strict=False)])
    assert [score.score for score in scores] == [100, 100, 0]
    known = [{name: value for name, value in score.submetrics.items() if value is not None} for score in scores]
    assert known == [{"accuracy_easy": 100}, {"accuracy_medium": 100}, {"accuracy_hard": 0}]
    for word, its, found in zip(words, stems, scores, strict=False):
        assert score(word, scorer, stems=its).submetrics == found.submetrics

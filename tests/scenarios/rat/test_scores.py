"""From responses to right, wrong and reasons; and which items a run's scores are about."""

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function

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
FORMS = [
    *("{word}", " {title}.\n", "**{word}**", "```\n{word}\n```", 'The answer is "{word}".', "Answer: {word}"),
    '{{"answer": "{title}", "reason": "it goes with {one}"}}',
    "Sure! Here is the word:\n\n**{title}**",
    "<think>{one}, {two}... The answer is ice. No.</think>\n\n{word}",
    "{word} (it goes with {one}, {two} and {three})",
    'The word that can be combined with each of "{one}", "{two}", and "{three}" is **{word}**.',
    "Answer: the {word}\n\nExplanation: it stands beside {one}, {two} and {three}.",
]


def score(text, **fields):
    return SCORER.score([Sample(Response(text), fields)])[0]


@pytest.mark.parametrize("form", FORMS)
def test_the_key_of_every_item_is_right_in_every_form(form):
    """What stands around the word does not move the score, and stems find their item in any order."""
    for item in ITEMS:
        stems = dict(zip(("one", "two", "three"), item.stems, strict=True))
        found = score(form.format(word=item.answer, title=item.answer.title(), **stems), stems=item.stems[::-1])
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
def test_a_response_without_one_word_is_wrong_and_counted(text, worth, reason, band):
    """Also in its band: left out, it would raise the accuracy of a model that answers what it knows."""
    found = score(text, accepted="fire", band=band)
    assert (found.score, found.failure_reason) == (worth, reason)
    bands = ("easy", "medium", "hard")
    assert found.submetrics == {f"accuracy_{name}": worth if name == band else None for name in bands}
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


@pytest.mark.parametrize("stems", [["fly", "cracker", "fighter"], ["rabbit", "knife"], [], ["rabbit", "knife", "hop"]])
def test_unknown_stems_are_no_wrong_answer(stems):
    """But an error that names them, and what to do."""
    names = ", ".join(sorted(stems))
    with pytest.raises(BadArguments, match=f"no item of own has the stems {names}; give its key in a field answer"):
        score("fire", stems=stems)


@pytest.mark.parametrize(
    ("record", "key"),
    [
        *[({"answer": key}, "jack") for key in ("jack.", "Answer: jack", " Jack ", "jack|court")],
        ({"answer": "fire", "stems": "rabbit, knife, lumber"}, "fire"),
        ({"answer": "", "stems": " Rabbit,knife ; lumber"}, "jack"),
        ({"answer": None, "stems": ["Rabbit", "knife", "lumber"]}, "jack"),
        ({"stems": '["rabbit", "knife", "lumber"]'}, "jack"),
    ],
)
@pytest.mark.parametrize(("given", "text"), [("jack", "jack"), (None, "")])
def test_rows_of_a_file(record, key, given, text):
    """The key, read as an answer is, or the stems by which it is looked up, as a list or as a spreadsheet's text."""
    found = sample_in_row(RAT, {"response": given, **record}, RAT.settings())
    assert found.response == Response(text)
    assert SCORER.score([found])[0].score == 100 * (text == key)


def test_the_key_changes_with_the_items(tmp_path, monkeypatch):
    """By what they hold, not by a byte of their file; and a run is not scored with others."""
    run_spec, path = get_run_spec_function("creativity_rat")(), tmp_path / "items.csv"
    metric = CreativityMetric(**run_spec.metric_specs[0].args)
    before = comparable_key(RAT, RAT.settings(items="own"), True)
    monkeypatch.setattr(type(RAT), "table", lambda self, settings: path)
    path.write_bytes(OWN.read_bytes() + b"\n")
    assert comparable_key(RAT, RAT.settings(items="own"), True) == before
    path.write_text(OWN.read_text("utf-8").replace("lumber", "timber"), "utf-8")
    assert comparable_key(RAT, RAT.settings(items="own"), True) != before
    with pytest.raises(ValueError, match=r"this run promises .*, but what is installed is"):
        metric.evaluate(ScenarioState(run_spec.adapter_spec, []), None, "", 1)

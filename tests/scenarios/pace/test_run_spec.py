"""Run entries of PACE: names, settings, refusals, the authors' seeds."""

import dataclasses

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core import sources
from helm_creativity.core.benchmark import all_prompts, comparable_key
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.helm_plugin.scenario import CreativityScenario
from helm_creativity.io.files import fetch, file_sha256, path_in_home
from helm_creativity.words.cues import CUE_WORDS

PACE = get_benchmark("pace")
CARD = PACE.card
GROUP = "creativity_pace"
STANDARD = {
    "benchmark": "pace",
    "protocol": "schapiro2026",
    "items": "cue_words",
    "embedding": "builtin",
    "dictionary": "none",
}


def pace(**arguments):
    """The run spec, under the built-in table by default."""
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", **arguments})


@pytest.fixture
def official(tmp_path, monkeypatch):
    """A stand-in for the authors' workbook under its own checksum."""
    import openpyxl

    book = openpyxl.Workbook()
    for line in [("chapter", "seed", "rank"), ("Nature", "rock", 963), ("Nature", "wood", 1100)]:
        book.active.append(line)
    path = tmp_path / "seeds.xlsx"
    book.save(path)
    (source,) = CARD.files
    file = dataclasses.replace(source, bytes=path.stat().st_size, sha256=file_sha256(path))
    monkeypatch.setattr(sources, "find_source", lambda name: {"pace-seeds": file}[name])
    fetch(file, path)
    yield file
    path_in_home(file).unlink(missing_ok=True)


def test_the_name_shows_the_settings():
    """Token limit only where it is not the usual one; temperature 0 is the paper's."""
    name = f"{GROUP}:protocol=schapiro2026,items=cue_words,embedding=builtin,dictionary=none"
    assert pace().name == f"{name},temp=0"
    assert pace(temp=0.7, max_tokens=512).name == f"{name},temp=0.7,max_tokens=512"


def test_fetched_seeds_are_other_seeds(official):
    """In the name, in the key and on HELM's pages; and the metric scores with them."""
    own, fetched = pace(), pace(items="qiu2025")
    assert own.name != fetched.name
    assert own.scenario_spec.args != fetched.scenario_spec.args
    metric = create_object(fetched.metric_specs[0])
    assert metric.settings.items == "qiu2025"
    key = fetched.metric_specs[0].args["comparable"]
    assert comparable_key(PACE, metric.settings) == metric.comparable == key != own.metric_specs[0].args["comparable"]


def test_settings_reach_the_adapter_and_the_scenario():
    """One answer to each seed; stage 2 copies what stage 1 was asked with."""
    run_spec = pace(temp=0.7, max_tokens=512)
    adapter = run_spec.adapter_spec
    assert (adapter.temperature, adapter.max_tokens, adapter.num_trials, adapter.num_outputs) == (0.7, 512, 1, 1)
    assert run_spec.scenario_spec.args == STANDARD
    assert run_spec.groups == [GROUP]
    assert pace().adapter_spec.temperature == 0


def test_the_annotator_follows_the_guard():
    """It may look at completions that the guard has mended."""
    names = [annotator.class_name.rpartition(".")[2] for annotator in pace().annotators]
    assert names == ["GuardAnnotator", "CreativityAnnotator"]
    assert pace().annotators[1].args == {**STANDARD, "temp": 0}


def test_trials_are_helms_own():
    """Through the run entry."""
    (run_spec,) = construct_run_specs(
        parse_object_spec(f"{GROUP}:embedding=builtin,num_trials=3,model=creativity/greedy")
    )
    assert run_spec.adapter_spec.num_trials == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"dictionary": "mine"},
            "dictionary must be one of olson2021, nakajima2026, wordnet, none, or a file that exists, got 'mine'",
        ),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        pace(**arguments)


def test_missing_seeds_are_reported_with_all_other_problems():
    """The missing seeds among them."""
    with pytest.raises(BadArguments) as caught:
        pace(protocol="x", items="qiu2025", embedding="x", temp=9, max_tokens=1, chains=3)
    for part in (
        "protocol must",
        "not on this machine: the seeds 'qiu2025'",
        "unknown embedding",
        "temp must",
        "max_tokens must",
        "'chains'",
    ):
        assert part in str(caught.value)


def test_the_papers_embedding_is_the_default():
    """It is not on this machine: the message says how to bring it, before anything is paid for."""
    with pytest.raises(BadArguments, match="helm-creativity embeddings fetch fasttext-crawl"):
        get_run_spec_function(GROUP)()


def test_seeds_that_are_not_here_say_how_to_get_them():
    """And what to use instead."""
    message = "get it with `helm-creativity items fetch pace-seeds`, or use items=cue_words"
    with pytest.raises(BadArguments, match=message):
        pace(items="qiu2025")
    with pytest.raises(FileProblem, match=message):
        CreativityScenario(**{**STANDARD, "items": "qiu2025"}).get_instances("")


def test_the_authors_seeds_are_asked_where_they_are(official, tmp_path):
    """With a key of their own."""
    run_spec = pace(items="qiu2025")
    instances = create_object(run_spec.scenario_spec).get_instances(str(tmp_path))
    assert [instance.id for instance in instances] == ["rock", "wood"]
    assert ",items=qiu2025," in run_spec.name
    assert "|prompts:3@sha256:" in run_spec.metric_specs[0].args["comparable"]


def test_fifty_instances(tmp_path):
    """Each with its seed and the checksum of its prompt; the promise covers them and stage 2."""
    instances = create_object(pace().scenario_spec).get_instances(str(tmp_path))
    assert [instance.id for instance in instances] == list(CUE_WORDS)
    for instance in instances:
        prompt = PACE.render("stage1", seed=instance.id)
        assert instance.input.text == prompt.text
        assert instance.extra_data == {"seed": instance.id, "prompt_id": "stage1", "prompt_sha256": prompt.sha256}
    prompts = checksum_prompts(all_prompts(PACE, PACE.settings(embedding="builtin")))
    assert f"|prompts:{prompts}|" in pace().metric_specs[0].args["comparable"]
    assert prompts.startswith("51@")

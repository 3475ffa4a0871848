"""Run entries: names, settings, refusals, items."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat
from support.cdat import make_vectors

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.novelty.items import prompts_label, read_prompts

GROUP = "creativity_novelty"
LEXICAL = "creativity/lexical-judge"
DISTINCT = {"judges": "", "protocol": "zhang2025_distinct"}


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])


def novelty(**arguments):
    return get_run_spec_function(GROUP)(**{"judges": LEXICAL, **arguments})


def key(run_spec):
    return run_spec.metric_specs[0].args["comparable"]


def test_the_name_shows_the_settings():
    """Only those that differ from the defaults."""
    assert novelty().name == (
        f"{GROUP}:protocol=zhang2025,items=own,same=judges,judges=lexical-judge-6c2f57be,design=all,temp=1"
    )
    name = novelty(responses=5, patience=0.5, same="builtin", threshold=0.7).name
    assert f"{GROUP}:protocol=zhang2025,items=own,responses=5,patience=0.5,same=builtin,threshold=0.7,judges=" in name
    assert novelty(**DISTINCT, same="builtin").name == (
        f"{GROUP}:protocol=zhang2025_distinct,items=own,same=builtin,threshold=0.6,temp=1"
    )


def test_two_responses_more_than_count_are_asked_for():
    """At temperature 1, as in the paper."""
    assert (novelty().adapter_spec.num_trials, novelty().adapter_spec.temperature) == (12, 1)
    assert novelty(responses=4).adapter_spec.num_trials == 6


@pytest.mark.parametrize("same", ["judges", "builtin"])
def test_fewer_responses_than_count_are_refused(same):
    """HELM's own argument is filled in after the run spec function; with or without judges."""
    entry = f"{GROUP}:protocol=zhang2025_distinct,same={same},responses=4,model=chat/one"
    judges = f",judges={LEXICAL}" if same == "judges" else ""
    why = r"by 4 responses, and num_trials=3 asks for fewer: leave num_trials out \(6, of which 2 are spare\), "
    with pytest.raises(BadArguments, match=f"^{GROUP}:.*{why}ask for 4 or more, or choose a smaller responses="):
        construct_run_specs(parse_object_spec(f"{entry}{judges},num_trials=3"))
    (enough,) = construct_run_specs(parse_object_spec(f"{entry}{judges},num_trials=4"))
    assert enough.adapter_spec.num_trials == 4


def test_the_question_about_pairs_is_compared_where_it_is_asked():
    """Beside the one about single answers."""
    assert "|rubric:2@sha256:" in key(novelty())
    assert "|rubric:1@sha256:" in key(novelty(same="builtin"))


def test_judges_are_asked_where_there_are_some():
    """What the annotator must know goes to it; without judges there is none."""
    assert novelty().annotators[1].args.items() >= {"same": "judges", "judges": LEXICAL}.items()
    assert novelty(responses=7).annotators[1].args["responses"] == 7
    assert len(novelty(**DISTINCT, same="builtin").annotators) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"judges": ""}, r"judges must name one or more deployments"),
        (DISTINCT, r"same=judges needs judges: name some, or an embedding that decides, such as same=sbert-minilm"),
        ({"same": "sbert-minilm"}, r"sbert-minilm is not on this machine; get it with"),
        ({"same": "labels"}, r"same must be judges or an embedding, got 'labels', which is for files of responses"),
        ({"same": "judge"}, r"unknown embedding 'judge'"),
        ({"same": "builtin+sbert-minilm"}, r"same must be judges or a single embedding"),
        ({"threshold": 0.5}, r"threshold belongs to an embedding"),
        ({"same": "builtin", "threshold": -0.1}, r"threshold must be a number from 0 to 1, got -0.1"),
        ({"same": "builtin", "threshold": "x"}, r"threshold must be a number from 0 to 1, got 'x'"),
        ({"items": "official"}, r"items must be own, curated, wildchat"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        novelty(**arguments)


def test_an_embedding_of_ones_own_needs_a_threshold(tmp_path):
    """It is unknown."""
    name = make_vectors(tmp_path, "mine", {"cat": (1.0, 0.0)})
    with pytest.raises(
        BadArguments, match=r"threshold must be a number .* known for sbert-minilm 0.6, sbert-mpnet 0.6"
    ):
        novelty(same=name)
    assert "same=mine,threshold=0.5," in novelty(same=name, threshold=0.5).name


def test_every_prompt_is_an_instance(tmp_path):
    """With its place, which the design needs, its category and the checksum."""
    instances = create_object(novelty().scenario_spec).get_instances(str(tmp_path))
    assert [instance.input.text for instance in instances] == [item["prompt"] for item in read_prompts("own")]
    assert [instance.extra_data["number"] for instance in instances] == list(range(100))
    assert instances[30].extra_data.items() >= read_prompts("own")[30].items()


def test_a_file_of_prompts_is_asked_and_compared_by_what_it_holds(tmp_path):
    """Under a name that says which version it was."""
    path = tmp_path / "m.csv"
    path.write_text("id,prompt\nhat,Name a hat.\n")
    run_spec = novelty(items=str(path))
    assert f",items={prompts_label(str(path))}," in run_spec.name
    assert "|prompts:1@sha256:" in key(run_spec)
    (instance,) = create_object(run_spec.scenario_spec).get_instances(str(tmp_path))
    assert (instance.id, instance.input.text) == ("hat", "Name a hat.")

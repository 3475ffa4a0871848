"""Run entries: names, settings, refusals, items."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat
from support.cdat import make_vectors

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.novelty.items import prompts_label

GROUP = "creativity_novelty"
LEXICAL = "creativity/lexical-judge"


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])


def novelty(**arguments):
    return get_run_spec_function(GROUP)(**{"judges": LEXICAL, **arguments})


def key(run_spec):
    return run_spec.metric_specs[0].args["comparable"]


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


def test_an_embedding_of_ones_own_needs_a_threshold(tmp_path):
    """It is unknown."""
    name = make_vectors(tmp_path, "mine", {"cat": (1.0, 0.0)})
    with pytest.raises(
        BadArguments, match=r"threshold must be a number .* known for sbert-minilm 0.6, sbert-mpnet 0.6"
    ):
        novelty(same=name)
    assert "same=mine,threshold=0.5," in novelty(same=name, threshold=0.5).name


def test_a_file_of_prompts_is_asked_and_compared_by_what_it_holds(tmp_path):
    """Under a name that says which version it was."""
    path = tmp_path / "m.csv"
    path.write_text("id,prompt\nhat,Name a hat.\n")
    run_spec = novelty(items=str(path))
    assert f",items={prompts_label(str(path))}," in run_spec.name
    assert "|prompts:1@sha256:" in key(run_spec)
    (instance,) = create_object(run_spec.scenario_spec).get_instances(str(tmp_path))
    assert (instance.id, instance.input.text) == ("hat", "Name a hat.")

"""Registration: the entry point is cheap, cannot fail, and overrides nothing of the user's."""

from support.process import HEAVY, python

CHEAP = """
import builtins, json, pathlib, sys, helm.benchmark.run
before, read, open_ = set(sys.modules), [], pathlib.Path.open
def noting(path, *args, **more):
    read.append(path.name)
    return open_(path, *args, **more)
pathlib.Path.open = noting
import helm_creativity.run_specs
heavy = [name for name in HEAVY if name in set(sys.modules) - before]
from helm.benchmark.run_spec import get_run_spec_function
make = get_run_spec_function("creativity_dat")
cards = read.count("card.yaml")
make(embedding="builtin")
print(json.dumps([heavy, cards, "card.yaml" in read]))
"""
MINE = """
import json
from datetime import date
from helm.benchmark import model_deployment_registry as deployments, model_metadata_registry as metadata
metadata.register_model_metadata(metadata.ModelMetadata(name="creativity/greedy", creator_organization_name="me",
    display_name="mine", description="", access="open", release_date=date(2026, 1, 1), tags=[]))
deployments.register_model_deployment(
    deployments.ModelDeployment(name="creativity/greedy", client_spec=deployments.ClientSpec("mine.Client")))
import helm_creativity.run_specs
print(json.dumps([deployments.get_model_deployment("creativity/greedy").client_spec.class_name,
    metadata.get_model_metadata("creativity/greedy").display_name]))
"""


def test_loading_it_imports_nothing_heavy_and_reads_no_card():
    """It is loaded on every ``helm-run`` of the machine; names come from folders and entry points."""
    assert python(CHEAP.replace("HEAVY", repr(sorted(HEAVY)))) == [[], 0, True]


def test_a_scenario_class_alone_brings_the_models():
    """A Slurm worker and ``helm-summarize`` load no entry point; they import our classes by name."""
    known = "from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT as known"
    names = python(f"import json, helm_creativity.helm.scenario\n{known}\nprint(json.dumps(sorted(known)))")
    assert {"creativity/random-nouns", "creativity/greedy"} <= set(names)


def test_a_model_of_the_user_is_not_overridden():
    """HELM reads ``prod_env`` before it loads plug-ins, and a later registration would simply win."""
    assert python(MINE) == ["mine.Client", "mine"]

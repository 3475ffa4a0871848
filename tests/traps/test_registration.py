"""Registration: the entry point is cheap, cannot fail, and overrides nothing of the user's."""

import importlib.metadata
import subprocess
import sys

import pytest
from support.process import python

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.testing.checks import HEAVY


def entry_point():
    (found,) = [point for point in importlib.metadata.entry_points(group="helm") if point.name == "helm_creativity"]
    return found


def test_the_entry_point_is_the_package_of_run_specs():
    """HELM loads it by this name."""
    assert entry_point().value == "helm_creativity.run_specs"


def test_loading_it_imports_nothing_heavy():
    """It is loaded on every ``helm-run`` of the machine."""
    heavy = python(
        "import json, sys, helm.benchmark.run\n"
        "before = set(sys.modules)\n"
        "import helm_creativity.run_specs\n"
        f"print(json.dumps([name for name in {sorted(HEAVY)} if name in set(sys.modules) - before]))"
    )
    assert heavy == []


def test_registering_reads_no_card():
    """Of which there will be many: names come from folders and entry points."""
    read = python(
        "import json, builtins, pathlib\n"
        "read, open_ = [], pathlib.Path.open\n"
        "def noting(path, *args, **more):\n    read.append(str(path))\n    return open_(path, *args, **more)\n"
        "pathlib.Path.open = noting\n"
        "import helm_creativity.run_specs\n"
        "from helm.benchmark.run_spec import get_run_spec_function\n"
        "assert get_run_spec_function('creativity_dat')\n"
        "from_start = [path for path in read if path.endswith('card.yaml')]\n"
        "get_run_spec_function('creativity_dat')(embedding='builtin')\n"
        "print(json.dumps([from_start, any(path.endswith('card.yaml') for path in read)]))"
    )
    assert read == [[], True]


def test_loading_it_brings_nothing_but_our_own_modules():
    """Beside the standard library, and what HELM has loaded before."""
    brought = python(
        "import json, sys, helm.benchmark.run\n"
        "before = set(sys.modules)\n"
        "import helm_creativity.run_specs\n"
        "names = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "before = {name.partition('.')[0] for name in before}\n"
        "print(json.dumps(sorted(names - before - sys.stdlib_module_names)))"
    )
    assert brought == ["helm_creativity"]


def test_loading_it_reads_no_items():
    """Cards and names of judges alone, so that one that cannot be read is named; a benchmark is loaded when used."""
    read = python(
        "import json, sys, helm.benchmark.run\n"
        "from pathlib import Path\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import helm_creativity.run_specs\n"
        "from helm_creativity.benchmark.registry import list_entries\n"
        "ours = [Path(helm_creativity.__file__).parent, *(entry.folder for entry in list_entries() if entry.ours)]\n"
        "inside = {path for path in map(Path, opened) if any(path.is_relative_to(folder) for folder in ours)}\n"
        "print(json.dumps(sorted({path.name for path in inside if path.suffix not in {'.py', '.pyc'}})))"
    )
    assert read == ["card.yaml", "judges.yaml", "submetrics.yaml"]


@pytest.mark.parametrize("package", ["helm_creativity", "helm_creativity.scenarios", "helm_creativity.commands"])
def test_these_are_free_of_helm(package):
    """People's answers are scored and suites are read without HELM."""
    assert python(f"import json, sys, {package}; print(json.dumps('helm' in sys.modules))") is False


def test_a_scenario_class_alone_brings_the_models():
    """A Slurm worker and ``helm-summarize`` load no entry point; they import our classes by name."""
    names = python(
        "import json, helm_creativity.helm.scenario\n"
        "from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT as known\n"
        "print(json.dumps(sorted(known)))"
    )
    assert {"creativity/random-nouns", "creativity/greedy"} <= set(names)


def test_a_model_of_the_user_is_not_overridden():
    """HELM reads ``prod_env`` before it loads plug-ins, and a later registration would simply win."""
    client, display = python(
        "import json\n"
        "from datetime import date\n"
        "from helm.benchmark.model_deployment_registry import ClientSpec, ModelDeployment, get_model_deployment\n"
        "from helm.benchmark.model_deployment_registry import register_model_deployment\n"
        "from helm.benchmark.model_metadata_registry import ModelMetadata, get_model_metadata\n"
        "from helm.benchmark.model_metadata_registry import register_model_metadata\n"
        "register_model_metadata(ModelMetadata(name='creativity/greedy', creator_organization_name='me',\n"
        "    display_name='mine', description='', access='open', release_date=date(2026, 1, 1), tags=[]))\n"
        "register_model_deployment(ModelDeployment(name='creativity/greedy', client_spec=ClientSpec('mine.Client')))\n"
        "import helm_creativity.run_specs\n"
        "print(json.dumps([get_model_deployment('creativity/greedy').client_spec.class_name,\n"
        "    get_model_metadata('creativity/greedy').display_name]))"
    )
    assert (client, display) == ("mine.Client", "mine")


def test_registering_twice_changes_nothing():
    """Two processes' worth of imports in one."""
    from helm.benchmark.model_deployment_registry import ALL_MODEL_DEPLOYMENTS

    from helm_creativity.helm.models import register_models

    before = len(ALL_MODEL_DEPLOYMENTS)
    register_models()
    assert len(ALL_MODEL_DEPLOYMENTS) == before


def test_no_dummy_metadata_is_made():
    """Metadata comes before the deployment; otherwise HELM warns and shows a model without a name."""
    done = subprocess.run(
        [sys.executable, "-c", "import helm_creativity.run_specs"], capture_output=True, text=True, check=True
    )
    assert "Could not find model metadata" not in done.stderr + done.stdout


def test_the_models_need_no_tokenizer():
    """A tokenizer would be downloaded, and prompts would be cut."""
    from helm.benchmark.model_deployment_registry import get_model_deployment

    from helm_creativity.baselines.models import baselines

    for model in baselines():
        deployment = get_model_deployment(model.name)
        assert deployment.tokenizer_name is None
        assert deployment.max_sequence_length is None
        assert deployment.max_request_length is None


def test_every_run_spec_begins_with_creativity():
    """A name that HELM has too would end every ``helm-run`` on the machine."""
    names = python(
        "import json, helm_creativity.run_specs\n"
        "from helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS as known\n"
        "print(json.dumps(sorted(known)))"
    )
    assert names == sorted(entry.card.group for entry in list_entries())
    assert all(name.startswith("creativity_") for name in names)


def test_loading_it_imports_nothing_of_a_benchmark():
    """That happens when one of its run entries is used, so that one that cannot be imported costs only itself."""
    brought = python(
        "import json, sys, helm_creativity.run_specs\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('helm_creativity.scenarios.')]))"
    )
    assert brought == []


def test_a_broken_benchmark_costs_itself(monkeypatch):
    """Its own run entry says why; all others work."""
    from helm.benchmark.run_spec import get_run_spec_function

    import helm_creativity.run_specs  # noqa: F401 - registers
    from helm_creativity.benchmark import loading

    load = loading.load_benchmark

    def broken(entry):
        if entry.name == "metaphor":
            raise ImportError("no module named missing")
        return load(entry)

    monkeypatch.setattr(loading, "load_benchmark", broken)
    assert get_run_spec_function("creativity_dat")(embedding="builtin").name.startswith("creativity_dat:")
    with pytest.raises(ImportError, match="no module named missing"):
        get_run_spec_function("creativity_metaphor")(judges="creativity/lexical-judge")

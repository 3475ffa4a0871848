"""Registration: the entry point is cheap, cannot fail, and overrides nothing of the user's."""

import importlib.metadata
import subprocess
import sys

import pytest
from support.process import python

from helm_creativity.checking.heavy import HEAVY
from helm_creativity.rooms import find_rooms


def entry_point():
    (found,) = [one for one in importlib.metadata.entry_points(group="helm") if one.name == "helm_creativity"]
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
    """Cards and two short lists of words are all that it needs beside code, however many items the benchmarks have."""
    read = python(
        "import json, sys, helm.benchmark.run\n"
        "from pathlib import Path\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import helm_creativity.run_specs\n"
        "from helm_creativity.rooms import find_rooms\n"
        "ours = [Path(helm_creativity.__file__).parent, *(room.folder for room in find_rooms() if room.ours)]\n"
        "inside = {path for path in map(Path, opened) if any(path.is_relative_to(folder) for folder in ours)}\n"
        "print(json.dumps(sorted({path.name for path in inside if path.suffix not in {'.py', '.pyc'}})))"
    )
    assert read == ["card.yaml", "cue_words.txt", "facets.yaml", "function_words.txt"]


@pytest.mark.parametrize("package", ["helm_creativity", "helm_creativity.scenarios", "helm_creativity.cli"])
def test_these_are_free_of_helm(package):
    """People's answers are scored and suites are read without HELM."""
    assert python(f"import json, sys, {package}; print(json.dumps('helm' in sys.modules))") is False


def test_a_scenario_class_alone_brings_the_models():
    """A Slurm worker and ``helm-summarize`` load no entry point; they import our classes by name."""
    names = python(
        "import json, helm_creativity.scenarios.dat.scenario\n"
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

    from helm_creativity.hosting.models import register_models

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

    from helm_creativity.hosting.models import baselines

    for model in baselines():
        deployment = get_model_deployment(model.name)
        assert deployment.tokenizer_name is None
        assert deployment.max_sequence_length is None
        assert deployment.max_request_length is None


def test_every_run_spec_begins_with_creativity():
    """A name that HELM has too would end every ``helm-run`` on the machine."""
    names = python(
        "import json, helm_creativity.run_specs as ours\n"
        "from helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS as known\n"
        "print(json.dumps([sorted(known), len(ours.load_errors)]))"
    )
    assert names == [sorted(room.card.group for room in find_rooms()), 0]
    assert all(name.startswith("creativity_") for name in names[0])


def test_a_broken_module_takes_no_other_with_it(tmp_path, monkeypatch, caplog):
    """HELM would answer an exception with a warning and forget everything that came after it."""
    import helm_creativity.run_specs as ours

    (tmp_path / "aaa_broken.py").write_text("raise RuntimeError('no such thing')\n")
    monkeypatch.setattr(ours, "__path__", [str(tmp_path), *ours.__path__])
    errors = ours.load_all()
    assert list(errors) == ["aaa_broken"]
    assert "creativity_aaa_broken cannot be used: no such thing" in caplog.text

"""Registration: the entry point is cheap, cannot fail, and overrides nothing of the user's."""

from support.process import python

from helm_creativity.testing.checks import HEAVY


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

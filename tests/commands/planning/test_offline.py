"""The Hugging Face Hub is left alone."""

import datasets
import pytest
from huggingface_hub import constants
from support.process import python

from helm_creativity.commands.planning.counting import make_plan
from helm_creativity.commands.planning.offline import offline
from helm_creativity.scenarios.create.items import read_official

OFFICIAL = "creativity_create:items=official,judges=creativity/lexical-judge,embedding=builtin,model=creativity/greedy"


def test_libraries_are_offline_inside_alone(monkeypatch):
    """Whatever happens inside, and whatever their settings were before."""
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", False)
    seen = []

    def look():
        seen.extend([constants.is_offline_mode(), datasets.config.HF_HUB_OFFLINE])
        raise KeyError("x")

    with pytest.raises(KeyError, match="x"), offline():
        look()
    assert seen == [True, True]
    assert not constants.is_offline_mode()
    assert not datasets.config.HF_HUB_OFFLINE
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with offline():
        pass
    assert constants.is_offline_mode()


def test_a_library_that_is_loaded_inside_is_free_afterwards():
    """It would keep what it finds when it is loaded."""
    code = (
        "import json, os, sys\n"
        "[os.environ.pop(name, None) for name in ('HF_HUB_OFFLINE', 'HF_DATASETS_OFFLINE', 'TRANSFORMERS_OFFLINE')]\n"
        "from helm_creativity.commands.planning.offline import offline\n"
        "loaded = 'datasets' in sys.modules\n"
        "with offline():\n"
        "    import datasets\n"
        "    inside = datasets.config.HF_HUB_OFFLINE\n"
        "print(json.dumps([loaded, inside, datasets.config.HF_HUB_OFFLINE]))\n"
    )
    assert python(code) == [False, True, False]


def test_items_that_are_elsewhere_are_refused_with_what_to_do(monkeypatch, tmp_path, helm_models):
    """At once, where a connection would be tried for half a minute; with leave, the error comes as it is."""
    read_official.cache_clear()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    seen = []

    def load(*_, **__):
        seen.append(constants.is_offline_mode())
        raise ConnectionError("offline mode is enabled" if seen[-1] else "no route")

    monkeypatch.setattr(datasets, "load_dataset", load)
    ((name, why),) = make_plan([OFFICIAL], tmp_path).refused
    assert (name, why.endswith("; add --download to fetch it")) == (OFFICIAL, True)
    ((_, why),) = make_plan([OFFICIAL], tmp_path, download=True).refused
    assert "no route" in why
    assert "--download" not in why
    assert (True in seen, seen[-1]) == (True, False)

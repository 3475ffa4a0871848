"""Every benchmark of this package, and three of a stranger's project."""

import pytest
from datasets import config
from huggingface_hub import constants
from support import chat, strangers

from helm_creativity.conformance.loading import load
from helm_creativity.core.registry import list_entries

OURS = [entry.name for entry in list_entries() if entry.ours]
STRANGERS = ("good", "judged", "data")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The stranger's project, installed."""
    with strangers.installed(strangers.with_benchmarks(tmp_path_factory.mktemp("site"), {})) as folder:
        yield folder


@pytest.fixture(scope="module", params=[*OURS, *STRANGERS])
def benchmark(request, site):
    """Each of them."""
    entries = {entry.name: entry for entry in list_entries()}
    return load(entries.get(request.param) or strangers.entry(site, request.param))


@pytest.fixture(scope="module")
def deployed():
    """``chat/one`` and ``chat/two``, which nothing here asks; and no dataset is fetched, or its host waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constants, "HF_HUB_OFFLINE", True)
        patch.setattr(config, "HF_HUB_OFFLINE", True)
        chat.deploy(patch, "http://127.0.0.1:9/v1", ["one", "two"])
        yield

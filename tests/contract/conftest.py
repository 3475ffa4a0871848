"""Every benchmark of this package, and three of a stranger's project."""

import re

import numpy as np
import pytest
from datasets import config
from huggingface_hub import constants
from support import chat, strangers, tongues
from support.cdat import make_vectors

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.testing.loading import load
from helm_creativity.testing.responses import others, pilot_prompts

OURS = [entry.name for entry in list_entries() if entry.ours]
STRANGERS = ("good", "judged", "data")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The stranger's project, installed."""
    with strangers.installed(strangers.with_benchmarks(tmp_path_factory.mktemp("site"), {})) as folder:
        yield folder


@pytest.fixture(scope="module", params=[*OURS, *STRANGERS])
def benchmark(request, site):
    """Each of them; ours are the ones with which others are compared, so that what was made of them serves all."""
    ours = {made.name: made for made in others(load(strangers.entry(site, STRANGERS[0])))}
    return ours.get(request.param) or load(strangers.entry(site, request.param))


@pytest.fixture(scope="module")
def deployed():
    """``chat/one`` and ``chat/two``, which nothing here asks; and no dataset is fetched, or its host waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constants, "HF_HUB_OFFLINE", True)
        patch.setattr(config, "HF_HUB_OFFLINE", True)
        chat.deploy(patch, "http://127.0.0.1:9/v1", ["one", "two"])
        yield


@pytest.fixture(scope="session")
def vectors(home, tmp_path_factory):
    """Word vectors named ``law`` of all that the pilots ask, and of the nouns of twelve languages."""
    benchmarks = [load(entry) for entry in list_entries() if entry.ours]
    prompts = [prompt for made in benchmarks if "embedding" in made.options for prompt in pilot_prompts(made)]
    words = {*tongues.directions(), *(word for prompt in prompts for word in re.findall("[a-z]+", prompt.lower()))}
    rows = np.random.default_rng(1).normal(size=(len(words), 8)).tolist()
    return make_vectors(tmp_path_factory.mktemp("law"), "law", dict(zip(sorted(words), rows, strict=True)))


@pytest.fixture(scope="session")
def word_file(tmp_path_factory):
    """Some words, one per line, as a user has them."""
    path = tmp_path_factory.mktemp("words") / "mine.txt"
    path.write_text("\n".join(tongues.words("en", 12)))
    return str(path)

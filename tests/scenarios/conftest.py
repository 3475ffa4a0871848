"""What the tests of more than one benchmark need."""

import pytest
from support import helm, rat, tongues
from support.server import ChatServer

from helm_creativity.cli import main
from helm_creativity.embeddings.fetching import fetch_embedding

TRIALS = 2


@pytest.fixture(scope="session")
def many_tongues(home, tmp_path_factory):
    """The nouns of twelve languages as word vectors named ``tongues``: equal for translations, else at right angles."""
    path = tmp_path_factory.mktemp("tongues") / "tongues.txt"
    tongues.write_vectors(path, tongues.directions())
    fetch_embedding("tongues", origin=path)
    return "tongues"


@pytest.fixture(scope="session")
def rat_and_sdat(many_tongues, tmp_path_factory):
    """Folder of a suite: RAT and S-DAT by a model with mixed replies and by both baselines, run and summarised once."""
    folder = tmp_path_factory.mktemp("rat-and-sdat")

    def mixed(call):
        return (rat if "What single word" in call.prompt else tongues).answer(call)

    with ChatServer({"mixed": mixed}) as server:
        models = helm.deployments(folder, server.url, ["mixed"])
        sdat = f"creativity_sdat:prompts=own,embedding={many_tongues},num_trials={TRIALS},model=text"
        models += ["creativity/random-nouns", "creativity/greedy"]
        helm.run(folder, ["creativity_rat:model=text", sdat], models=models, impatient=True)
        assert server.calls == {"mixed": 120 + 12 * TRIALS}
    schema = folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
    helm.summarize(folder, schema)
    return folder

"""What the command says of embeddings."""

import hashlib

import pytest
from support import command as commands

from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.embeddings.specs import CATALOGUE

CONTENT = b"cat 3 4\ndog 0 1\ncat 1 1\nnil 0 0\n"


@pytest.fixture
def vectors(tmp_path):
    """A file with one word too often and one without direction."""
    path = tmp_path / "v.txt"
    path.write_bytes(CONTENT)
    return path


def command(*arguments):
    """Runs the program; errors are raised."""
    done = commands.run(*arguments)
    print(done.text)
    return done.status


def test_fetch_from_a_file_says_what_it_kept(home, vectors, capsys):
    assert command("fetch", "mine", "--from", vectors, "--duplicates", "first") == 0
    digest = hashlib.sha256(CONTENT).hexdigest()
    assert capsys.readouterr().out.splitlines() == [
        f"ready: mine@sha256:{digest[:12]}/2d",
        "2 words; left out: 1 duplicates, 1 zero vectors, 0 unreadable words",
    ]


GLOVE, BERT = CATALOGUE["glove-840b"], CATALOGUE["bert-layer6"]


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("glove-840b", [GLOVE.archive.url, GLOVE.archive.sha256, "PDDL-1.0", "Pennington", "fetch glove-840b"]),
        ("bert-layer6", [BERT.model.location, "bert-layer6@rev:86b5e0934494/768d", "layer        6"]),
        ("mine", ["v.txt (glove, 32 bytes", "1 duplicates, 1 zero vectors", hashlib.sha256(CONTENT).hexdigest()]),
    ],
)
def test_info_tells_where_an_embedding_comes_from(home, vectors, capsys, name, facts):
    """Address, checksum, licence and citation of one that is not here; commit and layer; what was left out."""
    fetch_embedding("mine", vectors, duplicates="first")
    assert command("list", name) == 0
    output = capsys.readouterr().out
    assert [fact for fact in facts if fact not in output] == []

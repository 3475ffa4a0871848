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
    """Runs ``embeddings`` as the program does; errors are raised."""
    done = commands.run("embeddings", *arguments)
    print(done.text)
    return done.status


def test_list_shows_every_embedding_in_a_readable_table(home, vectors, capsys):
    """One line each, at most 100 columns, and whether it is here."""
    fetch_embedding("mine", vectors, duplicates="first")
    assert command("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    assert [line.split()[0] for line in lines] == ["name", "------------------", *CATALOGUE, "mine"]
    by_name = {line.split()[0]: line.split() for line in lines}
    assert by_name["glove-840b"] == ["glove-840b", "vectors", "300", "no", "2.18", "GB", "PDDL-1.0"]
    assert by_name["mine"][:4] == ["mine", "vectors", "2", "yes"]
    assert by_name["builtin"][3] == "yes"


def test_fetch_from_a_file_says_what_it_kept(home, vectors, capsys):
    """The signature, the number of words, and what was left out."""
    assert command("fetch", "mine", "--from", vectors, "--duplicates", "first", "--format", "glove") == 0
    digest = hashlib.sha256(CONTENT).hexdigest()
    assert capsys.readouterr().out.splitlines() == [
        f"ready: mine@sha256:{digest[:12]}/2d",
        "2 words; left out: 1 duplicates, 1 zero vectors, 0 unreadable words",
    ]


def test_info_tells_where_an_embedding_comes_from(home, capsys):
    """Address, checksum, licence and citation of one that is not here, and how to get it."""
    assert command("info", "glove-840b") == 0
    output = capsys.readouterr().out
    archive = CATALOGUE["glove-840b"].archive
    for fact in (
        archive.url,
        str(archive.bytes),
        archive.sha256,
        "PDDL-1.0",
        "Pennington",
        "embeddings fetch glove-840b",
    ):
        assert fact in output


def test_info_of_an_encoder_names_its_commit(home, capsys):
    """And its layer, if it has one."""
    assert command("info", "bert-layer6") == 0
    output = capsys.readouterr().out
    model = CATALOGUE["bert-layer6"].model
    for fact in (model.location, model.revision, f"bert-layer6@rev:{model.revision[:12]}/768d", "layer        6"):
        assert fact in output


def test_info_of_ones_own_vectors_tells_what_was_left_out(home, vectors, capsys):
    """And from which file they were made."""
    fetch_embedding("mine", vectors, duplicates="first")
    assert command("info", "mine") == 0
    output = capsys.readouterr().out
    for fact in (
        "v.txt (glove, 32 bytes unpacked)",
        "1 duplicates, 1 zero vectors",
        hashlib.sha256(CONTENT).hexdigest(),
    ):
        assert fact in output

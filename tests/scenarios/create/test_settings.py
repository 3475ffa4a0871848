"""What moves a score stands in its key, and how settings are checked."""

from helm_creativity.benchmark.base import comparable_key
from helm_creativity.benchmark.loading import get_benchmark

CREATE = get_benchmark("create")


def settings(**changes):
    return CREATE.settings_type(**{"protocol": "wadhwa2026", "embedding": "builtin", "judges": "a/x+b/y", **changes})


def key(**changes):
    return comparable_key(CREATE, settings(**changes))


def table(folder, name="q.csv", last="engineer"):
    path = folder / name
    path.write_text(f"query,entity_a,rel_b,entity_b\nAda to whom?,Ada Lovelace,occupation,{last}\n")
    return str(path)


def triples(folder, name="g.tsv", last="engineer"):
    path = folder / name
    path.write_text(f"Ada Lovelace\toccupation\t{last}\n")
    return str(path)


def test_queries_of_one_content_have_one_key(tmp_path):
    """Wherever the file lies; the key has its name, and not its folder."""
    (tmp_path / "x").mkdir()
    first, again = (key(items=table(folder)) for folder in (tmp_path, tmp_path / "x"))
    assert first == again
    assert str(tmp_path) not in first


def test_a_graph_stands_in_the_key_by_its_triples(tmp_path):
    """Not by its folder, its rows' order or their spelling; without one, the key is as it was before there were any."""
    (tmp_path / "x").mkdir()
    (again := tmp_path / "x" / "g.tsv").write_text(
        "# mine\nhead\trelation\ttail\nada  lovelace\tOccupation\tengineer\n"
    )
    assert key(graph=triples(tmp_path)) == key(graph=str(again))
    assert str(tmp_path) not in key(graph=str(again))
    assert "graph" not in key()
    assert "|graph:own@" in key(graph="own")

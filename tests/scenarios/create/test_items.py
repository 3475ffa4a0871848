"""The queries of this package, the authors' set, and a user's own."""

import csv
import gc
import json
import re
from dataclasses import replace

import pytest

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.create import items
from helm_creativity.scenarios.create.items import (
    COLUMNS,
    OFFICIAL_QUERIES,
    OWN,
    RELATIONS,
    Query,
    queries_checksum,
    queries_label,
    read_file,
    read_official,
    read_own,
    read_queries,
)
from helm_creativity.scenarios.create.paths import Triple, find_faults, same_entity

ROWS = [
    {"query": "How is Ada tied to a poet, if at all?", "entity_a": "Ada", "rel_b": "father", "entity_b": "Byron"},
    {"query": "And Ōmura?", "entity_a": "Satoshi Ōmura", "rel_b": "place of birth", "entity_b": "Nirasaki"},
    {"query": "And 1917?", "entity_a": "Sam", "rel_b": "notable work", "entity_b": "1917"},
]
SOURCES = {entry["id"]: [Triple(*parts) for parts in entry["source"]] for entry in read_yaml(OWN)}


def write(path, rows):
    """A file of the kind that the name says, by other means than those that read it."""
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n\n" for row in rows), "utf-8")
    else:
        import pyarrow as pa
        from pyarrow import parquet

        parquet.write_table(pa.Table.from_pylist(rows), path)
    return path


def changed(number, **cells):
    """Our three rows, with other cells in the one of that number, counted from 1."""
    return [{**row, **cells} if place == number else row for place, row in enumerate(ROWS, start=1)]


def many(number):
    return [{"query": f"q {i}?", "entity_a": f"a {i}", "rel_b": "child", "entity_b": f"b {i}"} for i in range(number)]


@pytest.fixture
def hub(tmp_path, monkeypatch):
    """Puts rows where ``datasets`` finds the authors' set: in a folder of this machine."""
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    monkeypatch.setattr(items, "OFFICIAL", str(tmp_path / "CREATE"))
    (tmp_path / "CREATE").mkdir()
    datasets.disable_progress_bars()
    read_official.cache_clear()
    yield lambda rows, name="train.parquet": write(tmp_path / "CREATE" / name, rows)
    read_official.cache_clear()
    datasets.enable_progress_bars()


def test_our_queries_are_nine_for_each_relation():
    """In the order of the paper's table."""
    assert len(RELATIONS) == len(set(RELATIONS)) == 11
    assert [query.relation for query in read_own()] == [relation for relation in RELATIONS for _ in range(9)]


def test_our_queries_come_once():
    """Neither a text nor a pair of entity and target stands there twice."""
    assert len({query.query for query in read_own()}) == 99
    assert len({query.target for query in read_own()}) == 99
    assert len({query.entity_a for query in read_own()}) > 95


def test_our_queries_name_both_entities():
    """As they are written in the target, in the form of the paper's examples."""
    for query in read_own():
        form = r"What are different ways of connecting (.+), (?:the|an?) (.+), and (someone|a substance|a gene) (.+)\?"
        match = re.fullmatch(form, query.query)
        assert match, query.id
        assert match[1] == query.entity_a
        assert query.entity_b in match[4], query.id


def test_our_sources_are_valid():
    """They begin, go on and end as an answer must."""
    assert [query.id for query in read_own() if find_faults([tuple(SOURCES[query.id])], query.target) != [()]] == []


def test_our_sources_go_through_the_class_of_their_relation():
    """Three triples through four entities, the first two by the relation of the table."""
    back = {"award received": "winner", "position held": "officeholder", "child": "mother", "member of": "has member"}
    back |= {"member of sports team": "has member", "medical condition treated": "treated with"}
    for query in read_own():
        first, second, _ = SOURCES[query.id]
        assert first.relation.removesuffix(" of") == query.relation.removesuffix(" of"), query.id
        assert second.relation == back.get(query.relation, query.relation), query.id
        stops = [first.head, *(triple.tail for triple in SOURCES[query.id])]
        assert not any(same_entity(a, b) for i, a in enumerate(stops) for b in stops[:i]), query.id


def test_our_source_entities_are_not_the_target():
    """The last triple is about another entity, and no other query of ours says the target of this one."""
    known = {triple for source in SOURCES.values() for triple in source}
    assert [query.id for query in read_own() if Triple(*query.target) in known] == []


NO_COLUMN = [{key: cell for key, cell in row.items() if key != "rel_b"} for row in ROWS]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (NO_COLUMN, r"q\.jsonl: expected the columns query, entity_a, rel_b, entity_b, got .*entity_b and no rel_b$"),
        (changed(2, rel_b=" "), r"q\.jsonl, line 3: expected a value under rel_b, got none; fill it in"),
        (changed(2, rel_b=None, query=""), r"q\.jsonl, line 3: expected a value under query, rel_b, got none"),
        (changed(3, query=float("nan")), r"q\.jsonl, line 5: expected a value under query"),
        (changed(1, entity_b="ADA"), r"q\.jsonl, line 1: expected two entities, got 'Ada' as both"),
        ([*ROWS, {**ROWS[1], "entity_a": "satoshi ōmura "}], r"q\.jsonl, line 7: .* got that of line 3 again: 'And Ō"),
    ],
)
def test_rows_that_cannot_be_asked_are_refused(tmp_path, rows, message):
    """With file and line, what was expected and what is there."""
    with pytest.raises(FileProblem, match=message):
        read_file(write(tmp_path / "q.jsonl", rows))


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the library leaves CSV files open
@pytest.mark.parametrize("name", ["train.csv", "train.parquet"])
def test_the_authors_set_is_read_with_datasets(hub, name):
    """931 rows and no others; columns beside are left aside."""
    hub([{"index": i, "source": "wikidata", **row} for i, row in enumerate(many(OFFICIAL_QUERIES))], name)
    found = read_queries("official")
    assert len(found) == 931
    assert found[930] == Query("0931-a-930-b-930", "q 930?", "a 930", "child", "b 930")
    assert read_queries("official") is found
    gc.collect()


@pytest.mark.parametrize("number", [OFFICIAL_QUERIES - 1, OFFICIAL_QUERIES + 1])
def test_another_number_of_queries_is_not_the_authors(hub, number):
    """With what to do."""
    hub(many(number))
    message = rf"CREATE: expected the 931 queries of .*, got {number}; name a commit .*official@COMMIT.*give its path"
    with pytest.raises(FileProblem, match=message):
        read_queries("official")


def test_a_commit_is_asked_for(hub, monkeypatch):
    """In small letters, and each has its own queries."""
    import datasets

    asked = []

    def load(name, split, revision):
        asked.append((name, split, revision))
        return many(OFFICIAL_QUERIES) if revision else [{**row, "query": "other?"} for row in many(OFFICIAL_QUERIES)]

    monkeypatch.setattr(datasets, "load_dataset", load)
    assert read_queries("official@ABCDEF0")[0].query == "q 0?"
    assert read_queries("official")[0].query == "other?"
    assert asked == [(items.OFFICIAL, "train", "abcdef0"), (items.OFFICIAL, "train", None)]


def test_the_checksum_is_that_of_what_is_asked(tmp_path):
    """Worked by hand: SHA-256 of the compact JSON of four texts a row; what stands beside does not count."""
    # printf '[["q?","a","child","\\u014d"]]' | sha256sum | cut -c1-12
    assert queries_checksum([Query("id", "q?", "a", "child", "ō")]) == "860975264382"
    one = read_own()[0]
    assert queries_checksum([replace(one, id="x", relation="")]) == queries_checksum([one])
    for field in COLUMNS:
        assert queries_checksum([replace(one, **{field: "other"})]) != queries_checksum([one])


def test_our_checksum_does_not_change_unnoticed():
    """Changed queries are other queries: let the card's version say so."""
    assert queries_checksum(read_own()) == "55b5b5627608"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("mine-2.v3.csv", "mine-2.v3"),
        ("a,b=c:d e.csv", "a_b_c_d_e"),
        ("official.csv", "official_file"),
        ("own.csv", "own_file"),
        (f"{'x' * 99}.csv", "x" * 40),
    ],
)
def test_labels_of_files_hold_the_checksum(tmp_path, name, stem):
    """And no sign that a run entry cannot hold, nor a name that means something else."""
    label = queries_label(str(write(tmp_path / name, ROWS)))
    assert label == f"{stem}@{queries_checksum(read_file(tmp_path / name))[:8]}"
    assert not set(label) & set(",=:/ ")

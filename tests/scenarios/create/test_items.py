"""The queries of this package, the authors' set, and a user's own."""

import csv
import gc
import json
import os
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.create import items
from helm_creativity.scenarios.create.items import (
    COLUMNS,
    OFFICIAL_QUERIES,
    RELATIONS,
    Query,
    queries_checksum,
    queries_label,
    read_file,
    read_official,
    read_own,
    read_queries,
)
from helm_creativity.scenarios.create.parse import Triple, find_faults, same_entity

# Labels of properties in Wikidata; each of our last relations is one of them.
LAST_RELATIONS = {
    "award received",
    "child",
    "discoverer or inventor",
    "doctoral advisor",
    "educated at",
    "father",
    "found in taxon",
    "genetic association",
    "member of",
    "notable work",
    "physically interacts with",
    "place of birth",
    "place of death",
    "position held",
    "pseudonym",
    "sibling",
    "spouse",
}
FROM_THE_PAPER = ["Abdul-Jabbar", "Vettel", "Jeunet", "Gallo", "prednisolone", "Koechner", "Gould", "Spinell", "Marcos"]

ROWS = [
    {"query": "How is Ada tied to a poet, if at all?", "entity_a": "Ada", "rel_b": "father", "entity_b": "Byron"},
    {"query": "And Ōmura?", "entity_a": "Satoshi Ōmura", "rel_b": "place of birth", "entity_b": "Nirasaki"},
    {"query": "And 1917?", "entity_a": "Sam", "rel_b": "notable work", "entity_b": "1917"},
]
PATH = [["Ada", "mother", "Annabella"], ["Annabella", "father", "Byron"]]


def write(path, rows):
    """A file of the kind that the name says, by other means than those that read it."""
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n\n" for row in rows), "utf-8")
    elif path.suffix == ".json":
        path.write_text(json.dumps([*rows[:1], dict.fromkeys(COLUMNS), *rows[1:]], indent=1), "utf-8")
    elif path.suffix == ".xlsx":
        import openpyxl

        book = openpyxl.Workbook()
        for cells in (list(rows[0]), *(list(row.values()) for row in rows)):
            book.active.append(cells)
        book.save(path)
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


def test_our_ids_are_readable_and_come_once():
    """They serve in names of files and stay."""
    ids = [query.id for query in read_own()]
    assert len(set(ids)) == len(ids) == 99
    assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+", name) for name in ids)
    assert ids[0] == "award-fleming-royal-society"


def test_our_queries_come_once():
    """Neither a text nor a pair of entity and target stands there twice."""
    assert len({query.query for query in read_own()}) == 99
    assert len({query.target for query in read_own()}) == 99
    assert len({query.entity_a for query in read_own()}) > 95


def test_our_fields_are_filled():
    """With texts of one line and single blanks."""
    for query in read_own():
        fields = [query.query, *query.target, *(part for triple in query.source for part in triple)]
        assert all(isinstance(text, str) and text and text == " ".join(text.split()) for text in fields), query.id


def test_our_queries_name_both_entities():
    """As they are written in the target, in the form of the paper's examples."""
    for query in read_own():
        form = r"What are different ways of connecting (.+), (?:the|an?) (.+), and (someone|a substance|a gene) (.+)\?"
        match = re.fullmatch(form, query.query)
        assert match, query.id
        assert match[1] == query.entity_a
        assert query.entity_b in match[4], query.id


def test_our_last_relations_are_labels_of_wikidata():
    """Of at most three words, which is what the prompts allow."""
    assert {query.rel_b for query in read_own()} <= LAST_RELATIONS
    assert max(len(query.rel_b.split()) for query in read_own()) == 3


def test_our_sources_are_valid():
    """They begin, go on and end as an answer must."""
    assert [query.id for query in read_own() if find_faults([query.source], query.target) != [()]] == []


def test_our_sources_go_through_the_class_of_their_relation():
    """Three triples through four entities, the first two by the relation of the table."""
    back = {"award received": "winner", "position held": "officeholder", "child": "mother", "member of": "has member"}
    back |= {"member of sports team": "has member", "medical condition treated": "treated with"}
    for query in read_own():
        first, second, _ = query.source
        assert first.relation.removesuffix(" of") == query.relation.removesuffix(" of"), query.id
        assert second.relation == back.get(query.relation, query.relation), query.id
        stops = [first.head, *(triple.tail for triple in query.source)]
        assert not any(same_entity(a, b) for i, a in enumerate(stops) for b in stops[:i]), query.id


def test_our_source_entities_are_not_the_target():
    """The last triple is about another entity, and no other query of ours says the target of this one."""
    known = {triple for query in read_own() for triple in query.source}
    assert [query.id for query in read_own() if Triple(*query.target) in known] == []


def test_our_queries_are_not_the_papers():
    """Its examples stand in its tables and prompts."""
    texts = " ".join(" ".join([query.query, *map(str, query.source)]) for query in read_own()).casefold()
    assert [name for name in FROM_THE_PAPER if name.casefold() in texts] == []


@pytest.mark.parametrize("name", ["q.csv", "q.jsonl", "q.json", "q.xlsx", "q.parquet"])
def test_every_kind_of_file_says_the_same(tmp_path, name):
    """In the order of the rows, with ids that hold their number."""
    found = read_queries(str(write(tmp_path / name, ROWS)))
    assert found == (
        Query("0001-ada-byron", *ROWS[0].values()),
        Query("0002-satoshi-omura-nirasaki", *ROWS[1].values()),
        Query("0003-sam-1917", *ROWS[2].values()),
    )
    assert [(query.relation, query.source) for query in found] == [("", None)] * 3


def test_lines_of_json_may_be_called_json(tmp_path):
    """That is how ``datasets`` writes them."""
    path = tmp_path / "q.json"
    path.write_text("\ufeff" + "\n".join(map(json.dumps, [*ROWS, {}])), "utf-8")
    assert [query.entity_a for query in read_file(path)] == ["Ada", "Satoshi Ōmura", "Sam"]


@pytest.mark.parametrize("name", ["q.csv", "q.jsonl", "q.json", "q.xlsx", "q.parquet"])
def test_relation_and_source_may_stand_beside(tmp_path, name):
    """And columns that mean nothing here; a row may leave all of these empty."""
    source = json.dumps(PATH) if name in ("q.csv", "q.xlsx") else PATH
    beside = [(" child ", source, "x"), (None, None, None), (None, None, "y")]
    rows = [
        {"note": note, "relation": relation, "source": path, **row}
        for row, (relation, path, note) in zip(ROWS, beside, strict=True)
    ]
    found = read_file(write(tmp_path / name, rows))
    assert [query.relation for query in found] == ["child", "", ""]
    assert [query.source for query in found] == [tuple(Triple(*parts) for parts in PATH), None, None]


def test_cells_are_read_without_outer_blanks_and_numbers_as_written(tmp_path):
    """A workbook has numbers; empty rows are none."""
    rows = [*changed(3, entity_b=1917), dict.fromkeys(COLUMNS), {**ROWS[0], "entity_a": " Eva\n", "entity_b": 1.5}]
    found = read_file(write(tmp_path / "q.xlsx", rows))
    assert [(query.entity_a, query.entity_b) for query in found[2:]] == [("Sam", "1917"), ("Eva", "1.5")]
    assert found[3].id == "0004-eva-1-5"


def test_ids_are_latin_and_short(tmp_path):
    """A name without Latin letters leaves the number."""
    rows = changed(1, entity_a="黒澤 明", entity_b="七人の侍")
    rows[1] = {**rows[1], "entity_a": "The Royal Swedish Court - Stockholm", "entity_b": "Æ/Łódź: no. 3"}
    ids = [query.id for query in read_file(write(tmp_path / "q.csv", rows))]
    assert ids == ["0001", "0002-the-royal-swedish-court-odz-no-3", "0003-sam-1917"]


NO_COLUMN = [{key: cell for key, cell in row.items() if key != "rel_b"} for row in ROWS]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (NO_COLUMN, r"q\.jsonl: expected the columns query, entity_a, rel_b, entity_b, got .*entity_b and no rel_b$"),
        (changed(2, rel_b=" "), r"q\.jsonl, line 3: expected a value under rel_b, got none; fill it in"),
        (changed(2, rel_b=None, query=""), r"q\.jsonl, line 3: expected a value under query, rel_b, got none"),
        (changed(3, query=float("nan")), r"q\.jsonl, line 5: expected a value under query"),
        (changed(1, entity_b="ADA"), r"q\.jsonl, line 1: expected two entities, got 'Ada' as both"),
        (changed(1, entity_b=["a"]), r"q\.jsonl, line 1: expected a text under entity_b, got \['a'\]"),
        (changed(1, entity_b=True), r"q\.jsonl, line 1: expected a text under entity_b, got True"),
        ([*ROWS, {**ROWS[1], "entity_a": "satoshi ōmura "}], r"q\.jsonl, line 7: .* got that of line 3 again: 'And Ō"),
        (changed(1, source="[["), r'line 1: expected a source such as \[\["a", "child", "b"\], \.\.\.\], got \'\[\['),
        (changed(1, source=[]), r"line 1: expected a source such as"),
        (changed(1, source={"a": 1}), r"line 1: expected a source such as"),
        (changed(1, source=[["a", "b"]]), r"line 1: expected a source such as"),
        (changed(1, source=["abc"]), r"line 1: expected a source such as"),
        (changed(1, source=[["Ada", " ", "Byron"]]), r"line 1: expected a source such as"),
        (
            changed(1, source=[["Ada", "child", "Byron"]]),
            r"from 'Ada' to \('father', 'Byron'\), .*, got wrong_relation$",
        ),
        (changed(1, source=[PATH[1], PATH[0]]), r"got wrong_start, wrong_relation, wrong_end"),
    ],
)
def test_rows_that_cannot_be_asked_are_refused(tmp_path, rows, message):
    """With file and line, what was expected and what is there."""
    with pytest.raises(FileProblem, match=message):
        read_file(write(tmp_path / "q.jsonl", rows))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("q.csv", "", r"q\.csv: expected queries under query, entity_a, rel_b, entity_b, found no row"),
        ("q.csv", "query,entity_a,rel_b,entity_b\n,,,\n", "found no row below the header"),
        ("q.csv", "query,entity_a,rel_b,entity_b\nq, r,a,child,b\n", r"q\.csv, line 2: more cells than 4 columns"),
        (
            "q.csv",
            "query;entity_a;rel_b;entity_b\nq;a;child;b\n",
            r"q\.csv, line 1: expected columns separated by comm",
        ),
        ("q.csv", 'query,entity_a,rel_b,entity_b\n"q,a,child,b\n', r"q\.csv, line \d: not CSV"),
        ("q.jsonl", '{"query": "q"}\n{"query":', r"q\.jsonl, line 2: not JSON"),
        ("q.jsonl", "[1]\n", r"q\.jsonl, line 1: expected an object, got \[1\]"),
        ("q.json", '[{"query": "q"},', r"q\.json is not JSON"),
        ("q.json", '[{"query": "q"}, 3]', r"q\.json, row 2: expected an object, got a number"),
        ("q.json", "[]", r"q\.json: expected queries under"),
        (
            "q.json",
            '{"query": "\\ud800?", "entity_a": "a", "rel_b": "r", "entity_b": "b"}',
            "line 1: .*half a character",
        ),
        ("q.xlsx", "no workbook", r"q\.xlsx is not a readable workbook"),
        ("q.parquet", "no parquet", r"cannot read .*q\.parquet as Parquet"),
    ],
)
def test_files_that_are_not_what_they_say_are_refused(tmp_path, name, text, message):
    """With what is wrong with them."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(FileProblem, match=message):
        read_file(path)


def test_text_that_is_not_utf8_is_refused(tmp_path):
    """In CSV and in JSON."""
    for name in ("q.csv", "q.jsonl", "q.json"):
        (tmp_path / name).write_bytes("query,é".encode("latin-1"))
        with pytest.raises(FileProblem, match=rf"cannot read .*{name}, line 1: it is not UTF-8"):
            read_file(tmp_path / name)


@pytest.mark.parametrize(
    "name",
    ["Own", "", "official@", "official@abc123", "official@abcdefg", f"official@{'a' * 41}", "q.txt", "q", ".csv"],
)
@pytest.mark.parametrize("function", [read_queries, queries_label])
def test_other_names_are_refused(function, name):
    """With all that is allowed."""
    with pytest.raises(BadArguments, match=r"must be own, official, official@ .* \.jsonl, .*\.parquet, got '"):
        function(name)


@pytest.mark.parametrize("name", [7, 1.5, True, None, ["own"]])
@pytest.mark.parametrize("function", [read_queries, queries_label])
def test_what_is_no_text_is_no_name(function, name):
    """A run entry gives numbers as numbers."""
    with pytest.raises(BadArguments, match=f"got {re.escape(quoted(name))}, which is no text"):
        function(name)


@pytest.mark.parametrize("name", ["nowhere.csv", "~nobody-of-that-name/q.csv", f"{'n' * 300}.csv", "\0.json"])
def test_a_file_that_is_not_there_is_named(name):
    """Also where no file could have the name."""
    with pytest.raises(BadArguments, match=r"got '.*', but there is no such file"):
        read_queries(name)


def test_a_folder_is_no_file(tmp_path):
    """Whatever it is called."""
    (tmp_path / "q.csv").mkdir()
    with pytest.raises(BadArguments, match="there is no such file"):
        read_queries(str(tmp_path / "q.csv"))


def test_a_file_is_read_anew_when_it_has_changed(tmp_path, monkeypatch):
    """And only then."""
    path = write(tmp_path / "Q.CSV".lower(), ROWS)
    first = read_queries(str(path))
    with monkeypatch.context() as patch:
        patch.setattr(items, "rows_of_file", lambda _: pytest.fail("read again"))
        assert read_queries(str(path)) is first
    write(path, changed(2, query="Who Ōmura?"))  # as long as before
    os.utime(path, ns=(0, 0))
    assert read_queries(str(path))[1].query == "Who Ōmura?"


def test_endings_may_be_capitals(tmp_path):
    """As some systems write them."""
    path = write(tmp_path / "q.csv", ROWS)
    assert read_queries(str(path.rename(tmp_path / "Q.CSV"))) == read_file(tmp_path / "Q.CSV")


def test_a_home_is_understood(tmp_path, monkeypatch):
    """In the path of a file."""
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path / "q.csv", ROWS)
    assert len(read_queries("~/q.csv")) == 3


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


def test_the_authors_set_may_have_relations(hub):
    """A column ``relation`` is taken where there is one."""
    hub([{**row, "relation": "producer"} for row in many(OFFICIAL_QUERIES)])
    assert {query.relation for query in read_queries("official")} == {"producer"}


def test_what_the_authors_ask_is_not_judged(hub):
    """A query that stands there twice, or whose entities are the same, belongs to their set."""
    hub([*many(OFFICIAL_QUERIES - 2), many(1)[0], {**many(1)[0], "entity_b": "a 0"}])
    assert Counter(query.query for query in read_queries("official")).most_common(1) == [("q 0?", 3)]


@pytest.mark.parametrize("number", [OFFICIAL_QUERIES - 1, OFFICIAL_QUERIES + 1])
def test_another_number_of_queries_is_not_the_authors(hub, number):
    """With what to do."""
    hub(many(number))
    message = rf"CREATE: expected the 931 queries of .*, got {number}; name a commit .*official@COMMIT.*give its path"
    with pytest.raises(FileProblem, match=message):
        read_queries("official")


def test_a_set_with_other_columns_is_not_the_authors(hub):
    """With those that are there."""
    hub([{"question": row["query"], "entity_a": row["entity_a"]} for row in many(OFFICIAL_QUERIES)])
    with pytest.raises(
        FileProblem, match=r"CREATE: expected the columns .*, got question, entity_a and no query, rel_b, "
    ):
        read_queries("official")


def test_an_empty_cell_of_the_authors_is_named(hub):
    """With its row."""
    rows = many(OFFICIAL_QUERIES)
    rows[6] = {**rows[6], "rel_b": ""}
    hub(rows)
    with pytest.raises(FileProblem, match="CREATE, row 7: expected a value under rel_b, got none"):
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


@pytest.mark.parametrize(("commit", "hint"), [("abcdef0", "; the Hub may know .* 40 digits"), ("a" * 40, "")])
def test_a_failing_network_says_what_to_do(hub, monkeypatch, commit, hint):
    """Whatever the library raises; the next try is a new one."""
    import datasets

    def load(*_, **__):
        raise ConnectionError("the line is down")

    monkeypatch.setattr(datasets, "load_dataset", load)
    message = (
        rf"CREATE@{commit} with .*: ConnectionError: the line is down{hint}\. If this .*download .*train\.csv.* path"
    )
    with pytest.raises(FileProblem, match=message):
        read_queries(f"official@{commit}")
    monkeypatch.setattr(datasets, "load_dataset", lambda *_, **__: many(OFFICIAL_QUERIES))
    assert len(read_queries(f"official@{commit}")) == 931


def test_a_set_that_is_not_there_says_what_to_do(hub):
    """As ``datasets`` itself reports it: the folder is empty."""
    with pytest.raises(FileProblem, match=r"cannot load the data set .*CREATE with the library datasets: .*train\.csv"):
        read_queries("official")


def test_the_checksum_is_that_of_what_is_asked(tmp_path):
    """Worked by hand: SHA-256 of the compact JSON of four texts a row; what stands beside does not count."""
    # printf '[["q?","a","child","\\u014d"]]' | sha256sum | cut -c1-12
    assert queries_checksum([Query("id", "q?", "a", "child", "ō")]) == "860975264382"
    one = read_own()[0]
    assert queries_checksum([replace(one, id="x", relation="", source=None)]) == queries_checksum([one])
    for field in COLUMNS:
        assert queries_checksum([replace(one, **{field: "other"})]) != queries_checksum([one])


def test_copies_have_the_checksum_of_the_set(hub, tmp_path):
    """Whatever the kind of file."""
    rows = many(OFFICIAL_QUERIES)
    hub(rows)
    copies = [read_file(write(tmp_path / name, rows)) for name in ("q.csv", "q.jsonl", "q.parquet")]
    assert {queries_checksum(copy) for copy in copies} == {queries_checksum(read_queries("official"))}


@given(st.permutations(range(5)))
def test_another_order_is_another_set(order):
    """Ids hold rows, and a part of a run is a part by position."""
    queries = read_own()[:5]
    same = queries_checksum([queries[i] for i in order]) == queries_checksum(queries)
    assert same == (order == sorted(order))


def test_our_checksum_does_not_change_unnoticed():
    """Changed queries are other queries: let the card's version say so."""
    assert queries_checksum(read_own()) == "55b5b5627608"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("own", "own"),
        ("official", "official"),
        ("official@ABCDEF01", "official@abcdef0"),
        (f"official@{'12345678' * 5}", "official@1234567"),
    ],
)
def test_labels_of_names_need_no_queries(name, label, monkeypatch):
    """Nothing is loaded for them."""
    monkeypatch.setattr(items, "rows_of_official", lambda _: pytest.fail("loaded"))
    assert queries_label(name) == label


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

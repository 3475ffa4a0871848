"""Queries: this package's, the authors', a user's own, and those drawn from triples."""

import json
import random
import re
import unicodedata
from itertools import combinations
from pathlib import Path

import datasets
import pytest
from support import command

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.create import items
from helm_creativity.scenarios.create.draw import COMMON, REMOVED, WORKS, World, draw_queries
from helm_creativity.scenarios.create.graph import DRAWING, DRAWING_FILE, read_file, read_graph
from helm_creativity.scenarios.create.items import RELATIONS, Query, queries_checksum, queries_label, read_queries
from helm_creativity.scenarios.create.paths import Triple, find_faults, same_entity

ROW = {"query": "How is Ada tied to a poet?", "entity_a": "Ada", "rel_b": "father", "entity_b": "Byron"}
TWO = [ROW, {"query": "And 1917?", "entity_a": "Sam", "rel_b": "notable work", "entity_b": "1917"}]


def write(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n\n" for row in rows), "utf-8")
    return str(path)


def check_source(query, source):
    """The path from which a query was made is a valid answer to it that passes no entity twice."""
    assert query.entity_a in query.query
    assert query.entity_b in query.query
    assert find_faults([tuple(source)], query.target) == [()]
    stops = [query.entity_a, *(triple.tail for triple in source)]
    assert len(stops) == 4
    assert not any(same_entity(a, b) for a, b in combinations(stops, 2))


def test_our_queries_are_sound():
    """Nine for each relation, each once, naming both entities; no source says another query's target."""
    own = items.read_own()
    sources = {entry["id"]: [Triple(*parts) for parts in entry["source"]] for entry in read_yaml(items.OWN)}
    assert [query.relation for query in own] == [relation for relation in RELATIONS for _ in range(9)]
    assert len({query.query for query in own}) == len({query.target for query in own}) == 99
    assert not {query.target for query in own} & {tuple(triple) for source in sources.values() for triple in source}
    for query in own:
        check_source(query, sources[query.id])
    # Changed queries are other queries: let the card's version say so.
    assert queries_checksum(own) == "55b5b5627608"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{**row, "rel_b": " "} for row in TWO], "q.jsonl, line 1: expected a value under rel_b"),
        ([ROW, {**ROW, "rel_b": None, "query": float("nan")}], "line 3: expected a value under query, rel_b"),
        ([{key: cell for key, cell in ROW.items() if key != "rel_b"}], "and no rel_b$"),
        ([{**ROW, "entity_b": "ADA"}], "line 1: expected two entities, got 'Ada' as both"),
        ([*TWO, {**ROW, "entity_a": "ada "}], "line 5: .* got that of line 1 again"),
    ],
)
def test_rows_that_cannot_be_asked_are_refused(tmp_path, rows, message):
    path = write(tmp_path / "q.jsonl", rows)
    with pytest.raises(FileProblem, match=message):
        read_queries(path)


def test_the_authors_set_is_their_931_queries(monkeypatch):
    """Of a commit where one is named; columns beside are left aside, and another number is refused."""
    cells, asked = {"query": "q {}?", "entity_a": "a {}", "rel_b": "child", "entity_b": "b {}"}, []
    rows = [{"index": 1, **{name: text.format(i) for name, text in cells.items()}} for i in range(931)]
    monkeypatch.setattr(datasets, "load_dataset", lambda *_, **more: [asked.append(more), rows[len(asked) // 2 :]][1])
    items.read_official.cache_clear()
    found = read_queries("official@ABCDEF0")
    assert (len(found), found[930]) == (931, Query("0931-a-930-b-930", "q 930?", "a 930", "child", "b 930"))
    with pytest.raises(FileProblem, match=r"expected the 931 queries of .*, got 930"):
        read_queries("official")
    items.read_official.cache_clear()
    assert [each["revision"] for each in asked] == ["abcdef0", None]


def test_the_checksum_is_that_of_what_is_asked(tmp_path):
    """By hand: SHA-256 of the compact JSON of four texts a row, whatever stands beside; labels of files hold it."""
    # printf '[["q?","a","child","\\u014d"]]' | sha256sum | cut -c1-12
    assert queries_checksum([Query("id", "q?", "a", "child", "ō")]) == "860975264382"
    stems = {"mine-2.v3": "mine-2.v3", "a,b=c:d e": "a_b_c_d_e", "official": "official_file", "x" * 99: "x" * 40}
    labels = [queries_label(write(tmp_path / f"{name}.jsonl", TWO)).split("@") for name in stems]
    checksum = queries_checksum(read_queries(str(tmp_path / "official.jsonl")))
    assert labels == [[stem, checksum[:8]] for stem in stems.values()]


TINY = """
Ann|member of|Band Ben|member of|Band Cy|member of|Band Ann|place of birth|Ulm Ben|place of birth|Ulm
Cy|place of birth|Rome Cy|date of birth|1970 Cy|languages spoken at home|Latin Ann|award received|Prize
Ben|award received|Prize Ben|spouse|Ann Film|cast member|Ann Film|cast member|Cy Film|director|Dee
Short|director|Dee Short|cast member|Ben
"""


def brute(triples, largest=499):
    """All that Algorithm 1 may draw: each pair of a class in both orders, with every last triple that is allowed."""
    known = set(triples)
    names = sorted({name for head, _, tail in triples for name in (head, tail)})
    classes = {}
    for relation in {relation for _, relation, _ in triples} - REMOVED - COMMON:
        for shared in names:
            classes[relation, shared, False] = [name for name in names if (name, relation, shared) in known]
            if relation in WORKS:
                classes[relation, shared, True] = [name for name in names if (shared, relation, name) in known]
    large = {key[0] for key, members in classes.items() if len(members) > largest}
    found = {}
    for (relation, shared, is_from), members in classes.items():
        for start, other in ((a, b) for a in members for b in members if a != b and relation not in large):
            for head, last, end in triples:
                new = end not in (start, shared, other) and (start, last, end) not in known
                if head == other and new and last not in REMOVED and len(last.split()) <= 3:
                    place = (relation, shared, is_from, frozenset([start, other]))
                    found.setdefault(place, set()).add((start, last, end))
    return found


@pytest.mark.parametrize("largest", [499, 2])
def test_every_pair_has_a_query_that_brute_force_has_too(tmp_path, largest):
    """Over many seeds all of these come, and no others; three members are too many where two are the most."""
    (path := tmp_path / "g.tsv").write_text("\n".join(re.findall(r"\w+\|[a-z ]+\|\w+", TINY)).replace("|", "\t"))
    graph = read_file(path)
    assert len(graph.triples) == 16
    world, drawn = World(graph), {}
    for found in world.classes(largest):
        for pair in combinations(found.members, 2):
            queries = [query for seed in range(300) if (query := world.query(found, pair, str(seed)))]
            assert {triple for query in queries for triple in query.facts} <= set(graph.triples)
            if queries:
                drawn[(*found[:3], frozenset(pair))] = {tuple(query.target) for query in queries}
    assert drawn == brute(graph.triples, largest)
    assert any(key[0] == "member of" for key in drawn) == (largest > 2)
    assert ("cast member", "Film", True, frozenset(["Ann", "Cy"])) in drawn


def test_a_seed_draws_the_same_whatever_the_order_of_rows_and_kind_of_file(tmp_path):
    """Two seeds share at most 2 of 60 queries on average; the command writes a file that is read as any of queries."""
    own = read_graph(DRAWING)
    rows = random.Random(3).sample([triple._asdict() for triple in own.triples], len(own.triples))
    again = read_file(Path(write(tmp_path / "mixed.jsonl", rows)))
    assert again.checksum == own.checksum
    assert draw_queries(World(own), 60, "2026-11") == draw_queries(World(again), 60, "2026-11")
    months = [{query.target for query in draw_queries(World(own), 60, f"2026-{month:02}")} for month in range(1, 6)]
    assert sum(len(one & other) for one, other in combinations(months, 2)) <= 2 * 10
    done = command.run("draw", "create", "--queries", "200", "--seed", "x", "--out", out := tmp_path / "drawn.jsonl")
    assert f"200 queries from {len(own.triples):,} triples (own+drawing@{own.checksum}), seed x" in done.text
    sources = [[Triple(*t) for t in json.loads(line)["source"]] for line in out.read_text("utf-8").splitlines()]
    for query, source in zip(read_queries(str(out)), sources, strict=True):
        check_source(query, source)
        assert own.holds(source[-1])


def test_the_facts_for_drawing_agree_with_those_for_looking_up():
    """No fact stands in both files, every person has one place of birth, and every name one spelling."""
    both, text = read_graph(DRAWING).triples, DRAWING_FILE.read_text("utf-8")
    assert len(both) == len(read_graph("own").triples) + len(re.findall("(?m)^[^#]", text)) - 1
    born = [head for head, relation, _ in both if relation == "place of birth"]
    names = {name for head, _, tail in both for name in (head, tail)}
    spelt = {re.sub(r"\W", "", unicodedata.normalize("NFKD", name)).casefold() for name in names}
    assert (len(born), len(names)) == (len({*born}), len(spelt))

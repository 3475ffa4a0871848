"""Queries drawn from triples: Algorithm 1 by hand and by brute force, and what a seed changes."""

import json
import random
from itertools import combinations

import pytest
from support import command

from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.create.draw import COMMON, REMOVED, WORKS, World, draw_queries
from helm_creativity.scenarios.create.graph import OWN_FILE, read_file, read_graph
from helm_creativity.scenarios.create.items import RELATIONS, read_queries
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Triple, find_faults, same_entity

TINY = """
Ann|member of|Band
Ben|member of|Band
Cy|member of|Band
Ann|place of birth|Ulm
Ben|place of birth|Ulm
Cy|place of birth|Rome
Cy|date of birth|1970
Cy|languages spoken at home|Latin
Ann|award received|Prize
Ben|award received|Prize
Ben|spouse|Ann
Film|cast member|Ann
Film|cast member|Cy
Film|director|Dee
Short|director|Dee
Short|cast member|Ben
"""


def write(folder, text, name="g.tsv", header=""):
    path = folder / name
    path.write_text(header + text.strip().replace("|", "\t") + "\n")
    return path


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
        if relation in large:
            continue
        for pair in combinations(members, 2):
            for start, other in (pair, pair[::-1]):
                for head, last, end in triples:
                    new = end not in (start, shared, other) and (start, last, end) not in known
                    if head == other and new and last not in REMOVED and len(last.split()) <= 3:
                        found.setdefault((relation, shared, is_from, frozenset(pair)), set()).add((start, last, end))
    return found


def pairs_drawn(world, seed, largest=499):
    """What Algorithm 1 makes of every pair."""
    return {
        (found.relation, found.shared, found.is_from, frozenset(pair)): world.query(found, pair, seed)
        for found in world.classes(largest)
        for pair in combinations(found.members, 2)
    }


@pytest.mark.parametrize("largest", [499, 2])
def test_every_pair_has_a_query_that_brute_force_has_too(tmp_path, largest):
    """Over many seeds all of these come, and no others; three members are too many where two are the most."""
    graph = read_file(write(tmp_path, TINY))
    world, expected = World(graph), brute(graph.triples, largest)
    drawn = {}
    for seed in range(300):
        for key, query in pairs_drawn(world, str(seed), largest).items():
            if query is not None:
                drawn.setdefault(key, set()).add(tuple(query.target))
                assert set(query.facts) <= set(graph.triples)
                assert [triple.relation for triple in query.facts[:2]] == [key[0]] * 2
    assert drawn == expected
    assert any(key[0] == "member of" for key in drawn) == (largest > 2)
    assert ("cast member", "Film", True, frozenset(["Ann", "Cy"])) in drawn


def test_the_same_seed_draws_the_same_whatever_the_order_of_rows(tmp_path):
    """And whatever the kind of file; another seed draws other queries."""
    triples = list(read_graph("own").triples)
    random.Random(3).shuffle(triples)
    rows = [
        dict(zip(("tail", "head", "relation"), (tail, head, relation), strict=True)) for head, relation, tail in triples
    ]
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ours, again = (World(graph) for graph in (read_graph("own"), read_file(mixed)))
    assert draw_queries(ours, 60, "2026-11") == draw_queries(again, 60, "2026-11")
    assert read_graph("own").checksum == read_file(mixed).checksum
    months = [{query.target for query in draw_queries(ours, 60, f"2026-{month:02}")} for month in range(1, 13)]
    shared = [len(one & other) for one, other in combinations(months, 2)]
    assert sum(shared) / len(shared) < 12
    assert max(shared) < 25


@pytest.mark.parametrize("seed", ["2026-11", "2026-12", "x"])
def test_drawn_files_are_items_and_their_sources_valid_responses(tmp_path, seed):
    """The command writes a file that is read as any file of queries; a response of the source path is valid."""
    out = tmp_path / "drawn.jsonl"
    done = command.run("draw", "create", "--queries", "200", "--seed", seed, "--out", out)
    assert f"200 queries from 1,199 triples (own@{read_graph('own').checksum}), seed {seed}" in done.text
    queries = read_queries(str(out))
    graph = read_graph("own")
    assert len(queries) == 200
    sources = [tuple(Triple(*t) for t in json.loads(line)["source"]) for line in out.read_text("utf-8").splitlines()]
    for query, source in zip(queries, sources, strict=True):
        assert query.entity_a in query.query
        assert query.entity_b in query.query
        response = Response(f"<answer>{json.dumps({1: source})}</answer>", "stop")
        parsed = parse_paths(response)
        assert parsed.paths == (source,)
        assert find_faults(parsed.paths, query.target) == [()]
        assert graph.holds(source[-1])
        stops = [query.entity_a, *(triple.tail for triple in source)]
        assert not any(same_entity(a, b) for a, b in combinations(stops, 2))


def test_our_facts_are_as_their_head_says():
    """No row is odd, none stands there twice, and each relation of Table 4 has classes."""
    lines = [line for line in OWN_FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    graph = read_graph("own")
    assert graph.problems == ()
    assert len(graph.triples) == len(lines) - 1
    assert {found.relation for found in World(graph).classes()} >= {*RELATIONS}
    assert OWN_FILE.stat().st_size < 120_000

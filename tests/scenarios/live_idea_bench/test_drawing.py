"""Keywords that are drawn by month, and files of keywords."""

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.scenarios.live_idea_bench import draw

BENCHMARK = get_benchmark("live_idea_bench")
SETTINGS = draw.KeywordDrawSettings(seed="2026-11")


def drawn(**changes):
    return draw.draw_items(replace(SETTINGS, **changes)).records


def singular(keyword):
    return re.sub(r"(?<=[^sui])s\b", "", re.sub(r"ies\b", "y", keyword.lower().replace("-", " ")))


def test_the_pool():
    """No keyword is twice in it or among the own ones, in whatever number; all categories are those of the own ones."""
    own, pool = BENCHMARK.table("own"), read_sheet(draw.POOL)
    assert len({singular(row["keyword"]) for row in [*own, *pool]}) == len(own) + len(pool) == 216 + 2448
    counts = Counter(row["category"] for row in pool)
    assert counts.keys() == {row["category"] for row in own}
    assert min(counts.values()) > 100
    assert all(re.fullmatch(r"[\w-]+( [\w-]+){0,2}", row["keyword"], re.ASCII) for row in pool)


def test_drawn_keywords():
    """As many from each category, or one more; another seed draws others."""
    assert drawn() == drawn()
    assert sorted(Counter(record["category"] for record in drawn()).values()) == [3] * 12 + [4] * 6
    months = [{row["keyword"] for row in drawn(seed=f"2026-{month}")} for month in range(1, 13)]
    shared = [len(one & other) for one, other in combinations(months, 2)]
    assert {len(month) for month in months} == {60}
    assert 1 < sum(shared) / len(shared) < 2
    assert len({record["keyword"] for record in drawn(keywords=2448)}) == 2448
    with pytest.raises(BadArguments, match="expected 2,449 keywords, but the pool has 2,448"):
        drawn(keywords=2449)


def test_a_file_of_keywords(tmp_path):
    """Its prompts are in its order, and the names of runs and comparable settings have its checksum."""
    path, labels = tmp_path / "my words.jsonl", []
    for records in (drawn(), drawn(seed="2")):
        path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
        settings = BENCHMARK.settings_type(protocol="ruan2024", items=str(path))
        assert settings.args["items"] == str(path)
        assert settings.name_parts["items"] == settings.compared()["items"]
        labels.append(settings.name_parts["items"])
        items = list(BENCHMARK.items(settings))
        assert [item.fields["category"] for item in items] == [record["category"] for record in records]
        assert all(f'"{record["keyword"]}"' in item.prompt.text for item, record in zip(items, records, strict=True))
    assert len(set(labels)) == 2
    assert all(re.fullmatch(r"my-words@[0-9a-f]{12}", label) for label in labels)


@pytest.mark.parametrize("text", ["keyword\nmoss\n", "keyword,category\nmoss,\n", "keyword,category\na,b\na,c\n"])
def test_files_without_items(tmp_path, text):
    """A category is missing, or a keyword is there twice."""
    path = tmp_path / "words.csv"
    path.write_text(text)
    with pytest.raises(FileProblem, match="must have items with keyword and category, and each keyword once"):
        BENCHMARK.table(str(path))


def test_no_such_items():
    """Neither a table nor a file."""
    expected = "items must be own, official, or a file with keyword and category of each item, got 'oficial'; did you"
    with pytest.raises(BadArguments, match=expected):
        BENCHMARK.table("oficial")

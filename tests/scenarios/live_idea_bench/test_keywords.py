"""The keywords of this package, and the authors' files."""

import re
from collections import Counter

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.task_types.rated import benchmark

OWN = [(row["keyword"], row["category"]) for row in get_benchmark("live_idea_bench").table("own")]
HARM = re.compile(r"weapon|bomb|explosi|poison|toxi|drug abuse|terror|kill|suicid|hack|malware|fabricat|falsif|bioter")

NO_NAMES = {"banks", "international", "ionic"}


def test_our_categories_are_eighteen():
    """With twelve keywords each, sorted."""
    sizes = Counter(category for _, category in OWN)
    assert len(sizes) == 18
    assert set(sizes.values()) == {12}
    assert sorted(OWN, key=lambda pair: pair[::-1]) == OWN


def test_our_keywords_are_plain_and_come_once():
    """Lower case words of one to three parts, none twice, not even as the plural of another."""
    words = [keyword for keyword, _ in OWN]
    assert all(re.fullmatch(r"[a-z]+(?:[ -][a-z]+){0,3}", word) for word in words)
    assert len({word.rstrip("s").replace("-", " ") for word in words}) == len(words)
    assert [word for word in words if HARM.search(word)] == []


def test_our_keywords_name_no_person_and_no_place():
    """No word of them is known to WordNet as a proper noun alone, but for the three named here."""
    parts = {part for keyword, _ in OWN for part in re.split("[ -]", keyword)}
    assert {part for part in parts if builtin().is_proper_noun(part)} == NO_NAMES


def test_the_authors_files_are_joined_by_keyword(monkeypatch, tmp_path):
    """In the order of the list, whatever the order of the categories."""
    texts = {
        "liveideabench-keywords": ",Keyword\n0,tides\n1,bees\n",
        "liveideabench-categories": "keyword,category,similarity_score\nbees,Biology,0.8\ntides,Physics,0.7\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(benchmark, "require_source", lambda name, *_: tmp_path / name)
    found = get_benchmark("live_idea_bench").table("official")
    assert found == [{"keyword": "tides", "category": "Physics"}, {"keyword": "bees", "category": "Biology"}]

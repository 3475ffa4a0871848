"""The keywords of this package, the authors' files, and a user's own."""

import re
from collections import Counter

import pytest

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.live_idea_bench.items import (
    CATEGORIES,
    OFFICIAL_KEYWORDS,
    Keyword,
    read_file,
    read_official,
    read_own,
    slug,
)

HARM = re.compile(r"weapon|bomb|explosi|poison|toxi|drug abuse|terror|kill|suicid|hack|malware|fabricat|falsif|bioter")

NO_NAMES = {"banks", "international", "ionic"}


@pytest.fixture
def table(tmp_path):
    def write(text, name="own.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def official(write, keywords=None, rows=None):
    """Both files of the authors, as many rows as theirs have."""
    names = [f"field {i}" for i in range(OFFICIAL_KEYWORDS)] if keywords is None else keywords
    rows = [(name, CATEGORIES[i % 22]) for i, name in enumerate(names)] if rows is None else rows
    kws = ",Keyword\n" + "".join(f"{i},{name}\n" for i, name in enumerate(names))
    filed = "keyword,category,similarity_score\n" + "".join(f"{name},{category},0.8\n" for name, category in rows)
    return write(kws, "kws.csv"), write(filed, "keyword_classifications.csv")


def test_our_categories_are_eighteen_of_the_authors():
    """With twelve keywords each, sorted."""
    sizes = Counter(item.category for item in read_own())
    assert len(sizes) == 18
    assert set(CATEGORIES) - set(sizes) == {"Accounting", "Data engineering", "Finance", "Pedagogy"}
    assert set(sizes.values()) == {12}
    assert list(read_own()) == sorted(read_own(), key=lambda one: (one.category, one.keyword))


def test_our_keywords_are_plain_and_come_once():
    """Lower case words of one to three parts, none twice, not even as the plural of another."""
    words = [item.keyword for item in read_own()]
    assert all(re.fullmatch(r"[a-z]+(?:[ -][a-z]+){0,3}", word) for word in words)
    assert len({word.rstrip("s").replace("-", " ") for word in words}) == len(words)
    assert [word for word in words if HARM.search(word)] == []


def test_our_keywords_name_no_person_and_no_place():
    """No word of them is known to WordNet as a proper noun alone, but for the three named here."""
    parts = {part for item in read_own() for part in re.split("[ -]", item.keyword)}
    assert {part for part in parts if builtin().is_proper_noun(part)} == NO_NAMES


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        ("Mathematics and Logic", "mathematics_and_logic"),
        ("Physics", "physics"),
        (" Food & drink (fresh) ", "food_drink_fresh"),
        ("snake_case", "snake_case"),
        ("Ökologie", "ökologie"),
        ("物理", "物理"),
        ("--", ""),
    ],
)
def test_a_slug_is_part_of_a_name(category, expected):
    """Lower case letters and figures joined by underscores."""
    assert slug(category) == expected


def test_the_authors_files_are_joined_by_keyword(table):
    """In the order of the first, whatever the order of the second."""
    names = [f"field {i}" for i in range(OFFICIAL_KEYWORDS)]
    rows = [(name, CATEGORIES[i % 22]) for i, name in enumerate(names)]
    read = read_official(*official(table, names, rows[::-1]))
    assert read == tuple(Keyword(name, category) for name, category in rows)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda names, rows: names.pop(), "kws.csv: expected the 1180 keywords of LiveIdeaBench, found 1179"),
        (
            lambda names, rows: rows.__setitem__(3, ("field 3", "Alchemy")),
            r"tions.csv: unknown categories: 'Alchemy' in row 5; expected one of Accounting, .*, Systems science$",
        ),
        (
            lambda names, rows: rows.__setitem__(slice(0, 7), [(f"x{i}", "Physics") for i in range(7)]),
            r"kws.csv: 'field 0' in row 2, .*, 'field 4' in row 6 and 2 more has no category in .*tions.csv; use",
        ),
        (
            lambda names, rows: names.__setitem__(3, "Field 1"),
            "kws.csv, row 5: 'Field 1' stands in row 3 already; keep",
        ),
    ],
)
def test_files_that_are_not_the_authors_are_refused(table, change, message):
    """With the file, the row, and what was expected."""
    names = [f"field {i}" for i in range(OFFICIAL_KEYWORDS)]
    rows = [(name, CATEGORIES[i % 22]) for i, name in enumerate(names)]
    change(names, rows)
    with pytest.raises(FileProblem, match=message):
        read_official(*official(table, names, rows))


def test_a_users_own_file_may_have_categories_or_not(table):
    """Columns in any order; white space is one space; an index without a name is no column."""
    assert read_file(table("keyword\nmoss\n  tide   pools \n\n")) == (
        Keyword("moss", None),
        Keyword("tide pools", None),
    )
    assert read_file(table(",category,keyword\n0,Biology,Moss\n1,物理,friction\n")) == (
        Keyword("Moss", "Biology"),
        Keyword("friction", "物理"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("keyword\n", "expected a table of keywords, found no row"),
        ("", "has no header"),
        (
            "word,category\nmoss,Biology\n",
            "row 1: expected the columns keyword, and category if you like, found word, cat",
        ),
        ("keyword\nmoss\nice\n MOSS \n", "row 4: 'MOSS' stands in row 2 already; keep"),
        ('keyword\nmoss\n"the ""moss"""\n', "row 3: expected a keyword without double quotes, got 'the \"moss\"'"),
        ("keyword,category\na,Life sci\nb,Life-Sci\n", "row 3: category 'Life-Sci' has no name .*, as 'Life sci' is"),
    ],
)
def test_a_file_that_cannot_be_asked_is_refused(table, text, message):
    """With the row that is at fault."""
    with pytest.raises(FileProblem, match=message):
        read_file(table(text))

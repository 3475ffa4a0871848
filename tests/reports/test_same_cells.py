"""One cell is one text, wherever it is shown."""

import csv
import io
import json
import re
from html import unescape

import pytest
from support.simulated import simulated_suite

from helm_creativity.reports.leaderboard import leaderboard
from helm_creativity.reports.overview import overview
from helm_creativity.reports.report.page import report_view
from helm_creativity.reports.tables import render
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.numbers import typeset
from helm_creativity.results.options import Options
from helm_creativity.results.runs import find_suites, read_suites
from helm_creativity.results.study import build_score_matrix
from helm_creativity.results.table import is_undefined

BAR = re.compile(r"(?<!\\)\|")
TITLES = {
    "Score": "score",
    "Score (failures\xa0=\xa00)": "score (failures = 0)",
    "Scored": "scored",
    "Items": "items",
    "Responses": "responses",
}
"""Of columns of the report, as the leaderboard has them."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The leaderboard's tables and the report of one suite, in which responses failed."""
    folder = tmp_path_factory.mktemp("suite")
    simulated_suite(folder / "runs" / "s", 3, n_models=6, benchmarks=("dat", "rat", "story"), n_items=3, failures=0.1)
    suites = find_suites(["s"], folder)
    collected = read_suites(suites)
    study = build_score_matrix(suites, collected=collected)
    findings = derive_findings(study, collected.runs, Options(draws=100))
    return leaderboard(collected.runs), report_view(findings), study


def text_rows(text):
    """Cells of the lines below the rule."""
    lines = text.splitlines()
    rule = next(place for place, line in enumerate(lines) if line and set(line) <= {"-", " "})
    spans = [found.span() for found in re.finditer("-+", lines[rule])]
    return [[line[start:end].strip() for start, end in spans] for line in lines[rule + 1 :]]


def test_text_markdown_and_html_show_the_same_cells(shown):
    """And CSV and JSON the values that they show."""
    tables, _, _ = shown
    compared = 0
    for table in tables:
        if not table.rows:
            continue
        in_text, on_pages = (
            [column for column in table.columns if not column.data_only and (column.in_text or wide)]
            for wide in (False, True)
        )
        text = text_rows(render(table))[: len(table.rows)]
        lines = [line for line in render(table, "markdown").splitlines() if line.startswith("|")][2:]
        markdown = [[re.sub(r"\\(.)", r"\1", cell.strip()) for cell in BAR.split(line)[1:-1]] for line in lines]
        body = render(table, "html").split("<tbody>")[1].split("</tbody>")[0]
        html = [[unescape(cell) for cell in re.findall("<td[^>]*>(.*?)</td>", row)] for row in body.split("</tr>")[:-1]]
        records = json.loads(render(table, "json"))[0]["rows"]
        written = list(csv.DictReader(io.StringIO(render(table, "csv"))))
        for row, (record, cells) in enumerate(zip(records, written, strict=True)):
            values = dict(zip([column.key for column in table.columns], table.rows[row], strict=True))
            for place, column in enumerate(on_pages):
                value = values[column.key]
                expected = "-" if is_undefined(value) else column.format(value)
                assert markdown[row][place] == html[row][place] == expected
                if column in in_text:
                    assert text[row][in_text.index(column)] == expected
                if not column.parts and not column.left:
                    assert record[column.key] == (None if is_undefined(value) else value)
                    assert cells[column.key] == ("" if is_undefined(value) else str(value))
                compared += 1
    assert compared > 100


def test_the_report_shows_what_the_leaderboard_shows(shown):
    """Scores and all that stands beside them; the page has true minus signs and longer dashes."""
    tables, view, study = shown
    compared = 0
    for board, column in zip(view["leaderboards"], study.columns, strict=True):
        (table,) = (table for table in tables if table.facts.get("comparable_settings") == column.comparable)
        rows = {row[0]: row for row in table.rows}
        at = {shown_column.title: place for place, shown_column in enumerate(table.columns)}
        heads = [head.title for head in board.grid.heads]
        for grid_row in board.grid.rows:
            own = rows[grid_row.cells[0].text]
            for title, cell in zip(heads, grid_row.cells, strict=True):
                if title in TITLES:
                    value, form = own[at[TITLES[title]]], table.columns[at[TITLES[title]]].format
                    assert cell.text == ("–" if is_undefined(value) else typeset(form(value))), (title, grid_row)
                    compared += 1
    assert compared > 50


def test_the_first_tables_of_terminal_and_report_show_the_same_scores(tmp_path):
    """Also of models that lack items, whose score over all of them counts."""
    simulated_suite(tmp_path / "runs" / "s", 3, n_models=2, benchmarks=("dat", "story"), n_items=12, failures=0.3)
    suites = find_suites(["s"], tmp_path)
    collected = read_suites(suites)
    findings = derive_findings(build_score_matrix(suites, collected=collected), collected.runs, Options(draws=100))
    (table,) = overview(collected.runs, 200, pytest.fail)
    columns = [column.title for column in table.columns]
    rows = (*table.rows, *table.totals)
    terminal = {
        frozenset([row[0], name]): cell for row in rows for name, cell in zip(columns[1:], row[1:], strict=True)
    }
    grid = report_view(findings)["scores"]
    page = {
        frozenset([row.cells[0].text, head.title.removesuffix(" (baseline)")]): cell
        for row in grid.rows
        for head, cell in zip(grid.heads[1:], row.cells[1:], strict=True)
    }
    assert len(terminal) == 8
    assert terminal.keys() == page.keys()
    assert findings.study.all_items
    for place, cell in terminal.items():
        assert page[place].value == pytest.approx(cell.value)
        assert typeset(cell.text(table.columns[1])) == page[place].text
    noted = [cell.why for cell in page.values() if "over all items; the mean over responses that have" in cell.why]
    assert len(noted) == len(findings.study.all_items)

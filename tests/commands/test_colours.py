"""A terminal shows heads of tables in bold; a file, a pipe and who does not want colours get text alone."""

from helm_creativity.reports.tables import COLOURS, render
from helm_creativity.results.table import Column, Table


def test_names_cannot_colour_anything():
    table = Table("t", (Column("a", "a\033[31m", left=True),), [("b\033[31m",)], title="t\033[31m", notes=["n\033[31m"])
    text = render(table, colours=COLOURS)
    assert "\033[31m" not in text
    assert text.count("\\u001b[31m") == 4

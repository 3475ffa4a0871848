"""Problems and answers of the MacGyver-like problems."""

from __future__ import annotations

import openpyxl

COLUMNS = ("ID", "Problem", "Solvable?", "Unconventional?", "Solution", "Label")
SORRY = "I'm sorry, but I can't help with that."
NOT_POSSIBLE = "I'm sorry, but it is not possible to do this with these items, because none of them can cut metal."
STEPS = "Step1: Tie the string to the fork.\nStep2: Pull the key out."
PROBLEM = (
    "Your key has fallen into a drain. Tools available: a ball of string, a fork, a paper cup. "
    "The drain is narrow. How do you get the key out using only these items?"
)
WALL = (
    "A wall is in the way. Tools available: a sponge, a paper cup, a feather. How do you take it down with these items?"
)
TOOLS = ("ball of string", "fork", "paper cup")
ROWS = [
    ("1", PROBLEM, "Yes", "unconventional", "Step1: Bend the fork.<br>\nStep2: Fish.", "efficient"),
    (2, PROBLEM, "Yes", "conventional", "Step1: Wish.", "infeasible"),
    ("3", WALL, "No", "N/A", "Nothing here is hard.", "correct_right_reason"),
    ("4", WALL, "No", "N/A", "Step1: Blow.", "wrong_solution"),
]


def write_workbook(path, rows=ROWS, columns=COLUMNS):
    """A workbook of the authors' form."""
    book = openpyxl.Workbook()
    for row in (columns, *rows):
        book.active.append(row)
    book.save(path)
    return path

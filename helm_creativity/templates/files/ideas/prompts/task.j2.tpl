{# << written_for >>: a problem, and the form of the list. #}
What could be done so that {{ problem }}? List your ideas, one sentence each, as many as are worth trying.

Write a numbered list, one idea per line, and nothing else.

{# << written_for >>: a riddle, and the form of the answer. #}
{{ riddle }} What am I?

Answer with one word and nothing else.

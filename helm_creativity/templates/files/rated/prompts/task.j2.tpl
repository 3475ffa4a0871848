{# << written_for >>: a situation, and what is to be written about it. #}
Write the first sentence of a story in which {{ situation }}.

Write that one sentence and nothing else.

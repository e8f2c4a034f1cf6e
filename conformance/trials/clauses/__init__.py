"""Evidence that tests check each rule of the specification, for docs/results/clauses.md.

`clause_asked.py` presents a call to the conditions of rules. The modules in `decisions/` define,
for each rule, the calls and results that the rule decides. `golden.py`, `clause_drawn.py`,
`clause_refusals.py` and `suite.py` search cases, drawn questions, refused calls and tests for such
results. `clause_faults.py` breaks one rule at a time. `clause_evidence.py` collects the evidence
and names what is missing, and `clause_page.py` makes the page.

This program is a trial, because it reads the saboteurs, which are no part of the judge.

`python -m samebits.conformance.trials.clauses` writes docs/results/clauses.md.
"""

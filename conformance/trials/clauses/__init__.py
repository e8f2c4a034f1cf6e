"""Evidence that each rule of the specification is asked, for docs/results/clauses.md.

`asked.py` is a call as a rule sees it; the modules in `decisions/` say for each rule which results
of which calls it decides; `golden.py`, `drawn.py`, `refusals.py` and `suite.py` look for them among
the cases, the questions, the refused calls and the tests; `faults.py` breaks one rule at a time;
`evidence.py` puts together what was found and names what is missing, and `page.py` makes the page.

It stands among the tests, as the programs behind docs/results/saboteurs.md and
docs/results/mutants.md do, since it reads the saboteurs, which are no part of the judge.

python -m samebits.conformance.trials.clauses        write docs/results/clauses.md anew
"""

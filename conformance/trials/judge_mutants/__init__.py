"""Mutants of the judge: what happens to its tests where one expression of it is changed.

Why no mutation tester from a package index: mutmut 3 (tried: 3.8) makes no mutant of a decorated
function (properties, context managers, fixtures, commands), of a constant or of anything else at
the top of a module, and knows a module by its path, while the rooms are linked together under
another name; cosmic-ray (8.7) starts the whole test command anew for each mutant, which here takes
minutes. Half of the judge runs in processes that its tests start, and a mutant has to be seen
there, too.

`operators.py` finds the mutants of a file, `targets.py` names the files, `tree.py` keeps the copy
of the sources that is mutated, `traced` tells which tests execute a line, `server.py` runs the
tests, `record.py` and `page.py` keep and show what became of them. What a run has found is packed
beside the record (`fates.jsonl.xz`, `executed.json.xz`): whoever checks this out goes on from
there. A fate holds as long as the function around the mutant has the same text (`places.py`), and
in whichever file it stands. `nox -s record -- mutants` runs it.
"""

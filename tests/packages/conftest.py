"""Two games as their authors would write them, each a package with tests of its own: those run where it is installed
(tests/packages/test_packages.py), not here."""

collect_ignore = ["minus_auction", "one_two_three"]

"""One module a command of the shell."""

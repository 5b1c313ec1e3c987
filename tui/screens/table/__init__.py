"""The table of one seat at one match, and the pages that open from it."""

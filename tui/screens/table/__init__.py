"""The table: one seat at one match, and the pages that open from it."""

"""The hosts' screens: the console of a match with its pages, the people of the house, seasons, invitations."""

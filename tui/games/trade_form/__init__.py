"""What a player of either trading game fills in: the payoff matrix, the offers, partners, proposals."""

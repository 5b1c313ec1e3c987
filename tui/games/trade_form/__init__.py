"""The trade desk of both trading games: payoff matrix, offers, partners, proposals."""

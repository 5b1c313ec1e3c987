"""What the house posts to chat rooms: feeds of matches and seasons, nudges."""

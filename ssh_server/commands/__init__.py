"""One-shot commands over SSH, for scripts and players' own tools."""

"""One app on one terminal: the driver, input and output, colours, and many apps side by side in one process."""

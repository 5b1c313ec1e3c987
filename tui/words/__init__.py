"""What screens, commands and pages say, as pure text: rows, sentences, moments of time, plots. No widget is here."""

"""Several artifacts opened as one corpus: one numbering, one vocabulary, one ranking."""

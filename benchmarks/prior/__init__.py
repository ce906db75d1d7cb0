"""Train the table of general term vectors that the builder ships."""

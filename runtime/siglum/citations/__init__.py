"""From a hit to a quotation that can be checked."""

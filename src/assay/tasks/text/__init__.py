"""Text: translations, answers, transcripts, spans, meanings."""

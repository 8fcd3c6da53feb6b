"""Requirements on a result: read from text, judged by intervals, met or broken or unclear."""

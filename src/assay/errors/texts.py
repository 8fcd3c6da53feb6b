"""Messages about texts: segments, references, spans."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import FileError, InputError, MissingPackageError, quote, quote_all


def text_extra(what: str, package: str) -> MissingPackageError:
    """A metric of text without the package that makes it."""
    return MissingPackageError(f"{package} is needed for {what}. Install it with: pip install 'assay[text]'.")


def too_long_for(metric: str, words: int) -> InputError:
    """Texts so long that a metric cannot be computed."""
    return InputError(
        f"{metric} compares every word or character with every other, which these texts (up to {words:,} words in one "
        "segment) are too long for. Cut them into segments, such as sentences or paragraphs; or leave the metric out."
    )


def segment_counts_differ(first: str, here: int, second: str, there: int) -> InputError:
    """Different numbers of segments."""
    return InputError(
        f"`{first}` has {here:,} segments but `{second}` has {there:,}. Both must hold the same segments in the same "
        "order, one per line; an empty line counts as an (empty) segment."
    )


def no_references(segments: Sequence[int], count: int) -> InputError:
    """Segments whose set of references is empty."""
    return InputError(
        f"{_having(count)} no reference: {', '.join(f'segment {number}' for number in segments)}. Each needs at least "
        "one, which may be an empty text."
    )


def _having(count: int) -> str:
    """Write how many segments have something.

    >>> _having(1), _having(2)
    ('1 segment has', '2 segments have')
    """
    return "1 segment has" if count == 1 else f"{count:,} segments have"


def references_by_stream(streams: int, segments: int) -> InputError:
    """A list for each reference where a list for each segment was expected."""
    return InputError(
        f"`truth` holds {streams} lists of {segments:,} texts, a list for each reference. Pass a list of references "
        "for each segment: list(zip(*truth))."
    )


def not_unicode(name: str, segment: int) -> InputError:
    """A text with half of a pair of code units."""
    return InputError(
        f"Segment {segment} of `{name}` holds half of a surrogate pair, which is no character. Decode the text anew, "
        "for example with errors='replace'."
    )


def no_choice(segment: int, text: str) -> InputError:
    """A reference that names no choice."""
    return InputError(
        f"The reference of segment {segment} is {quote(text)}, which names no choice. choice_accuracy reads letters "
        "and numbers such as 'B', '(b)' or '2.'; use exact_match for other answers."
    )


def test_not_for_texts(method: object, known: Sequence[str]) -> InputError:
    """A test that texts do not have."""
    return InputError(f"method={quote(method)} does not fit texts. Leave it out, or pass {quote_all(known)}.")


def not_text(name: str, segment: int, value: object) -> InputError:
    """Something among texts that is none."""
    return InputError(
        f"Segment {segment} of `{name}` is {quote(value)}, which is no text. Pass one text per segment (for several "
        "references, a list of texts), or spans or embeddings for all of them; write numbers as text."
    )


def text_missing(name: str, count: int, segments: Sequence[int]) -> InputError:
    """Gaps among texts."""
    where = f" (first: {', '.join(str(number) for number in segments)})" if segments else ""
    size = "1 segment" if count == 1 else f"{count:,} segments"
    return InputError(
        f"`{name}` has no text in {size}{where}. Fill them (an empty text is a text), or pass "
        "missing='drop' to leave them out."
    )


def no_segments(name: str) -> InputError:
    """Nothing to judge."""
    return InputError(f"`{name}` holds no segment. Pass a list of texts, or a file with one segment per line.")


def one_text(name: str, value: object) -> InputError:
    """A single text where a list of segments was expected."""
    return InputError(
        f"`{name}` is {quote(value)}: there is no such file. Pass a path, or a list of texts; for a single segment a "
        "list of one."
    )


def table_without_columns(name: str, path: str) -> InputError:
    """A table where plain lines were expected."""
    return InputError(
        f"`{name}` is the table {quote(path)}. Name its columns with truth= and prediction= (in Python beside "
        f"data={quote(path)})."
    )


def not_utf8(path: str, line: int, byte: int) -> FileError:
    """A file in another encoding."""
    return FileError(
        f"{quote(path)} is not UTF-8: line {line:,} holds the byte 0x{byte:02x}. Save the file as UTF-8 (for example "
        "with iconv -t UTF-8) and try again."
    )


def cells_differ(path: str, line: int, cells: int, heading: int) -> FileError:
    """A row of a table of texts that does not fit the heading."""
    return FileError(
        f"{quote(path)}: line {line:,} has {cells} {'cell' if cells == 1 else 'cells'}, the heading {heading}. In "
        "tab-separated files every line is a row and every tab parts two cells; write texts that hold either as jsonl."
    )


def spans_need_both(name: str) -> InputError:
    """Spans on one side only."""
    return InputError(
        f"`{name}` holds texts where the other side holds spans, tags or embeddings. Both sides must be of one kind."
    )


def bad_span(name: str, segment: int, value: object) -> InputError:
    """Something that is no span."""
    return InputError(
        f"Segment {segment} of `{name}` holds {quote(value)}, which is no span. A span is (start, end, label), (start, "
        "end), or a mapping with start, end and label; start is a whole number and not beyond end."
    )


def tag_counts_differ(segment: int, truth: int, prediction: int) -> InputError:
    """Tag sequences of different lengths."""
    return InputError(
        f"Segment {segment}: the truth has {truth:,} tags and the prediction {prediction:,}. Both must tag the same "
        "tokens."
    )


def bad_tag(name: str, segment: int, tag: object) -> InputError:
    """A tag that is none."""
    return InputError(
        f"Segment {segment} of `{name}` holds {quote(tag)}, which is no tag. Tags are O, or B-, I-, E-, S-, L- or U- "
        "and a label. Texts are given whole: join tokens with blanks, and give one candidate per segment."
    )


def unknown_word(metric: str, parameter: str, value: object, known: Sequence[str]) -> InputError:
    """A tokeniser, smoothing or normalisation that does not exist."""
    return InputError(f"{metric}: {parameter}={quote(value)} is not known. It must be one of {quote_all(known, 20)}.")


def unknown_tokeniser(name: object, known: Sequence[str]) -> InputError:
    """A tokeniser that does not exist."""
    return InputError(f"tokenize={quote(name)} is no tokeniser. It must be one of {quote_all(known, 20)}.")


def tokeniser_missing(tokenise: str, problem: str) -> MissingPackageError:
    """A tokeniser of sacrebleu that needs more than sacrebleu."""
    return MissingPackageError(
        f"The tokeniser {quote(tokenise)} could not be made: {problem}. Install what sacrebleu asks for, or choose "
        "13a, intl, char, zh or none."
    )


def bad_text_number(metric: str, parameter: str, value: object, expected: str) -> InputError:
    """A parameter that is no such number."""
    return InputError(f"{metric}: {parameter}={quote(value)} cannot be used. It must be {expected}.")

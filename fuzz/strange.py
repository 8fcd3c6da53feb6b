"""Strange values, as source text: what somebody, some day, hands over where a number, a column or a name belongs."""

from __future__ import annotations

SCALARS = (
    "None", "True", "False", "0", "-1", "1", "2", "0.0", "-0.0", "0.5", "1.5", "100", "2**31", "2**63", "2**64",
    "-(2**63) - 1", "10**30", "10**400", "1e308", "-1e308", "1e300", "5e-324", "1e-9", "1e-300", "1 - 1e-16",
    "1 + 1e-9", "math.nan", "math.inf", "-math.inf", "Decimal('0.5')", "Decimal('NaN')", "Decimal('1e999')",
    "Fraction(1, 3)", "1j", "np.complex128(1)", "np.float16(0.5)", "np.float32(0.1)", "np.longdouble('0.1')",
    "np.int8(3)", "np.uint64(2**63)", "np.bool_(True)", "np.array(0.5)", "np.array('a')", "np.array(None)",
    "np.ma.masked", "pd.NA", "pd.NaT", "pd.Timestamp('2024-01-01')", "timedelta(days=1)", "date(2024, 1, 1)",
    "np.timedelta64(1, 'D')", "np.datetime64('NaT')", "''", "'a'", "'0.5'", "'nan'", "b'a'", "bytearray(b'x')",
    "'\\x1b[31mred'", "'\\u202eright'", "'a\\nb'", "'\\ud800'", "'x' * 100_000", "'<script>alert(1)</script>'",
    "'=1+1'", "'{0}'", "'%s'", "'\\x00'", "object()", "len", "lambda *given: 1", "int", "Exception()", "...",
    "NotImplemented", "Colour.RED", "Ratio(0.5)", "Broken('__repr__')", "Broken('__float__')", "Broken('__bool__')",
    "Broken('__eq__')", "Broken('__hash__')",
)  # fmt: skip

COLLECTIONS = (
    "[]", "()", "{}", "set()", "[None]", "[math.nan]", "[[]]", "[[1], [2, 3]]", "[[1, 2], [3]]", "{'a': 1}", "{1, 2}",
    "{'a': [1, 2]}", "[{}]", "[[1, 2], [3, 4]]", "[1, 'a', None]", "['a', 'b']", "[1]", "[0.5]", "[True, False]",
    "[1, 2, 3]", "[1e308, -1e308, 1e308]", "[5e-324, 0.0]", "[2**63, 1]", "[10**400, 1]", "[1j, 2]", "[b'a', b'b']",
    "[Decimal(1), Decimal('2.5')]", "[timedelta(1), timedelta(2)]", "[date(2024, 1, 1), date(2024, 1, 2)]",
    "[pd.NA, 1]", "[[1, 2]]", "[object(), object()]", "[math.inf, 1.0]", "range(5)", "range(0)", "iter([1, 2, 3])",
    "(part for part in [1, 0, 1])", "map(float, [1, 2])", "itself()", "deep(2000)", "memoryview(b'ab')",
    "array('d', [1, 2])", "np.array([])", "np.zeros((0, 2))", "np.zeros((2, 0))", "np.zeros((2, 2, 2))", "np.ones(5)",
    "np.array([1, 'a', None], dtype=object)", "np.array([[1], [2, 3]], dtype=object)", "np.array(['a', 'b'])",
    "np.array([1, 2], dtype='timedelta64[D]')", "np.array(['2024', 'NaT'], dtype='datetime64[D]')",
    "np.array([1 + 1j, 2])", "np.ma.array([1, 0, 1], mask=[0, 1, 0])", "np.array([(1, 2.0)], dtype='i4,f8')",
    "np.array([0.5, 1e-8], dtype=np.float16)", "np.matrix([[1, 2], [3, 4]])", "np.array([2**63], dtype=np.uint64)",
    "pd.Series([1, None, 3], dtype='Int64')", "pd.Series(['a', 'b'], dtype='category')", "pd.Series([], dtype=float)",
    "pd.Series([1, 2], index=[0, 0])", "pd.DataFrame([[1, 2]], columns=['a', 'a'])", "pd.DataFrame()",
    "pd.DataFrame({'t': [1, 0], 'p': [1, 1]})", "pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([('a', 'b')]))",
    "pd.arrays.SparseArray([0, 1])", "pd.interval_range(0, 2)", "pl.Series([1, 2])", "pl.Series([None, 1])",
    "pl.Series([[1], [2, 3]])", "pl.Series(['a'], dtype=pl.Categorical)", "pl.DataFrame()",
    "pl.DataFrame({'t': [1, 0]})", "pl.LazyFrame({'t': [1, 0]})", "pl.Series([Decimal('1.5'), None])",
    "pl.Series([timedelta(1)])", "pa.array([1, None])", "pa.array([[1], [2]])", "pa.chunked_array([[1], [2]])",
    "pa.array(['a', 'b']).dictionary_encode()", "pa.array([])", "pa.table({'t': [1, 0]})", "pa.array([{'a': 1}])",
    "sparse([[1, 0]])", "Broken('__len__')", "Broken('__array__')", "Broken('__iter__')", "Broken('__getitem__')",
    "Path('nowhere')", "'nowhere.csv'", "'.'", "'/dev/null'", "BytesIO(b'a,b')", "stats", "assay.evaluate",
)  # fmt: skip

EVERYTHING = SCALARS + COLLECTIONS

WRAPPERS = (
    "np.array({})", "np.array({}, dtype=object)", "tuple({})", "pd.Series({})", "pd.Series({}, dtype=object)",
    "iter({})", "pd.Series({}).astype('category')", "pd.Series({}).convert_dtypes()", "pl.Series({})", "pa.array({})",
    "np.array([{}])", "pl.Series({}).to_frame()", "np.array({})[:, None]", "np.asarray({})[::-1]",
    "pd.Series({}, index=range(0, 2 * len({}), 2))", "pa.chunked_array([{}])", "deque({})", "dict(enumerate({}))",
    "(part for part in {})", "np.ma.array({})", "{}[:-1]", "{}[:1]", "{}[:2]", "{} * 2", "list(map(str, {}))",
    "[[part] for part in {}]", "np.array({}).astype(np.float16)", "np.array({}).astype(str)",
    "np.array({}).astype('float32')", "np.array({}).astype(bool)", "[None] * len({})", "[{}[0]] * len({})",
    "[math.nan] * len({})", "np.array({}).astype(np.uint64)", "np.array({}).astype('datetime64[D]')",
)  # fmt: skip
"""What a column may be wrapped in; {} is the column."""

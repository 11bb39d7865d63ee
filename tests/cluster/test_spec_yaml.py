"""YAML of sweep files: what is read, what is refused, and where messages point."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cluster.spec_errors import SpecError
from cluster.yaml_text import MAX_BYTES, parse_yaml


def problems(text):
    with pytest.raises(SpecError) as caught:
        parse_yaml(text, "f.yaml")
    return caught.value.problems


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("1:30", "1:30"),
        ("2020-01-01", "2020-01-01"),
        ("010", 10),
        ("0x10", "0x10"),
        ("1_000", 1000),
        ("-3", -3),
        ("1e-3", 0.001),
        ("1.", 1.0),
        (".5", 0.5),
        ("'5'", "5"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("NULL", None),
        ("9" * 41, "9" * 41),
        ("<<", "<<"),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(text, value):
    read = parse_yaml(f"a: {text}", "f").data["a"]
    assert read == value
    assert type(read) is type(value)


def test_lines_are_kept_for_messages():
    document = parse_yaml("a:\n  - b: 1\n    c: 2\n", "f.yaml")
    assert document.locate(("a", 0, "c")) == " (f.yaml, line 3)"
    assert document.locate(("a", 0, "c", "further")) == " (f.yaml, line 3)"
    assert document.locate(("z",)) == ""


def test_syntax_errors_name_file_line_and_column():
    assert problems("a: 1\nb: [1,\n")[0].startswith("f.yaml, line 3, column 1: ")
    assert problems("a:\n\t- 1")[0].startswith("f.yaml, line 2, column 1: ")
    assert problems("a: 1\n---\nb: 2")[0].startswith("f.yaml, line 2, column 1: but found another document")
    assert problems("a: *b")[0].startswith("f.yaml, line 1, column 4: found undefined alias")
    assert problems("a: \x00")[0].startswith("f.yaml: unacceptable character")


def test_duplicate_keys_are_all_refused():
    assert problems("a: 1\nb: {c: 1, c: 2}\na: 3") == (
        "f.yaml, line 2, column 11: b.c is there twice, first in line 2",
        "f.yaml, line 3, column 1: a is there twice, first in line 1",
    )


def test_keys_must_be_texts():
    assert problems("1: x\n? [a]\n: y") == (
        "f.yaml, line 1, column 1: a key must be a text; write it in quotes",
        "f.yaml, line 2, column 3: a key must be a text; write it in quotes",
    )


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!!int", "!own", "!!binary"])
def test_tags_build_nothing(tag):
    (problem,) = problems(f"a: {tag} 'x'")
    assert "is not read here" in problem


def test_files_are_bounded():
    assert "larger than 1024 KiB" in problems("a" * (MAX_BYTES + 1))[0]
    assert "nested deeper" in problems("[" * 50_000)[0]
    assert "nested deeper" in problems("[" * 30 + "]" * 30)[0]
    assert "nested deeper" in problems("a: &a [*a]")[0]
    layers = "".join(f"l{n}: &l{n} [{', '.join(9 * [f'*l{n - 1}'])}]\n" for n in range(1, 12))
    assert "entries" in problems("l0: &l0 [1]\n" + layers)[0]
    assert problems(b"a: \xff") == ("f.yaml: no UTF-8 text",)


def plain():
    words = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8)
    scalars = (
        st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False) | words
    )
    return st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=8
    )


@given(plain())
def test_what_pyyaml_writes_is_read_back(value):
    assert parse_yaml(yaml.safe_dump({"a": value}), "f").data == {"a": value}


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_words(text):
    found = ()
    try:
        parse_yaml(text, "f.yaml")
    except SpecError as error:
        found = error.problems
    assert all(problem.startswith("f.yaml") for problem in found)

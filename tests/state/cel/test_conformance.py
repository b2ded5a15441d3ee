# ruff: noqa: E501
"""The CEL language definition, case by case: expression -> value, a fault when run, or a problem found beforehand."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from awe_author.state.cel import DYN, CelFault, CelProblem, compile_expression
from awe_author.state.cel.values import Uint, equals, type_name

FAULT = "<fault>"
PROBLEM = "<problem>"
VARIABLES: dict[str, Any] = {
    "x": 3,
    "d": 2.5,
    "s": "abc",
    "t": True,
    "f": False,
    "z": None,
    "l": [1, 2, 3],
    "m": {"b": 1, "a": {"c": "deep"}},
    "now": datetime(2009, 2, 13, 23, 31, 30, 123456, tzinfo=UTC),
}
CASES: dict[str, list[tuple[str, Any]]] = {
    "literals": [
        ("1", 1), ("-1", -1), ("0x1F", 31), ("-0xa", -10), ("1u", Uint(1)), ("0xffu", Uint(255)), ("1.5", 1.5),
        ("-2.5e3", -2500.0), (".5", 0.5), ("1e3", 1000.0), ("true", True), ("false", False), ("null", None),
        ("9223372036854775807", 2**63 - 1), ("-9223372036854775808", -(2**63)), ("9223372036854775808", PROBLEM),
        ("18446744073709551615u", Uint(2**64 - 1)), ("18446744073709551616u", PROBLEM), ("1x", PROBLEM),
        ("1.", PROBLEM), ("3 -1", 2), ("3-1", 2), ("3--1", 4), ("- 1", -1), ("--1", 1), ("-x", -3), ("!!t", True),
    ],
    "strings": [
        ("''", ""), ('"a"', "a"), ("'a\"b'", 'a"b'), ("'\\n\\t\\\\\\''", "\n\t\\'"), ("'\\x41\\u00e9\\U0001F600'", "Aé😀"),
        ("'\\101'", "A"), ("r'\\n'", "\\n"), ("R\"\\d\"", "\\d"), ("'''a\n'b''c'''", "a\n'b''c"), ('"""a"b"""', 'a"b'),
        ("r'''\\a\n'''", "\\a\n"), ("'\\`\\?'", "`?"), ("'a\nb'", PROBLEM), ("'\\q'", PROBLEM), ("'\\ud800'", PROBLEM),
        ("'\\U00110000'", PROBLEM), ("'abc", PROBLEM), ("'a' 'b'", PROBLEM), ("'é😀'.size()", 2), ("'//' // comment", "//"),
        ("\"\" \"\"\"\"\"\"", PROBLEM), ("''''''", ""),
    ],
    "bytes": [
        ("b'abc'", b"abc"), ("b'\\xff\\000\\377'", b"\xff\x00\xff"), ("b'é'", "é".encode()), ("rb'x'", PROBLEM), ("br'\\x'", b"\\x"),
        ("b'\\u00e9'", PROBLEM), ("size(b'é')", 2), ("b'a' + b'b'", b"ab"), ("b'a' < b'b'", True), ("b'''a\n'''", b"a\n"),
    ],
    "integers": [
        ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("7 / 2", 3), ("-7 / 2", -3), ("7 % 3", 1), ("-7 % 3", -1), ("7 % -3", 1),
        ("1 / 0", FAULT), ("1 % 0", FAULT), ("9223372036854775807 + 1", FAULT), ("-9223372036854775808 - 1", FAULT),
        ("-(-9223372036854775808)", FAULT), ("-9223372036854775808 / -1", FAULT), ("4611686018427387904 * 2", FAULT),
        ("1u + 2u", Uint(3)), ("1u - 2u", FAULT), ("18446744073709551615u + 1u", FAULT), ("5u / 2u", Uint(2)), ("1 + 1u", PROBLEM),
        ("dyn(1) + 1u", FAULT), ("-1u", PROBLEM), ("10 - 2 - 3", 5), ("2 * 3 % 4", 2), ("true + 1", PROBLEM), ("dyn(true) + 1", FAULT),
    ],
    "doubles": [
        ("1.5 + 1.5", 3.0), ("1.0 / 0.0", math.inf), ("-1.0 / 0.0", -math.inf), ("0.0 / 0.0 == 0.0 / 0.0", False),
        ("1.0 % 2.0", PROBLEM), ("1e308 * 10.0", math.inf), ("1 + 1.5", 2.5), ("5 / 2.0", 2.5), ("dyn(5.0) / 2", 2.5),
    ],
    "comparison": [
        ("1 < 2", True), ("1 == 1.0", True), ("1u == 1", True), ("1 < 1.5", True), ("2u > 1.5", True), ("dyn(1) == '1'", False),
        ("1 == '1'", PROBLEM), ("dyn(1) < '1'", FAULT), ("true == dyn(1)", False), ("false < true", True), ("'a' < 'b'", True),
        ("'a' < 'B'", False), ("'￿' < '😀'", True), ("[1] == [1.0]", True), ("[1] == [true]", False), ("[1, 2] == [2, 1]", False),
        ("{'a': 1, 'b': 2} == {'b': 2.0, 'a': 1u}", True), ("{'a': 1} == {'a': true}", False), ("null == null", True),
        ("z == null", True), ("x == null", False), ("[1] < [2]", PROBLEM), ("dyn([1]) < [2]", PROBLEM), ("dyn([1]) < dyn([2])", FAULT), ("1 != 2", True),
        ("dyn('a') != 1", True), ("9007199254740993 == 9007199254740992.0", False), ("1 < 2 == true", True), ("z < 1", FAULT),
        ("duration('60s') == duration('1m')", True), ("double('NaN') != double('NaN')", True), ("double('NaN') < 1.0", False),
    ],
    "logic": [
        ("true && true", True), ("true || false", True), ("false && (1 / 0 == 1)", False), ("(1 / 0 == 1) && false", False),
        ("true || (1 / 0 == 1)", True), ("(1 / 0 == 1) || true", True), ("(1 / 0 == 1) || false", FAULT),
        ("(1 / 0 == 1) && true", FAULT), ("1 && true", PROBLEM), ("x && false", False), ("x && true", FAULT), ("x || true", True),
        ("s || false", FAULT), ("!x", FAULT), ("!1", PROBLEM), ("t ? 1 : 1 / 0", 1), ("f ? 1 / 0 : 2", 2), ("x ? 1 : 2", FAULT),
        ("(1 / 0 == 1) ? 1 : 2", FAULT), ("t ? (f ? 1 : 2) : 3", 2), ("t ? f ? 1 : 2 : 3", PROBLEM), ("f ? 1 : f ? 2 : 3", 3), ("t || f && f", True),
        ("z && true", FAULT), ("1 / 0 > 0 || 1 / 0 > 0 || t", True), ("'' ? 1 : 2", PROBLEM),
    ],
    "lists": [
        ("[]", []), ("[1, 'a', null]", [1, "a", None]), ("[1] + [2]", [1, 2]), ("l[0]", 1), ("l[3]", FAULT), ("l[-1]", FAULT),
        ("l[1.0]", 2), ("l[1.5]", FAULT), ("l[1u]", 2), ("l['0']", FAULT), ("l[t]", FAULT), ("[1][true]", PROBLEM), ("2 in l", True),
        ("2.0 in l", True), ("'2' in l", False), ("true in [1]", PROBLEM), ("t in [1]", False), ("'a' in ['a', 1]", True), ("1 in []", False),
        ("size([1, 2])", 2), ("[1, 2].size()", 2), ("[[1]][0][0]", 1), ("1 in 1", PROBLEM), ("'a' in 'abc'", PROBLEM), ("x in x", FAULT),
        ("[1,]", [1]), ("{'a': 1,}", {"a": 1}), ("[,]", PROBLEM), ("[1,,]", PROBLEM), ("size([1],)", PROBLEM), ("s[0]", FAULT), ("'abc'[0]", PROBLEM),
    ],
    "maps": [
        ("{}", {}), ("{'a': 1}['a']", 1), ("{'a': 1}.a", 1), ("m.a.c", "deep"), ("m['a'].c", "deep"), ("m.zzz", FAULT), ("m['zzz']", FAULT),
        ("{1: 'a', true: 'b'}[1]", "a"), ("{1: 'a', true: 'b'}[true]", "b"), ("{1: 'a'}[1.0]", "a"), ("{1: 'a'}[1u]", "a"),
        ("{1: 'a'}[1.5]", FAULT), ("{1: 'a', 1u: 'b'}", FAULT), ("{'a': 1, 'a': 2}", PROBLEM), ("{'a' + '': 1, 'a': 2}", FAULT),
        ("{1.5: 1}", PROBLEM), ("{d: 1}", FAULT), ("{null: 1}", PROBLEM), ("'b' in m", True), ("1 in m", False), ("1 in {1: 2}", True),
        ("true in {1: 2}", False), ("size(m)", 2), ("x.a", FAULT), ("s.a", FAULT), ("z.a", FAULT), ("m[0]", FAULT), ("m[z]", FAULT),
        ("{'a': 1}.b", PROBLEM), ("m.b.c", FAULT),
    ],
    "macros": [
        ("has(m.a)", True), ("has(m.q)", False), ("has(m.a.c)", True), ("has(m.q.c)", FAULT), ("has(x.a)", FAULT), ("has(m)", PROBLEM),
        ("has({'a': null}.a)", True), ("has(m['a'])", PROBLEM), ("[1, 2].all(e, e > 0)", True), ("[].all(e, e > 0)", True),
        ("[1, 0].all(e, 1 / e > 1)", False), ("[0, 1].all(e, 1 / e > 5)", False), ("[0, 1].all(e, 1 / e == 1)", FAULT),
        ("[0, 1].exists(e, 1 / e == 1)", True), ("[0, 1].exists(e, 1 / e == 2)", FAULT), ("[].exists(e, e)", False),
        ("[1, 2, 2].exists_one(e, e == 2)", False), ("[1, 2].exists_one(e, e == 2)", True), ("[0, 1].exists_one(e, 1 / e == 1)", FAULT),
        ("[1, 2].map(e, e * 2)", [2, 4]), ("[1, 2, 3].map(e, e > 1, e * 2)", [4, 6]), ("[1, 2, 3].filter(e, e > 1)", [2, 3]),
        ("m.map(k, k)", ["a", "b"]), ("m.exists(k, k == 'a')", True), ("{1: 2}.all(k, k == 1)", True), ("[1].all(e, 1)", PROBLEM),
        ("l.all(e, e)", FAULT), ("l.filter(e, e)", FAULT), ("[1].map(x, x + 1)", [2]), ("[1].map(x, [2].map(x, x))", [[2]]),
        ("[1].map(a, [a].map(b, a + b))", [[2]]), ("[1].map(a.b, a)", PROBLEM), ("x.map(e, e)", FAULT), ("'ab'.map(c, c)", PROBLEM),
        ("[1].all(e, zz)", PROBLEM), ("[1].map(e, e) + e", PROBLEM), ("[[1, 2], [3]].map(a, a.map(b, b * 2))", [[2, 4], [6]]),
        ("[1].exists(e, e > 0) && x == 3", True), ("x == 3 && [4].exists(x, x == 4) && x == 3", True),
    ],
    "conversions": [
        ("int(1.9)", 1), ("int(-1.9)", -1), ("int('42')", 42), ("int('-42')", -42), ("int('4.2')", FAULT), ("int(1e19)", FAULT), ("int('')", FAULT),
        ("int(double('NaN'))", FAULT), ("int(18446744073709551615u)", FAULT), ("int(5u)", 5), ("uint(-1)", FAULT), ("uint('7')", Uint(7)),
        ("uint(3.9)", Uint(3)), ("double(1)", 1.0), ("double('1.5e3')", 1500.0), ("double('x')", FAULT), ("string(1)", "1"),
        ("string(1u)", "1"), ("string(-4.5e-3)", "-0.0045"), ("string(123.456)", "123.456"), ("string(true)", "true"),
        ("string(b'\\xff')", FAULT), ("string(b'abc')", "abc"), ("bytes('é')", "é".encode()), ("bool('true')", True), ("bool('FALSE')", False),
        ("bool('tRue')", FAULT), ("string(null)", PROBLEM), ("int(true)", PROBLEM), ("dyn(1)", 1), ("int(timestamp('2009-02-13T23:31:30Z'))", 1234567890),
        ("type(1) == int", True), ("type(1u) == uint", True), ("type(1.0) == double", True), ("type('') == string", True), ("type([]) == list", True),
        ("type({}) == map", True), ("type({1: 2}) == map", True), ("type(null) == null_type", True), ("type(true) == bool", True), ("type(b'') == bytes", True),
        ("type(type(1)) == type", True), ("type(int) == type", True), ("type(1) == string", False), ("type(now) == google.protobuf.Timestamp", True),
        ("type(duration('1s')) == google.protobuf.Duration", True), ("type(1) == type(2)", True), ("string(5.0)", "5"),
    ],
    "time": [
        ("timestamp('2009-02-13T23:31:30Z').getFullYear()", 2009), ("now.getMonth()", 1), ("now.getDate()", 13), ("now.getDayOfMonth()", 12),
        ("now.getDayOfWeek()", 5), ("now.getDayOfYear()", 43), ("now.getHours()", 23), ("now.getMinutes()", 31), ("now.getSeconds()", 30),
        ("now.getMilliseconds()", 123), ("now.getHours('02:00')", 1), ("now.getHours('-09:30')", 14), ("now.getDate('Australia/Sydney')", 14),
        ("now.getMinutes('Asia/Kathmandu')", 16), ("now.getDate('Nowhere/Land')", FAULT), ("now.getDate('../x')", FAULT), ("now.getDate(1)", PROBLEM),
        ("timestamp('2009-02-13T23:31:30+01:00') == timestamp('2009-02-13T22:31:30Z')", True), ("timestamp('2009-02-13')", FAULT),
        ("timestamp('0000-01-01T00:00:00Z')", FAULT), ("timestamp('10000-01-01T00:00:00Z')", FAULT), ("timestamp('2009-02-30T00:00:00Z')", FAULT),
        ("string(timestamp('2009-02-13T23:31:30.5Z'))", "2009-02-13T23:31:30.5Z"), ("timestamp(0) == timestamp('1970-01-01T00:00:00Z')", True),
        ("timestamp('9999-12-31T23:59:59Z') + duration('1s')", FAULT), ("timestamp('0001-01-01T00:00:00Z') - duration('1s')", FAULT),
        ("duration('1h30m') == duration('5400s')", True), ("duration('1.5h').getMinutes()", 90), ("duration('10000s').getHours()", 2),
        ("duration('3730s').getSeconds()", 3730), ("duration('123.321s').getMilliseconds()", 321), ("duration('-90s').getMinutes()", -1),
        ("string(duration('1000000s'))", "1000000s"), ("string(duration('-1.5s'))", "-1.5s"), ("duration('5')", FAULT), ("duration('')", FAULT),
        ("duration('0')", timedelta(0)), ("duration('320000000000s')", FAULT), ("duration('200000000000s') + duration('200000000000s')", FAULT),
        ("now - timestamp('2009-02-13T23:31:29.123456Z')", timedelta(seconds=1)), ("now + 1", FAULT), ("timestamp('2009-02-13T23:31:30Z') + 1", PROBLEM),
        ("now > timestamp('2009-01-01T00:00:00Z')", True), ("duration('1s') < duration('2s')", True), ("duration('1s') + now > now", True),
        ("now.getDate('America/Nowhere')", FAULT), ("timestamp('9999-12-31T23:59:59Z').getHours('+01:00')", FAULT), ("duration('1e3s')", FAULT),
    ],
    "text": [
        ("'abc'.contains('b')", True), ("'abc'.startsWith('ab')", True), ("'abc'.endsWith('bc')", True), ("'abc'.contains('')", True),
        ("'hubba'.matches('ub')", True), ("matches('hubba', '^ub')", False), ("s.matches('[')", PROBLEM), ("s.matches('[' + s)", FAULT), ("s.matches(s)", True), ("s.matches('(')", PROBLEM),
        ("'a'.matches('(?=a)')", PROBLEM), ("'k1'.matches('^[a-z]\\\\d$')", True), ("size('😀')", 1), ("s.contains(1)", PROBLEM), ("x.contains('a')", FAULT),
        ("'tacocat'.charAt(3)", "o"), ("'abc'.charAt(3)", ""), ("'abc'.charAt(4)", FAULT), ("'tacocat'.indexOf('ac')", 1), ("'tacocat'.indexOf('')", 0),
        ("'tacocat'.indexOf('a', 3)", 5), ("'tacocat'.indexOf('a', 30)", FAULT), ("'tacocat'.lastIndexOf('at')", 5), ("'tacocat'.lastIndexOf('a', 3)", 1),
        ("'tacocat'.lastIndexOf('none')", -1), ("'TacoCÆt'.lowerAscii()", "tacocÆt"), ("'tacocæt'.upperAscii()", "TACOCæT"),
        ("'12 days 12'.replace('12', '24')", "24 days 24"), ("'12 days 12'.replace('12', '24', 1)", "24 days 12"), ("'aa'.replace('a', 'b', 0)", "aa"),
        ("'a b c'.split(' ')", ["a", "b", "c"]), ("'a b c'.split(' ', 2)", ["a", "b c"]), ("'a b'.split(' ', 0)", []), ("'abc'.split('')", ["a", "b", "c"]),
        ("'abc'.split('', 2)", ["a", "bc"]), ("''.split(',')", [""]), ("'tacocat'.substring(4)", "cat"), ("'tacocat'.substring(0, 4)", "taco"),
        ("'tacocat'.substring(2, 1)", FAULT), ("'tacocat'.substring(40)", FAULT), ("' \\t\\u00a0a b\\n'.trim()", "a b"), ("['x', 'y'].join()", "xy"),
        ("['x', 'y'].join('-')", "x-y"), ("[1].join()", FAULT), ("'gums'.reverse()", "smug"), ("strings.quote('a\"b\\n')", '"a\\"b\\n"'),
        ("base64.encode(b'tea')", "dGVh"), ("base64.encode(bytes('Book:7'))", "Qm9vazo3"), ("string(base64.decode('dGVhcw'))", "teas"),
        ("string(base64.decode('dGVhcw=='))", "teas"), ("base64.decode('?')", FAULT), ("string(base64.decode(''))", ""),
        ("hash.md5('')", "d41d8cd98f00b204e9800998ecf8427e"), ("hash.sha1('abc')", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("hash.sha256('\u00e9').size()", 64),
        ("parse_json('[1, {\"a\": null}]')", [1, {"a": None}]), ("parse_json('{')", None), ("parse_json('NaN')", None),
        ("parse_json('[18446744073709551615]')[0] > 9.0e18", True), ("parse_json('\"a\"') == 'a'", True),
        ("'%s is %d, %.2f, 100%%'.format(['it', 7, 1.239])", "it is 7, 1.24, 100%"), ("'%x %X %o %b'.format([255, 'ab', 8, 5])", "ff 6162 10 101"),
        ("'%s'.format([[1, 'a', null, true, {'k': 1.5}]])", "[1, a, null, true, {k: 1.5}]"), ("'%d'.format([])", FAULT), ("'%d'.format(['a'])", FAULT),
        ("'%z'.format([1])", FAULT), ("'%'.format([1])", FAULT), ("'%s %s'.format([duration('1s'), timestamp(0)])", "1s 1970-01-01T00:00:00Z"),
    ],
    "lists and numbers": [
        ("[3, 1, 2].sort()", [1, 2, 3]), ("['b', 'a'].sort()", ["a", "b"]), ("[1, 'a'].sort()", FAULT), ("[1, 2.5, 2u].sort()", [1, Uint(2), 2.5]),
        ("[{'n': 2}, {'n': 1}].sortBy(e, e.n).map(e, e.n)", [1, 2]), ("[].sort()", []), ("['a', 'b', 'a'].indexOf('a') + [1, 2].indexOf(2.0)", 1), ("[[1]].indexOf([1]) + [1].indexOf('1')", -1), ("[[1], [1.0], 1, true, 1.0].distinct()", [[1], 1, True]),
        ("[1, 2, 3, 4].slice(1, 3)", [2, 3]), ("[1].slice(0, 2)", FAULT), ("[1, 2].reverse()", [2, 1]), ("[[1], 2, [[3]]].flatten()", [1, 2, [3]]),
        ("[1, 2].sum()", 3), ("[1, 2.5].sum()", 3.5), ("[].sum()", 0), ("[duration('1s'), duration('2s')].sum() == duration('3s')", True),
        ("['a'].sum()", FAULT), ("[9223372036854775807, 1].sum()", FAULT), ("m.keys()", ["a", "b"]), ("{'b': 1, 'a': 2}.values()", [2, 1]),
        ("m.get('b', 0)", 1), ("m.get('q', 0)", 0), ("math.greatest(1, 2.5, 2u)", 2.5), ("math.least([3, 1])", 1), ("math.greatest([])", FAULT),
        ("math.ceil(1.2)", 2.0), ("math.floor(-1.2)", -2.0), ("math.round(2.5)", 3.0), ("math.round(-2.5)", -3.0), ("math.round(0.49999999999999994)", 0.0),
        ("math.abs(-5)", 5), ("math.abs(-9223372036854775808)", FAULT), ("math.round(7)", 7), ("int(math.round(2.4))", 2), ("math.greatest('a')", PROBLEM),
    ],
    "names": [
        ("y", PROBLEM), (".x", 3), ("for", PROBLEM), ("m.for", FAULT), ("{'for': 1}.for", 1), ("x()", PROBLEM), ("x.y()", PROBLEM), ("size", PROBLEM),
        ("Point{x: 1}", PROBLEM), ("x.?y", PROBLEM), ("m.`a`", PROBLEM), ("x = 1", PROBLEM), ("x & x", PROBLEM), ("", PROBLEM), ("  ", PROBLEM),
        ("x y", PROBLEM), ("(x", PROBLEM), ("x)", PROBLEM), ("a in", PROBLEM), ("in_x", PROBLEM), ("truex", PROBLEM), ("nullx", PROBLEM),
    ],
}  # fmt: skip
FLAT = [pytest.param(source, value, id=f"{group}: {source}") for group, rows in CASES.items() for source, value in rows]


def outcome(source: str) -> Any:
    try:
        program = compile_expression(source, dict.fromkeys(VARIABLES, DYN))
    except CelProblem:
        return PROBLEM
    try:
        return program.evaluate(VARIABLES)
    except CelFault:
        return FAULT


@pytest.mark.parametrize(("source", "expected"), FLAT)
def test_language(source: str, expected: Any) -> None:
    value = outcome(source)
    assert type_name(value) == type_name(expected), f"gave {value!r}"
    assert equals(value, expected), f"gave {value!r}"

"""What comes out is what comes out of the library, the command and the service: testdata/conformance.jsonl."""

import base64
import json
from pathlib import Path

import tidytalk
from tidytalk._process import process

CASES = Path(__file__).parents[2] / "testdata" / "conformance.jsonl"


def run(case):
    given = base64.b64decode(case["input_base64"]) if "input_base64" in case else case["input"].encode()
    try:
        if case["path"] == "/v1/clean":
            return tidytalk.Cleaner().document(given, **case["options"]).content, None
        return process(None).ask(case["path"], case["options"], given).body, None
    except tidytalk.Error as e:
        return b"", {"code": e.code, "message": e.message}


def test_conformance():
    cases = [json.loads(line) for line in CASES.read_text("utf-8").split("\n") if line]
    assert len(cases) >= 300
    wrong = []
    for case in cases:
        want = base64.b64decode(case["output_base64"]) if "output_base64" in case else case.get("output", "").encode()
        got = run(case)
        if got != (want, case.get("error")):
            wrong.append((case["name"], got, want, case.get("error")))
    assert not wrong

"""The package, on whatever models are inside: what words come out is not tested here, but in conformance."""

import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import tidytalk
from tidytalk import _process
from tidytalk._labels import request

SAID = "so uh i want a flight to boston uh i mean to denver"
SRT = b"1\n00:00:01,000 --> 00:00:02,000\nso uh yes\n\n2\n00:00:03,000 --> 00:00:04,000\nuh\n"


def test_clean():
    text = tidytalk.clean(SAID)
    assert "uh" not in text.lower().split() and text[0].isupper() and "boston" not in text.lower()
    assert tidytalk.clean("") == ""
    assert tidytalk.clean(SAID, remove=[], punct="keep", case="keep") == SAID
    assert tidytalk.Cleaner()(SAID) == text


def test_options():
    c = tidytalk.Cleaner(level="light", keep={"discourse-markers"}, vocabulary=["Wes Kao"], look_ahead=9)
    assert repr(c) == "Cleaner(level='light', keep=['discourse-markers'], vocabulary=['Wes Kao'], look_ahead=9)"
    assert "Wes Kao" in c.clean("i asked wes kao about it")
    assert pickle.loads(pickle.dumps(c)).clean(SAID) == c.clean(SAID)
    assert tidytalk.Cleaner(margin=float("inf")).clean(SAID) == tidytalk.clean(SAID)
    for options, message in (
        ({"margin": float("nan")}, "margin"),
        ({"levle": "light"}, "no option levle: did you mean level"),
        ({"level": "none"}, "unknown level"),
        ({"look_ahead": "many"}, "whole number"),
        ({"keep": ["nouns"]}, "nouns"),
        ({"level": {"light": 1}}, "level is a text"),
    ):
        with pytest.raises(tidytalk.Error, match=message) as e:
            tidytalk.Cleaner(**options)
        assert e.value.code == "bad_request"
        assert pickle.loads(pickle.dumps(e.value)).code == "bad_request"
    with pytest.raises(TypeError, match="str, not bytes"):
        tidytalk.Cleaner().clean(b"uh yes")
    with pytest.raises(tidytalk.Error, match="none.tt"):
        tidytalk.Cleaner(bundle="/nowhere/none.tt")


def test_documents(tmp_path):
    c = tidytalk.Cleaner()
    d = c.document(SRT, "talk.srt")
    assert d.words == 4 and d.removed == 2 and b"00:00:03" not in d.content and d.media_type.startswith("application/x-subrip")
    path = tmp_path / "talk.srt"
    path.write_bytes(SRT)
    assert c.document(path) == d == c.document(str(path))
    assert "00:00:03" in c.document(path, keep_empty=True).text
    v = c.document(path, to="vtt")
    assert v.text.startswith("WEBVTT\n")
    v.save(tmp_path / "talk.vtt")
    assert (tmp_path / "talk.vtt").read_bytes() == v.content
    docx = c.document(path, to="docx").content
    assert docx[:2] == b"PK" and c.document(docx, "talk.docx", to="text").text == c.document(path, to="text").text
    assert c.document(b"").warnings
    with pytest.raises(tidytalk.Error) as e:
        c.document(b"1\n00:00:01,000 --> 00:00:02,000\nso \xff\n", "talk.srt")
    assert e.value.code == "unreadable" and e.value.line == 3
    with pytest.raises(tidytalk.Error) as e:
        c.document(b"so", to="srt")
    assert e.value.code == "impossible"


def test_cuts():
    c = tidytalk.Cleaner(to="vtt")
    talk = b"talk 1 0.50 0.30 we\ntalk 1 0.90 0.40 um\ntalk 1 1.50 0.40 left\n"
    table = c.cuts(talk, name="talk.ctm", sample_rate=1000)
    assert table.media_type.startswith("text/csv") and "filled-pauses,um" in table.text
    assert "talk.mp4" in c.cuts(talk, "edl", "talk.ctm", recording="talk.mp4", picture="29.97df").text
    with pytest.raises(tidytalk.Error):
        c.cuts("talk".encode(), name="talk.txt")


@pytest.mark.parametrize("words", [["a", "b"], ["é", "naïve", "x"], ['a"b', "c\\d"], ["x"]])
def test_request_of_labels(words):
    """What is said of all words at once is what is said of each: places are those of the words in the request."""
    for times in (None, [(float(i), i + 0.5) for i in range(len(words))]):
        body, places = request(words, times)
        assert [w["text"] for w in json.loads(body)["words"]] == words
        assert [json.loads(b'"' + body[at:].split(b'"}', 1)[0].split(b'","start', 1)[0] + b'"') for at in places] == words


def test_labels():
    words = [*SAID.split(), "[laughs]", "“yes”", "ca\\fé\"s"]
    times = [(i / 2, i / 2 + 0.25) for i in range(len(words))]
    labels = tidytalk.labels(words, times)
    assert [x.word for x in labels] == words and [(x.start, x.end) for x in labels] == times
    assert labels[1].removed and labels[1].kinds == ("filled-pauses",) and labels[1].written == "" and labels[1].confidence > 0.9
    assert labels[7].removed and labels[7].kinds == ("repairs",)
    assert not labels[3].removed and labels[3].kinds == () and labels[3].confidence == 0 and labels[3].disfluent < 0.1
    assert labels[12].written.lower().startswith("denver")
    assert not labels[13].removed and labels[13].written == "[laughs]"
    assert len(labels[:3]) == 3 and labels[:3][1] == labels[1]
    columns = labels.arrays()
    assert list(columns["removed"]) == [x.removed for x in labels] and list(columns["end"]) == [e for _, e in times]
    assert list(tidytalk.labels(words).arrays()["start"])[0] != 0  # not a number
    assert len(tidytalk.labels([])) == 0
    assert len(tidytalk.Cleaner(mode="baseline").labels(words)) == len(words)
    for wrong in ([""], ["a b"], [" a"]):
        with pytest.raises(ValueError, match="no blanks"):
            tidytalk.labels(wrong)
    with pytest.raises(ValueError, match="1 words, and 2 times"):
        tidytalk.labels(["a"], times[:2])


def test_spans():
    text = "“Yes”, uh, in the café… uh no."
    spans = tidytalk.Cleaner().spans(text)
    assert [text[start:end] for start, end, _ in spans] == [label.word for _, _, label in spans]
    assert [label.removed for _, _, label in spans] == [False, True, False, False, False, True, False]


def test_explain():
    c = tidytalk.Cleaner(level="light")
    traces = c.explain("we want uh we want to go", want="we want to go")
    assert len(traces) == 1 and traces[0]
    assert c.explain_html("we want").startswith("<!")
    with pytest.raises(tidytalk.Error, match="no words"):
        c.explain("")


def test_stream():
    c = tidytalk.Cleaner(flush_after=0)
    text = "so uh yes\nthen we we go\nand uh so"
    assert "".join(c.clean_stream(text[i : i + 3] for i in range(0, len(text), 3))) == "".join(c.clean_stream([text]))
    with c.stream() as s:
        s.write("so uh yes\n")
        s.write("no")
    first = list(s)
    assert "".join(first) == "".join(c.clean_stream(["so uh yes\nno"])) and list(s) == []
    with pytest.raises(ValueError):
        s.write("more")

    def broken():
        yield "so uh"
        raise KeyError("source")

    with pytest.raises(KeyError, match="source"):
        list(c.clean_stream(broken()))
    with pytest.raises(tidytalk.Error) as e:
        list(c.clean_stream(["so \0"]))
    assert e.value.code == "unreadable"
    some = c.clean_stream("so uh yes\n" for _ in range(1000))
    next(some)
    some.close()  # who has had enough
    assert list(c.clean_stream([])) == []


def test_events():
    c = tidytalk.Cleaner(mode="baseline", latency="words=3")
    heard = list(c.events(w + " " for w in "so uh i want a flight to boston i mean to denver on tuesday".split()))
    assert all(isinstance(e, tidytalk.Event) for e in heard) and any(not e.final for e in heard)
    final = [e for e in heard if e.final]
    assert [e.id for e in final] == list(range(len(final)))
    text = "".join(e.text for e in final)
    assert text == "".join(c.clean_stream(["so uh i want a flight to boston i mean to denver on tuesday "])) and "Denver" in text
    messages = [{"partial": "so uh"}, {"partial": "so uh yes"}, {"text": "so uh yes", "result": []}]
    for recogniser in ("vosk", "auto"):
        assert [e.text for e in c.events(messages, recogniser=recogniser) if e.final] == ["So yes.\n"]
    with pytest.raises(tidytalk.Error, match="live:nobody"):
        list(c.events([], recogniser="nobody"))
    with pytest.raises(tidytalk.Error, match="line 2"):
        list(c.events([*messages[:1], {"hello": 1}], recogniser="vosk"))


def test_stream_is_live():
    """What is decided comes before more is said."""
    said, go_on = threading.Event(), threading.Event()

    def source():
        yield "so uh yes\n"
        said.set()
        assert go_on.wait(60)
        yield " and no"

    out = tidytalk.Cleaner().clean_stream(source())
    first = next(out)
    assert said.is_set() and "yes" in first.lower()
    go_on.set()
    assert "no" in "".join(out).lower()


def test_threads():
    c = tidytalk.Cleaner()
    texts = [f"uh word{i} is is here" for i in range(200)]
    want = [c.clean(t) for t in texts]
    assert c.clean_all(texts, threads=8) == want == c.clean_all(texts)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda i: tidytalk.Cleaner(level="light").clean(texts[i]) != "", range(50))) == [True] * 50


def cleaned_in_child(text):
    return tidytalk.clean(text), os.getpid()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SKIPPED: there is no fork here")
def test_fork():
    """A forked process has a program of its own, also if threads of its parent are at work."""
    c = tidytalk.Cleaner()
    want = c.clean(SAID)
    stop = threading.Event()
    busy = [threading.Thread(target=lambda: [c.clean(SAID) for _ in iter(stop.is_set, True)]) for _ in range(4)]
    for t in busy:
        t.start()
    s = c.stream()
    try:
        for _ in range(3):
            read, write = os.pipe()
            pid = os.fork()
            if pid == 0:
                try:
                    with pytest.raises(tidytalk.Error, match="forked"):
                        s.write("a")
                    os.write(write, c.clean(SAID).encode())
                    _process.close()
                    os._exit(0)
                finally:
                    os._exit(1)
            os.close(write)
            with os.fdopen(read, "rb") as f:
                assert f.read().decode() == want
            assert os.waitpid(pid, 0)[1] == 0
    finally:
        stop.set()
        for t in busy:
            t.join()
    assert c.clean(SAID) == want
    with multiprocessing.get_context("fork").Pool(2) as pool:
        answers = pool.map(cleaned_in_child, [SAID] * 4)
    assert {text for text, _ in answers} == {want} and os.getpid() not in {pid for _, pid in answers}


@pytest.mark.skipif(os.name != "posix", reason="SKIPPED: signals are those of POSIX")
def test_program_ends():
    """A program that has ended is said, and started anew; it ends with Python."""
    c = tidytalk.Cleaner()
    want = c.clean("uh yes.")
    p = _process.process(None)
    waiting = threading.Thread(target=lambda: pytest.raises(tidytalk.Error, c.clean, "uh yes. " * 100000))
    waiting.start()
    time.sleep(0.3)
    os.kill(p.pid, signal.SIGKILL)
    waiting.join(60)
    assert not waiting.is_alive()
    assert c.clean("uh yes.") == want
    script = "import tidytalk, sys; tidytalk.clean('a'); from tidytalk import _process; print(_process.process(None).pid)"
    pid = int(subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.PIPE).stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the program goes on after Python")


@pytest.mark.skipif(os.name != "posix", reason="SKIPPED: signals are those of POSIX")
def test_interrupt():
    """Ctrl-C gives a request up, and the next one is answered."""
    c = tidytalk.Cleaner()
    want = c.clean("uh yes.")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        c.clean("so uh yes and then. \n" * 300000)
    assert c.clean("uh yes.") == want


def test_memory():
    """Thousands of calls take no more memory than some, here and in the program."""
    c = tidytalk.Cleaner(mode="baseline")

    def held(pid):
        with open(f"/proc/{pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("SKIPPED: the memory of a process is read from /proc")
    pids = [os.getpid(), _process.process(None).pid]
    for _ in range(300):
        c.clean(SAID)
    before = [held(pid) for pid in pids]
    for _ in range(1500):
        c.clean(SAID)
    for pid, was in zip(pids, before):
        assert held(pid) < was + (24 << 20)
    assert not _process.process(None)._waiting


def test_command(tmp_path):
    path = tmp_path / "talk.txt"
    path.write_text("So, uh, yes.\n")
    run = subprocess.run([sys.executable, "-m", "tidytalk", "clean", str(path)], stdout=subprocess.PIPE, text=True)
    assert (run.returncode, run.stdout) == (0, tidytalk.clean(path.read_text()))
    assert subprocess.run([sys.executable, "-m", "tidytalk", "clean", "--levle"], stderr=subprocess.DEVNULL).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="SKIPPED: a shell script is no program here")
def test_cut_off(tmp_path, monkeypatch):
    """An answer of which a part is missing is none."""
    script = tmp_path / "program"
    script.write_text("""#!/bin/sh
read line
printf '{"id":1,"status":200,"size":9}\\nhalf'
""")
    script.chmod(0o755)
    monkeypatch.setattr("tidytalk._process.program", lambda: str(script))
    p = tidytalk._process.Process(None)
    with pytest.raises(tidytalk.Error, match="has ended"):
        p.ask("/v1/clean", {}, b"uh yes")
    p.close()

"""Adapters, against the packages that they are for, where these are installed."""

import copy
import dataclasses

import pytest

import tidytalk
from tidytalk import whisper


def missing(name):
    return pytest.importorskip(name, reason=f"SKIPPED: {name} is not installed, so its adapter is not tested")


WORDS = [(" Um,", 0.0, 0.2), (" so", 0.2, 0.4), (" yes.", 0.5, 0.9)]
RESULT = {
    "text": " Um, so yes. Uh.",
    "language": "en",
    "segments": [
        {"id": 7, "seek": 0, "start": 0.0, "end": 1.0, "text": " Um, so yes.", "tokens": [1, 2], "avg_logprob": -0.5,
         "words": [{"word": w, "start": s, "end": e, "probability": 0.5} for w, s, e in WORDS]},
        {"id": 8, "seek": 0, "start": 2.0, "end": 2.4, "text": " Uh.", "tokens": [3], "avg_logprob": -0.5,
         "words": [{"word": " Uh.", "start": 2.0, "end": 2.4, "probability": 0.5}]},
    ],
}


def test_whisper():
    given = copy.deepcopy(RESULT)
    out = whisper.clean(given)
    assert given == RESULT
    assert out["text"] == " So yes." and out["language"] == "en" and len(out["segments"]) == 1
    first = out["segments"][0]
    assert [w["word"] for w in first["words"]] == [" So", " yes."] and first["words"][1]["end"] == 0.9
    assert {**first, "text": "", "words": []} == {**RESULT["segments"][0], "text": "", "words": []}
    assert [s["text"] for s in whisper.clean(RESULT, keep_empty=True)["segments"]] == [" So yes.", ""]
    assert whisper.clean(RESULT["segments"]) == out["segments"]
    assert whisper.clean({"segments": [], "text": ""}) == {"segments": [], "text": ""} and whisper.clean([]) == []
    assert whisper.clean(iter(RESULT["segments"]), tidytalk.Cleaner(remove="none"))[1]["text"] == " Uh."


def test_whisperx():
    words = [{"word": "Um,", "start": 0.0, "end": 0.2, "score": 0.9, "speaker": "SPEAKER_00"}, {"word": "yes"}]
    x = {"segments": [{"start": 0.0, "end": 1.0, "text": " Um, yes", "speaker": "SPEAKER_00", "words": words}], "word_segments": words}
    out = whisper.clean(x)
    assert out["segments"][0]["speaker"] == "SPEAKER_00" and len(out["segments"][0]["words"]) == 1 == len(out["word_segments"])


def test_whisper_numpy():
    numpy = missing("numpy")
    segment = {"start": numpy.float32(0.5), "end": numpy.float64(1.5), "text": " Uh, yes."}
    assert whisper.clean({"segments": [segment]})["segments"] == [{"start": 0.5, "end": 1.5, "text": " Yes."}]


def test_faster_whisper():
    """Segments are objects, and stay so."""
    kinds = missing("faster_whisper.transcribe")
    word, segment = kinds.Word, kinds.Segment
    fields = {f.name for f in dataclasses.fields(segment)} if dataclasses.is_dataclass(segment) else set(segment._fields)

    def made(d):
        given = {**d, "words": [word(start=w["start"], end=w["end"], word=w["word"], probability=0.5) for w in d["words"]]}
        return segment(**{name: given.get(name) for name in fields})

    before = [made(d) for d in RESULT["segments"]]
    out = whisper.clean(s for s in before)
    assert len(out) == 1 and isinstance(out[0], segment) and isinstance(out[0].words[0], word)
    assert (out[0].text, out[0].id, out[0].avg_logprob, [w.word for w in out[0].words]) == (" So yes.", 7, -0.5, [" So", " yes."])
    assert before[0].text == " Um, so yes."
    without = made({**RESULT["segments"][0], "words": []})
    assert whisper.clean([without])[0].text == " So yes."


def test_pandas():
    pandas = missing("pandas")
    import tidytalk.pandas  # noqa: F401

    s = pandas.Series(["Uh, yes.", None, "So, um, no."], index=[3, 1, 2], name="talk")
    out = s.tidytalk.clean()
    assert list(out.dropna()) == ["Yes.", "So no."] and out.isna().tolist() == [False, True, False]
    assert out.index.equals(s.index) and out.name == "talk" and s[3] == "Uh, yes."
    counted = s.tidytalk.removed(level="light")
    assert counted.loc[3].tolist() == [2, 1] and counted.loc[1].tolist() == [0, 0]
    with pytest.raises(AttributeError, match="texts"):
        pandas.Series([1, 2]).tidytalk


def test_langchain():
    documents = missing("langchain_core.documents")
    from tidytalk.langchain import TidytalkTransformer

    before = [documents.Document(page_content="Uh, yes.", metadata={"source": "a"}, id="1"), documents.Document(page_content="")]
    out = TidytalkTransformer(level="light").transform_documents(before)
    assert [d.page_content for d in out] == ["Yes.", ""] and out[0].metadata == {"source": "a"} and out[0].id == "1"
    assert before[0].page_content == "Uh, yes."


def test_spacy():
    spacy = missing("spacy")
    import tidytalk.spacy  # noqa: F401

    nlp = spacy.blank("en")
    nlp.add_pipe("tidytalk", config={"options": {"level": "light"}})
    doc = nlp("Yes, uh, I don't know it.")
    assert [t.text for t in doc if t._.removed] == ["uh", ","] and doc._.clean == tidytalk.clean(doc.text, level="light")
    uh = next(t for t in doc if t._.removed)
    assert uh._.disfluencies == ("filled-pauses",) and uh._.confidence > 0.5 and doc[0]._.disfluencies == ()
    assert list(nlp.pipe(["", "Uh."]))[1][0]._.removed

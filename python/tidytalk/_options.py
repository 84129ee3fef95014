"""The options, as the program declares them. Made by go test ./serve/service -run TestPythonOptions -update."""

from typing import Sequence, TypedDict, Union


class Options(TypedDict, total=False):
    """What `Cleaner` takes."""

    apostrophes: str
    """WAY with apostrophes that are missing ('dont') in text without punctuation and case: restore, keep, or auto (restore where --punct does)"""
    beam: int
    """keep N hypotheses after each round of the decoder"""
    case: str
    """WAY with case: restore, keep (or none: nothing is done) or lower"""
    channels: str
    """Channels of the recording (default: 2)"""
    confidence: float
    """remove repairs and discourse markers only with a PROBABILITY of at least this of being right, such as 0.95"""
    cue_lines: int
    """at most N lines in a subtitle that is set anew"""
    dictation: bool
    """do what the speaker commands: comma, period, question mark, open quote, new line, new paragraph, cap, all caps, spell, scratch that, delete last word, change ... to ..., undo that and more, but where the words are meant"""
    duration: str
    """How long the recording is, in seconds (default: up to the end of the last word)"""
    encoding: str
    """NAME of the encoding of input that is not UTF-8 and does not say what it is, such as windows-1252 or gb18030; output in the same format has it, too"""
    fillers: Union[str, Sequence[str]]
    """Changes of the list of fillers: lines of + WORD or - WORD, as in the files of 'tidytalk fillers'"""
    flush_after: float
    """with --stream, write what can be decided about when text has been waited for these SECONDS, at once or a bit at a time; 0 waits for any time, so that what is written depends on the text alone"""
    frame_rate: str
    """Frames a second of the list, where it counts frames (default: those of the picture, or 30)"""
    keep: Union[str, Sequence[str]]
    """keep these KINDS (comma list)"""
    keep_empty: bool
    """keep subtitles, segments and lines all of whose words are removed, without words"""
    language: str
    """CODE of the language of the text: auto (each turn by its own), cs, de, en, es, fr, it, ja, ko, nl, no, pl, pt, ru, sv, tr, zh (all of it is; fillers, repetitions and partial words go in all of these, punctuation and case are restored where there are models, which zh needs: 'tidytalk languages' lists them) or that of any other (all is left as it is)"""
    latency: str
    """with --stream, let every word settle by itself: LATENCY is how long it waits, as a rule (at most three times that), as a time such as 0.3s, 1s or 3s, or words=N; without it words settle with their sentence pieces, as --look-ahead says"""
    level: str
    """remove as much as LEVEL says: light (filled pauses, partial words and exact stutters alone), standard (what is surely disfluent in this kind of text) or full (all that the models take for disfluent)"""
    line_chars: int
    """at most N characters in a line of a subtitle that is set anew"""
    look_ahead: int
    """commit to a word of unpunctuated text when N words after it are seen"""
    loops: str
    """WAY with repeated output of a recogniser: keep, since loops are looked for in the whole text"""
    map: str
    """read JSON, lines of JSON or tables of a shape that is not known by MAP, such as 'segments[].words[]: word=w start=t0/1000 speaker=^who'; see 'tidytalk formats --help'"""
    margin: float
    """also drop hypotheses that are X below the best, in units of the summed weights; Inf drops none"""
    markers: str
    """Mark what would be cut, in place of cuts"""
    mode: str
    """PATH from words to labels: decoder (beam search), experts (each word labelled by the expert for its part of speech) or baseline (two-stage models alone)"""
    number_style: Union[str, Sequence[str]]
    """write numbers in digits, in STYLES (comma list): all (those below ten, too, and those that open a sentence), plain (no commas between thousands), short (kg, mph, 25 July 2012, 3:00), american (July 25, 2012), iso (2012-07-25)"""
    numbers: str
    """write numbers, times, dates and money in WAY: words (as they were said) or digits"""
    paragraph_words: int
    """with --paragraphs, make them about N words long"""
    paragraphs: bool
    """break long turns into paragraphs, in plain text and html"""
    pause: str
    """Length of pauses that remain: natural, keep or a number of seconds (default: natural)"""
    picture: str
    """Frames a second of the recording's picture, such as 25, 23.976 or 29.97df (default: it has none)"""
    punct: str
    """WAY with punctuation: restore, keep (or none: nothing is done) or strip"""
    reading_speed: float
    """let subtitles that are set anew last for this many characters a second, where there is time"""
    recording: str
    """Name of the recording, as the list names it (default: recording.wav)"""
    reflow: bool
    """set the words in subtitles anew"""
    remove: Union[str, Sequence[str]]
    """remove these KINDS and no others (comma list; none removes nothing)"""
    respell: bool
    """spell the names of --vocabulary, and of speakers, so in text that has case, too"""
    revisions: bool
    """show what changes in a Word document as revisions, which an editor takes or leaves one by one; with --to docx, of any transcript"""
    rounds: int
    """at most N rounds of the decoder"""
    sample_rate: str
    """Samples of the recording a second (default: 48000)"""
    segment: str
    """find sentences by WAY: auto (at punctuation marks, or where boundaries are predicted; the default for text) or line (a line is a sentence; the default for tokens)"""
    silences: str
    """Shorten all pauses to so many seconds at most (default: none)"""
    speakers: str
    """Who speaks when in the recording of a transcript that has times and names no speakers: the text of RTTM"""
    style: str
    """deliver text in a STYLE: verbatim (no word goes), clean, clean-verbatim (as editors deliver it), or the lines of a style; what other parameters say counts before it"""
    to: str
    """output FORMAT: what comes of live text is plain text"""
    vocabulary: Union[str, Sequence[str]]
    """Names, products and acronyms as they are spelled, one a line: text without case is written so, and their words are not taken for fillers"""
    weight: Union[str, Sequence[str]]
    """give a feature another weight, NAME=VALUE, and leave all else in use as it is: in all engines that have it, or in one, as streams:NAME=VALUE says ('tidytalk trace --components' lists them; 'tidytalk trace --want' says which would help)"""
    without: Union[str, Sequence[str]]
    """leave out these components and features of the decoder (comma list of NAMES; 'tidytalk trace --components' lists them)"""


TAKEN = {
    "/v1/clean": frozenset(
        "apostrophes beam case confidence cue-lines dictation encoding fillers from keep keep-empty language level line-chars look-ahead loops map margin mode name number-style numbers paragraph-words paragraphs punct reading-speed reflow remove respell revisions rounds segment speakers style to vocabulary weight without".split()
    ),
    "/v1/label": frozenset(
        "apostrophes beam case confidence encoding fillers from keep language level look-ahead loops map margin mode name number-style numbers punct remove rounds segment speakers to vocabulary weight without".split()
    ),
    "/v1/trace": frozenset(
        "beam margin mode rounds to want weight without".split()
    ),
    "/v1/cut": frozenset(
        "beam channels confidence duration encoding fillers frame-rate from keep language level map margin markers mode name pause picture recording remove rounds sample-rate segment silences speakers style to vocabulary weight without".split()
    ),
    "/v1/stream": frozenset(
        "after apostrophes beam case confidence dictation fillers flush-after frames from keep language latency level look-ahead loops margin mode number-style numbers provisional punct remove respell rounds session style to vocabulary weight without".split()
    ),
}
"""The options that requests take."""

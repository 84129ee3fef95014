package formats

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/plantest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var update = flag.Bool("update", false, "write the golden files anew")

// fixtures are the files of testdata, each as the tool of its format writes it.
var fixtures = []struct {
	name   string
	format Format
}{
	{"notes.txt", Text},
	{"interview.srt", SRT}, // CRLF, labels, dashes, tags
	{"loose.srt", SRT},     // no numbers, empty lines within cues, no line end at the end
	{"marked.txt", Text},   // tags, character references, signs
	{"signs.srt", SRT},
	{"talk.vtt", VTT},      // voices, blocks that are no cues
	{"youtube.vtt", VTT},   // rolls up
	{"teams.vtt", VTT},     // times without leading zeros
	{"teams-ids.vtt", VTT}, // names of cues, surname first, notes
	{"zoom.vtt", VTT},      // labels, CRLF
	{"webex.vtt", VTT},     // speakers in the names of cues
	{"whisper.json", Whisper},
	{"whisper-segments.json", Whisper}, // no words
	{"whisperx.json", Whisper},
	{"openai-verbose.json", Whisper},
	{"openai-words.json", Whisper},        // no segments, in a single line
	{"whisper-timestamped.json", Whisper}, // other names
	{"transformers.json", Whisper},        // chunks
	{"transformers-words.json", Whisper},
	{"whispercpp.json", WhisperCPP},
	{"whispercpp-full.json", WhisperCPP},
	{"deepgram.json", Deepgram},
	{"deepgram-multichannel.json", Deepgram},
	{"deepgram-live.json", Deepgram},
	{"assemblyai.json", AssemblyAI},
	{"aws.json", AWS},
	{"aws-channels.json", AWS},
	{"aws-calls.json", AWSCalls},
	{"contact-lens.json", AWSCalls}, // no words
	{"google.json", Google},
	{"google-diarized.json", Google},
	{"google-v2.json", Google},
	{"google-plain.json", Google},  // no words
	{"azure.json", Azure},          // batch, with words as they were heard
	{"azure-channels.json", Azure}, // batch, with words as they are shown
	{"azure-sdk.json", Azure},      // a list of results
	{"azure-fast.json", Azure},
	{"elevenlabs.json", ElevenLabs},
	{"elevenlabs-channels.json", ElevenLabs},
	{"otter.json", Otter},
	{"otter-plain.json", Otter}, // no words
	{"revai.json", RevAI},
	{"revai-names.json", RevAI},                  // no marks but blanks
	{"speechmatics.json", Speechmatics},          // entities, a translation
	{"speechmatics-channels.json", Speechmatics}, // no marks
	{"speechmatics-live.json", Speechmatics},
	{"watson.json", Watson}, // with labels of speakers
	{"watson-interim.json", Watson},
	{"watson-plain.json", Watson},    // no words
	{"vosk.json", Vosk},              // one result after another
	{"vosk-lines.json", Vosk},        // with partial results
	{"vosk-alternatives.json", Vosk}, // in a list
	{"list-words.json", List},        // in a single line
	{"list-segments.json", List},     // with words
	{"youtube.json", List},           // snippets
	{"list-millis.json", List},       // of two recordings
	{"nemo.json", List},              // the same in words, sentences and a text
	{"two.ctm", CTM},
	{"two.stm", STM},
	{"alternations.ctm", CTM},
	{"alternations.stm", STM},
	{"long.TextGrid", TextGrid},
	{"short.TextGrid", TextGrid},
	{"words.TextGrid", TextGrid},
	{"elan.eaf", EAF},
	{"play.cha", CHAT},
	{"own.jsonl", JSONL},
	{"otter.txt", Headed},    // with a preamble and a trailer
	{"rev.txt", Headed},      // times in brackets
	{"captions.txt", Headed}, // of Zoom, by the clock, CRLF
	{"stamped.txt", Headed},  // in front of labels
	{"lecture.sbv", SBV},
	{"talk.sbv", SBV},        // labels, empty lines, CRLF
	{"film.ass", ASS},        // names, overrides, drawings, comments
	{"old.ssa", ASS},         // version 4, CRLF, labels
	{"song.lrc", LRC},        // tags, an offset, several times of a line
	{"words.lrc", LRC},       // times of words
	{"teams.docx", DOCX},     // a paragraph a turn, below titles
	{"otter.docx", DOCX},     // headers in paragraphs of their own, empty paragraphs
	{"interview.docx", DOCX}, // labels, a table, changes, a text box
	{"panel.ttml", TTML},     // agents, styles, prefixes, times in all ways
	{"captions.dfxp", TTML},  // labels, frames, nested times, CDATA
}

// load returns a fixture.
func load(t testing.TB, name string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// mustRead reads what has to be a file of a format.
func mustRead(t testing.TB, src, name string, format Format) *File {
	t.Helper()
	f, err := Read(src, name, format)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// toUTF16 returns text in UTF-16 with a byte order mark.
func toUTF16(text string, bigEndian bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		if bigEndian {
			b.Write([]byte{byte(u >> 8), byte(u)})
		} else {
			b.Write([]byte{byte(u), byte(u >> 8)})
		}
	}
	return b.String()
}

type variant struct {
	name string
	make func(src string) string
}

// variants are other ways in which a file may be saved.
var variants = []variant{
	{"as it is", func(src string) string { return src }},
	{"BOM", func(src string) string { return "\ufeff" + src }},
	{"CRLF", func(src string) string {
		return strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\n", "\r\n")
	}},
	{"LF", func(src string) string { return strings.ReplaceAll(src, "\r\n", "\n") }},
	{"CR", func(src string) string {
		return strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\n", "\r")
	}},
	{"UTF-16LE", func(src string) string { return toUTF16(src, false) }},
	{"UTF-16BE", func(src string) string { return toUTF16(src, true) }},
}

// variantsOf returns the variants that a format may be saved in.
func variantsOf(format Format) []variant {
	if format == DOCX {
		return variants[:1]
	}
	return variants
}

// keepAll is the decision that changes nothing.
func keepAll(f *File) *Plan {
	return &Plan{Decisions: make([]data.Decision, len(f.Document.Tokens)), Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies}.AsWritten()}
}

// dropFillers is the decision to remove fillers, and nothing else.
func dropFillers(f *File) *Plan {
	return &Plan{Decisions: plantest.Fillers(f.Document), Rewriting: transcript.Rewriting{Remove: data.DefaultRemoved}.AsWritten()}
}

// dropRepairs is dropFillers that takes out what plantest.Repairs does.
func dropRepairs(f *File) *Plan {
	d := dropFillers(f)
	d.Decisions = plantest.Repairs(f.Document)
	return d
}

// heard is a word as a file has it.
type heard struct {
	Text       string // in lower case: capitals may move
	Speaker    string
	Time       transcript.Interval
	Confidence float64
}

// words returns the words of a file that a decision keeps, in the order of the file;
// no matter which, where it is nil.
func words(f *File, d *Plan) []heard {
	doc := f.Document
	speakers := make([]string, len(doc.Words))
	for _, turn := range doc.Turns {
		for w := turn.Words.Start; w < turn.Words.End; w++ {
			speakers[w] = turn.Speaker
		}
	}
	lines := slices.Clone(doc.Lines)
	slices.SortStableFunc(lines, func(a, b transcript.Line) int { return cmp.Compare(a.Utterance, b.Utterance) })
	var edit *transcript.Edit
	if d != nil {
		edit = d.Edit(doc)
	}
	var out []heard
	for _, line := range lines {
		for w := line.Words.Start; w < line.Words.End; w++ {
			word := &doc.Words[w]
			if word.Tokens.Len() == 0 || edit != nil && edit.Removed(word.Tokens.Start) {
				continue
			}
			out = append(out, heard{strings.ToLower(doc.Text(word.Core)), speakers[w], word.Time, word.Confidence})
		}
	}
	return out
}

// textsOf returns the texts of words.
func textsOf(all []heard) []string {
	out := make([]string, len(all))
	for i := range all {
		out[i] = all[i].Text
	}
	return out
}

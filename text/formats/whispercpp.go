package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func whisperCPPMembers(r *node) bool {
	t := r.get("transcription")
	return t != nil && t.kind != '{' && r.get("words") == nil
}

// readWhisperCPP reads what whisper.cpp writes with --output-json or
// --output-json-full. Where the tokens of a segment spell its text, they are what is
// cleaned, and bring times; else the text is.
func readWhisperCPP(f *File) error {
	segments := f.root.get("transcription")
	if segments == nil || segments.kind != '[' {
		return f.errorLine(f.root.from, "this does not look like whisper.cpp: there is no list %q", "transcription")
	}
	f.inLanguage(f.root.str("result", "language"))
	words := newWordList(f)
	words.spaced = true
	texts := newTexts(f)
	for _, s := range segments.list() {
		text := s.get("text")
		if s.kind != '{' || text == nil || text.kind != '"' {
			return f.errorLine(s.from, "this looks like whisper.cpp, but a segment has no %q", "text")
		}
		time := seconds(s.get("offsets"), "from", "to", 1e-3)
		from := len(words.v.utterances)
		list := s.get("tokens")
		if spells(list, text.text) {
			for _, t := range list.list() {
				if special(t) {
					continue
				}
				words.word(list, t, t.get("text"), seconds(t.get("offsets"), "from", "to", 1e-3), probability(t, "p"), false)
			}
			texts.add(text, "", time, nil, nil)
		} else {
			words.word(nil, nil, text, transcript.Interval{}, 0, false)
		}
		words.end(s.scalar("speaker"), time)
		words.hold(segments, s, from)
		texts.repeat(from, len(words.v.utterances))
	}
	f.finish = func(o *outcome) { words.drop(o) }
	return nil
}

// spells reports whether the tokens, special ones apart, put together are a text.
func spells(list *node, text string) bool {
	at := 0
	for _, t := range list.list() {
		s := t.get("text")
		if s == nil || s.kind != '"' {
			return false
		}
		if special(t) {
			continue
		}
		if !strings.HasPrefix(text[at:], s.text) {
			return false
		}
		at += len(s.text)
	}
	return at > 0 && at == len(text)
}

// special reports whether a token stands for no text, as "[_BEG_]" does.
func special(token *node) bool { return strings.HasPrefix(token.str("text"), "[_") }

func writeWhisperCPP(b *strings.Builder, t *Transcript) error {
	type offsets struct {
		From millis `json:"from"`
		To   millis `json:"to"`
	}
	type stamps struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	type segment struct {
		Timestamps stamps  `json:"timestamps"`
		Offsets    offsets `json:"offsets"`
		Text       string  `json:"text"`
		Speaker    string  `json:"speaker,omitempty"`
	}
	out := struct {
		Result struct {
			Language string `json:"language"`
		} `json:"result"`
		Transcription []segment `json:"transcription"`
	}{Transcription: []segment{}}
	out.Result.Language = t.writtenLanguage()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		out.Transcription = append(out.Transcription, segment{
			stamps{clock(u.Time.Start, ","), clock(u.Time.End, ",")}, offsets{millis(u.Time.Start), millis(u.Time.End)}, " " + u.Text(), u.Speaker,
		})
	}
	return writeJSON(b, out)
}

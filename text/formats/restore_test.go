package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// restoring is the decision to remove fillers and to set the marks and the case that
// models might find.
func restoring(f *File) *Plan {
	d := dropFillers(f)
	d.Punct, d.Case, d.Apostrophes = transcript.PunctRestore, transcript.CaseRestore, transcript.ApostropheAuto
	for i, token := range f.Document.Tokens {
		form := strings.ToLower(token.Text)
		switch form {
		case "well":
			d.Decisions[i].Punct = data.Comma
		case "there":
			d.Decisions[i].Punct = data.Period
		case "now":
			d.Decisions[i].Punct = data.QMark
		case "boston", "i":
			form = strings.ToUpper(form[:1]) + form[1:]
		}
		d.Decisions[i].Cased = form
	}
	return d
}

// TestApostrophes puts them back in all views of a file, but in those that have words alone
// by custom: words stay words, with their times.
func TestApostrophes(t *testing.T) {
	for _, c := range []struct {
		format    Format
		src, want string
	}{
		{SRT, "1\n00:00:01,000 --> 00:00:02,000\nso <i>dont</i> go\n", "1\n00:00:01,000 --> 00:00:02,000\nSo <i>don't</i> go.\n"},
		{Whisper, `{"text":" so dont go","segments":[{"text":" so dont go","words":[{"word":" so","start":0,"end":1},{"word":" dont","start":1,"end":2},{"word":" go","start":2,"end":3}]}]}`,
			`{"text":" So don't go.","segments":[{"text":" So don't go.","words":[{"word":" So","start":0,"end":1},{"word":" don't","start":1,"end":2},{"word":" go.","start":2,"end":3}]}]}`},
		{Vosk, `{"result":[{"conf":1,"end":1,"start":0,"word":"so"},{"conf":1,"end":2,"start":1,"word":"dont"}],"text":"so dont"}`,
			`{"result":[{"conf":1,"end":1,"start":0,"word":"So"},{"conf":1,"end":2,"start":1,"word":"don't."}],"text":"So don't."}`},
		{CTM, "a 1 0.0 0.5 so\na 1 0.5 0.5 dont\n", "a 1 0.0 0.5 so\na 1 0.5 0.5 dont\n"},
	} {
		f := mustRead(t, c.src, "x", c.format)
		d := restoring(f)
		for i, token := range f.Document.Tokens {
			if token.Text == "dont" {
				d.Decisions[i].Apostrophe, d.Decisions[i].Cased = 3, "don't"
			}
		}
		if got := f.Rewrite(d); got != c.want {
			t.Errorf("%s: %s, want %s", c.format, got, c.want)
		}
	}
}

// TestRestore sets punctuation and case in all places where words stand, but in those that
// have words alone by custom.
func TestRestore(t *testing.T) {
	const item = `{"type":"pronunciation","start_time":"`
	for _, c := range []struct {
		name      string
		format    Format
		src, want string
	}{
		{"subtitles", SRT, "1\n00:00:01,000 --> 00:00:02,000\nwell um i was\nuh there\n\n2\n00:00:02,000 --> 00:00:03,000\n<i>in boston</i> now\n",
			"1\n00:00:01,000 --> 00:00:02,000\nWell, I was\nthere.\n\n2\n00:00:02,000 --> 00:00:03,000\n<i>In Boston</i> now?\n"},
		{"a mark before a tag ends", SRT, "1\n00:00:01,000 --> 00:00:02,000\n<i>i was there</i>\n", "1\n00:00:01,000 --> 00:00:02,000\n<i>I was there.</i>\n"},
		{"capitals", SRT, "1\n00:00:01,000 --> 00:00:02,000\nWELL, UM, I WAS THERE.\n", "1\n00:00:01,000 --> 00:00:02,000\nWell, I was there.\n"},
		{"captions that roll up", VTT,
			"WEBVTT\n\n00:01.000 --> 00:02.000\nwell um i was\n\n00:02.000 --> 00:03.000\nwell um i was\nuh there in\n\n00:03.000 --> 00:04.000\nuh there in\nboston now\n\n00:04.000 --> 00:05.000\nboston now\nyes\n\n00:05.000 --> 00:06.000\nyes\n",
			"WEBVTT\n\n00:01.000 --> 00:02.000\nWell, I was\n\n00:02.000 --> 00:03.000\nWell, I was\nthere. In\n\n00:03.000 --> 00:04.000\nthere. In\nBoston now?\n\n00:04.000 --> 00:05.000\nBoston now?\nYes.\n\n00:05.000 --> 00:06.000\nYes.\n"},
		{"Whisper", Whisper, `{"text":" well um i was there in boston","segments":[{"text":" well um i was there","words":[{"word":" well"},{"word":" um"},{"word":" i"},{"word":" was"},{"word":" there"}]},{"text":" in boston","words":[{"word":" in"},{"word":" boston"}]}]}`,
			`{"text":" Well, I was there. In Boston.","segments":[{"text":" Well, I was there.","words":[{"word":" Well,"},{"word":" I"},{"word":" was"},{"word":" there."}]},{"text":" In Boston.","words":[{"word":" In"},{"word":" Boston."}]}]}`},
		{"Deepgram", Deepgram, `{"results":{"channels":[{"alternatives":[{"transcript":"well um i was there in boston","words":[{"word":"well"},{"word":"um"},{"word":"i"},{"word":"was"},{"word":"there"},{"word":"in"},{"word":"boston"}]}]}],"utterances":[{"transcript":"well um i was there","words":[{"word":"well"},{"word":"um"},{"word":"i"},{"word":"was"},{"word":"there"}]},{"transcript":"in boston","words":[{"word":"in"},{"word":"boston"}]}]}}`,
			`{"results":{"channels":[{"alternatives":[{"transcript":"Well, I was there. In Boston.","words":[{"word":"Well,"},{"word":"I"},{"word":"was"},{"word":"there."},{"word":"In"},{"word":"Boston."}]}]}],"utterances":[{"transcript":"Well, I was there.","words":[{"word":"Well,"},{"word":"I"},{"word":"was"},{"word":"there."}]},{"transcript":"In Boston.","words":[{"word":"In"},{"word":"Boston."}]}]}}`},
		{"Deepgram with words as they are shown", Deepgram, `{"results":{"channels":[{"alternatives":[{"transcript":"um i was there","words":[{"word":"um","punctuated_word":"um"},{"word":"i","punctuated_word":"i"},{"word":"was","punctuated_word":"was"},{"word":"there","punctuated_word":"there"}]}]}]}}`,
			`{"results":{"channels":[{"alternatives":[{"transcript":"I was there.","words":[{"word":"i","punctuated_word":"I"},{"word":"was","punctuated_word":"was"},{"word":"there","punctuated_word":"there."}]}]}]}}`},
		{"AWS, with items for marks", AWS,
			`{"results":{"transcripts":[{"transcript":"well um i was there"}],"items":[` + item + `0.1","end_time":"0.2","alternatives":[{"content":"well"}],"speaker_label":"spk_0"},` + item + `0.2","end_time":"0.3","alternatives":[{"content":"um"}],"speaker_label":"spk_0"},` + item + `0.3","end_time":"0.4","alternatives":[{"content":"i"}],"speaker_label":"spk_0"},` + item + `0.4","end_time":"0.5","alternatives":[{"content":"was"}],"speaker_label":"spk_0"},` + item + `0.5","end_time":"0.6","alternatives":[{"content":"there"}],"speaker_label":"spk_0"}]}}`,
			`{"results":{"transcripts":[{"transcript":"Well, I was there."}],"items":[` + item + `0.1","end_time":"0.2","alternatives":[{"content":"Well"}],"speaker_label":"spk_0"},{"type":"punctuation","alternatives":[{"confidence":"0.0","content":","}],"speaker_label":"spk_0"},` + item + `0.3","end_time":"0.4","alternatives":[{"content":"I"}],"speaker_label":"spk_0"},` + item + `0.4","end_time":"0.5","alternatives":[{"content":"was"}],"speaker_label":"spk_0"},` + item + `0.5","end_time":"0.6","alternatives":[{"content":"there"}],"speaker_label":"spk_0"},{"type":"punctuation","alternatives":[{"confidence":"0.0","content":"."}],"speaker_label":"spk_0"}]}}`},
		{"JSON lines", JSONL, `{"text":"well um i was there","words":[{"text":"well"},{"text":"um"},{"text":"i"},{"text":"was"},{"text":"there"}]}`,
			`{"text":"Well, I was there.","words":[{"text":"Well,"},{"text":"I"},{"text":"was"},{"text":"there."}]}`},
		{"ELAN", EAF, `<ANNOTATION_DOCUMENT><TIER TIER_ID="A"><ANNOTATION_VALUE>um i &amp; boston</ANNOTATION_VALUE></TIER></ANNOTATION_DOCUMENT>`,
			`<ANNOTATION_DOCUMENT><TIER TIER_ID="A"><ANNOTATION_VALUE>I &amp; Boston.</ANNOTATION_VALUE></TIER></ANNOTATION_DOCUMENT>`},
		{"no marks in rows of words", CTM, "a 1 0 1 um\na 1 1 1 i\na 1 2 1 boston\n", "a 1 1 1 i\na 1 2 1 boston\n"},
		{"nor in utterances of words", STM, "a 1 x 0 1 um i boston there\n", "a 1 x 0 1 i boston there\n"},
		{"nor in tiers", TextGrid, grid(`"IntervalTier" "A" 0 1 1 0 1 "um i ""boston"" there"`), grid(`"IntervalTier" "A" 0 1 1 0 1 "i ""boston"" there"`)},
		{"nor in CHAT", CHAT, "@Begin\n*A:\t&-um i boston there .\n@End\n", "@Begin\n*A:\ti boston there .\n@End\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, c.src, "restore", c.format)
			got := f.Rewrite(restoring(f))
			sameText(t, got, c.want)
			// What has punctuation is not given more.
			g := mustRead(t, got, "restored", c.format)
			sameText(t, g.Rewrite(restoring(g)), got)
		})
	}
}

// TestStripAndLower takes punctuation and case away, in all formats.
func TestStripAndLower(t *testing.T) {
	for _, x := range fixtures {
		if x.format == CHAT {
			continue // where marks are codes
		}
		f := mustRead(t, load(t, x.name), x.name, x.format)
		d := keepAll(f)
		d.Punct, d.Case = transcript.PunctStrip, transcript.CaseLower
		want := words(f, d)
		g, err := Read(f.Rewrite(d), x.name, x.format)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := words(g, nil); !slices.Equal(textsOf(got), textsOf(want)) {
			t.Errorf("%s has the words %q, not %q", x.name, textsOf(got), textsOf(want))
		}
		for _, v := range g.views {
			doc := v.document(g)
			for i := range doc.Words {
				w := &doc.Words[i]
				if w.Tokens.Len() == 0 {
					continue
				}
				if s := doc.Text(w.Bytes); s != strings.ToLower(s) || w.Core != w.Bytes && strings.ContainsAny(s[len(doc.Text(w.Core)):], ".,?!") {
					t.Errorf("%s has %q", x.name, s)
				}
			}
		}
	}
}

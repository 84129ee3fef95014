package tidytalk

import (
	"cmp"
	"strings"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Left is a segment that is in another language than the models know. It is left as it
// is: the decisions about it say so.
type Left struct {
	Segment  int    // in Cleaned.Segments
	Language string // BCP 47 code, such as "de"; "und" for one that has none here
}

// LanguageName returns the English name of a language, such as "German" of "de"; the code
// itself where no name is known.
func LanguageName(code string) string { return langid.Name(code) }

// stretch is a part of a turn that is long enough to tell its language, where the turn
// is: some lines or sentences.
type stretch struct {
	turn     int
	words    transcript.Span
	evidence langid.Evidence
}

// sample returns the first words of some stretches. Words that skip has do not count.
func sample(d *transcript.Document, skip []bool, parts ...*stretch) string {
	var b strings.Builder
	for _, p := range parts {
		for w := p.words.Start; w < p.words.End; w++ {
			if skip != nil && skip[w] {
				continue
			}
			core := d.Text(d.Words[w].Core)
			if b.Len()+len(core) >= langid.MaxSample {
				return b.String()
			}
			b.WriteString(core)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// stretches cuts a document into stretches. Words that skip has, if it is not nil, do not
// count.
func stretches(d *transcript.Document, skip []bool) []stretch {
	var out []stretch
	line := 0
	for t := range d.Turns {
		first := len(out)
		part := stretch{turn: t, words: transcript.Span{Start: d.Turns[t].Words.Start}}
		for w := d.Turns[t].Words.Start; w < d.Turns[t].Words.End; w++ {
			word := &d.Words[w]
			if word.Tokens.Len() > 0 && (skip == nil || !skip[w]) {
				part.evidence.Add(d.Text(word.Core))
			}
			for d.Lines[line].Words.End <= w {
				line++
			}
			if last := w+1 == d.Turns[t].Words.End; !last && !word.Final && d.Lines[line].Words.End != w+1 {
				continue
			}
			// A line or sentence ends. It goes with those before it where one of both is
			// short, and both are of one script.
			part.words.End = w + 1
			if n := len(out) - 1; n >= first && (out[n].evidence.Words() < langid.MinWords || part.evidence.Words() < langid.MinWords && w+1 == d.Turns[t].Words.End) &&
				(part.evidence.Words() == 0 || out[n].evidence.Words() == 0 || out[n].evidence.OtherScript() == part.evidence.OtherScript()) {
				out[n].words.End = part.words.End
				out[n].evidence.Join(&part.evidence)
			} else {
				out = append(out, part)
			}
			part = stretch{turn: t, words: transcript.Span{Start: w + 1}}
		}
	}
	return out
}

// voice is all that one speaker says, or all speakers do.
type voice struct {
	shown    map[string]int // words of the stretches in each language
	evidence langid.Evidence
	parts    []*stretch
}

func (v *voice) add(p *stretch, shown string) {
	v.evidence.Join(&p.evidence)
	v.parts = append(v.parts, p)
	if shown != "" {
		if v.shown == nil {
			v.shown = make(map[string]int)
		}
		v.shown[shown] += p.words.Len()
	}
}

// language returns the language that most stretches are in, if the others may be, too;
// where none shows its own, that of all of them together; "" in doubt.
func (v *voice) language(d *transcript.Document, skip []bool) string {
	most := ""
	for code, n := range v.shown {
		if m := v.shown[most]; n > m || n == m && (code == langid.English || most != langid.English && code < most) {
			most = code
		}
	}
	switch {
	case most == langid.English || most != "" && !v.evidence.MayBeEnglish():
		return most
	case most != "":
		return ""
	}
	return v.evidence.Language(func() string { return sample(d, skip, v.parts...) })
}

// languages returns the language of each word of a document, and that of its last
// stretch. What the document itself says comes first: if that is another language than the
// models know, all of it is. Else a stretch is in the language that it shows; in doubt in
// that of the stretch before it in its turn, of all that its speaker says, of the document,
// or the given one.
func (c *Cleaner) languages(d *transcript.Document, skip []bool, doubt string) ([]string, string) {
	out := make([]string, len(d.Words))
	if d.Language != "" {
		doubt = d.Language
	}
	if d.Language != "" && !c.knows(d.Language) {
		for w := range out {
			out[w] = doubt
		}
		return out, doubt
	}
	parts := stretches(d, skip)
	shown := make([]string, len(parts))
	for i := range parts {
		shown[i] = parts[i].evidence.Language(func() string { return sample(d, skip, &parts[i]) })
	}
	beJapanese(parts, shown)
	var all voice
	speakers := make(map[string]*voice)
	for i := range parts {
		name := d.Turns[parts[i].turn].Speaker
		if speakers[name] == nil {
			speakers[name] = new(voice)
		}
		speakers[name].add(&parts[i], shown[i])
		all.add(&parts[i], shown[i])
	}
	if d.Language == "" {
		doubt = cmp.Or(all.language(d, skip), doubt)
	}
	before, last := "", doubt
	for i := range parts {
		p := &parts[i]
		if i == 0 || parts[i-1].turn != p.turn {
			before = ""
		}
		l := shown[i]
		switch {
		case l != "":
			before = l
		case before != "":
			l = before
		default:
			l = cmp.Or(speakers[d.Turns[p.turn].Speaker].language(d, skip), doubt)
		}
		if l == langid.Chinese && !p.evidence.MayBeChinese() {
			l = langid.English
		}
		for w := p.words.Start; w < p.words.End; w++ {
			out[w] = l
		}
		last = l
	}
	return out, last
}

// beJapanese takes Chinese characters in a text that is more Japanese than Chinese for Japanese.
func beJapanese(parts []stretch, shown []string) {
	words := make(map[string]int)
	for i := range parts {
		words[shown[i]] += parts[i].evidence.Words()
	}
	if words[langid.Japanese] <= words[langid.Chinese] {
		return
	}
	for i := range shown {
		if shown[i] == langid.Chinese {
			shown[i] = langid.Japanese
		}
	}
}

// split cuts segments where the language changes.
func split(d *transcript.Document, segments []transcript.Segment, languages []string) []transcript.Segment {
	var out []transcript.Segment
	for _, s := range segments {
		from := s.Words.Start
		for w := s.Words.Start; w < s.Words.End; w++ {
			if w+1 < s.Words.End && languages[w+1] == languages[w] {
				continue
			}
			part := transcript.Segment{Turn: s.Turn, Words: transcript.Span{Start: from, End: w + 1}}
			part.Tokens = transcript.Span{Start: d.Words[from].Tokens.Start, End: d.Words[w].Tokens.End}
			if part.Tokens.Len() > 0 {
				out = append(out, part)
			}
			from = w + 1
		}
	}
	return out
}

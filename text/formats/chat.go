package formats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// chatMainLine is how a main line begins.
var chatMainLine = lazy.Regexp(`^\*[A-Z0-9_+-]{1,8}:\s`)

// sniffCHAT reports whether the first lines have @Begin, or are headers and main lines: parts of files have no @Begin.
func sniffCHAT(text string) bool {
	if slices.Contains(headLines(text, 4), "@Begin") {
		return true
	}
	headers, main := 0, 0
	for line := range strings.Lines(text[:min(len(text), 8000)]) {
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '%' || line[0] == '\t' || line[0] == ' ':
		case line[0] == '@':
			headers++
		case line[0] == '*' && chatMainLine().MatchString(line):
			main++
		default:
			return headers > 0 && main > 4 // the last one may be cut off
		}
	}
	return headers > 0 && main > 0
}

// chatTier is a main line with its words and the lines that depend on it.
type chatTier struct {
	whole     span // with its dependent lines
	end       int  // of the main line
	analyses  []chatAnalysis
	inexact   bool // codes say that other words than those of the line were analysed
	tokens    []chatToken
	utterance int // -1: it has no words
}

// chatToken is an item of a main line.
type chatToken struct {
	span
	kind  byte // 'w' word, 'm' punctuation mark, 's' ‡ or „, 'p' pause, '<', '>', '[' code, 'x' anything else that is kept
	items int  // that it has in %mor
	piece int  // of words and punctuation
	about bool // a code about the whole line: "[+ exc]"
}

// readCHAT reads CHAT transcripts: words, fillers (&-uh) and fragments (&+fr) of the
// main lines; what is coded as retraced is taken as such. Codes stay, unless all that
// they are about is removed.
func readCHAT(f *File) error {
	v := f.newView()
	var tiers []chatTier
	begun, ended := false, false
	headed := false // there are headers or main lines, though no @Begin: the file is a part of one
	lines := f.lines()
	for i := 0; i < len(lines); {
		l := lines[i]
		last := i // of the lines that go on with it
		for last+1 < len(lines) && lines[last+1].end > lines[last+1].from && (f.text[lines[last+1].from] == '\t' || f.text[lines[last+1].from] == ' ') {
			last++
		}
		s := f.text[l.from:l.end]
		whole := span{l.from, lines[last].to}
		headed = headed || chatMainLine().MatchString(s)
		switch {
		case s == "":
		case s == "@Begin":
			begun = true
		case s == "@End":
			ended = true
		case s[0] == '@':
			headed = true
			if list, ok := strings.CutPrefix(s, "@Languages:"); ok {
				for name := range strings.SplitSeq(list, ",") {
					f.inLanguage(strings.TrimSpace(name))
				}
			}
		case !begun && !headed:
			return f.errorLine(l.from, "this is no CHAT: there is neither @Begin nor a header nor a main line before the first lines")
		case s[0] == '*':
			code, _, ok := strings.Cut(s[1:], ":")
			if !ok || strings.ContainsAny(code, " \t") || code == "" {
				return f.errorLine(l.from, "a main line is *CODE:, a tab and words")
			}
			t := chatTier{whole: whole, end: lines[last].end, utterance: -1}
			f.chatLine(v, code, span{l.from + len(code) + 2, lines[last].end}, &t)
			tiers = append(tiers, t)
		case s[0] == '%':
			if len(tiers) == 0 {
				return f.errorLine(l.from, "a dependent line without a main line before it")
			}
			t := &tiers[len(tiers)-1]
			t.whole.to = whole.to
			name, _, _ := strings.Cut(s, ":")
			switch name {
			case "%mor", "%gra", "%wor", "%trn", "%grt", "%umor", "%ugra", "%pho", "%mod":
				t.analyses = append(t.analyses, chatAnalysis{whole, name})
			}
		default:
			return f.errorLine(l.from, "a line of CHAT starts with @, *, %% or a tab")
		}
		i = last + 1
	}
	if begun && !ended {
		return f.errorAt(len(f.text), "there is no @End: the file is cut off")
	}
	f.finish = func(o *outcome) {
		for i := range tiers {
			o.chatTier(v, &tiers[i])
		}
	}
	return nil
}

// chatMain reads the words of a main line.
type chatMain struct {
	f      *File
	t      *chatTier
	u      transcript.Utterance
	fields []*field
	words  int
	open   []int // tokens that are brackets
	scope  int   // the token from which a code is about; -1: there is none
}

// chatLine reads the words of a main line.
func (f *File) chatLine(v *view, speaker string, s span, t *chatTier) {
	m := &chatMain{f: f, t: t, u: transcript.Utterance{Speaker: speaker, Break: true}, scope: -1}
	for at := s.from; at < s.to; {
		c := f.text[at]
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' {
			at++
			continue
		}
		token := chatToken{kind: 'x'}
		end := at
		switch c {
		case '<', '>':
			end, token.kind = at+1, c
		case '[':
			end, token.kind = after(f.text, at, s.to, ']'), '['
			token.about = strings.HasPrefix(f.text[at:end], "[+") || strings.HasPrefix(f.text[at:end], "[-")
		case '\x15':
			end = after(f.text, at+1, s.to, '\x15')
			m.time(span{at, end})
		default:
			for end < s.to && strings.IndexByte(" \t\r\n<>[\x15", f.text[end]) < 0 {
				end++
			}
		}
		token.span = span{at, end}
		if item := f.text[at:end]; token.kind != 'x' || c == '\x15' {
			m.sign(token, c, item)
		} else {
			m.item(token, item)
		}
		at = end
	}
	if m.words > 0 {
		t.utterance = v.add(m.u, m.fields)
	}
}

// time reads when a line is said: milliseconds between bullets.
func (m *chatMain) time(s span) {
	if from, to, ok := strings.Cut(strings.Trim(m.f.text[s.from:s.to], "\x15"), "_"); ok {
		a, ok := parseNumber(from)
		b, ok2 := parseNumber(to)
		m.u.Time = m.f.interval(s.from, a/1000, b/1000, ok && ok2)
	}
}

// sign takes a token that is a bracket, a code or a time.
func (m *chatMain) sign(token chatToken, c byte, item string) {
	m.t.tokens = append(m.t.tokens, token)
	switch n := len(m.open) - 1; {
	case c == '<':
		m.open = append(m.open, len(m.t.tokens)-1)
	case c == '>' && n >= 0:
		m.scope, m.open = m.open[n], m.open[:n]
	case c == '[':
		m.coded(item)
	}
}

// coded takes what a code says of the tokens that it is about.
func (m *chatMain) coded(code string) {
	if m.scope < 0 {
		return
	}
	about := m.t.tokens[m.scope:]
	switch {
	case retraces[code], code == "[e]":
		for i := range about {
			if about[i].items = 0; about[i].kind == 'w' && retraces[code] {
				m.u.Pieces[about[i].piece].Given |= data.Repairs
			}
		}
	case strings.HasPrefix(code, "[: "), strings.HasPrefix(code, "[:: "):
		// What stands for the word is analysed.
		if about[0].kind == 'w' && about[0].items > 0 {
			about[0].items = len(strings.Fields(strings.Trim(code, "[:]")))
		} else {
			m.t.inexact = true
		}
	}
}

// item takes a token that is a word, a punctuation mark, a terminator or something that is kept.
func (m *chatMain) item(token chatToken, item string) {
	switch text := chatWord(item); {
	case text != "":
		token.kind = 'w'
		m.words++
		m.scope = len(m.t.tokens)
		m.add(token, text, false)
		m.u.Pieces[len(m.u.Pieces)-1].Given = chatDisfluency(item)
		if item[0] != '&' {
			m.t.tokens[len(m.t.tokens)-1].items = 1
		}
	case (item == "," || item == ";" || item == ":") && len(m.fields) > 0:
		if token.kind = 'm'; item == "," {
			token.items = 1
		}
		m.add(token, item, true)
	case len(m.fields) > 0 && (item == "." || item == "?" || item == "!" || strings.HasPrefix(item, "+")):
		// The terminator ends the sentence, and is kept.
		text := "."
		if strings.HasSuffix(item, "?") {
			text = "?"
		}
		token.items = 1
		if isLinker(item) {
			token.items = 0
		}
		m.add(token, text, true)
	default:
		switch {
		case item == "‡" || item == "„":
			token.kind, token.items = 's', 1
		case isChatPause(item):
			token.kind = 'p'
		}
		m.t.tokens = append(m.t.tokens, token)
	}
}

// add adds a token that has text, with a blank before it unless it is tight.
func (m *chatMain) add(token chatToken, text string, tight bool) {
	if len(m.fields) > 0 && !tight {
		m.u.Pieces, m.fields = append(m.u.Pieces, transcript.Piece{Text: " "}), append(m.fields, nil)
	}
	token.piece = len(m.u.Pieces)
	m.u.Pieces = append(m.u.Pieces, transcript.Piece{})
	m.fields = append(m.fields, &field{raw: token.span, text: text, silent: true})
	m.t.tokens = append(m.t.tokens, token)
}

// retraces are the codes of words that were repeated, or given up.
var retraces = map[string]bool{"[/]": true, "[//]": true, "[///]": true, "[/-]": true}

// chatDisfluency returns the disfluency that the spelling of a word says it is.
func chatDisfluency(item string) data.Disfluencies {
	switch {
	case strings.HasPrefix(item, "&-"), isOldPause(item):
		return data.FilledPauses
	case strings.HasPrefix(item, "&+"):
		return data.PartialWords
	}
	return 0
}

// isOldPause reports whether an item is a filled pause as older transcripts mark it: "&uh".
func isOldPause(item string) bool {
	word, ok := strings.CutPrefix(item, "&")
	return ok && markedPauses[language.Unstretched(strings.ToLower(word))]
}

// isChatPause reports whether an item is a pause: "(.)", "(1.5)".
func isChatPause(item string) bool {
	return strings.HasPrefix(item, "(") && strings.HasSuffix(item, ")") && strings.Trim(item, "(.:)0123456789") == ""
}

// isLinker reports whether an item that begins with + opens a line, rather than ends it.
func isLinker(item string) bool {
	switch item {
	case "+<", "+^", "+,", "++", "+\"":
		return true
	}
	return false
}

// after returns the offset after the next c, or the end.
func after(text string, at, end int, c byte) int {
	if n := strings.IndexByte(text[at:end], c); n >= 0 {
		return at + n + 1
	}
	return end
}

// chatWord returns the word that an item of a main line stands for, "" for none.
func chatWord(item string) string {
	fragment := false
	if language.Verbatim(item) {
		return item
	}
	switch {
	case strings.HasPrefix(item, "&-"):
		item = item[2:]
	case isOldPause(item):
		item = item[1:]
	case strings.HasPrefix(item, "&+"), strings.HasPrefix(item, "&~"):
		item, fragment = item[2:], true
	case item[0] == '&', item[0] == '0' && (len(item) == 1 || item[1] > '9'), item[0] == '+', isChatPause(item):
		return "" // events, omitted words, terminators, pauses
	}
	if n := strings.IndexAny(item, "@$"); n > 0 {
		item = item[:n]
	}
	switch item {
	case "xxx", "yyy", "www":
		return ""
	}
	var b strings.Builder
	letters := false
	for i, r := range item {
		clock := r == ':' && i+1 < len(item) && item[i+1] >= '0' && item[i+1] <= '9'
		if strings.ContainsRune("():^ˈˌ“”", r) && !clock {
			continue
		}
		letters = letters || unicode.IsLetter(r) || unicode.IsDigit(r)
		b.WriteRune(r)
	}
	if !letters && !transcript.IsMasked(b.String()) {
		return ""
	}
	if r, _ := utf8.DecodeLastRuneInString(b.String()); fragment && r != '-' {
		b.WriteByte('-')
	}
	return b.String()
}

package formats

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Names of members of FunASR: lists of sentences, their texts, and the times of words.
var (
	funasrSentences = []string{"sentence_info", "sentences", "stamp_sents"}
	funasrTexts     = []string{"text", "sentence"}
	funasrPlain     = []string{"text_seg", "raw_text"} // without punctuation
	funasrStamps    = []string{"timestamp", "ts_list"}
)

// funasrMembers reports whether a value is what FunASR returns: an object or a list of some with a text beside the times of its words, or
// with sentences that have such times.
func funasrMembers(r *node) bool {
	one := func(n *node) bool {
		text := n.get("text")
		if text == nil || text.kind != '"' {
			return false
		}
		return n.get("key") != nil && areStamps(memberOf(n, funasrStamps)) || areStamps(memberOf(first(memberOf(n, funasrSentences)), funasrStamps))
	}
	if r.kind == '[' {
		all := r.list()
		return len(all) > 0 && one(all[0])
	}
	return one(r)
}

// first returns the first element of a list, nil where there is none.
func first(n *node) *node {
	if n == nil || n.kind != '[' || len(n.list()) == 0 {
		return nil
	}
	return n.list()[0]
}

// areStamps reports whether a value is a list of starts and ends.
func areStamps(n *node) bool {
	e := first(n)
	return n != nil && n.kind == '[' && (len(n.list()) == 0 || e.kind == '[' && len(e.list()) >= 2)
}

// funasrReader reads what FunASR returns.
type funasrReader struct {
	f     *File
	said  *wordList
	whole *wordList
	plain *wordList
	again *wordList
}

// readFunASR reads what FunASR returns: sentences with their speakers and the times of their words, else the text with these. The times
// of words that are removed go with them.
func readFunASR(f *File) error {
	r := &funasrReader{f: f, said: newWordList(f), whole: newWordList(f), plain: newBareList(f), again: newWordList(f)}
	results := []*node{f.root}
	if f.root.kind == '[' {
		results = f.root.list()
	}
	for _, n := range results {
		if n.kind != '{' {
			return f.errorLine(n.from, "a result of FunASR is an object with %q", "text")
		}
		r.result(n)
	}
	f.finish = func(o *outcome) {
		for _, l := range []*wordList{r.said, r.whole, r.plain, r.again} {
			l.drop(o)
		}
	}
	return nil
}

func (r *funasrReader) result(n *node) {
	to := r.said
	for _, name := range funasrSentences {
		list := n.get(name)
		if list == nil || list.kind != '[' || len(list.list()) == 0 {
			continue
		}
		for _, e := range list.list() {
			r.sentence(list, e, to)
		}
		to = r.again
	}
	if to == r.again {
		to = r.whole
	}
	r.words(to, n.get("text"), memberOf(n, funasrStamps))
	to.end("", transcript.Interval{})
	for _, name := range funasrPlain {
		r.words(r.plain, n.get(name), nil)
		r.plain.end("", transcript.Interval{})
	}
}

// sentence adds a sentence to a view.
func (r *funasrReader) sentence(list, e *node, to *wordList) {
	speaker := cmp.Or(speakerOf(e, "spk"), speakerOf(e, "speaker"))
	time := r.f.interval(e.from, milli(e, "start"), milli(e, "end"), e.get("start") != nil && e.get("end") != nil)
	text := firstOf(e, funasrTexts)
	from := len(to.v.utterances)
	r.words(to, text, memberOf(e, funasrStamps))
	to.end(speaker, time)
	to.hold(list, e, from)
	for _, name := range funasrPlain {
		from := len(r.plain.v.utterances)
		stamps := memberOf(e, funasrStamps)
		if text != nil {
			stamps = nil // they are those of the text
		}
		r.words(r.plain, e.get(name), stamps)
		r.plain.end(speaker, time)
		r.plain.hold(nil, nil, from)
	}
}

func milli(e *node, name string) float64 {
	v, _ := e.number(name)
	return v / 1000
}

// words adds a text, word by word where each has a time.
func (r *funasrReader) words(to *wordList, text, stamps *node) {
	if text == nil || text.kind != '"' {
		return
	}
	all := text.field(r.f.text)
	starts := funasrTokens(all.text)
	if stamps == nil || stamps.kind != '[' || len(stamps.list()) != len(starts) || len(starts) == 0 {
		to.word(nil, nil, text, transcript.Interval{}, 0, false)
		return
	}
	list := stamps.list()
	starts[0] = 0
	for i, from := range starts {
		end := len(all.text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		var time transcript.Interval
		if x := list[i].list(); len(x) >= 2 {
			a, ok := x[0].number()
			b, ok2 := x[1].number()
			time = r.f.interval(list[i].from, a/1000, b/1000, ok && ok2)
		}
		part := all.part(from, end)
		to.piece(element(stamps, list[i]), transcript.Piece{Text: part.text, Time: time})
		to.v.put(part)
	}
}

// funasrTokens returns where the tokens of a text start that have times: Chinese characters, and words.
func funasrTokens(text string) (starts []int) {
	in := false
	for i, c := range text {
		switch {
		case language.IsHan(c):
			starts = append(starts, i)
			in = false
		case unicode.IsLetter(c) || unicode.IsDigit(c) || in && strings.ContainsRune("'’-@", c):
			if !in {
				starts = append(starts, i)
			}
			in = true
		default:
			in = false
		}
	}
	return starts
}

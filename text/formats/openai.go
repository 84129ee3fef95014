package formats

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// openAIKind is what an event of OpenAI's services for speech says.
type openAIKind uint8

const (
	openAIDelta   openAIKind = iota + 1 // what comes next of a text
	openAISegment                       // what a speaker says
	openAIDone                          // all of a text
)

// openAITypes are the types of events that say what was said, and the members in which they say it. Those
// of live speech are about an item, the others about the file that was sent.
var openAITypes = map[string]struct {
	kind   openAIKind
	member string
}{
	"transcript.text.delta":                                 {openAIDelta, "delta"},
	"transcript.text.segment":                               {openAISegment, "text"},
	"transcript.text.done":                                  {openAIDone, "text"},
	"conversation.item.input_audio_transcription.delta":     {openAIDelta, "delta"},
	"conversation.item.input_audio_transcription.segment":   {openAISegment, "text"},
	"conversation.item.input_audio_transcription.completed": {openAIDone, "transcript"},
}

// openAISays are the members in which events of any type say something.
var openAISays = []string{"delta", "text", "transcript"}

// openAIHead is how many events, at most, are looked at to see that they are those of OpenAI.
const openAIHead = 100

// sniffOpenAI reports whether text starts with events, one after another or in the lines of a stream.
func sniffOpenAI(text string) bool {
	head := text[:min(len(text), valuesHead)]
	if !strings.Contains(head, `transcript.text.`) && !strings.Contains(head, `.input_audio_transcription.`) {
		return false
	}
	if isEventStream(head) {
		var b strings.Builder
		for line := range strings.Lines(head) {
			if n, _ := eventField(line); n < len(line) {
				b.WriteString(line[n:])
			}
		}
		head = b.String()
	}
	if !strings.HasPrefix(strings.TrimLeft(head, " \t\r\n"), "{") {
		return false
	}
	d := json.NewDecoder(strings.NewReader(head))
	for range openAIHead {
		var e struct{ Type *string }
		if d.Decode(&e) != nil || e.Type == nil {
			return false
		}
		if openAITypes[*e.Type].kind != 0 {
			return true
		}
	}
	return false
}

// openAIMembers recognises a list of events. One of segments alone is a list like others.
func openAIMembers(r *node) bool {
	for i, e := range r.list() {
		if k := openAITypes[e.str("type")].kind; k != 0 && k != openAISegment {
			return true
		}
		if i == openAIHead || e.get("type") == nil {
			return false
		}
	}
	return false
}

// readOpenAI reads the events of a transcription that is streamed, as they were saved: one after another, in a
// list, or in the lines of the stream itself. What is said is that of the segments, which have speakers and
// times, else the text of all, else what comes bit by bit; the others follow. Events stay, as programs
// count them.
func readOpenAI(f *File) error {
	if err := f.unwrapEvents(); err != nil {
		return err
	}
	values, err := f.jsonValues()
	if err != nil {
		return err
	}
	r := &openAI{f: f, said: newWordList(f), whole: newTexts(f), deltas: newWordList(f), tokens: newWordList(f), early: newWordList(f), byItem: make(map[string]*openAITurn)}
	for _, l := range []*wordList{r.deltas, r.tokens, r.early} {
		l.spaced = true
	}
	for _, v := range values {
		events := []*node{v}
		if v.kind == '[' {
			events = v.list()
		}
		for _, e := range events {
			if err := r.event(e); err != nil {
				return err
			}
		}
	}
	for _, t := range r.turns {
		if err := r.turn(t); err != nil {
			return err
		}
	}
	f.finish = func(o *outcome) {
		for _, l := range []*wordList{r.tokens, r.early} {
			l.drop(o)
			l.respell(o, "bytes")
		}
	}
	return nil
}

// openAI collects events.
type openAI struct {
	f       *File
	said    *wordList
	whole   *texts    // of all, where there are segments
	deltas  *wordList // where there is more than they
	tokens  *wordList // of texts of all
	early   *wordList // of deltas
	turns   []*openAITurn
	current *openAITurn            // of the file that was sent; nil: another one comes next
	byItem  map[string]*openAITurn // of live speech
	files   int32
}

// openAITurn is the events about one text.
type openAITurn struct {
	deltas, segments []*node
	done             *node
	recording        int32
}

// event takes the next event.
func (r *openAI) event(e *node) error {
	if e.kind != '{' || e.get("type") == nil {
		return r.f.errorLine(e.from, "this looks like events of OpenAI, but there is one without %q", "type")
	}
	of, ok := openAITypes[e.str("type")]
	if !ok {
		for _, name := range openAISays {
			if e.str(name) != "" {
				return r.f.errorLine(e.from, "among events of OpenAI there is one of the type %q, whose %q is not read: the file would be cleaned by half; take out the events of this type, if they are none of what was said", e.str("type"), name)
			}
		}
		return nil
	}
	if s := e.get(of.member); s == nil || s.kind != '"' {
		return r.f.errorLine(e.from, "this looks like events of OpenAI, but one of the type %q has no %q", e.str("type"), of.member)
	}
	t := r.turnOf(e)
	switch of.kind {
	case openAIDelta:
		t.deltas = append(t.deltas, e)
	case openAISegment:
		t.segments = append(t.segments, e)
	case openAIDone:
		if t.done != nil {
			return r.f.errorLine(e.from, "the item %q is transcribed twice: the file would be cleaned by half", e.str("item_id"))
		}
		t.done, r.current = e, nil
	}
	return nil
}

// turnOf returns the turn that an event is about.
func (r *openAI) turnOf(e *node) *openAITurn {
	item := e.scalar("item_id")
	t := r.current
	if item != "" {
		item += " " + cmp.Or(e.scalar("content_index"), "0")
		t = r.byItem[item]
	}
	if t != nil {
		return t
	}
	t = new(openAITurn)
	if item != "" {
		r.byItem[item] = t
	} else {
		r.files++
		r.current, t.recording = t, r.files // nothing is known of what is between files
	}
	r.turns = append(r.turns, t)
	return t
}

// openAISaid returns the string of what an event says.
func openAISaid(e *node) *node { return e.get(openAITypes[e.str("type")].member) }

// turn adds what the events about a text say.
func (r *openAI) turn(t *openAITurn) error {
	said, from := r.said, len(r.said.v.utterances)
	bySegment := make(map[string]span)
	for _, s := range t.segments {
		at := len(said.v.utterances)
		said.word(nil, nil, openAISaid(s), transcript.Interval{}, 0, true)
		said.end(s.scalar("speaker"), seconds(s, "start", "end", 1))
		bySegment[s.scalar("id")] = span{at, len(said.v.utterances)}
	}
	deltas := r.deltas
	switch {
	case len(t.segments) > 0:
	case t.done != nil:
		said.word(nil, nil, openAISaid(t.done), transcript.Interval{}, 0, true)
		said.end("", transcript.Interval{})
	default:
		deltas = said
		for _, e := range t.deltas {
			said.word(nil, nil, openAISaid(e), transcript.Interval{}, 0, true)
		}
		said.end("", transcript.Interval{})
	}
	all := span{from, len(said.v.utterances)}
	for u := all.from; u < all.to; u++ {
		said.v.utterances[u].Recording = t.recording
	}
	if t.done != nil {
		if err := r.wholeText(t, all); err != nil {
			return err
		}
	}
	bits := make(map[string][]*node)
	var ids []string
	for _, e := range t.deltas {
		id := e.scalar("segment_id")
		if bits[id] == nil {
			ids = append(ids, id)
		}
		bits[id] = append(bits[id], e)
	}
	for _, id := range ids {
		of, known := bySegment[id]
		if !known {
			of = all
		}
		if err := r.pieces(bits[id], of, deltas); err != nil {
			return err
		}
	}
	return nil
}

// wholeText adds the text of all, and its tokens.
func (r *openAI) wholeText(t *openAITurn, all span) error {
	text := openAISaid(t.done)
	if len(t.segments) > 0 {
		from := len(r.whole.v.utterances)
		if r.labelled(t, all.from); len(r.whole.v.utterances) == from {
			r.whole.addAll(text)
			r.whole.repeat(all.from, all.to)
		}
		if err := r.agree(text.from, "the text of all does", r.whole.v.utterances[from:], all); err != nil {
			return err
		}
	}
	return r.logprobs(r.tokens, []*node{t.done}, all)
}

// labelled adds the text of all where it has a line for each segment, with who says it in front; the first
// segment is an utterance of the given number.
func (r *openAI) labelled(t *openAITurn, first int) {
	whole := openAISaid(t.done).field(r.f.text)
	lines := strings.SplitAfter(strings.TrimRight(whole.text, "\n"), "\n")
	if len(lines) != len(t.segments) {
		return
	}
	at := 0
	for i, line := range lines {
		if label := t.segments[i].scalar("speaker") + ":"; strings.HasPrefix(line, label) {
			at, line = at+len(label), line[len(label):]
		}
		r.whole.v.addText("", transcript.Interval{}, whole.part(at, at+len(strings.TrimSuffix(line, "\n"))))
		r.whole.repeat(first+i, first+i+1)
		at += len(line)
	}
}

// pieces adds what comes bit by bit, which the utterances of a stretch say as well, and its tokens.
func (r *openAI) pieces(events []*node, of span, l *wordList) error {
	if l != r.said {
		from := len(l.v.utterances)
		for _, e := range events {
			l.word(nil, nil, openAISaid(e), transcript.Interval{}, 0, true)
		}
		l.end("", transcript.Interval{})
		l.repeat(of.from, of.to)
		if err := r.agree(events[0].from, "the deltas do", l.v.utterances[from:], of); err != nil {
			return err
		}
	}
	return r.logprobs(r.early, events, of)
}

// logprobs adds the tokens of events, which say what they say.
func (r *openAI) logprobs(l *wordList, events []*node, of span) error {
	from, at := len(l.v.utterances), 0
	for _, e := range events {
		list := e.get("logprobs")
		for _, t := range list.list() {
			at = t.from
			l.word(list, t, t.get("token"), transcript.Interval{}, 0, true)
		}
	}
	if l.end("", transcript.Interval{}); len(l.v.utterances) == from {
		return nil
	}
	l.repeat(of.from, of.to)
	return r.agree(at, "the tokens of \"logprobs\" do", l.v.utterances[from:], of)
}

// agree refuses a file in which utterances do not say the words of those of the first view which they repeat.
func (r *openAI) agree(at int, what string, repeated []transcript.Utterance, of span) error {
	if wordsOf(repeated) != wordsOf(r.said.v.utterances[of.from:of.to]) {
		return r.f.errorLine(at, "among events of OpenAI, %s not say what the others say of it: the file would be cleaned by half; save the text of the last event alone", what)
	}
	return nil
}

// wordsOf returns the words of utterances without marks and case.
func wordsOf(utterances []transcript.Utterance) string {
	var text, out strings.Builder
	for i := range utterances {
		text.WriteByte(' ')
		for _, p := range utterances[i].Pieces {
			text.WriteString(p.Text)
		}
	}
	for word := range strings.FieldsSeq(text.String()) {
		if letters := lettersOf(word); letters != "" {
			out.WriteString(letters)
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// respell lets the member of words that has the bytes of their texts, as numbers, follow them.
func (l *wordList) respell(o *outcome, name string) {
	for i, u := range l.units {
		fates := o.fates(l.v, int(u.utterance))
		if fates == nil || fates[u.piece].removed {
			continue
		}
		numbers := l.element(i).list(name)
		x, _ := l.v.field(int(u.utterance), int(u.piece))
		text := fates[u.piece].text
		if len(numbers) == 0 || text == unquoted(o.f.text[x.raw.from:x.raw.to]) {
			continue
		}
		between := ","
		if len(numbers) > 1 {
			between = o.f.text[numbers[0].to:numbers[1].from]
		}
		var b strings.Builder
		for k := range len(text) {
			if k > 0 {
				b.WriteString(between)
			}
			b.WriteString(strconv.Itoa(int(text[k])))
		}
		o.replace(span{numbers[0].from, numbers[len(numbers)-1].to}, b.String())
	}
}

package kafka

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
)

var waits = times{silence: 1000, wait: 100, flush: 40}

// told is what a partition gives to do.
func told(p *partition) (out []string) {
	work, failures := p.taken()
	for _, c := range work {
		line := c.key + ":"
		for _, o := range c.ops {
			switch o.kind {
			case put:
				line += " " + string(o.text)
			case flush:
				line += " /"
			case pause:
				line += " //"
			case end:
				line += " ."
			}
		}
		c.ops = nil
		out = append(out, line)
	}
	for _, f := range failures {
		out = append(out, "! "+f.Conversation+": "+f.Error)
	}
	return out
}

func TestPartition(t *testing.T) {
	say := func(at int64, key string, seq int64, text string) message {
		return message{time: at, key: key, seq: seq, text: []byte(text), last: strings.HasSuffix(text, ".")}
	}
	for name, x := range map[string]struct {
		log  []message
		want []string
	}{
		"in order":           {[]message{say(1, "a", 0, "so"), say(2, "b", 0, "no"), say(3, "a", 1, "yes.")}, []string{"a: so yes. .", "b: no"}},
		"without numbers":    {[]message{say(1, "a", -1, "so"), say(2, "a", -1, "so"), say(3, "a", -1, "yes."), say(4, "a", -1, "again")}, []string{"a: so so yes. .", "a: again"}},
		"out of order":       {[]message{say(1, "a", 2, "c"), say(2, "a", 1, "b"), say(3, "a", 0, "a"), say(4, "a", 3, "d.")}, []string{"a: a b c d. ."}},
		"twice":              {[]message{say(1, "a", 0, "a"), say(2, "a", 0, "a"), say(3, "a", 2, "c"), say(3, "a", 2, "c"), say(4, "a", 1, "b")}, []string{"a: a b c"}},
		"twice, at the end":  {[]message{say(1, "a", 0, "a"), say(2, "a", 1, "b."), say(3, "a", 1, "b."), say(3, "a", 0, "a")}, []string{"a: a b. ."}},
		"never came":         {[]message{say(1, "a", 0, "a"), say(2, "a", 2, "c"), say(200, "", -1, "")}, []string{"a: a // c / //", "! a: records 1 to 1 never came: those behind them are cleaned without them"}},
		"too late":           {[]message{say(1, "a", 0, "a"), say(2, "a", 2, "c"), say(110, "a", 1, "b"), say(111, "a", 3, "d")}, []string{"a: a // c / d", "! a: records 1 to 1 never came: those behind them are cleaned without them", "! a: record 1 came too late: those behind it were cleaned without it"}},
		"behind the end":     {[]message{say(1, "a", 0, "a."), say(2, "a", 1, "b")}, []string{"a: a. .", "! a: record 1 came behind the last one"}},
		"waits behind it":    {[]message{say(1, "a", 2, "c"), say(2, "a", 1, "b."), say(3, "a", 0, "a")}, []string{"a: a b. .", "! a: records 2 to 2 came behind the last one"}},
		"a pause":            {[]message{say(1, "a", 0, "a"), say(50, "b", 0, "b"), say(60, "a", 1, "c")}, []string{"a: a // c /", "b: b"}},
		"slowly":             {[]message{say(1, "a", 0, "a"), say(31, "a", 1, "b"), say(61, "a", 2, "c"), say(71, "a", 3, "d")}, []string{"a: a b c / d"}},
		"nothing but an end": {[]message{{time: 1, key: "a", seq: -1, last: true}}, nil},
		"some numbers":       {[]message{say(1, "a", 0, "a"), say(1, "a", -1, "b"), {time: 2, key: "a", seq: -1, last: true}, say(3, "a", -1, "c")}, []string{"a: a .", "! a: of a conversation either all records have numbers, or none", "! a: of a conversation either all records have numbers, or none"}},
		"unreadable":         {[]message{{time: 1, key: "a", seq: -1, bad: fmt.Errorf("odd")}}, []string{"! a: odd"}},
		"time does not turn": {[]message{say(100, "a", 0, "a"), say(50, "a", 1, "b"), say(120, "a", 2, "c")}, []string{"a: a b c"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPartition(0, waits, 0, 0)
			for i := range x.log {
				x.log[i].offset = int64(i)
				p.take(&x.log[i])
			}
			if got := told(p); len(x.want)+len(got) > 0 && !slices.Equal(got, x.want) {
				t.Errorf("%q instead of %q", got, x.want)
			}
		})
	}
}

// A conversation in which nothing comes ends, and is forgotten; one that has ended is forgotten as late.
func TestSilence(t *testing.T) {
	p := newPartition(0, waits, 0, 0)
	var got []string
	for i, m := range []message{
		{time: 1, key: "a", seq: 0, text: []byte("a")}, {time: 900, seq: -1}, {time: 1001, seq: -1},
		{time: 1900, key: "a", seq: 0, text: []byte("b"), last: true},
		{time: 2899, key: "a", seq: 0, text: []byte("b"), last: true}, // a copy
		{time: 3898, seq: -1}, {time: 3899, key: "a", seq: 0, text: []byte("c")},
	} {
		m.offset = int64(i)
		p.take(&m)
		got = append(got, told(p)...)
	}
	if want := []string{"a: a", "a: //", "a: .", "a: b .", "a: c"}; !slices.Equal(got, want) || p.copies != 1 {
		t.Errorf("%q instead of %q, %d copies", got, want, p.copies)
	}
	if from, now := p.from(); from != 6 || now != 3899 {
		t.Errorf("it begins at %d, %d", from, now)
	}
}

// randomLog is a log of conversations with records out of order, twice, late, missing and unreadable, and with ticks.
func randomLog(r *rand.Rand, n int) (log []message) {
	next := make(map[string]int64)
	now, generation := int64(0), 0
	for range n {
		now += r.Int64N(30)
		if r.IntN(60) == 0 {
			now += r.Int64N(2500)
		}
		if r.IntN(25) == 0 {
			generation++
		}
		key := fmt.Sprintf("k%d", max(0, generation-r.IntN(3)))
		m := message{offset: int64(len(log) * 2), time: now - r.Int64N(20), key: key, seq: next[key], last: r.IntN(15) == 0}
		m.text = fmt.Appendf(nil, "um i want word%d ", m.seq)
		switch r.IntN(12) {
		case 0:
			m.seq += r.Int64N(3)
		case 1:
			m.seq = max(0, m.seq-r.Int64N(3))
		case 2:
			m = message{offset: m.offset, time: m.time, seq: -1}
		case 3:
			m.bad = fmt.Errorf("odd")
		default:
			next[key]++
		}
		if strings.HasSuffix(key, "3") || r.IntN(40) == 0 {
			m.seq = -1
		}
		if r.IntN(50) == 0 {
			m.seq, m.text, m.last = -1, nil, true
		}
		log = append(log, m)
	}
	return log
}

// Wherever a worker stops, one that rebuilds the partition from where that says goes on as if nothing had been.
func TestRebuild(t *testing.T) {
	b, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		log := randomLog(r, 150)
		w, err := New(Options{In: "a", Out: "b", Group: "c", Bundle: b, Settings: map[string][]string{"latency": {"words=2"}}})
		if err != nil {
			t.Fatal(err)
		}
		clean := func(p *partition) (out []string) {
			work, failures := p.taken()
			for _, d := range w.cleaner.all(work, 0) {
				for _, e := range d.events {
					out = append(out, fmt.Sprintf("%+v", e))
				}
			}
			for _, f := range failures {
				out = append(out, fmt.Sprintf("%+v", f))
			}
			return out
		}
		p := newPartition(0, waits, 0, 0)
		var froms, nows []int64
		var want [][]string
		for i := range log {
			p.take(&log[i])
			want = append(want, clean(p))
			from, now := p.from()
			froms, nows = append(froms, from), append(nows, now)
		}
		for range 4 {
			cut := r.IntN(len(log))
			again := newPartition(0, waits, froms[cut], nows[cut])
			again.rebuilds = true
			for i := froms[cut] / 2; i <= int64(cut); i++ {
				if log[i].offset >= froms[cut] {
					again.take(&log[i])
				}
			}
			w.open(again)
			for i := cut + 1; i < len(log); i++ {
				again.take(&log[i])
				if got := clean(again); !slices.Equal(got, want[i]) {
					t.Fatalf("seed %d, cut at %d from %d: record %d: %q instead of %q", seed, cut, froms[cut], i, got, want[i])
				}
			}
		}
	}
}

func TestRead(t *testing.T) {
	for name, x := range map[string]struct {
		r    kgo.Record
		raw  bool
		want string
	}{
		"words":          {kgo.Record{Key: []byte("a"), Value: []byte(`{"text":"so ","seq":3,"last":true}`)}, false, `a 3 "so " true <nil>`},
		"no number":      {kgo.Record{Key: []byte("a"), Value: []byte(`{"text":"so "}`)}, false, `a -1 "so " false <nil>`},
		"the end":        {kgo.Record{Key: []byte("a")}, false, `a -1 "" true <nil>`},
		"only the end":   {kgo.Record{Key: []byte("a"), Value: []byte(`{"last":true,"seq":4}`)}, false, `a 4 "" true <nil>`},
		"of recognisers": {kgo.Record{Key: []byte("a"), Value: []byte(`{"partial":"so"}`), Headers: []kgo.RecordHeader{{Key: "seq", Value: []byte("7")}, {Key: "last", Value: []byte("true")}}}, true, `a 7 "{\"partial\":\"so\"}" true <nil>`},
		"tick":           {kgo.Record{Headers: []kgo.RecordHeader{{Key: headerTick}}}, false, ` -1 "" false <nil>`},
		"no key":         {kgo.Record{Value: []byte(`{"text":"so "}`)}, false, ` -1 "" false the record has no key: that is the name of the conversation`},
		"odd number":     {kgo.Record{Key: []byte("a"), Value: []byte(`{}`), Headers: []kgo.RecordHeader{{Key: "seq", Value: []byte("-7")}}}, false, `a -7 "" false the header seq is no number from 0: "-7"`},
		"no object":      {kgo.Record{Key: []byte("a"), Value: []byte(`so`)}, false, `a -1 "" false the value is not like {"text": "so um ", "seq": 0, "last": false}: invalid character 's' looking for beginning of value`},
		"no text":        {kgo.Record{Key: []byte("a"), Value: []byte(`{"seq":0}`)}, false, `a -1 "" false the value has no "text"`},
		"other members":  {kgo.Record{Key: []byte("a"), Value: []byte(`{"txt":"so"}`)}, false, `a -1 "" false the value is not like {"text": "so um ", "seq": 0, "last": false}: json: unknown field "txt"`},
	} {
		m := read(&x.r, x.raw)
		if got := fmt.Sprintf("%s %d %q %v %v", m.key, m.seq, m.text, m.last, m.bad); got != x.want {
			t.Errorf("%s: %s instead of %s", name, got, x.want)
		}
	}
}

package batch

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// got is what pipelines of tests emit, in this process.
var got struct {
	mu       sync.Mutex
	pieces   []Piece
	failures []Failure
	cleaned  []Cleaned
	labelled []decisions.Sentence
}

func keep[T any](to *[]T) func(T) {
	return func(x T) {
		got.mu.Lock()
		defer got.mu.Unlock()
		*to = append(*to, x)
	}
}

func keepPiece(x Piece)               { keep(&got.pieces)(x) }
func keepFailure(x Failure)           { keep(&got.failures)(x) }
func keepCleaned(x Cleaned)           { keep(&got.cleaned)(x) }
func keepLabels(x decisions.Sentence) { keep(&got.labelled)(x) }

// said is a turn of a conversation of a test.
type said struct {
	Conversation string
	Turn         Turn
}

func keyed(x said) (string, Turn) { return x.Conversation, x.Turn }

func init() {
	register.Function1x0(keepPiece)
	register.Function1x0(keepFailure)
	register.Function1x0(keepCleaned)
	register.Function1x0(keepLabels)
	register.Function1x2(keyed)
}

// streamed runs Streams over turns, and returns what comes of each conversation.
func streamed(t *testing.T, o StreamsOptions, turns []said) map[string]string {
	t.Helper()
	got.pieces, got.failures = nil, nil
	// Prism cuts bundles of slow functions between the elements of a key, and works on both
	// parts at once, each with the state of before.
	before := *jobopts.Experiments
	*jobopts.Experiments = "prism_disable_sdf_split"
	defer func() { *jobopts.Experiments = before }()
	onPrism(t, func(s beam.Scope) {
		pieces, failed := Streams(s, beam.ParDo(s, keyed, beam.CreateList(s, turns)), o)
		beam.ParDo0(s, keepPiece, pieces)
		beam.ParDo0(s, keepFailure, failed)
	})
	slices.SortFunc(got.pieces, func(a, b Piece) int {
		return cmp.Or(strings.Compare(a.Conversation, b.Conversation), cmp.Compare(a.Index, b.Index))
	})
	out := make(map[string]string)
	for i, p := range got.pieces {
		first := i == 0 || got.pieces[i-1].Conversation != p.Conversation
		if first != (p.Index == 0) || !first && p.Index != got.pieces[i-1].Index+1 {
			t.Errorf("piece %d of %s has no predecessor", p.Index, p.Conversation)
		}
		if last := i+1 == len(got.pieces) || got.pieces[i+1].Conversation != p.Conversation; last != p.Last {
			t.Errorf("piece %d of %s: last is %v", p.Index, p.Conversation, p.Last)
		}
		out[p.Conversation] += p.Text
	}
	return out
}

// conversations returns the turns of some conversations, and what a stream makes of each.
func conversations(t *testing.T) (turns []said, want map[string]string) {
	t.Helper()
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	c, err := tidytalk.New(b, tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Options{}.parse("", true)
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("../testdata/transcripts/*.txt")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	want = make(map[string]string)
	for i, name := range names[:drawn.Few(len(names), 4)] {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		if i%2 == 1 { // as recognisers write
			text = strings.NewReplacer(",", "", ".", "", "?", "").Replace(strings.ToLower(text))
		}
		lines := strings.SplitAfter(text, "\n")
		for n, line := range lines {
			turns = append(turns, said{filepath.Base(name), Turn{Seq: int64(n), Text: line, Last: n+1 == len(lines)}})
		}
		var out strings.Builder
		s, err := c.NewStream(t.Context(), &out, tidytalk.StreamOptions{Rewriting: f.Rewriting})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if want[filepath.Base(name)] = out.String(); out.String() == text {
			t.Fatalf("%s does not change", name)
		}
	}
	return turns, want
}

// Whatever the order in which turns of several conversations come, and how often, the result
// of each is that of a stream.
func TestStreams(t *testing.T) {
	turns, want := conversations(t)
	defer func() { replayHook = nil }()
	var first []Piece
	for seed := range uint64(drawn.Few(4, 2)) {
		mixed := slices.Clone(turns)
		if seed > 0 {
			r := rand.New(rand.NewPCG(seed, 0))
			mixed = append(mixed, turns[:len(turns)/2]...) // copies
			r.Shuffle(len(mixed), func(i, k int) { mixed[i], mixed[k] = mixed[k], mixed[i] })
			// A copy that comes when its conversation is over would begin another one.
			mixed = untilComplete(mixed, turns)
		}
		if seed == 3 {
			replayHook = func(string, int) { time.Sleep(250 * time.Millisecond) } // slowly
		}
		same(t, streamed(t, StreamsOptions{}, mixed), want)
		if len(got.failures) > 0 {
			t.Errorf("failures %v", got.failures)
		}
		// Pieces do not depend on the order of turns: who keeps them by their index has none twice.
		if seed == 0 {
			first = slices.Clone(got.pieces)
		} else if !slices.Equal(got.pieces, first) {
			t.Errorf("seed %d: other pieces of the same text", seed)
		}
	}
}

// untilComplete leaves out copies that come when all turns of their conversation are there.
func untilComplete(mixed, turns []said) []said {
	missing := make(map[string]map[int64]bool)
	for _, x := range turns {
		if missing[x.Conversation] == nil {
			missing[x.Conversation] = make(map[int64]bool)
		}
		missing[x.Conversation][x.Turn.Seq] = true
	}
	return slices.DeleteFunc(mixed, func(x said) bool {
		m := missing[x.Conversation]
		over := len(m) == 0
		delete(m, x.Turn.Seq)
		return over
	})
}

// Without the streams in memory, what was said is cleaned anew.
func TestStreamsReplay(t *testing.T) {
	turns, want := conversations(t)
	most := lives.most
	lives.most = 0
	defer func() { lives.most, replayHook = most, nil }()
	var mu sync.Mutex
	replayed := 0
	replayHook = func(_ string, turns int) {
		mu.Lock()
		defer mu.Unlock()
		if turns > 0 {
			replayed++
		}
	}
	same(t, streamed(t, StreamsOptions{}, turns), want)
	if replayed < len(turns)/2 {
		t.Errorf("%d replays of %d turns", replayed, len(turns))
	}
}

// A stream in memory that is not where the state is, as after a bundle that failed, is not gone
// on with.
func TestStreamsStale(t *testing.T) {
	turns, want := conversations(t)
	m, err := load(t.Context(), Options{}, purpose{Stream: true})
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		lives.put(m.key, name, &live{next: 1})
	}
	same(t, streamed(t, StreamsOptions{}, turns), want)
}

// A conversation without an end is over when its input is, or nothing is said for a while;
// what is missing then is told.
func TestStreamsWithoutEnd(t *testing.T) {
	turns, want := conversations(t)
	for i := range turns {
		turns[i].Turn.Last = false
	}
	same(t, streamed(t, StreamsOptions{}, turns), want)
	gap := []said{{"a", Turn{Seq: 0, Text: "Ann: Uh, yes.\n"}}, {"a", Turn{Seq: 2, Text: "Bob: Uh, no.\n"}}, {"b", Turn{Seq: 1, Text: "Ann: Uh, so.\n", Last: true}}}
	same(t, streamed(t, StreamsOptions{}, gap), map[string]string{"a": "Ann: Yes.\nBob: No.\n", "b": "Ann: So.\n"})
	if len(got.failures) != 2 || !strings.Contains(fmt.Sprint(got.failures), "turn 1 never came") {
		t.Errorf("failures %v", got.failures)
	}
}

// Text that cannot be cleaned ends its conversation, and no other one.
func TestStreamsFailure(t *testing.T) {
	turns := []said{
		{"bad", Turn{Seq: 0, Text: "Ann: Uh, yes.\n"}}, {"good", Turn{Seq: 0, Text: "Ann: Uh, yes.\n"}},
		{"bad", Turn{Seq: 1, Text: "Ann: \x01\n"}}, {"bad", Turn{Seq: 2, Text: "Ann: Uh, no.\n"}},
		{"good", Turn{Seq: 1, Text: "Bob: Uh, no.\n", Last: true}}, {"bad", Turn{Seq: 3, Text: "", Last: true}},
	}
	if out := streamed(t, StreamsOptions{}, turns); out["good"] != "Ann: Yes.\nBob: No.\n" || out["bad"] != "Ann: Yes.\n" {
		t.Errorf("%q", out)
	}
	if len(got.failures) != 1 || got.failures[0].Input != "bad" || got.failures[0].Line != 2 {
		t.Errorf("failures %v", got.failures)
	}
}

func TestStreamsOptions(t *testing.T) {
	for _, o := range []StreamsOptions{{Silence: -1}, {Options: Options{Settings: map[string][]string{"to": {"srt"}}}}} {
		if err := o.Validate(); err == nil {
			t.Errorf("%+v is fine", o)
		}
	}
}

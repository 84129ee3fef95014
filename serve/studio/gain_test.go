package studio

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/metric"
)

var gain = flag.Bool("gain", false, "measure what learning from corrections gains")

// TestGain plays somebody who corrects some conversations, lets the studio learn from that,
// and looks at others, of the same kind of talk, that were never corrected.
func TestGain(t *testing.T) {
	if !*gain {
		t.Skip("SKIPPED: it takes minutes: -gain measures it")
	}
	taughtFrom, lookedAt := meetings(t, "train"), meetings(t, "dev")
	for _, form := range []string{"typed", "unpunctuated"} {
		for _, n := range []int{1, 3, 8} {
			t.Run(fmt.Sprintf("%s/%d", form, n), func(t *testing.T) {
				c := newClient(t, Options{MaxDocuments: 100})
				taught, words, corrections := talks(t, c, taughtFrom, form, n)
				const looked = 4
				others, _, _ := talks(t, c, lookedAt, form, looked)
				var documents []map[string]any
				for i := range taught {
					documents = append(documents, map[string]any{"id": taught[i].d.ID, "edit": taught[i].e})
				}
				var started struct{ Job string }
				start := time.Now()
				c.must("POST", "/studio/learn", map[string]any{"documents": documents}, &started)
				var state struct {
					State, Error string
					Result       *learnResult
				}
				for state.State == "" || state.State == "running" {
					time.Sleep(50 * time.Millisecond)
					c.must("GET", "/studio/jobs/"+started.Job, "", &state)
				}
				if state.State != "done" {
					t.Fatalf("%+v", state)
				}
				took := time.Since(start)
				before := removals(c, others)
				c.must("POST", "/studio/settings", started, &struct{}{})
				again, _, _ := talks(t, c, lookedAt, form, looked)
				after := removals(c, again)
				r := state.Result
				t.Logf("%d meetings, %d words, %d corrections, %.0f s: known %d, learned %d, %d lessons; held out %d sentences %.2f -> %.2f; %d others: removals P %.2f R %.2f F1 %.2f -> P %.2f R %.2f F1 %.2f",
					n, words, corrections, took.Seconds(), r.Known, r.Learned, len(r.Lessons), r.Held, r.HeldBefore, r.HeldAfter, looked,
					100*before.Precision(), 100*before.Recall(), 100*before.F1(), 100*after.Precision(), 100*after.Recall(), 100*after.F1())
				for _, l := range r.Lessons[:min(len(r.Lessons), 12)] {
					t.Logf("%q %d of %d", l.Line, l.Times, l.Of)
				}
			})
		}
	}
}

// TestChecking plays somebody who judges the places that the page leads to, in its order
// (serve/web/src/queue.ts), and counts the words that are still wrong after so many of them.
func TestChecking(t *testing.T) {
	if !*gain {
		t.Skip("SKIPPED: it takes minutes: -gain measures it")
	}
	home, err := data.ReadTSVFile(datatest.Path(t, "swbd", "dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name  string
		sides []data.Side
		n     int
	}{{"conversations", home, 12}, {"meetings", meetings(t, "dev"), 4}} {
		for _, form := range []string{"typed", "unpunctuated"} {
			c := newClient(t, Options{MaxDocuments: 100})
			docs, words, wrong := talks(t, c, x.sides, form, x.n)
			var left [4]int // words that are wrong after so many places in 10,000 words, and all
			places := 0
			for i := range docs {
				list := uncertain(docs[i].d)
				places += len(list)
				var shown shown
				c.must("POST", "/studio/documents/"+docs[i].d.ID+"/edit", editRequest{}, &shown)
				gone := goneOf(docs[i].d, &shown)
				for k, most := range [4]int{50 * len(gone) / 10000, 100 * len(gone) / 10000, 200 * len(gone) / 10000, len(list)} {
					left[k] += len(docs[i].e.Corrections) - mended(list[:min(most, len(list))], gone, docs[i].removed)
				}
			}
			t.Logf("%s, %s: %d words, %d of them wrong; after 50, 100, 200 places in 10,000 words, and all %d: %v", x.name, form, words, wrong, places, left)
		}
	}
}

// mended returns how many words are right that were wrong, once places are judged.
func mended(places []place, gone, wanted []bool) int {
	n := 0
	for _, p := range places {
		wrong := 0
		for w := p.from; w < p.end; w++ {
			if gone[w] != wanted[w] {
				wrong++
			}
		}
		n += max(0, 2*wrong-(p.end-p.from)) // else it is judged right
	}
	return n
}

// place is a stretch about which one decision was made.
type place struct {
	from, end int
	wrong     float64 // the probability that it is
}

// uncertain returns the places of a document that the page leads to, in its order.
func uncertain(d *opened) []place {
	const least = 0.1
	turn := make([]int, len(d.Words))
	for i, t := range d.Turns {
		for w := t[0]; w < t[1]; w++ {
			turn[w] = i
		}
	}
	var out []place
	var last struct {
		sure          float64
		removed, open bool
	}
	for w := range d.Words {
		own, removed, sure := place{w, w + 1, 0}, false, -1.0
		switch why := d.Why[w]&int(data.DefaultRemoved) != 0; {
		case why && d.Level[w] <= 1:
			own.wrong, removed, sure = 1-d.Confidence[w], true, d.Confidence[w]
		case why:
			own.wrong, sure = d.Confidence[w], d.Confidence[w]
		case d.Why[w] == 0 && d.Doubt[w] > 0:
			own.wrong = d.Doubt[w]
		default:
			last.open = false
			continue
		}
		if last.open && last.removed == removed && last.sure == sure && turn[w] == turn[w-1] {
			out[len(out)-1].end = w + 1
			out[len(out)-1].wrong = max(out[len(out)-1].wrong, own.wrong)
		} else {
			out = append(out, own)
		}
		last.sure, last.removed, last.open = sure, removed, true
	}
	out = slices.DeleteFunc(out, func(p place) bool { return p.wrong < least })
	slices.SortStableFunc(out, func(a, b place) int { return cmp.Compare(b.wrong, a.wrong) })
	return out
}

// wanted is a conversation as somebody wants it.
type wanted struct {
	d       *opened
	removed []bool // by word
	e       editRequest
}

// meetings returns the sides of meetings whose disfluencies are annotated, by other rules
// than those of the corpus that the models are from.
func meetings(t *testing.T, part string) []data.Side {
	t.Helper()
	f, err := os.Open(datatest.Path(t, "ami", "disfluency."+part+".tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	numbers := make(map[string]int)
	for lines := bufio.NewScanner(z); lines.Scan(); {
		name, rest, _ := strings.Cut(lines.Text(), "\t")
		if numbers[name] == 0 {
			numbers[name] = 1 + len(numbers)
		}
		fmt.Fprintf(&rows, "%d\t%s\n", numbers[name], rest)
	}
	sides, err := data.ReadTSV(strings.NewReader(rows.String()), part)
	if err != nil {
		t.Fatal(err)
	}
	return sides
}

// talks opens conversations, and corrects them.
func talks(t *testing.T, c *client, sides []data.Side, form string, n int) (out []wanted, words, corrections int) {
	t.Helper()
	var convs []int
	for i := range sides {
		if !slices.Contains(convs, sides[i].Conv) {
			convs = append(convs, sides[i].Conv)
		}
	}
	for _, conv := range convs[:n] {
		var text strings.Builder
		var gold []data.Token
		for i := range sides {
			if sides[i].Conv != conv {
				continue
			}
			tokens := sides[i].WithoutPartials()
			gold = append(gold, tokens...)
			line := data.Typed(tokens)
			if form == "unpunctuated" {
				line = strings.ToLower(strings.NewReplacer(".", "", ",", "", "?", "", "!", "", ";", "", ":", "").Replace(line))
			}
			fmt.Fprintf(&text, "%c: %s\n", sides[i].Speaker, line)
		}
		d := c.open(fmt.Sprintf("%d.txt", conv), text.String())
		x := wanted{d: d, removed: aligned(d.Words, gold)}
		var shown shown
		c.must("POST", "/studio/documents/"+d.ID+"/edit", x.e, &shown)
		gone := goneOf(d, &shown)
		for w := range d.Words {
			if x.removed[w] != gone[w] {
				x.e.Corrections = append(x.e.Corrections, correction{Word: w, Fate: map[bool]string{true: "goes", false: "stays"}[x.removed[w]]})
			}
		}
		out, words, corrections = append(out, x), words+len(d.Words), corrections+len(x.e.Corrections)
	}
	return out, words, corrections
}

// aligned returns of each word whether its tokens are to be removed, by the same words with labels.
func aligned(words []string, gold []data.Token) []bool {
	out := make([]bool, len(words))
	at := 0
	for w, word := range words {
		removed, text := true, strings.ToLower(word)
		from := at
		for k := at; k < min(at+8, len(gold)); k++ {
			if !strings.HasPrefix(text, strings.ToLower(gold[k].Text)) {
				continue
			}
			for from = k; from < len(gold) && text != "" && strings.HasPrefix(text, strings.ToLower(gold[from].Text)); from++ {
				text = strings.TrimPrefix(text, strings.ToLower(gold[from].Text))
				removed = removed && gold[from].Label() != data.O && gold[from].Kind != data.Conjunction
			}
			break
		}
		out[w] = removed && from > at
		at = max(at, from)
	}
	return out
}

func goneOf(d *opened, e *shown) []bool {
	gone := make([]bool, len(d.Words))
	for _, g := range e.Gone {
		for w := g[0]; w < g[1]; w++ {
			gone[w] = true
		}
	}
	return gone
}

// removals scores what is removed without anybody's corrections.
func removals(c *client, talks []wanted) metric.Counts {
	var out metric.Counts
	for i := range talks {
		var e shown
		c.must("POST", "/studio/documents/"+talks[i].d.ID+"/edit", editRequest{}, &e)
		for w, gone := range goneOf(talks[i].d, &e) {
			out.Add(talks[i].removed[w], gone)
		}
	}
	return out
}

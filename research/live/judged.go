package live

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Judged is a text of which somebody has judged which words should go.
type Judged struct {
	Name  string
	turns [][]judgedWord
}

type judgedWord struct {
	tokens []tidytalk.Word
	should verdict
}

type verdict uint8

const (
	unjudged verdict = iota
	goes             // it should go
	free             // it may
	stays            // it should not go
)

// Removals counts words that are judged.
type Removals struct {
	Words int
	Right int // should go, and go
	Left  int // should go, and stay
	Wrong int // should stay, and go
	Free  int // may go, and go
	New   int // go, and nobody has judged them
}

// Precision and Recall are of the words that are judged to go or to stay.
func (r *Removals) Precision() float64 { return float64(r.Right) / float64(max(1, r.Right+r.Wrong)) }

// Recall is described at Precision.
func (r *Removals) Recall() float64 { return float64(r.Right) / float64(max(1, r.Right+r.Left)) }

// Plus adds what was counted of another text.
func (r *Removals) Plus(o *Removals) {
	r.Words, r.Right, r.Left = r.Words+o.Words, r.Right+o.Right, r.Left+o.Left
	r.Wrong, r.Free, r.New = r.Wrong+o.Wrong, r.Free+o.Free, r.New+o.New
}

// spelled is what counts as a word where texts with and without punctuation are compared.
var spelled = regexp.MustCompile(`[\p{L}\p{N}_'’]+`)

// ReadJudged reads a folder with the same texts with punctuation, typed/NAME.txt, and without, bare/NAME.txt, and judgements, judged.tsv:
// NAME, from, to (characters of the typed text), go, free or stay, and why. Errors name file and line.
func ReadJudged(folder string) ([]Judged, error) {
	name := filepath.Join(folder, "judged.tsv")
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	verdicts := map[string]verdict{"go": goes, "free": free, "stay": stays}
	ranges := make(map[string][][3]int)
	var names []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 4 {
			return nil, fmt.Errorf("%s:%d: there are %d columns: want a text, from, to, and go, free or stay", name, n, len(fields))
		}
		from, wrong := strconv.Atoi(fields[1])
		to, wrongToo := strconv.Atoi(fields[2])
		v := verdicts[fields[3]]
		if wrong != nil || wrongToo != nil || from < 0 || to < from || v == unjudged {
			return nil, fmt.Errorf("%s:%d: %q is no judgement about a place: want numbers of characters, and go, free or stay", name, n, strings.Join(fields[1:4], " "))
		}
		if ranges[fields[0]] == nil {
			names = append(names, fields[0])
		}
		ranges[fields[0]] = append(ranges[fields[0]], [3]int{from, to, int(v)})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	slices.Sort(names)
	var out []Judged
	for _, n := range names {
		j, err := readJudged(folder, n, ranges[n])
		if err != nil {
			return nil, err
		}
		out = append(out, *j)
	}
	return out, nil
}

func readJudged(folder, name string, ranges [][3]int) (*Judged, error) {
	file := filepath.Join(folder, "bare", name+".txt")
	typed, err := os.ReadFile(filepath.Join(folder, "typed", name+".txt"))
	if err != nil {
		return nil, err
	}
	bare, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	in, places := spelled.FindAllIndex(typed, -1), spelled.FindAllIndex(bare, -1)
	if len(in) != len(places) {
		return nil, fmt.Errorf("%s: it has %d words, the same with punctuation %d", file, len(places), len(in))
	}
	verdicts := make(map[int]verdict) // by where the bare word begins
	characters, byte := 0, 0
	for i, at := range in {
		characters, byte = characters+utf8.RuneCount(typed[byte:at[0]]), at[0]
		for _, r := range ranges {
			if characters >= r[0] && characters < r[1] {
				verdicts[places[i][0]] = verdict(r[2])
			}
		}
	}
	d, err := transcript.ParseText(string(bare), file)
	if err != nil {
		return nil, err
	}
	j := &Judged{Name: name}
	for i := range d.Turns {
		var turn []judgedWord
		for w := d.Turns[i].Words.Start; w < d.Turns[i].Words.End; w++ {
			word := &d.Words[w]
			own := judgedWord{}
			if at := spelled.FindStringIndex(d.Source[word.Bytes.Start:word.Bytes.End]); at != nil {
				own.should = verdicts[word.Bytes.Start+at[0]]
			}
			for t := word.Tokens.Start; t < word.Tokens.End; t++ {
				own.tokens = append(own.tokens, tidytalk.Word{Text: d.Tokens[t].Text})
			}
			turn = append(turn, own)
		}
		if len(turn) > 0 {
			j.turns = append(j.turns, turn)
		}
	}
	return j, nil
}

// Score reads the turns of a text one by one as live words, so many a second, or, where the setting says so, as a whole, and counts what goes.
func (j *Judged) Score(ctx context.Context, c *tidytalk.Cleaner, s Setting, perSecond float64) (*Removals, error) {
	r := &Removals{}
	for _, turn := range j.turns {
		var words []tidytalk.Word
		for i, w := range turn {
			for _, t := range w.tokens {
				t.Timed, t.Start, t.End = true, float64(i)/perSecond, float64(i+1)/perSecond
				words = append(words, t)
			}
		}
		removed, err := removedOf(ctx, c, words, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.Name, err)
		}
		for _, w := range turn {
			n := len(w.tokens)
			r.add(w.should, n > 0 && !slices.Contains(removed[:n], false))
			removed = removed[n:]
		}
	}
	return r, nil
}

func (r *Removals) add(should verdict, gone bool) {
	r.Words++
	switch {
	case should == goes && gone:
		r.Right++
	case should == goes:
		r.Left++
	case !gone:
	case should == stays:
		r.Wrong++
	case should == free:
		r.Free++
	default:
		r.New++
	}
}

// removedOf reports of each word whether it goes.
func removedOf(ctx context.Context, c *tidytalk.Cleaner, words []tidytalk.Word, s Setting) ([]bool, error) {
	var removed []bool
	if s.Whole {
		out, err := c.Tokens(ctx, [][]tidytalk.Word{words})
		if err != nil {
			return nil, err
		}
		for i := range out[0].Decisions {
			removed = append(removed, out[0].Decisions[i].Why&data.DefaultRemoved != 0)
		}
		return removed, nil
	}
	live, err := c.LiveWords(s.Latency)
	if err != nil {
		return nil, err
	}
	var settled []tidytalk.DecidedWord
	for i := range words {
		more, err := live.Push(ctx, words[i])
		if err != nil {
			return nil, err
		}
		settled = append(settled, more...)
	}
	more, err := live.Close(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range append(settled, more...) {
		removed = append(removed, w.Why&data.DefaultRemoved != 0)
	}
	return removed, nil
}

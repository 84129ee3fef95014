package judging

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Judgements are places that somebody has judged.
type Judgements struct {
	places map[string][]Place // by source, in order, and none within another
}

// Fates of words in a file of judgements: they should go, may go, should stay.
var fates = []string{"go", "free", "stay"}

// ReadJudgements reads lines 'source TAB from TAB to TAB go|free|stay TAB why', as the page writes them; from
// and to are counted in characters. name is that of the file, for errors.
func ReadJudgements(r io.Reader, name string) (*Judgements, error) {
	j := &Judgements{make(map[string][]Place)}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" {
			continue
		}
		f := strings.SplitN(line, "\t", 5)
		if len(f) < 5 {
			return nil, fmt.Errorf("%s:%d: a line is source, from, to, %s and why, with tabs between", name, n, strings.Join(fates, "|"))
		}
		from, err := strconv.Atoi(f[1])
		to, err2 := strconv.Atoi(f[2])
		if cmp.Or(err, err2) != nil || from < 0 || to <= from {
			return nil, fmt.Errorf("%s:%d: %q to %q is no stretch of a text", name, n, f[1], f[2])
		}
		if !slices.Contains(fates, f[3]) {
			return nil, fmt.Errorf("%s:%d: %q is no judgement: use %s", name, n, f[3], strings.Join(fates, ", "))
		}
		j.places[f[0]] = append(j.places[f[0]], Place{f[0], from, to})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for source, places := range j.places {
		slices.SortFunc(places, Place.compare)
		j.places[source] = joined(places)
	}
	return j, nil
}

// joined joins sorted places that overlap.
func joined(places []Place) []Place {
	out := places[:1]
	for _, p := range places[1:] {
		if last := &out[len(out)-1]; p.From <= last.To {
			last.To = max(last.To, p.To)
			continue
		}
		out = append(out, p)
	}
	return out
}

// Knows reports whether every word of a removal is judged. There may be no judgements.
func (j *Judgements) Knows(r *Removal) bool {
	if j == nil {
		return false
	}
	places := j.places[r.Source]
	for _, word := range r.words {
		i, exact := slices.BinarySearchFunc(places, word, func(p Place, at int) int { return p.From - at })
		if !exact && (i == 0 || places[i-1].To <= word) {
			return false
		}
	}
	return true
}

// Choose draws n removals of those that nobody has judged, or all if there are no more, each as likely as
// any other, and returns them in the order of their texts.
func Choose(removals []Removal, known *Judgements, n int, seed uint64) []Removal {
	out := slices.DeleteFunc(slices.Clone(removals), func(r Removal) bool { return known.Knows(&r) })
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(out))
	order = order[:min(n, len(order))]
	slices.Sort(order)
	for i, k := range order {
		out[i] = out[k]
	}
	return out[:len(order)]
}

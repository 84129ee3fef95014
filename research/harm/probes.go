package harm

import (
	"context"
	_ "embed" // the probes
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/research/quality"
)

// Probe is a text with the words that have to stay, which are all of them where nothing is
// disfluent.
type Probe struct{ Kind, Text, Stays string }

//go:embed testdata/probes.txt
var probeText string

//go:embed testdata/fluent.txt
var fluentText string

// Probes returns the probes: those that once lost words and those that README.md shows, and
// the generated ones.
func Probes() ([]Probe, error) {
	seen, err := parseProbes(probeText, "probes.txt")
	if err != nil {
		return nil, err
	}
	generated, err := parseProbes(fluentText, "fluent.txt")
	if err != nil {
		return nil, err
	}
	return append(seen, generated...), nil
}

// parseProbes reads lines "kind TAB text" and "kind TAB text TAB what stays"; those that begin
// with # say something about the file.
func parseProbes(text, name string) ([]Probe, error) {
	var out []Probe
	line := 0
	for row := range strings.Lines(text) {
		line++
		if row = strings.TrimRight(row, "\r\n"); row == "" || row[0] == '#' {
			continue
		}
		f := strings.Split(row, "\t")
		if len(f) == 2 {
			f = append(f, f[1])
		}
		if len(f) != 3 {
			return nil, fmt.Errorf("%s:%d: a probe is a kind, a text and, where not all of it, what stays, with tabs between them", name, line)
		}
		p := Probe{f[0], f[1], f[2]}
		if _, ok := removedByEditor(quality.Words(p.Text), quality.Words(p.Stays)); !ok {
			return nil, fmt.Errorf("%s:%d: what stays is not the text with words left out", name, line)
		}
		out = append(out, p)
	}
	return out, nil
}

// formatProbes is the inverse of parseProbes for texts all of which stays.
func formatProbes(probes []Probe, about string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", about)
	for _, p := range probes {
		fmt.Fprintf(&b, "%s\t%s\n", p.Kind, p.Text)
	}
	return b.String()
}

// ProbeScore is what probes of a kind lost, by form.
type ProbeScore struct {
	Texts, Words int
	Hurt, Lost   [NumForms]int       // texts and words
	Examples     [NumForms][]Example // what became of the hurt ones
}

// Probes cleans probes as they are typed and bare, and counts by kind what is lost of what has
// to stay. It returns the kinds in order, too.
func (m *Measurer) Probes(ctx context.Context, probes []Probe) (map[string]*ProbeScore, []string, error) {
	var texts []string
	for _, p := range probes {
		texts = append(texts, p.Text, bare(p.Text))
	}
	cleaned, err := m.lines(ctx, texts)
	if err != nil {
		return nil, nil, err
	}
	out := make(map[string]*ProbeScore)
	var kinds []string
	for i, p := range probes {
		s := out[p.Kind]
		if s == nil {
			s = new(ProbeScore)
			out[p.Kind], kinds = s, append(kinds, p.Kind)
		}
		stays := quality.Words(p.Stays)
		s.Texts++
		s.Words += len(stays)
		for form := range NumForms {
			got := cleaned[2*i+form]
			if n := lost(stays, quality.Words(got)); n > 0 {
				s.Hurt[form]++
				s.Lost[form] += n
				s.Examples[form] = append(s.Examples[form], Example{texts[2*i+form], got})
			}
		}
	}
	return out, kinds, nil
}

// lost returns how many words are not among others, in order.
func lost(words, among []string) int {
	common := make([]int, len(among)+1) // of the words so far and the first of the others
	for _, w := range words {
		diagonal := 0
		for j, a := range among {
			above := common[j+1]
			if w == a {
				common[j+1] = diagonal + 1
			} else {
				common[j+1] = max(above, common[j])
			}
			diagonal = above
		}
	}
	return len(words) - common[len(among)]
}

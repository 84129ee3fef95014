package emnlp2014

import (
	"embed"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// A labelling puts the marks and the disfluencies of words into the labels of a chain
// (section 6 of the paper), or one of the two.
type labelling struct {
	name   string
	df, pu bool // what the labels tell
	labels []string
	// layers are the lines that declare the layers of its labels, "" for a plain chain; feeds
	// says which of them a template feeds, "" for each. edges are further lines.
	layers, feeds, edges string
	transitions          string // of what, "" for each layer
	between              bool   // edges between the layers see the words
}

const (
	dfLabels = "O F E"
	puLabels = "NONE COMMA PERIOD QMARK"
	// Before a stream stand a full stop and no disfluency.
	twoLayers = "layer df " + dfLabels + "\nlayer pu " + puLabels + "\nstart df=O pu=PERIOD\n"
)

// The ways of the paper, and one whose edges between the layers see the words, and lead from each
// layer to the next word of the other.
var (
	onlyDF       = &labelling{name: "disfluencies", df: true, labels: strings.Fields(dfLabels)}
	onlyPU       = &labelling{name: "marks", pu: true, labels: strings.Fields(puLabels)}
	mixed        = &labelling{name: MixedLabels, df: true, pu: true, labels: strings.Fields("E F " + puLabels)}
	crossProduct = &labelling{name: "cross product", df: true, pu: true, layers: twoLayers, feeds: "df*pu", transitions: "df*pu"}
	factorial    = &labelling{name: "factorial", df: true, pu: true, layers: twoLayers, feeds: "df,pu", edges: "bias df*pu\n"}
	moreEdges    = &labelling{name: "factorial, more edges", df: true, pu: true, layers: twoLayers, feeds: "df,pu", edges: "bias df*pu\ntransitions df*pu 2\n", between: true}
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// templateLines returns the templates of a file, with clique orders of no more than most,
// that feed such layers.
func templateLines(name, feeds string, most int) string {
	file, err := templateFiles.ReadFile("templates/" + name + ".tmpl")
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(file)) {
		rest, ok := strings.CutPrefix(line, "order=")
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "order=%d", min(int(rest[0]-'0'), most))
		if feeds != "" {
			b.WriteString(" layers=" + feeds)
		}
		b.WriteString(rest[1:])
	}
	return b.String()
}

// Orders are the clique orders of a comparison: the most that templates, and transitions,
// have.
type Orders struct {
	Name                   string
	Templates, Transitions int
}

// The orders of Table 7, to which the paper lowers those of its Table 3, and those.
var (
	PaperOrders = Orders{"clique orders of the paper: 1, transitions 2", 1, 2}
	FullOrders  = Orders{"clique orders of Table 3: up to 3", 3, 3}
)

// templates returns the template file of a labelling. With cascade it reads the labels of
// a first step.
func (l *labelling) templates(o Orders, cascade bool) (*m3n.Templates, error) {
	of := ""
	if l.transitions != "" {
		of = l.transitions + " "
	}
	text := fmt.Sprintf("threshold 5\n%s%stransitions %s%d\n", l.layers, l.edges, of, o.Transitions)
	text += templateLines("joint", l.feeds, o.Templates)
	if cascade {
		text += templateLines("cascade", l.feeds, o.Templates)
	}
	if l.between {
		text += templateLines("between", "df*pu", o.Templates)
	}
	return m3n.ParseTemplates(strings.NewReader(text), l.name+".tmpl")
}

// pair is a word's disfluency label and the mark after it.
type pair struct {
	df   data.Label
	mark data.Punct
}

// meanings returns what labels tell: each is the name of a disfluency label, of a mark, or
// of both.
func meanings(labels []string) []pair {
	out := make([]pair, len(labels))
	for i, label := range labels {
		for _, name := range strings.Split(label, "+") {
			for y := range data.Label(data.NumLabels) {
				if y.String() == name {
					out[i].df = y
				}
			}
			for m := range data.Punct(data.NumPuncts) {
				if m.String() == name {
					out[i].mark = m
				}
			}
		}
	}
	return out
}

// codes returns the label of every pair. Where no label tells both, that of a disfluency
// goes before that of a mark: mixed labels have no marks after words that are removed.
func codes(labels []string) (out [data.NumLabels][data.NumPuncts]uint8) {
	at := make(map[pair]uint8)
	for i, p := range meanings(labels) {
		at[p] = uint8(i)
	}
	for y := range data.Label(data.NumLabels) {
		for m := range data.Punct(data.NumPuncts) {
			for _, p := range []pair{{y, m}, {y, data.NoPunct}, {data.O, m}, {}} {
				if code, ok := at[p]; ok {
					out[y][m] = code
					break
				}
			}
		}
	}
	return out
}

// names returns the labels of the chain.
func (l *labelling) names(t *m3n.Templates) []string {
	if s := t.Space(); s != nil {
		return s.Names()
	}
	return l.labels
}

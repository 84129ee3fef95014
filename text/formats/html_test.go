package formats

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// page is what a browser makes of a page: texts without markup.
type page struct {
	title   string
	kept    string // of all turns, a line each
	removed string // in <del>
	added   string // in <ins>
}

// parsePage reads a page, and checks that its elements are closed in order.
func parsePage(src string) (page, error) {
	var p page
	var kept, removed, added strings.Builder
	d := xml.NewDecoder(strings.NewReader(src))
	d.Strict, d.Entity = false, xml.HTMLEntity
	var open []string
	inside := func(name string) bool {
		for _, o := range open {
			if o == name {
				return true
			}
		}
		return false
	}
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return p, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "meta", "input", "br": // have no end
			case "p":
				kept.WriteByte('\n')
				fallthrough
			default:
				open = append(open, t.Name.Local)
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != t.Name.Local {
				return p, errors.New("</" + t.Name.Local + "> within " + strings.Join(open, " "))
			}
			open = open[:len(open)-1]
		case xml.CharData:
			switch text := string(t); {
			case inside("del"):
				removed.WriteString(text + " ")
			case inside("ins"):
				kept.WriteString(text)
				added.WriteString(text)
			case inside("title"):
				p.title += text
			case inside("p") && !inside("b") && !inside("time"):
				kept.WriteString(text)
			}
		}
	}
	if len(open) > 0 {
		return p, errors.New("not closed: " + strings.Join(open, " "))
	}
	p.kept, p.removed, p.added = kept.String(), removed.String(), added.String()
	return p, nil
}

// checkPage writes a page, and compares what it shows with what is decided.
func checkPage(f *File, d *Plan) error {
	var b strings.Builder
	const title = "a <b> & \"c\" </title><script>"
	if err := f.WriteHTML(&b, d, title); err != nil {
		return err
	}
	p, err := parsePage(b.String())
	if err != nil {
		return errors.New(err.Error() + " in\n" + b.String())
	}
	if p.title != title {
		return errors.New("the title is " + p.title)
	}
	if strings.Contains(b.String(), "<script") {
		return errors.New("there is a script in the page")
	}
	edit := d.Edit(f.Document)
	var kept, removed []string
	for i := range f.Document.Words {
		w := &f.Document.Words[i]
		switch core := strings.ToLower(f.Document.Text(w.Core)); {
		case w.Tokens.Len() == 0:
		case edit.Removed(w.Tokens.Start):
			removed = append(removed, core)
		default:
			kept = append(kept, core)
		}
	}
	// Punctuation and case apart, each word is in its place, whole.
	find := func(what, text string, words []string) error {
		text = strings.ToLower(text)
		for _, w := range words {
			n := strings.Index(text, w)
			if n < 0 {
				return errors.New(what + " " + w + " is not there:\n" + b.String())
			}
			text = text[n+len(w):]
		}
		return nil
	}
	if d.Case == transcript.CaseKeep && !strings.Contains(p.added, ".") {
		// Else letters are replaced, and words are in pieces.
		if err := find("the removed", p.removed, removed); err != nil {
			return err
		}
	}
	if err := find("the kept", p.kept, kept); err != nil {
		return err
	}
	return nil
}

// TestHTML writes fixtures as pages: whole, escaped, with what is removed in <del>.
func TestHTML(t *testing.T) {
	for _, x := range fixtures {
		for _, r := range removals {
			f := mustRead(t, load(t, x.name), x.name, x.format)
			if err := checkPage(f, r.decide(f)); err != nil {
				t.Errorf("%s, %s: %v", x.name, r.name, err)
			}
		}
	}
}

// TestHTMLEscapes keeps markup from being any.
func TestHTMLEscapes(t *testing.T) {
	src := lines(`"speaker":"<script>alert(1)</script>","start":0,"end":1,"text":"um <script> & x <y> \"AT&T\" &lt; uh </del></p> 'so'"`, `"speaker":"\"><b>","text":"uh <script>"`)
	f := mustRead(t, src, "<script>.jsonl", JSONL)
	for _, d := range []*Plan{keepAll(f), dropFillers(f)} {
		if err := checkPage(f, d); err != nil {
			t.Error(err)
		}
	}
	d := keepAll(f)
	for i := range d.Decisions {
		d.Decisions[i].Why, d.Remove = data.Disfluencies(1<<(i%data.NumDisfluencies)), data.AllDisfluencies
	}
	if err := checkPage(f, d); err != nil {
		t.Error(err)
	}
}

// TestHTMLAnything writes pages of any decision.
func TestHTMLAnything(t *testing.T) {
	for _, x := range fixtures {
		t.Run(x.name, func(t *testing.T) {
			f := mustRead(t, load(t, x.name), x.name, x.format)
			drawn.Check(t, func(t *drawn.Case) {
				if err := checkPage(f, drawPlan(t, f)); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// brokenWriter takes some bytes, and no more.
type brokenWriter struct{ left int }

func (w *brokenWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// TestHTMLBrokenWriter returns the error of the writer, be it at the end or before it.
func TestHTMLBrokenWriter(t *testing.T) {
	f := mustRead(t, strings.Repeat(lines(`"text":"um, so we went there"`), 5000), "long.jsonl", JSONL)
	for _, n := range []int{0, 100_000} {
		if err := f.WriteHTML(&brokenWriter{n}, keepAll(f), "x"); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

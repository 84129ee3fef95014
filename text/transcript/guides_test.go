package transcript

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/style"
)

// TestGuides has each row of the table of guides do what it says: the kind is removed by the style, and, with what is struck out
// removed for it, the example is delivered so.
func TestGuides(t *testing.T) {
	doc, err := os.ReadFile("../../docs/styles.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(doc), "## Guides")
	if !ok {
		t.Fatal("there are no guides")
	}
	s := style.Named("clean-verbatim")
	guides := make(map[string]int)
	struck, lineEnd := regexp.MustCompile(`~~(.*?)~~`), strings.NewReplacer("<br>", "\n")
	tags := map[string]string{"go": "VB", "see": "VB", "run": "VB", "beer": "NN", "why": "WRB"}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) != 5 || strings.HasPrefix(cells[0], "guide") || strings.HasPrefix(cells[0], " guide") {
			continue
		}
		guide, does, want := strings.TrimSpace(cells[0]), cells[2], lineEnd.Replace(strings.TrimSpace(cells[4]))
		said := lineEnd.Replace(strings.TrimSpace(cells[3]))
		for g := range strings.SplitSeq(guide, ", ") {
			guides[g]++
		}
		var kind data.Disfluencies
		if name, ok := strings.CutPrefix(does, "`"); ok {
			name, _, _ = strings.Cut(name, "`")
			if kind, err = data.ParseDisfluencies(name); err == nil && (s.Remove&kind == 0 || kind&data.Editorial != 0 && !(s.Shares.Of(kind) > 0)) {
				t.Errorf("%s: the style does not remove %s", cells[1], name)
			}
		}
		text := struck.ReplaceAllString(said, "$1")
		d, err := ParseText(text, "guide")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range d.Tokens {
			decisions[i].Tag = tags[d.Tokens[i].Text]
		}
		removed := 0 // bytes of signs before a place in what is said
		for _, at := range struck.FindAllStringSubmatchIndex(said, -1) {
			removed += 2
			for i := range d.Tokens {
				if b := d.Tokens[i].Bytes; b.Start >= at[2]-removed && b.End <= at[3]-removed {
					decisions[i].Why = kind
				}
			}
			removed += 2
		}
		r := Rewriting{}.In(s).AsWritten()
		r.Paragraphs = 0
		if strings.Contains(said, "~~") && kind == 0 {
			t.Errorf("%s: nothing is said of why %q goes", cells[1], said)
		}
		e := d.Edit(decisions, r)
		if got := e.Text(); got != want {
			t.Errorf("%s: %q becomes %q, not %q", cells[1], text, got, want)
		}
	}
	for _, g := range []string{"Rev", "GoTranscript", "TP", "all"} {
		if guides[g] < 5 {
			t.Errorf("the table has %d rules of %s", guides[g], g)
		}
	}
}

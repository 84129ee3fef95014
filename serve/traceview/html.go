package traceview

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/serve/web/assets"
)

// View is a trace with what is said of its features and producers.
type View struct {
	Trace     *pipeline.Traced          `json:"trace"`
	Features  []pipeline.WeighedFeature `json:"features"`
	Producers []pipeline.NamedProducer  `json:"producers"`
}

// WriteHTML writes a page that stands alone: the graphs of traces, tables of the same, and
// a script that lets people ask them. It fetches nothing, and its policy lets it fetch
// nothing.
func WriteHTML(w io.Writer, heading string, views []View) error {
	out := bufio.NewWriter(w)
	script, style := assets.TraceScript(), assets.TraceStyle()
	fmt.Fprintf(out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'; style-src '%s'; img-src data: blob:; base-uri 'none'; form-action 'none'">
<title>%s</title>
<style>%s</style>
</head>
<body class="trace-page">
<h1>%s</h1>
<main>
`, digest(script), digest(style), escape(heading), style, escape(heading))
	for i := range views {
		if err := writeView(out, i+1, len(views), &views[i]); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "</main>\n<script>%s</script>\n</body>\n</html>\n", script)
	return out.Flush()
}

// digest names an inline script or style sheet in a policy.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writeView writes the n-th of some traces.
func writeView(w *bufio.Writer, n, of int, v *View) error {
	text, err := json.Marshal(v) // which writes "<" as \u003c, so that nothing ends the element
	if err != nil {
		return err
	}
	name := ""
	if of > 1 {
		name = fmt.Sprintf("%d. ", n)
	}
	fmt.Fprintf(w, "<section class=\"trace\" id=\"trace-%d\">\n<h2>%s%s</h2>\n<div class=\"trace-view\">%s</div>\n", n, name, withDeletions(v.Trace), SVG(v.Trace))
	fmt.Fprint(w, "<details class=\"trace-table\"><summary>All hypotheses as a table</summary>\n")
	writeTable(w, v.Trace)
	fmt.Fprintf(w, "</details>\n<script type=\"application/json\">%s</script>\n</section>\n", text)
	return nil
}

// withDeletions returns the words of a trace, with those that the winner removes as deletions.
func withDeletions(t *pipeline.Traced) string {
	labels := t.Hypotheses[t.Winner].Labels
	var b strings.Builder
	for i, w := range t.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if labels[i] == 'O' {
			b.WriteString(escape(w))
		} else {
			b.WriteString("<del>" + escape(w) + "</del>")
		}
	}
	return b.String()
}

// writeTable writes what the graph shows as a table.
func writeTable(w io.Writer, t *pipeline.Traced) {
	g := lay(t)
	fmt.Fprint(w, "<table><thead><tr><th scope=\"col\">hypothesis</th><th scope=\"col\">round</th><th scope=\"col\">of</th><th scope=\"col\">producer</th><th scope=\"col\">score</th><th scope=\"col\">what became of it</th><th scope=\"col\">removes</th></tr></thead><tbody>\n")
	for _, l := range g.layers {
		for _, id := range l.ids {
			h := &t.Hypotheses[id]
			parent := "–"
			if h.Parent >= 0 {
				parent = fmt.Sprint(h.Parent)
			}
			fmt.Fprintf(w, "<tr><th scope=\"row\">%d</th><td>%d</td><td>%s</td><td>%s</td><td>%.5f</td><td>%s</td><td>%s</td></tr>\n",
				id, h.Round, parent, escape(h.Producer), h.Score, escape(g.outcome(id)), escape(removes(h.Removed)))
		}
	}
	fmt.Fprint(w, "</tbody></table>\n")
}

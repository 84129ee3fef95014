//go:build !small

package main

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/speech/cut"
)

//go:embed cut_page.html
var cutPage string

var cutPageTemplate = template.Must(template.New("page").Parse(cutPage))

// cutRow is a cut in the page.
type cutRow struct {
	Time, Length, Sure, Kind, Speaker, Words, Why string
	Before, After                                 template.URL
}

// writePage writes a page that plays each cut before and after. The sound is in it, so that it can be sent
// to others: some 200 kB for each cut.
func (x *cutting) writePage(path string) error {
	m, err := openMedia(x.Context.Context, x.recording)
	if err != nil {
		return err
	}
	defer m.Close()
	l := x.list
	row := func(c *cut.Cut) cutRow {
		return cutRow{Time: cutTime(l, c.Start), Length: fmt.Sprintf("%.2f s", l.Seconds(c.Len())), Sure: sureness(c), Kind: c.Kind, Speaker: c.Speaker, Words: c.Words}
	}
	var left []cutRow
	for i := range l.Left {
		r := row(&l.Left[i].Cut)
		r.Why = l.Left[i].Why
		left = append(left, r)
	}
	return fileio.Write(x.Context, path, func(w io.Writer) error {
		head := map[string]any{"Name": filepath.Base(x.recording), "Summary": x.summary(), "Cuts": len(l.Cuts)}
		if err := cutPageTemplate.ExecuteTemplate(w, "head", head); err != nil {
			return err
		}
		err := cut.Snippets(x.Context.Context, m.Reader, l, func(s *cut.Snippet) error {
			r := row(s.Cut)
			r.Before, r.After = soundURL(s.Before), soundURL(s.After)
			return cutPageTemplate.ExecuteTemplate(w, "cut", r)
		})
		if err != nil {
			return err
		}
		return cutPageTemplate.ExecuteTemplate(w, "foot", map[string]any{"Left": left, "Cuts": len(l.Cuts)})
	})
}

func soundURL(wav []byte) template.URL {
	return template.URL("data:audio/wav;base64," + base64.StdEncoding.EncodeToString(wav))
}

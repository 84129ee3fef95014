package formats

import (
	"slices"
	"testing"
)

// TestLines ends lines at LF, CRLF and CR, and at CRs before an LF.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"", nil},
		{"a", []string{"a"}},
		{"a\nb\n", []string{"a\n", "b\n"}},
		{"a\r\nb\r\n\r\n", []string{"a\r\n", "b\r\n", "\r\n"}},
		{"a\r\r\nb", []string{"a\r\r\n", "b"}},
		{"a\r\rb\n", []string{"a\r", "\r", "b\n"}},
		{"\ufeffa\rb\nc\r\r", []string{"a\r", "b\n", "c\r", "\r"}},
	} {
		f := &File{text: c.src}
		var got []string
		for _, l := range f.lines() {
			got = append(got, c.src[l.from:l.to])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, not %q", c.src, got, c.want)
		}
	}
}

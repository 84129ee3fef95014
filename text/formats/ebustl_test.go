package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestSTLHead says in the block about the file how many subtitles there are, and when the first one is shown.
func TestSTLHead(t *testing.T) {
	for _, c := range []struct {
		name   string
		remove int    // subtitles, from the start
		want   string // counts of blocks, of subtitles, of groups; the first time
		blocks int
	}{
		{"ebu-stl-open.stl", 0, "0000600004001 10000100", 6},
		{"ebu-stl-open.stl", 1, "0000500003001 10000300", 5},
		{"ebu-stl-open.stl", 2, "0000300002001 10000800", 3},
		{"ebu-stl-open.stl", 3, "0000100001001 10000900", 1},
		{"ebu-stl-open.stl", 4, "0000000000000 10000100", 0},
		{"ebu-stl-teletext.stl", 2, "0000300003001 00000510", 3},
		{"ebu-stl-teletext.stl", 4, "0000100001001 00000105", 1}, // a note of an editor is left
	} {
		f := mustRead(t, load(t, c.name), c.name, "")
		d := keepAll(f)
		d.Remove = data.AllDisfluencies
		times, before := -1, -1.0
		for _, l := range f.Document.Lines {
			if l.Time.Start != before {
				times, before = times+1, l.Time.Start
			}
			for w := l.Words.Start; w < l.Words.End && times < c.remove; w++ {
				for k := f.Document.Words[w].Tokens.Start; k < f.Document.Words[w].Tokens.End; k++ {
					d.Decisions[k].Why = data.Repairs
				}
			}
		}
		out := f.Rewrite(d)
		if got := out[238:251] + " " + out[264:272]; got != c.want || len(out) != headSTL+c.blocks*blockSTL {
			t.Errorf("%s without %d: %s, not %s, and %d bytes", c.name, c.remove, got, c.want, len(out))
		}
		number := -1
		for at := headSTL; at < len(out); at += blockSTL {
			switch n := int(out[at+1]); {
			case number < 0 && n > 1, number >= 0 && n != number && n != number+1:
				t.Errorf("%s without %d: number %d after %d", c.name, c.remove, n, number)
			default:
				number = n
			}
		}
	}
}

// TestSTLBlocks puts what has become longer than a block into another one, and parts no accent from its letter.
func TestSTLBlocks(t *testing.T) {
	s, err := newSTL(load(t, "ebu-stl-open.stl"), "a.stl")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		subtitle int
		text     string
		want     []string
	}{
		{0, "so", []string{"\xffso"}},
		{0, "", []string{"\xff"}},
		{0, "\xaaso\xba", []string{"\xff\xaaso\xba"}},
		{0, strings.Repeat("x", 112), []string{"\xff" + strings.Repeat("x", 112)}},
		{0, strings.Repeat("x", 113), []string{"\x00" + strings.Repeat("x", 112), "\xffx"}},
		{0, strings.Repeat("x", 111) + "\xc2e", []string{"\x00" + strings.Repeat("x", 111), "\xff\xc2e"}},
		{1, "so", []string{"\xffso"}},
		{2, "so", []string{"\xffso", "\xfe\x01\x02user"}},
	} {
		var got []string
		for _, b := range s.list[c.subtitle].written(c.text) {
			if len(b) != blockSTL || b[:3] != s.list[c.subtitle].blocks[0][:3] {
				t.Errorf("%q is a block", b)
			}
			got = append(got, b[3:4]+withoutUnused(b[textSTL:]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q is written as %q", c.text, got)
		}
	}
}

// TestSTLQuote keeps the last character of a text whatever it is.
func TestSTLQuote(t *testing.T) {
	src := load(t, "ebu-stl-open.stl")
	at := headSTL + textSTL
	src = src[:at] + "um so \xaayes\xba" + strings.Repeat("\x8f", 101) + src[at+112:]
	if got := mustRead(t, src, "a.stl", "").Document.Source; !strings.HasPrefix(got, "um so “yes”") {
		t.Fatalf("%q", got)
	}
	f := mustRead(t, src, "a.stl", "")
	if got := f.Rewrite(dropFillers(f)); !strings.HasPrefix(got[at:], "so \xaayes\xba") && !strings.HasPrefix(got[at:], "So \xaayes\xba") {
		t.Errorf("%q", got[at:at+blockSTL])
	}
}

// TestSTLChars writes all bytes of text as they were read.
func TestSTLChars(t *testing.T) {
	for table, part := range parts8859 {
		checkChars(t, table, chars3264{part: part})
	}
	checkChars(t, "00", chars3264{})
	checkChars(t, "00", chars3264{generic: true})
	c := chars3264{}
	if got := c.show("\xc2e\xc8u\xfb\xaa\xbaE\xcfz \x80\xc2"); got != "éüß“”Ež "+code3264(0x80)+code3264(0xc2) {
		t.Errorf("%q", got)
	}
	if got := c.encode("ő…—“Ж”Ÿ"); got != "\xcdo...\xd0\xaa&#1046;\xba\xc8Y" {
		t.Errorf("%q", got)
	}
}

func checkChars(t *testing.T, table string, c chars3264) {
	t.Helper()
	for b := 1; b < 256; b++ {
		for _, s := range []string{string([]byte{byte(b)}), string([]byte{byte(b), 'e'})} {
			if got := c.encode(c.show(s)); got != s {
				t.Errorf("table %s (%v): %q is read as %q and written as %q", table, c.generic, s, c.show(s), got)
			}
		}
	}
}

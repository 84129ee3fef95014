package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestControlCharacters looks for control characters of inputs and names where they may
// come to a terminal; files get every byte.
func TestControlCharacters(t *testing.T) {
	const clear = "\x1b[2J"
	folder := t.TempDir()
	name := filepath.Join(folder, "evil"+clear+".srt")
	text := "1\n00:00:01,000 --> 00:00:02,000\nJo" + clear + ": Um, we went" + clear + " there\u009b31m.\n\n2\n00:00:05,000 --> 00:00:04,000\nUh, no.\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(folder, "plain.txt")
	if err := os.WriteFile(plain, []byte("Jo: Um, we went"+clear+" there.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args     string
		terminal bool
		raw      bool // standard output gets what is in the file
	}{
		{"clean|" + name, false, true},
		{"clean|" + name, true, false},
		{"clean|--diff|" + name, false, false},
		{"clean|--diff|" + plain, false, false},
		{"clean|--diff|" + name, true, false},
		{"clean|" + filepath.Join(folder, "none"+clear+".txt"), false, false},
		{"clean|--level|" + clear + "|" + name, false, false},
		{"trace|Um, yes" + clear + " no.", false, false},
		{"trace|--want|yes" + clear + "|Um, yes" + clear + " no.", false, false},
		{clear, false, false},
	} {
		var out, errs strings.Builder
		OnTerminal(t, func(f any) bool { return c.terminal && f == &out })
		product().Run(context.Background(), append([]string{"tidytalk"}, strings.Split(c.args, "|")...), strings.NewReader(""), &out, &errs)
		if strings.Contains(errs.String(), clear) {
			t.Errorf("%q: standard error holds a command: %q", c.args, errs.String())
		}
		if got := strings.Contains(out.String(), clear); got != c.raw {
			t.Errorf("%q, terminal %v: standard output is %q", c.args, c.terminal, out.String())
		}
		if out.Len()+errs.Len() == 0 {
			t.Errorf("%q writes nothing", c.args)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle/languages"
	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// TestLanguagesModels: text in other languages gets marks and case where it has none, and loses repairs, where the network is
// installed or named.
func TestLanguagesModels(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "tidytalk", "tidytalk-languages.tt")
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, languages.Models(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		language, in, out string
		args              []string
	}{
		{"de", "das ist ähm ein schönes haus wohnst du in berlin\n", "Das ist ein schönes Haus. Wohnst du in Berlin?\n", nil},
		{"de", "das ist ähm ein schönes haus wohnst du in berlin\n", "Das ist ein schönes Haus. Wohnst du in Berlin?\n", []string{"--bundle", "auto"}},
		{"de", "das ist ähm ein schönes haus wohnst du in berlin\n", "Das ist ein schönes Haus. Wohnst du in Berlin?\n", []string{"--bundle", "languages"}},
		{"de", "das ist ähm ein schönes haus\n", "das ist ein schönes haus\n", []string{"--punct", "keep", "--case", "keep"}},
		{"es", "señor presidente cuándo va a responder el gobierno de españa\n", "Señor presidente, ¿cuándo va a responder el Gobierno de España?\n", nil},
		{"fr", "est-ce que vous venez demain\n", "Est-ce que vous venez demain\u202f?\n", nil},
		{"ja", "はいえーとありがとうございます明日東京に行きますか\n", "はい。ありがとうございます。明日東京に行きますか？\n", nil},
		// Marks and case of the text stay.
		{"de", "Das ist ähm ein haus? ja, das ist es.\n", "Das ist ein haus? ja, das ist es.\n", nil},
	} {
		t.Setenv("XDG_DATA_HOME", folder)
		code, out, says := execute(t, c.in, append([]string{"clean", "--language", c.language}, c.args...)...)
		if code != program.Fine || out != c.out {
			t.Errorf("%s %v: exit code %d, %q, want %q; %s", strings.TrimSpace(c.in), c.args, code, out, c.out, says)
		}
	}
	// Without it, what is known by rule is done.
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if code, out, says := execute(t, "das ist ähm ein schönes haus\n", "clean", "--language", "de"); code != program.Fine || out != "das ist ein schönes haus\n" {
		t.Errorf("without the network: exit code %d, %q; %s", code, out, says)
	}
}

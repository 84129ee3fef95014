package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/models/neural"
)

// An encoder is put beside the network, gets other shares, and lies in a file of its own.
func TestBundleEncoder(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: a bundle of all models is written several times")
	}
	folder := t.TempDir()
	weights, pieces := bundletest.Encoder(t, 512)
	write := func(name string, b []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	w, p := write("e.safetensors", weights), write("e.pieces", pieces)
	out, alone, other := filepath.Join(folder, "out.tt"), filepath.Join(folder, "alone.tt"), filepath.Join(folder, "other.tt")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"bundle", "set", "--encoder", w, "-o", out}, program.Misused, "--encoder and --pieces go together"},
		{[]string{"bundle", "set", "--pieces", p, "--name", "x", "-o", out}, program.Misused, "--encoder and --pieces go together"},
		{[]string{"bundle", "set", "--shares", "1,1,1,1", "-o", out}, program.Misused, "give --encoder"},
		{[]string{"bundle", "set", "--encoder", w, "--pieces", p, "--shares", "1,1,1", "-o", out}, program.Misused, "takes 4 numbers"},
		{[]string{"bundle", "set", "--encoder", w, "--pieces", p, "--shares", "1,1,1.5,1", "-o", out}, program.Misused, "no number from 0 to 1"},
		{[]string{"bundle", "set", "--encoder", write("cut", weights[:len(weights)-9]), "--pieces", p, "-o", out}, program.Misused, "cut: "},
		{[]string{"bundle", "set", "--encoder", w, "--pieces", p, "-o", out}, program.Fine, ""},
		{[]string{"bundle", "info", out}, program.Fine, "1 layer of 64 units"},
		{[]string{"bundle", "extract", "--parts", "encoder,marks,settings", "-o", alone, out}, program.Fine, ""},
		{[]string{"bundle", "info", alone}, program.Fine, "1 layer of 64 units"},
		{[]string{"bundle", "info", "--licences", alone}, program.Fine, ""},
		{[]string{"bundle", "set", "--shares", "0.25,0,1,0.5", "-o", other, out}, program.Fine, ""},
		{[]string{"clean", "--bundle", alone}, program.Fine, ""},
	} {
		var stdout, stderr strings.Builder
		if code := product().Run(t.Context(), append([]string{"tidytalk"}, c.args...), strings.NewReader("so um we went home\n"), &stdout, &stderr); code != c.code {
			t.Fatalf("%v: exit code %d, want %d: %s", c.args, code, c.code, stderr.String())
		}
		if all := stdout.String() + stderr.String(); !strings.Contains(all, c.says) {
			t.Errorf("%v: %s, which lacks %q", c.args, all, c.says)
		}
	}
	b, err := engine.Open(other)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Sentences().Models().Network.Model().Encoder().Shares(); got != (neural.Shares{0.25, 0, 1, 0.5}) {
		t.Errorf("the shares are %v", got)
	}
}

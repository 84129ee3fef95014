package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// makeFiles writes files with their names as text into a new working folder. A name
// "a -> b" makes a link to b.
func makeFiles(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil && isLink {
			err = os.Symlink(target, name)
		} else if err == nil {
			err = os.WriteFile(name, []byte(name), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFindInputs(t *testing.T) {
	makeFiles(t, "talks/b.txt", "talks/a/z.TXT", "talks/a.txt", "talks/.hidden.txt", "talks/.git/x.txt", "talks/notes.md",
		"talks/c/loop -> ..", "talks/c/d.txt", "talks/gone.txt -> nowhere", "talks/d -> ../more", "more/m.txt", "more/back -> ../talks",
		"talks/e -> ../more", "talks/twin.txt -> b.txt", "other.md", "none/notes.md", "out/a.txt", "talks/out/old.txt")
	in := func(paths ...string) (want []input) {
		for _, p := range paths {
			path, out, _ := strings.Cut(p, " > ")
			want = append(want, input{path: path, out: out})
		}
		return want
	}
	for _, c := range []struct {
		name       string
		args       string
		outDir, to string
		want       []input
	}{
		{"folder in lexical order, links once each", "talks", "", "",
			in("talks/a/z.TXT", "talks/a.txt", "talks/b.txt", "talks/c/d.txt", "talks/d/m.txt", "talks/out/old.txt")},
		{"any file that is named", "other.md talks/.hidden.txt missing.txt -", "", "", in("other.md", "talks/.hidden.txt", "missing.txt", "-")},
		{"a file under three names", "talks/b.txt ./talks/b.txt talks/twin.txt - -", "", "", in("talks/b.txt", "-")},
		{"a file alone and in its folder", "talks/a/z.TXT talks/a", "", "", in("talks/a/z.TXT")},
		{"places in the output folder", "talks/a other.md", "out", "", in("talks/a/z.TXT > out/z.TXT", "other.md > out/other.md")},
		{"one file, one output", "talks/b.txt talks/./b.txt", "out", "", in("talks/b.txt > out/b.txt")},
		{"one file, two outputs", "talks/b.txt talks/twin.txt", "out", "", in("talks/b.txt > out/b.txt", "talks/twin.txt > out/twin.txt")},
		{"another format", "talks/a other.md", "out", "jsonl", in("talks/a/z.TXT > out/z.jsonl", "other.md > out/other.md.jsonl")},
		{"the output folder is not searched", "talks/c talks", "talks/out", "",
			in("talks/c/d.txt > talks/out/d.txt", "talks/c/loop/a/z.TXT > talks/out/loop/a/z.TXT", "talks/c/loop/a.txt > talks/out/loop/a.txt",
				"talks/c/loop/b.txt > talks/out/loop/b.txt", "talks/c/loop/d/m.txt > talks/out/loop/d/m.txt", "talks/c/loop/twin.txt > talks/out/loop/twin.txt",
				"talks/a/z.TXT > talks/out/a/z.TXT", "talks/a.txt > talks/out/a.txt", "talks/b.txt > talks/out/b.txt", "talks/c/d.txt > talks/out/c/d.txt",
				"talks/d/m.txt > talks/out/d/m.txt", "talks/twin.txt > talks/out/twin.txt")},
	} {
		got, _, err := findInputs(strings.Fields(c.args), c.outDir, c.to, false)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for i := range got {
			got[i].found = false
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if _, _, err := findInputs([]string{"none"}, "", "", false); err == nil || !strings.HasPrefix(err.Error(), "none has no files that end in .txt, ") {
		t.Errorf("a folder without known files: %v", err)
	}
}

func TestShard(t *testing.T) {
	var all []input
	for _, name := range strings.Fields("a b c d e") {
		all = append(all, input{path: name})
	}
	for s, want := range map[string]string{"1/1": "abcde", "1/2": "ace", "2/2": "bd", "3/3": "c", "5/5": "e", "6/7": ""} {
		part, err := parseShard(s)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, in := range part.take(all) {
			got += in.path
		}
		if got != want {
			t.Errorf("shard %s is %q, want %q", s, got, want)
		}
	}
	for _, s := range []string{"", "1", "/", "0/2", "3/2", "-1/2", "1/0", "a/2", "1/2/3", "1.5/2"} {
		if got, err := parseShard(s); err == nil {
			t.Errorf("shard %q is %v", s, got)
		}
	}
	if len(shard{}.take(all)) != len(all) {
		t.Error("without --shard, some files are left out")
	}
}

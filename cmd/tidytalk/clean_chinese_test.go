package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle/zh"
	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// chineseFolder returns a folder of data in which models for Chinese are, and their file.
func chineseFolder(t *testing.T) (folder, file string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "tidytalk"), 0o777); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(folder, "tidytalk", "tidytalk-zh.tt")
	if err := os.WriteFile(file, zh.Models(), 0o666); err != nil {
		t.Fatal(err)
	}
	return folder, file
}

func TestChineseModels(t *testing.T) {
	folder, file := chineseFolder(t)
	text := filepath.Join(t.TempDir(), "text.tt")
	if err := os.WriteFile(text, []byte("no models, but some text that is long enough for a head"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, in  string
		installed bool
		args      []string
		code      int
		out, says string
	}{
		{"without models", "呃我们走吧\n", false, nil, program.Fine, "呃我们走吧\n", "1 of 1 line is Chinese: left alone; models for it: --bundle FILE"},
		{"found", "呃我们走吧\n", true, nil, program.Fine, "我们走吧。\n", ""},
		{"not installed", "呃我们走吧\n", false, []string{"--language", "zh"}, program.Failed, "", "--language zh needs models for Chinese, which are a file of their own: name it with --bundle FILE, or put it there as "},
		{"installed", "呃我们走吧\n", true, []string{"--lang", "zh"}, program.Fine, "我们走吧。\n", ""},
		{"named", "呃我们走吧\nUm, so, so we went there, and that was all that I know of it.\n", false, []string{"--bundle", file}, program.Fine, "我们走吧\nSo we went there, and that was all that I know of it.\n", ""},
		{"stutters", "我我想订一个双人间\n我我我想订一个双人间\n他他他是我的朋友\n告诉我我的余额\n我想想去\n", true, []string{"--lang", "zh", "--punct", "keep"}, program.Fine, "我想订一个双人间\n我想订一个双人间\n他是我的朋友\n告诉我我的余额\n我想想去\n", ""},
		{"tokens", "呃 我们 走 吧\n", true, []string{"--lang", "zh", "--from", "tokens"}, program.Fine, "我们走吧。\n", ""},
		{"no bundle", "呃我们走吧\n", true, []string{"--bundle", text}, program.Failed, "", text},
	} {
		data := t.TempDir()
		if c.installed {
			data = folder
		}
		t.Setenv("XDG_DATA_HOME", data)
		code, out, says := execute(t, c.in, append([]string{"clean"}, c.args...)...)
		if code != c.code || out != c.out || !strings.Contains(says, c.says) || c.says == "" && says != "" {
			t.Errorf("%s: exit code %d, %q, want %q; %s", c.name, code, out, c.out, says)
		}
	}
	for _, c := range []struct {
		args []string
		code int
		says string // on either output
	}{
		{[]string{"info", file}, program.Fine, "version zh 2"},
		{[]string{"verify", file}, program.Fine, "fine"},
		{[]string{"extract", "--parts", "chinese", "-o", filepath.Join(t.TempDir(), "x.tt"), file}, program.Fine, ""},
		{[]string{"prune", "-o", filepath.Join(t.TempDir(), "x.tt"), file}, program.Failed, "there are models for other languages, or an encoder, and none for English"},
	} {
		if code, out, says := execute(t, "", append([]string{"bundle"}, c.args...)...); code != c.code || !strings.Contains(out+says, c.says) {
			t.Errorf("%v: exit code %d, %s%s", c.args, code, out, says)
		}
	}
	if code, _, says := execute(t, "", "trace", "我们走吧"); code != program.Failed || !strings.Contains(says, "there is no trace of Chinese text") {
		t.Errorf("trace: exit code %d, %s", code, says)
	}
}

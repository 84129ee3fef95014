package tidytalk_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	// link is a link of Markdown, or a picture, with its target.
	link = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	code = regexp.MustCompile("`[^`\n]*`")
	// linkText is a link within a heading: its text counts for the anchor.
	linkText = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
)

// TestLinks checks the links between the pages of the repository: files and anchors.
func TestLinks(t *testing.T) {
	pages := make(map[string][]string) // the lines of a page outside its code blocks
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && slices.Contains([]string{".git", "node_modules", "work", "dist"}, entry.Name()) {
			return fs.SkipDir
		}
		if err == nil && path.Ext(file) == ".md" {
			pages[file], err = proseOf(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for page, lines := range pages {
		for _, line := range lines {
			for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(line, ""), -1) {
				if strings.Contains(m[1], ":") {
					continue // elsewhere
				}
				file, anchor, _ := strings.Cut(m[1], "#")
				target := page
				if file != "" {
					target = path.Join(path.Dir(page), file)
				}
				if _, err := os.Stat(target); err != nil {
					t.Errorf("%s links to %s, which is not there", page, m[1])
				} else if anchor != "" && !slices.Contains(anchors(pages[target]), anchor) {
					t.Errorf("%s links to %s: %s has no such heading", page, m[1], target)
				}
			}
		}
	}
	if len(pages) < 10 {
		t.Errorf("only %d pages", len(pages))
	}
}

// proseOf returns the lines of a page without those of its code blocks.
func proseOf(file string) ([]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []string
	block := false
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			block = !block
		} else if !block {
			out = append(out, strings.TrimRight(line, "\r\n"))
		}
	}
	return out, nil
}

// anchors returns the names by which links find the headings of a page, as GitHub makes them.
func anchors(lines []string) []string {
	var out []string
	for _, line := range lines {
		title := strings.TrimLeft(line, "#")
		if title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		title = linkText.ReplaceAllString(strings.TrimSpace(title), "$1")
		out = append(out, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsNumber(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, title))
	}
	return out
}

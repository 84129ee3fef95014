package blackbox

import (
	"archive/zip"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
)

const spoken = "1\n00:00:01,000 --> 00:00:03,000\nAnn: So we, uh, went to boston.\n\n2\n00:00:03,000 --> 00:00:05,000\nBob: You know, it was was cold in boston.\n\n3\n00:00:05,000 --> 00:00:07,000\nAnn: And um, we flew home. Did you?\n"

// fill types into a field of a dialog, as a person does.
func (p *tab) fill(selector, text string) {
	p.Helper()
	p.run(chromedp.Focus(chromedp.CSS(selector)))
	p.do(`document.activeElement.select()`)
	for _, r := range text {
		p.run(chromedp.KeyEvent(string(r)))
	}
}

// file waits for a download, and returns it.
func (p *tab) file(name string) []byte {
	p.Helper()
	for range 400 {
		if b, err := os.ReadFile(filepath.Join(p.downloads, name)); err == nil && len(b) > 0 {
			return b
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatalf("%s was not saved", name)
	return nil
}

// TestPageHands: a person types words anew, renames a speaker, cuts a turn, replaces words everywhere, moves a cue and comments, by
// keys; all of it is saved in the form the file came in, is the same when the page is opened again, can be taken back, and the
// command does the same from the file of corrections.
func TestPageHands(t *testing.T) {
	p := openFixture(t, "talk.srt", []byte(spoken))
	p.do(`word('cold').click()`)
	p.press("e")
	p.until(`document.querySelector('.typing input') !== null`)
	p.fill(".typing input", "bitterly cold")
	p.run(chromedp.KeyEvent("\r"))
	p.until(`word('bitterly cold') !== undefined || [...document.querySelectorAll('.typed')].length === 1`)
	p.settled()

	// A speaker is renamed, everywhere.
	p.press("y")
	p.until(`document.querySelector('.editor input') !== null`)
	expect(p, "who says it", eval[string](p, `document.querySelector('.editor input').value`), "Bob")
	p.fill(".editor input", "Dr. Lee")
	p.run(chromedp.KeyEvent("\r"))
	p.until(`[...document.querySelectorAll('.row b')].some((b) => b.textContent === 'Dr. Lee')`)
	expect(p, "the list of speakers", eval[bool](p, `document.querySelector('.speakers').textContent.includes('Dr. Lee')`), true)

	// Words are replaced, all at once.
	p.do(`const f = document.querySelector('.search input'); f.value = 'boston'; f.dispatchEvent(new Event('input'))`)
	p.do(`press('All', document.querySelector('.search'))`)
	p.until(`document.querySelectorAll('.places li').length === 2`)
	p.fill(".everywhere input[placeholder]", "Boston")
	p.do(`press('Replace them')`)
	p.until(`document.querySelector('.everywhere') === null`)
	p.settled()

	// A cue is moved.
	p.do(`word('home.').click()`)
	p.press("y")
	p.until(`document.querySelector('.times input') !== null`)
	p.fill(".times input", "5.5")
	p.run(chromedp.KeyEvent("\r"))
	p.until(`document.querySelector('.editor') === null`)

	// A comment.
	p.press("c")
	p.until(`document.querySelector('.commenting textarea') !== null`)
	p.fill(".commenting textarea", "which home?")
	p.do(`press('Keep', document.querySelector('.commenting'))`)
	p.until(`document.querySelector('.comments li') !== null`)
	p.settled()

	const want = "1\n00:00:01,000 --> 00:00:03,000\nAnn: So we went to Boston.\n\n2\n00:00:03,000 --> 00:00:05,000\nDr. Lee: It was bitterly cold in Boston.\n\n3\n00:00:05,500 --> 00:00:07,000\nAnn: And we flew home. Did you?\n"
	got := p.save("talk-clean.srt")
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("saved:\n%s\nwant:\n%s", got, want)
	}
	p.reload()
	p.until(`document.querySelector('.comments li') !== null && document.querySelectorAll('.typed').length === 1`)
	p.until(`[...document.querySelectorAll('.row b')].some((b) => b.textContent === 'Dr. Lee')`)
	expect(p, "saved when it was opened again", p.save("talk-clean.srt"), got)

	// The command does the same.
	p.do(`document.querySelector('.tools .main').click()`)
	p.until(`document.querySelector('.menu button') !== null`)
	p.do(`press('More', document.querySelector('.menu'))`)
	p.do(`press('Your corrections', document.querySelector('.menu'))`)
	folder := t.TempDir()
	for name, content := range map[string]string{"c.json": string(p.file("talk.srt.corrections.json")), "talk.srt": spoken} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(filepath.Join(scripts.Build(t, filepath.Join("..", ".."), "./cmd/tidytalk"), "tidytalk"), "clean", "--corrections", "c.json", "talk.srt")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil || string(out) != got {
		t.Errorf("clean --corrections: %v\n%s", err, out)
	}

	// Word, with revisions and the comment.
	p.do(`document.querySelector('.tools .main').click()`)
	p.until(`document.querySelector('.menu button') !== null`)
	p.do(`press('Word, with', document.querySelector('.menu'))`)
	p.file("talk-clean.docx")
	z, err := zip.OpenReader(filepath.Join(p.downloads, "talk-clean.docx"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(b)
	}
	for part, has := range map[string]string{"word/document.xml": "<w:del ", "word/comments.xml": "which home?"} {
		if !strings.Contains(parts[part], has) {
			t.Errorf("%s has no %s: %.500s", part, has, parts[part])
		}
	}

	// All of it can be taken back.
	for range 5 {
		p.do(`press('Undo', document.querySelector('.tools'))`)
	}
	p.settled()
	expect(p, "saved when all was undone", p.save("talk-clean.srt"), cleaned(t, "talk.srt", spoken))
}

// TestPageTurns: a turn is cut at a word and given to somebody, and joined again.
func TestPageTurns(t *testing.T) {
	p := openFixture(t, "talk.txt", []byte("Ann: We flew home. Did you? No, by train.\nBob: It was cold.\n"))
	names := func() string {
		return eval[string](p, `[...document.querySelectorAll('.row b')].map((b) => b.textContent).join(' ')`)
	}
	p.do(`word('No,').click()`)
	p.press("y")
	p.until(`document.querySelector('.editor') !== null`)
	p.do(`press('Cut before', document.querySelector('.editor'))`)
	p.until(`document.querySelectorAll('.row b').length === 3`)
	p.do(`word('No,').click()`)
	p.press("y")
	p.until(`document.querySelector('.editor input') !== null`)
	p.fill(".editor input", "Cy")
	p.do(`press('This turn alone')`)
	p.until(`[...document.querySelectorAll('.row b')].some((b) => b.textContent === 'Cy')`)
	expect(p, "speakers", names(), "Ann Cy Bob")
	expect(p, "saved", p.save("talk-clean.txt"), "Ann: We flew home. Did you?\nCy: No, by train.\nBob: It was cold.\n")
	p.do(`word('No,').click()`)
	p.press("y")
	p.until(`document.querySelector('.editor') !== null`)
	p.do(`press('Join with', document.querySelector('.editor'))`)
	p.until(`document.querySelectorAll('.row b').length === 2`)
	expect(p, "saved", p.save("talk-clean.txt"), "Ann: We flew home. Did you? No, by train.\nBob: It was cold.\n")
}

// TestPageTake: what is copied is the clean text, of all words where all are selected; all is printed.
func TestPageTake(t *testing.T) {
	var src strings.Builder
	for i := range 400 { // lines that are all the same would be those of a recogniser that has gone wrong
		fmt.Fprintf(&src, "Ann: We went to to hall %d, uh, on foot.\nBob: It was, um, cold on day %d.\n", i, i)
	}
	p := openFixture(t, "talk.txt", []byte(src.String()))
	copied := func() string {
		t.Helper()
		return eval[string](p, `(() => { let got = ''; const data = new DataTransfer(); const e = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }); (document.activeElement ?? document.body).dispatchEvent(e); return e.defaultPrevented ? data.getData('text/plain') : 'not ours'; })()`)
	}
	p.do(`word('went').click()`)
	p.run(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	var want strings.Builder
	for i := range 400 {
		fmt.Fprintf(&want, "Ann: We went to hall %d on foot.\n\nBob: It was cold on day %d.\n\n", i, i)
	}
	if got := copied(); got != strings.TrimSpace(want.String()) {
		t.Errorf("all words: %.300s", got)
	}
	p.do(`dispatchEvent(new Event('beforeprint'))`)
	expect(p, "paragraphs that are printed", eval[int](p, `document.querySelectorAll('.sheet p').length`), 800)
	p.do(`dispatchEvent(new Event('afterprint'))`)
	expect(p, "the sheet is gone", eval[bool](p, `document.querySelector('.sheet') === null`), true)
}

// TestPageServerKeeps: what is done is on the server, too, where another browser finds it.
func TestPageServerKeeps(t *testing.T) {
	folder := t.TempDir()
	server := httptest.NewServer(pageServer(t, folder))
	t.Cleanup(server.Close)
	p := openPage(t, server.URL+"/", 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{"talk.txt": []byte(talk)})
	p.until(`document.querySelector('.w') !== null`)
	p.do(`word('town.').click()`)
	p.press("x")
	p.settled()
	for range 200 {
		if kept, _ := filepath.Glob(filepath.Join(folder, "talk.txt.*", "corrections.json")); len(kept) == 1 {
			if b, _ := os.ReadFile(kept[0]); strings.Contains(string(b), `"fate":"goes"`) {
				break
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	other := openPage(t, server.URL+"/", 1200, 800)
	other.do(helpers)
	other.until(`document.querySelector('.recent button')?.textContent === 'talk.txt'`)
	other.do(`document.querySelector('.recent button').click()`)
	other.until(`word('town.')?.matches('.gone') === true`)
}

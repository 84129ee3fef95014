package blackbox

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// outline is what a screen reader reads of the page, in its order: roles of some kinds with their names.
func outline(p *tab, roles ...string) []string {
	p.Helper()
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		p.Fatal(err)
	}
	nodes := make(map[accessibility.NodeID]*accessibility.Node, len(tree.Nodes))
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			_ = json.Unmarshal(v.Value, &s)
		}
		return s
	}
	var out []string
	var walk func(n *accessibility.Node)
	walk = func(n *accessibility.Node) {
		if n == nil {
			return
		}
		if role := text(n.Role); !n.Ignored && slices.Contains(roles, role) {
			out = append(out, strings.TrimSpace(role+" "+text(n.Name)))
		}
		for _, id := range n.ChildIDs {
			walk(nodes[id])
		}
	}
	walk(tree.Nodes[0])
	return out
}

// TestReadAloud: a screen reader has the parts of the page with their names, in the order in which one works, the turns with who
// speaks and when, what is removed as such, and is told what happens.
func TestReadAloud(t *testing.T) {
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.drop(map[string][]byte{
		"talk.vtt": []byte("WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>We met, uh, at home.\n\n00:04.000 --> 00:09.000\n<v Aino>" + finnish + "\n"),
		"talk.wav": tone(10),
	})
	p.until(`document.querySelector('.wave')?.dataset.drawn === '100'`)
	p.settled()
	got := outline(p, "banner", "heading", "tablist", "tab", "main", "feed", "article", "deletion", "note", "complementary", "region", "image", "slider", "status", "alert")
	want := []string{
		"banner", "heading tidytalk", "tablist Open transcripts", "tab talk.vtt",
		"main Transcript", "feed Transcript", "article Ann, 0:01", "deletion", "article Aino, 0:04", "note 20 words not cleaned: this is Finnish, which the models here do not know.",
		"complementary Settings, checking and learning", "region Uncertain places", "heading Check", "region What is removed", "slider Sure at least",
		"region Recording", "image Waveform of talk.wav", "slider Place in the recording", "status", "alert",
	}
	at := 0
	for _, line := range got {
		if at < len(want) && line == want[at] {
			at++
		}
	}
	if at < len(want) {
		t.Errorf("%q is missing, or not in its place: it reads\n%s", want[at], strings.Join(got, "\n"))
	}

	// What happens is said: the place that is asked about, and what became of it.
	said := func(want string) {
		t.Helper()
		p.until(fmt.Sprintf(`[...document.querySelectorAll('[role=status]')].some((e) => e.textContent.includes(%q))`, want))
	}
	p.do(`word('home.').click()`)
	p.press("x")
	said("“home.” goes")
	p.press("f")
	said("The text stays where it is.")
	p.run(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	said("Undone: remove")
}

// TestAxe looks for what axe-core finds, where it is installed with what checks the types of the page: npm install in serve/web.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join(root, "serve", "web", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("NOT TESTED: axe-core is not installed (npm install in serve/web): ", err)
	}
	p := openPage(t, serve(t), 1200, 800)
	p.do(helpers)
	p.run(chromedp.Evaluate[chromedp.Void](string(axe) + "; void 0"))
	check := func(state string) {
		t.Helper()
		p.until(`new Promise((r) => setTimeout(() => r(true), 500))`) // what fades has faded
		for _, found := range eval[[]string](p, `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ': ' + v.help + ': ' + n.html.slice(0, 200) + ' ' + n.failureSummary)))`) {
			t.Errorf("%s: %s", state, found)
		}
	}
	check("start")
	p.drop(map[string][]byte{
		"talk.vtt": []byte("WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>We met, uh, at home, I mean, I mean at work.\n\n00:04.000 --> 00:09.000\n<v Aino>" + finnish + "\n\n00:10.000 --> 00:14.000\n<v Dana>" + hebrew + "\n"),
		"talk.wav": tone(20),
	})
	p.until(`document.querySelector('.wave')?.dataset.drawn === '100'`)
	p.settled()
	p.do(`document.querySelector('.notes').replaceChildren()`)
	check("reading")
	p.do(`const s = [...document.querySelectorAll('.settings select')].find((x) => [...x.options].some((o) => o.value === 'full')); s.value = 'full'; s.dispatchEvent(new Event('change'))`)
	p.settled()
	p.press("n")
	check("checking")
	p.do(`word('home,').click()`)
	p.press("e")
	check("a word")
	p.press(kb.Escape)
	p.press("?")
	check("keys")
	p.press(kb.Escape)
	p.press("v", "v")
	check("clean")
	p.press("v")
	for _, f := range []emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-contrast", Value: "more"}} {
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{&f}})
		check(f.Name)
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	p.run(chromedp.EmulateViewport(390, 844))
	check("a phone")
	p.do(`press('Panels')`)
	check("a phone with panels")
}

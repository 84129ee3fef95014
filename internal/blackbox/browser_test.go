package blackbox

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/serve/studio"
)

// browsers are the names under which Chromium is looked for; TIDYTALK_BROWSER names another.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell"}

// chromium is the one browser of all tests, started when the first of them needs it.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := os.Getenv("TIDYTALK_BROWSER")
	for i := 0; path == "" && i < len(browsers); i++ {
		path, _ = exec.LookPath(browsers[i])
	}
	if path == "" {
		return nil, fmt.Errorf("there is no browser: none of %s is installed, and TIDYTALK_BROWSER names none", strings.Join(browsers, ", "))
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("autoplay-policy", "no-user-gesture-required"), chromedp.Flag("mute-audio", true),
		chromedp.WSURLReadTimeout(time.Minute))
	allocator, _ := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, stop := chromedp.NewContext(allocator)
	stopBrowser = stop
	return ctx, chromedp.Do(ctx)
})

var stopBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

// browser returns a tab of its own, with storage of its own; the test is skipped where there
// is no browser.
func browser(t *testing.T) context.Context {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		t.Skip("NOT TESTED: ", err)
	}
	ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(stop)
	return ctx
}

// TestBrowser says with which browser the page is tested, or that it is not.
func TestBrowser(t *testing.T) {
	version, err := chromedp.Run(browser(t), chromedp.Evaluate[string]("navigator.userAgent"))
	if err != nil {
		t.Fatal(err)
	}
	t.Log("the page is tested in", version)
}

var models = sync.OnceValues(func() (*tidytalk.Bundle, error) { return tidytalk.LoadEmbedded(bundle.Default()...) })

// serve starts a server of the page, and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(pageServer(t, ""))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// pageServer returns what serves the page, and keeps transcripts in a folder; "": nowhere.
func pageServer(t *testing.T, projects string) http.Handler {
	t.Helper()
	b, err := models()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := studio.New(studio.Options{Bundle: b, Fail: service.WriteError, Projects: projects})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	s, err := service.New(service.Options{Bundle: b, Pages: pages})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tab is the page, open in a browser.
type tab struct {
	*testing.T
	ctx       context.Context
	downloads string

	mu   sync.Mutex
	odd  []string // what went wrong in the page, or left the machine
	seen int      // requests
}

// openPage opens the page of a server. When the test is over, nothing must have gone wrong
// in it, and no request have gone anywhere else.
func openPage(t *testing.T, url string, width, height int64) *tab {
	t.Helper()
	p := &tab{T: t, ctx: browser(t)}
	p.open(url, width, height)
	return p
}

// open is openPage in a tab that is there.
func (p *tab) open(url string, width, height int64) {
	p.Helper()
	p.downloads = p.TempDir()
	p.watch(func(to string) bool {
		return strings.HasPrefix(to, url) || strings.HasPrefix(to, "blob:"+url) || strings.HasPrefix(to, "data:")
	})
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))`,
	})
	call(p, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.downloads,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	})
	p.run(chromedp.EmulateViewport(width, height), chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(".start")))
}

// openWritten opens a page that a command of a module writes, as its first argument and others say, and waits for what a
// selector finds. It stands alone: what holds of openPage holds of it.
func openWritten(t *testing.T, module, command, ready string, args ...string) *tab {
	t.Helper()
	p := &tab{T: t, ctx: browser(t)}
	file := filepath.Join(t.TempDir(), "page.html")
	program := filepath.Join(scripts.Build(t, module, command), path.Base(command))
	if out, err := exec.Command(program, slices.Insert(args, 1, "-o", file)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	url := "file://" + filepath.ToSlash(file)
	p.watch(func(to string) bool { return to == url || strings.HasPrefix(to, "blob:") })
	p.run(chromedp.EmulateViewport(1200, 1000), chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(ready)))
	return p
}

// watch takes down what a page asks for that is not its own, and what goes wrong in it. When the test is over there must
// be nothing of that, but requests.
func (p *tab) watch(own func(url string) bool) {
	p.Helper()
	if err := chromedp.Listen(p.ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if p.seen++; !own(e.Request.URL) {
				p.odd = append(p.odd, "a request to "+e.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			p.odd = append(p.odd, exception(e.ExceptionDetails))
		case *runtime.EventConsoleAPICalled:
			said := "console:"
			for _, a := range e.Args {
				said += " " + string(a.Value)
			}
			p.odd = append(p.odd, said)
		}
	}); err != nil {
		p.Fatal(err)
	}
	call(p, network.Enable, network.EnableParams{})
	p.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, what := range p.odd {
			p.Error(what)
		}
		if p.seen == 0 {
			p.Error("no request was seen: nothing was tested")
		}
	})
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// call sends a command to the browser.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, command, params); err != nil {
		p.Fatal(err)
	}
}

// eval returns what an expression is in the page, or what its promise comes to.
func eval[T any](p *tab, expression string) T {
	p.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return out
}

// do runs statements in the page.
func (p *tab) do(statements string) {
	p.Helper()
	p.run(chromedp.Evaluate[chromedp.Void]("void (() => {" + statements + "})()"))
}

// until waits until an expression is true in the page.
func (p *tab) until(expression string) {
	p.Helper()
	for range 6000 {
		if eval[bool](p, expression) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.Fatalf("%s never was; the page says %q", expression, eval[string](p, `document.body.innerText.slice(0, 3000)`))
}

// press presses keys, one after the other, on whatever has the focus.
func (p *tab) press(keys ...string) {
	p.Helper()
	for _, k := range keys {
		p.run(chromedp.KeyEvent(k, asKeyboard))
	}
}

// asKeyboard makes the event of a key that goes down one that a keyboard sends: of those of KeyEvent what a page prevents
// is typed all the same.
func asKeyboard(p *input.DispatchKeyEventParams) {
	if p.Type == input.DispatchKeyEventTypeKeyDown {
		p.Type = input.DispatchKeyEventTypeRawKeyDown
	}
}

// drop drops files onto the page, as from a file manager.
func (p *tab) drop(files map[string][]byte) {
	p.Helper()
	var list strings.Builder
	for name, content := range files {
		fmt.Fprintf(&list, "t.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));", base64.StdEncoding.EncodeToString(content), name)
	}
	p.do("const t = new DataTransfer();" + list.String() +
		"for (const name of ['dragover', 'drop']) document.querySelector('main').dispatchEvent(new DragEvent(name, { dataTransfer: t, bubbles: true, cancelable: true }));")
}

// settled waits until the server has said what the text becomes.
func (p *tab) settled() {
	p.Helper()
	p.until(`document.querySelector('.feed').getAttribute('aria-busy') === 'false'`)
}

// save saves with a keystroke, and returns the file.
func (p *tab) save(name string) string {
	p.Helper()
	p.settled()
	file := filepath.Join(p.downloads, name)
	_ = os.Remove(file)
	p.run(chromedp.KeyEvent("s", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	for range 600 {
		if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
			return string(b)
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatalf("%s was not saved", name)
	return ""
}

// exception is what was thrown in the page.
func exception(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return e.Text
}

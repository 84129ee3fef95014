package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// sitePolicy is the content security policy of the page without a server: what it loads is its own, nothing goes to
// others. Workers have it from the service worker, or from the file _headers, where the host knows that.
const sitePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"media-src blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

// parts are the files of the site that internal/release makes, where they are in the site, and scripts that go into a
// script.
var parts = []struct{ from, to string }{
	{"tidytalk.wasm", "assets/tidytalk-HASH.wasm"},
	{"kernels.wasm", "assets/kernels-HASH.wasm"},
	{"models.bin", "assets/models-HASH.bin"},
}

// site returns the files of the page without a server, by name. made is the folder with what internal/release has made.
func site(web, made string) (map[string][]byte, error) {
	files := make(map[string][]byte)
	names := make(map[string]string)
	for _, p := range parts {
		b, err := os.ReadFile(filepath.Join(made, p.from))
		if err != nil {
			return nil, err
		}
		names[p.from] = add(files, p.to, b)
	}
	own := func(file string) string { return strings.TrimPrefix(names[file], "assets/") } // as the worker says it
	worker, err := script(web, made, "siteworker", api.FormatESModule, map[string]string{
		"SITE_MODULE": own("tidytalk.wasm"), "SITE_KERNELS": own("kernels.wasm"), "SITE_MODELS": own("models.bin"),
		"SITE_HASH": integrity(files[names["models.bin"]]),
	})
	if err != nil {
		return nil, err
	}
	page, err := script(web, made, "site", api.FormatIIFE, map[string]string{"SITE_WORKER": add(files, "assets/worker-HASH.js", worker["siteworker.js"])})
	if err != nil {
		return nil, err
	}
	index, err := os.ReadFile(filepath.Join(web, "index.html"))
	if err != nil {
		return nil, err
	}
	files["index.html"] = []byte(strings.NewReplacer(
		`<meta charset="utf-8">`, "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\""+sitePolicy+"\">",
		"assets/studio.js", add(files, "assets/site-HASH.js", page["site.js"]),
		"assets/studio.css", add(files, "assets/site-HASH.css", page["site.css"]),
		"</body>", "<p class=\"starting\">The models are being fetched, once: 10 to 20 MB. From then on the page works without a network, too; what you open in it stays in this browser.</p>\n</body>",
	).Replace(string(index)))
	kept := make(map[string]string)
	for name, b := range files {
		kept[name] = integrity(b)
	}
	list, err := json.Marshal(kept) // in order
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(list)
	keeper, err := script(web, made, "sw", api.FormatIIFE, map[string]string{"SITE_FILES": string(list), "SITE_VERSION": hex.EncodeToString(sum[:8]), "SITE_POLICY": sitePolicy})
	if err != nil {
		return nil, err
	}
	files["sw.js"] = keeper["sw.js"]
	files["_headers"] = []byte("/*\n  Content-Security-Policy: " + sitePolicy + "; frame-ancestors 'none'\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n")
	return files, nil
}

// add adds a file to others under a name that says its hash in place of HASH, and returns that.
func add(files map[string][]byte, name string, b []byte) string {
	sum := sha256.Sum256(b)
	name = strings.Replace(name, "HASH", hex.EncodeToString(sum[:6]), 1)
	files[name] = b
	return name
}

// integrity returns the hash of a file as pages have it.
func integrity(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// script bundles a script of src, with the values of names that it declares: text, or JSON.
func script(web, made, name string, format api.Format, values map[string]string) (map[string][]byte, error) {
	defined := make(map[string]string)
	for name, value := range values {
		if !strings.HasPrefix(value, "{") {
			b, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			value = string(b)
		}
		defined[name] = value
	}
	o := bundling("src/" + name + ".ts")
	o.Format, o.Define = format, defined
	o.Plugins = []api.Plugin{{Name: "npm", Setup: func(b api.PluginBuild) {
		// What the package for browsers gets from elsewhere when it is packed.
		b.OnResolve(api.OnResolveOptions{Filter: `^\./(wasm_exec|errors)\.js$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			from := map[string]string{"./wasm_exec.js": filepath.Join(made, "wasm_exec.js"), "./errors.js": filepath.Join(web, "..", "..", "npm", "tidytalk", "lib", "errors.js")}[a.Path]
			path, err := filepath.Abs(from)
			return api.OnResolveResult{Path: path}, err
		})
	}}}
	o.LogOverride = map[string]api.LogLevel{"empty-import-meta": api.LogLevelSilent}
	return bundled(web, o)
}

// writeSite makes the site of what lies in a folder, in place of that.
func writeSite(web, folder string) error {
	files, err := site(web, folder)
	if err != nil {
		return err
	}
	return cmp.Or(write(folder, files), report(files))
}

// report says how large the files are.
func report(files map[string][]byte) error {
	size := 0
	for _, b := range files {
		size += len(b)
	}
	_, err := fmt.Printf("%d files, %.1f MB\n", len(files), float64(size)/1e6)
	return err
}

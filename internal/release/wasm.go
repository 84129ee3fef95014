package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// webPlatform is what the package tidytalk-wasm is for.
var webPlatform = platform{"js", "wasm"}

// sharedScripts are those of the package tidytalk that tidytalk-wasm has, too, as modules of JavaScript.
var sharedScripts = []string{"base.js", "errors.js", "labels.js", "options.js", "stream.js", "text.js"}

// inlined are the packages of modules of WebAssembly in which functions are inlined into others: those with the innermost loops,
// and those of Go that rely on it. Elsewhere it makes long functions of short ones. Engines compile a function when it first
// runs, and once more, with much work, when it has run for a while, which comes soon where it is long: jumps of Go there
// are jumps to the start of a function, and count by its length. The first text takes half of the time without it, and long
// ones take a few hundredths more.
var inlined = []string{
	"runtime", "internal/runtime/...", "sync", "sync/atomic", "internal/sync", "unicode/utf8", "math", "bytes", "github.com/zeebo/xxh3",
	"github.com/tidytalk/tidytalk/m3n", "github.com/tidytalk/tidytalk/models/kernels", "github.com/tidytalk/tidytalk/models/rnn", "github.com/tidytalk/tidytalk/internal/weights",
	"github.com/tidytalk/tidytalk/beam", "github.com/tidytalk/tidytalk/models/stages", "github.com/tidytalk/tidytalk/models/repairs",
	"github.com/tidytalk/tidytalk/models/neural",
}

// wasmModule builds a module of WebAssembly, and returns it with the kernels that it needs and the script of Go that
// starts it. root is the package of its program, tags are those beside simd.
func wasmModule(source, root string, tags ...string) ([]file, error) {
	work, err := os.MkdirTemp("", "tidytalk-wasm")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	module := filepath.Join(work, "tidytalk.wasm")
	build := []string{"build", "-trimpath", "-buildvcs=false", "-tags=" + strings.Join(append(tags, "simd"), ","), "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	for _, p := range inlined {
		build = append(build, "-gcflags="+p+"=")
	}
	if _, err := goCommand(source, "", webPlatform, append(build, "-o", module, root)...); err != nil {
		return nil, err
	}
	goRoot, err := goCommand(source, "", webPlatform, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	var out []file
	for name, path := range map[string]string{
		"tidytalk.wasm":    module,
		"kernels.wasm":     filepath.Join(source, "cmd/wasm/kernels.wasm"),
		"lib/wasm_exec.js": filepath.Join(strings.TrimSpace(string(goRoot)), "lib/wasm/wasm_exec.js"),
	} {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, file{name, b, false})
	}
	return out, nil
}

// writeSite writes what serve/web/build makes the page without a server of: the module, its scripts, and models,
// compressed.
func writeSite(source, models, out string) error {
	b, err := os.ReadFile(models)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(b); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	files, err := wasmModule(source, "./cmd/wasm/page", "page")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	for _, f := range append(files, file{"models.bin", packed.Bytes(), false}) {
		if err := os.WriteFile(filepath.Join(out, filepath.Base(f.name)), f.content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// npmWasm packs the package for browsers, and other places without programs.
func npmWasm(source string) (name string, b []byte, err error) {
	content, err := wasmModule(source, "./cmd/wasm")
	if err != nil {
		return "", nil, err
	}
	scripts, err := wasmScripts(source)
	if err != nil {
		return "", nil, err
	}
	licences, err := licencesOf(source, "", webPlatform, "./cmd/wasm")
	if err != nil {
		return "", nil, err
	}
	for name, path := range map[string]string{"README.md": "docs/browser.md", "LICENSE": "LICENSE"} {
		b, err := os.ReadFile(filepath.Join(source, path))
		if err != nil {
			return "", nil, err
		}
		content = append(content, file{name, b, false})
	}
	content = append(content, scripts...)
	return npmPackage(source, "tidytalk-wasm", append(content, file{"LICENSES-OTHERS.txt", licences, false})...)
}

// wasmScripts returns sharedScripts as modules of JavaScript.
func wasmScripts(source string) ([]file, error) {
	var out []file
	for _, name := range sharedScripts {
		b, err := os.ReadFile(filepath.Join(source, "npm/tidytalk/lib", name))
		if err != nil {
			return nil, err
		}
		text, err := asModule(string(b))
		if err != nil {
			return nil, fmt.Errorf("npm/tidytalk/lib/%s: %w", name, err)
		}
		out = append(out, file{"lib/" + name, []byte(text), false})
	}
	text, err := os.ReadFile(filepath.Join(source, "npm/tidytalk/lib/options.d.ts"))
	return append(out, file{"lib/options.d.ts", text, false}), err
}

var (
	required = regexp.MustCompile(`(?m)^const (.+) = require\('(\./[^']+)'\);$`)
	whole    = regexp.MustCompile(`(?m)^import (\w+) from`)
	exported = regexp.MustCompile(`(?m)^module\.exports = (\{.+\});$`)
	member   = regexp.MustCompile(`(?m)^exports\.(\w+) = `)
)

// asModule makes a module of JavaScript of a script for Node that requires and exports in the ways of this repository.
func asModule(script string) (string, error) {
	s := strings.Replace(script, "'use strict';\n\n", "", 1)
	s = required.ReplaceAllString(s, "import $1 from '$2';")
	s = whole.ReplaceAllString(s, "import * as $1 from")
	s = exported.ReplaceAllString(s, "export $1;")
	s = member.ReplaceAllString(s, "export const $1 = ")
	for _, left := range []string{"require(", "exports", "use strict", "Buffer", "process."} {
		if strings.Contains(s, left) {
			return "", fmt.Errorf("%q is for Node: write it so that it can become a module for browsers, too", left)
		}
	}
	return s, nil
}

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestUnits runs the tests in serve/web/test, of what does not need a page, where Node.js is.
func TestUnits(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT TESTED: serve/web/test needs Node.js: ", err)
	}
	sources, err := filepath.Glob("../test/*.test.ts")
	if err != nil || len(sources) == 0 {
		t.Fatal("no tests in serve/web/test: ", err)
	}
	out := t.TempDir()
	result := api.Build(api.BuildOptions{
		EntryPoints:  sources,
		Outdir:       out,
		Bundle:       true,
		Write:        true,
		Platform:     api.PlatformNode,
		Format:       api.FormatESModule,
		OutExtension: map[string]string{".js": ".mjs"},
		Sourcemap:    api.SourceMapInline,
		LogLevel:     api.LogLevelSilent,
	})
	if err := failed(result.Errors); err != nil {
		t.Fatal(err)
	}
	for _, f := range result.OutputFiles {
		t.Run(filepath.Base(f.Path), func(t *testing.T) {
			t.Parallel()
			if said, err := exec.Command(node, "--enable-source-maps", "--test", f.Path).CombinedOutput(); err != nil {
				t.Errorf("%v:\n%s", err, said)
			}
		})
	}
}

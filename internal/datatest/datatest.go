// Package datatest finds the corpora that some tests need and the repository
// does not hold.
//
// [Path] is all of it.
package datatest

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns a path in the folder of corpora: the one that the environment
// variable TIDYTALK_DATA names, or else shared/data beside the repository. If
// the path is not there, the test is skipped.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("TIDYTALK_DATA")
	if dir == "" {
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		root := "" // the outermost module
		for ; ; here = filepath.Dir(here) {
			if _, err := os.Stat(filepath.Join(here, "go.mod")); err == nil {
				root = here
			}
			if here == filepath.Dir(here) {
				break
			}
		}
		if root == "" {
			t.Skip("SKIPPED: no go.mod above the test: cannot look for the corpora; set TIDYTALK_DATA")
		}
		dir = filepath.Join(filepath.Dir(root), "shared", "data")
	}
	path := filepath.Join(append([]string{dir}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: this test needs %s; set TIDYTALK_DATA to the folder of the corpora", filepath.Join(elem...))
	}
	return path
}

package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/batch"
)

// Workers of other runners are in folders of their own: what is of this machine has a whole path.
func TestMakeAbsolute(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	f := flags{inputs: []string{"talks/", "a.txt", "@list", "@s3://bucket/list", "gs://bucket/talks/", "/x/*.txt"}, files: batch.FilesOptions{OutDir: "out", Root: "s3://bucket/talks"}}
	if err := f.makeAbsolute(); err != nil {
		t.Fatal(err)
	}
	want := []string{dir + "/talks/", dir + "/a.txt", "@" + dir + "/list", "@s3://bucket/list", "gs://bucket/talks/", "/x/*.txt"}
	if !slices.Equal(f.inputs, want) {
		t.Errorf("%q", f.inputs)
	}
	if f.files.OutDir != dir+"/out" || f.files.Root != "s3://bucket/talks" || f.files.Bundle != "" {
		t.Errorf("%+v", f.files)
	}
}

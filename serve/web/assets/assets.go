// Package assets holds the files of the page of tidytalk serve, as serve/web/build makes them
// from the sources in web.
//
// Start with [FS].
package assets

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

//go:embed dist/trace.js
var traceScript string

//go:embed dist/trace.css
var traceStyle string

// FS returns the files: index.html, studio.js, studio.css, trace.js, trace.css.
func FS() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // of a name that is no path
	}
	return files
}

// TraceScript returns the script that gives life to the graph of a trace, for pages that
// stand alone.
func TraceScript() string { return traceScript }

// TraceStyle returns the style sheet that belongs to TraceScript.
func TraceStyle() string { return traceStyle }

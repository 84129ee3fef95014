package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The module of kernels is the one that its source became: make kernels writes both sums.
func TestKernels(t *testing.T) {
	folder := filepath.Join("..", "..", "cmd", "wasm")
	sums, err := os.ReadFile(filepath.Join(folder, "kernels.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	var own strings.Builder
	for _, name := range []string{"kernels.wat", "kernels.wasm"} {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&own, "%x  %s\n", sha256.Sum256(b), name)
	}
	if own.String() != string(sums) {
		t.Errorf("the kernels have changed:\n%swas\n%s: make kernels", own.String(), sums)
	}
}

func TestAsModule(t *testing.T) {
	const script = `// What it is.
'use strict';

const {a, b} = require('./x.js');
const streams = require('./stream.js');

exports.TAKEN = {
  a: 1,
};

module.exports = {f, g};
`
	const want = `// What it is.
import {a, b} from './x.js';
import * as streams from './stream.js';

export const TAKEN = {
  a: 1,
};

export {f, g};
`
	got, err := asModule(script)
	if err != nil || got != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
	for _, only := range []string{"const fs = require('node:fs');\n", "const b = Buffer.from('');\n", "module.exports = 1;\n"} {
		if got, err := asModule(only); err == nil {
			t.Errorf("%q becomes %q", only, got)
		}
	}
	scripts, err := wasmScripts("../..")
	if err != nil || len(scripts) != len(sharedScripts)+1 {
		t.Errorf("%d scripts: %v", len(scripts), err)
	}
}

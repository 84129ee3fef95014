package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// others are platforms that the program is built for, and no archives are made for.
var others = []platform{
	{"linux", "386"}, {"linux", "arm"}, {"linux", "riscv64"}, {"linux", "s390x"}, {"linux", "ppc64le"}, {"linux", "loong64"},
	{"windows", "386"}, {"windows", "arm64"}, {"freebsd", "amd64"}, {"openbsd", "amd64"}, {"netbsd", "amd64"}, {"js", "wasm"}, {"wasip1", "wasm"},
}

// emulators are the names that qemu has for processors.
var emulators = map[string]string{"386": "i386", "amd64": "x86_64", "arm": "arm", "arm64": "aarch64", "loong64": "loongarch64", "ppc64le": "ppc64le", "riscv64": "riscv64", "s390x": "s390x"}

// runWASI has Node run a program for WASI.
//
//go:embed wasi.js
var runWASI string

// tried is what programs have to do in the same way on all platforms.
var tried = []struct {
	args  []string
	input string
}{
	{[]string{"clean"}, "So, uh, I want a flight to Boston, I mean to Denver. You know, it was four hours.\nso we we went uh like yesterday and he said its fine\n"},
	{[]string{"clean", "--to", "jsonl", "--level", "full"}, "1\n00:00:01,000 --> 00:00:03,500\nso uh we we went there i mean we drove\n"},
	{[]string{"clean", "--mode", "baseline", "--numbers", "digits"}, "um it was twenty five dollars uh at nine thirty a m\n"},
	{[]string{"formats"}, ""},
}

// cross builds the program for platforms, and tries it where something runs it. Errors are about all that failed.
func cross(of []platform) error {
	work, err := os.MkdirTemp("", "tidytalk-cross")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	want, err := outputs([]string{"go", "run", "./cmd/tidytalk"})
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range of {
		program := filepath.Join(work, "tidytalk.exe") // Windows wants the ending
		if _, err := goCommand(".", "", p, "build", "-o", program, "./cmd/tidytalk"); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", p, err))
			continue
		}
		runner, missing := runnerOf(p)
		if missing != "" {
			fmt.Printf("%s: built, NOT RUN: there is no %s\n", p, missing)
			continue
		}
		got, err := outputs(append(runner, program))
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", p, err))
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				failed = append(failed, fmt.Errorf("%s: tidytalk %s writes\n%s\nand here\n%s", p, strings.Join(tried[i].args, " "), got[i], want[i]))
			}
		}
		fmt.Printf("%s: built and run\n", p)
	}
	return errors.Join(failed...)
}

// outputs returns what the program, which a command line runs, writes when it is tried.
func outputs(command []string) ([]string, error) {
	var out []string
	for _, x := range tried {
		c := exec.Command(command[0], append(command[1:len(command):len(command)], x.args...)...)
		c.Stdin = strings.NewReader(x.input)
		var errs bytes.Buffer
		c.Stderr = &errs
		b, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("tidytalk %s: %w\n%s", strings.Join(x.args, " "), err, errs.Bytes())
		}
		out = append(out, string(b))
	}
	return out, nil
}

// runnerOf returns the command line before that of a program for a platform, or what is missing to run it here.
func runnerOf(p platform) (command []string, missing string) {
	is := func(os, arch string) bool { return p.os == os && p.arch == arch }
	switch here := runtime.GOOS; {
	case is(here, runtime.GOARCH), is("linux", "386") && here == "linux" && runtime.GOARCH == "amd64":
		return nil, ""
	case p.os == "linux" && here == "linux":
		return first("qemu-"+emulators[p.arch]+"-static", "qemu-"+emulators[p.arch])
	case p.os == "windows" && p.arch != "arm64":
		return first("wine")
	case p.os == "js":
		if command, missing = first("node"); missing == "" {
			root, err := goCommand(".", "", p, "env", "GOROOT")
			if err != nil {
				return nil, "Go"
			}
			command = []string{filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")}
		}
		return command, missing
	case p.os == "wasip1":
		if command, missing = first("node"); missing == "" {
			command = append(command, "--no-warnings", "-e", runWASI, "--")
		}
		return command, missing
	}
	return nil, "machine of this kind"
}

// first returns the first program that is there.
func first(programs ...string) ([]string, string) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}, ""
		}
	}
	return nil, strings.Join(programs, " or ")
}

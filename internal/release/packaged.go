package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
)

// packaged returns what packages for other languages have of the content of a platform's archive: the program, in a
// folder, and its licences.
func packaged(p platform, content []file, folder string) (program, licences []file, err error) {
	for _, f := range content {
		switch {
		case f.program:
			if p.os == "linux" {
				if err := isStatic(f.content); err != nil {
					return nil, nil, err
				}
			}
			f.name = folder + f.name
			program = append(program, f)
		case f.name != "README.md":
			licences = append(licences, file{"licenses/" + filepath.Base(f.name), f.content, false})
		}
	}
	return program, licences, nil
}

// licencesFor returns pages about licences as packages have them.
func licencesFor(source string, pages ...string) ([]file, error) {
	var files []file
	for _, page := range pages {
		b, err := os.ReadFile(filepath.Join(source, page))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"licenses/" + filepath.Base(page), b, false})
	}
	return files, nil
}

// isStatic returns an error if a program needs a library of the machine that it runs on: its wheel would say that it
// runs where it does not.
func isStatic(program []byte) error {
	f, err := elf.NewFile(bytes.NewReader(program))
	if err != nil {
		return err
	}
	needed, err := f.ImportedLibraries()
	if err != nil || len(needed) > 0 {
		return fmt.Errorf("the program needs %q, error %v: it has to be built without cgo", needed, err)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return fmt.Errorf("the program needs a loader: it has to be built without cgo")
		}
	}
	return nil
}

// writerTo returns what writes a package to a folder, and says so; err is that of packing.
func writerTo(folder string) func(name string, b []byte, err error) error {
	return func(name string, b []byte, err error) error {
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", name)
		return os.WriteFile(filepath.Join(folder, name), b, 0o666)
	}
}

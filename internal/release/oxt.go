package main

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/tidytalk/tidytalk"
)

// oxt packs the extension for LibreOffice of the source in a folder.
func oxt(source string) ([]byte, error) {
	var files []file
	for name, from := range map[string]string{
		"META-INF/manifest.xml": "editors/libreoffice/META-INF/manifest.xml", "description.xml": "editors/libreoffice/description.xml",
		"Addons.xcu": "editors/libreoffice/Addons.xcu", "tidytalk.py": "editors/libreoffice/tidytalk.py", "LICENSE": "LICENSE",
	} {
		b, err := os.ReadFile(filepath.Join(source, from))
		if err != nil {
			return nil, err
		}
		if name == "description.xml" {
			b = bytes.Replace(b, []byte("VERSION"), []byte(tidytalk.Version), 1)
		}
		files = append(files, file{name, b, false})
	}
	return zipped("", files)
}

// writeOxt writes the extension to a folder.
func writeOxt(source, out string) error {
	b, err := oxt(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "tidytalk-"+tidytalk.Version+".oxt"), b, 0o666)
}

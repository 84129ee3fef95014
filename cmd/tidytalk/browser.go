package main

import (
	"os/exec"
	"runtime"
)

// openBrowser opens a page in the user's browser. Tests replace it.
var openBrowser = func(url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait() // it is over soon, and how it ends does not matter
	return nil
}

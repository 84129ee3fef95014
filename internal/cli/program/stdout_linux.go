package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// closers are the shells: they start others without a standard output where their users say so
// (>&-).
var closers = []string{"sh", "bash", "dash", "ash", "busybox", "ksh", "mksh", "zsh", "fish", "tcsh", "csh"}

// isClosed reports whether the process was started without a standard output. Go's run time opens
// the null device then, for reading and writing, before anything of a program runs: what is
// written is lost, and no error says so. Shells open that device for writing alone (>/dev/null).
// Other programs that want no output may open it as the run time does; nothing tells the two apart
// but who has started this one.
func isClosed() bool {
	parent := fmt.Sprint(os.Getppid())
	switch own, err := isNull("self"); {
	case err != nil, !own:
		return false
	}
	switch handed, err := isNull(parent); {
	case errors.Is(err, fs.ErrNotExist):
		return true // it has none itself
	case err != nil, handed:
		return false
	}
	name, err := os.ReadFile("/proc/" + parent + "/comm")
	return err == nil && slices.Contains(closers, strings.TrimSpace(string(name)))
}

// isNull reports whether the standard output of a process is the null device, open for reading and
// writing.
func isNull(process string) (bool, error) {
	to, err := os.Readlink("/proc/" + process + "/fd/1")
	if err != nil || to != os.DevNull {
		return false, err
	}
	info, err := os.ReadFile("/proc/" + process + "/fdinfo/1")
	if err != nil {
		return false, err
	}
	for line := range strings.Lines(string(info)) {
		if flags, ok := strings.CutPrefix(line, "flags:"); ok {
			n, err := strconv.ParseUint(strings.TrimSpace(flags), 8, 64)
			return n&syscall.O_ACCMODE == syscall.O_RDWR, err
		}
	}
	return false, nil
}

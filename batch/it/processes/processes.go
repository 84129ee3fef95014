// Package processes starts the servers and programs of tests, and stops them.
package processes

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Wanted skips tests where nobody asked for them.
func Wanted(t *testing.T) {
	t.Helper()
	if os.Getenv("TIDYTALK_IT") == "" {
		t.Skip("NOT RUN: it starts servers and takes minutes: 'make it' does")
	}
}

// NoJava returns why no server in Java can be made and started here, "" where it can.
func NoJava() string {
	for _, tool := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(tool); err != nil {
			return tool + " is not installed"
		}
	}
	return ""
}

// Folder returns the folder that programs are built in: that of TIDYTALK_IT_DIR, which is kept, or one that Main
// removes.
var Folder = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("TIDYTALK_IT_DIR"); dir != "" {
		return dir, nil
	}
	var err error
	temporary, err = os.MkdirTemp("", "tidytalk-it")
	return temporary, err
})

// temporary is the folder that goes at the end; "": there is none.
var temporary string

// Main runs the tests of a package and ends.
func Main(m *testing.M) {
	code := m.Run()
	if temporary != "" {
		os.RemoveAll(temporary)
	}
	os.Exit(code)
}

// Build builds a program of a module.
func Build(to, module, pkg string) error {
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", to, pkg)
	c.Dir = module
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", pkg, err, out)
	}
	return nil
}

// Jars gets what the pom of the package's folder asks for, into a folder, unless it has that of the same pom and sources
// from before.
func Jars(to string) error {
	h := sha256.New()
	for _, part := range []string{"pom.xml", "src"} {
		err := filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
			return err
		})
		if err != nil && !(part == "src" && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	made := filepath.Join(to, fmt.Sprintf("jars-%x", h.Sum(nil)[:8]))
	if _, err := os.Stat(made); err == nil {
		return nil
	}
	if out, err := exec.Command("mvn", "-q", "-B", "package", "-Djars="+to).CombinedOutput(); err != nil {
		return fmt.Errorf("mvn: %w: %s", err, out)
	}
	return os.WriteFile(made, nil, 0o644)
}

// Logs fails the test with what the programs have said last, whose logs are in a folder.
func Logs(t *testing.T, dir, format string, args ...any) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, "*.log"))
	for _, name := range names {
		text, _ := os.ReadFile(name)
		t.Logf("%s: %s", filepath.Base(name), text[max(0, len(text)-3000):])
	}
	t.Fatalf(format, args...)
}

// Process is a server that a test has started.
type Process struct {
	Cmd  *exec.Cmd
	done chan struct{}
}

// Start starts a program, with what it says in a file. It is killed at the end
// of the test.
func Start(t *testing.T, log string, env []string, program string, args ...string) *Process {
	t.Helper()
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := &Process{exec.Command(program, args...), make(chan struct{})}
	p.Cmd.Stdout, p.Cmd.Stderr = out, out
	p.Cmd.Env = append(os.Environ(), env...)
	p.Cmd.Dir = filepath.Dir(log)
	// It dies with this process, whatever ends that, and so with the thread that starts it.
	p.Cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer close(p.done)
		err := p.Cmd.Start()
		started <- err
		if err == nil {
			_ = p.Cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// Ended reports whether it has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Kill kills a process as a machine does that dies.
func (p *Process) Kill() {
	_ = p.Cmd.Process.Kill()
	<-p.done
}

// FreePorts returns ports of this machine that nobody listens to.
func FreePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// Patience is how long something is waited for that does not come: five minutes, or as many as TIDYTALK_IT_MINUTES says, for machines
// that others work on, too.
func Patience(t *testing.T) time.Duration {
	t.Helper()
	return time.Duration(Number(t, "TIDYTALK_IT_MINUTES", 5)) * time.Minute
}

// WaitFor waits until something is there, for as long as Patience says.
func WaitFor(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience(t)); !ready(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s", what)
		}
	}
}

// Mentioning returns the processes whose program or arguments name a path.
func Mentioning(path string) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		program, _ := os.Readlink(dir + "/exe")
		arguments, _ := os.ReadFile(dir + "/cmdline")
		if strings.Contains(program, path) || bytes.Contains(arguments, []byte(path)) {
			pid, _ := strconv.Atoi(filepath.Base(dir))
			pids = append(pids, pid)
		}
	}
	return pids
}

// ProcessorSeconds returns the processor time of a process, and that of the children that it waited for.
func ProcessorSeconds(pid int) (own, children float64) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	const ticks = 100 // a second, on Linux
	var times [4]float64
	for i, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseFloat(field, 64)
		times[i] = n / ticks
	}
	return times[0] + times[1], times[2] + times[3]
}

// Number returns what a variable of the environment says, or a default.
func Number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	if text := os.Getenv(name); text != "" {
		if _, err := fmt.Sscan(text, &otherwise); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return otherwise
}

package it

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// wanted skips tests where nobody asked for them.
func wanted(t *testing.T) {
	t.Helper()
	if os.Getenv("TIDYTALK_IT") == "" {
		t.Skip("NOT RUN: it starts servers and takes minutes: 'make it' does")
	}
}

// process is a server that a test has started.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
}

// startProcess starts a program, with what it says in a file. It is killed at the end
// of the test.
func startProcess(t *testing.T, log string, env []string, program string, args ...string) *process {
	t.Helper()
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := &process{exec.Command(program, args...), make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = out, out
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Dir = filepath.Dir(log)
	// It dies with this process, whatever ends that, and so with the thread that starts it.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer close(p.done)
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return p
}

// ended reports whether it has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// kill kills a process as a machine does that dies.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// freePorts returns ports of this machine that nobody listens to.
func freePorts(t *testing.T, n int) (ports []int) {
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

func waitFor(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !ready(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s", what)
		}
	}
}

// mentioning returns the processes whose program or arguments name a path.
func mentioning(path string) (pids []int) {
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

// processorSeconds returns the processor time of a process and of the children that it waited for.
func processorSeconds(pid int) float64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	const ticks = 100 // a second, on Linux
	total := 0.0
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseFloat(field, 64)
		total += n / ticks
	}
	return total
}

// ran is a program that ended.
type ran struct {
	code           int
	stdout, stderr string
	seconds        float64
	processor      float64 // seconds
}

// run runs a program to its end.
func run(t *testing.T, program string, args ...string) ran {
	t.Helper()
	return runWith(t, nil, program, args...)
}

// runWith is run with standard input.
func runWith(t *testing.T, in io.Reader, program string, args ...string) ran {
	t.Helper()
	start := time.Now()
	c := exec.Command(program, args...)
	c.Stdin = in
	var stdout, stderr strings.Builder
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	processor := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	return ran{c.ProcessState.ExitCode(), stdout.String(), stderr.String(), time.Since(start).Seconds(), processor.Seconds()}
}

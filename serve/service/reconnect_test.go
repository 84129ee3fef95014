package service

import (
	"bytes"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// cuttingProxy passes connections on to an address, and cuts each of the first ones after so many bytes that come from the server.
// It returns its own address, and how many it has cut so far.
func cuttingProxy(t *testing.T, address string, after ...int64) (string, *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var cut atomic.Int64
	go func() {
		for n := 0; ; n++ {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", address)
			if err != nil {
				client.Close()
				continue
			}
			go func() {
				io.Copy(server, client)
				server.Close()
			}()
			go func() {
				defer server.Close()
				defer client.Close()
				if n >= len(after) {
					io.Copy(client, server)
				} else if passed, _ := io.CopyN(client, server, after[n]); passed == after[n] {
					cut.Add(1)
				}
			}()
		}
	}()
	return l.Addr().String(), &cut
}

// TestReconnectExample: the example goes on when its connection is cut, and writes what one that is not cut does.
func TestReconnectExample(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: there is no node to run examples/live/reconnect.mjs with")
	}
	s := start(t, Options{})
	address, _ := listen(t, s, 5*time.Second)
	run := func(address string) (out, told string) {
		c := exec.CommandContext(t.Context(), node, "--experimental-websocket", "--no-warnings", "../../examples/live/reconnect.mjs",
			"ws://"+address+"/v1/stream?mode=baseline&latency=words=3&flush-after=0")
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		c.Stdout, c.Stderr = &stdout, &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for _, w := range strings.SplitAfter(strings.Repeat(talked+"\n", 8), " ") {
			if _, err := io.WriteString(in, w); err != nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		in.Close()
		if err := c.Wait(); err != nil {
			t.Fatalf("%v: %s", err, stderr.String())
		}
		return stdout.String(), stderr.String()
	}
	want, told := run(address)
	if told != "" || !strings.Contains(want, "Denver") {
		t.Fatalf("%q, %q", want, told)
	}
	for _, after := range [][]int64{{850}, {900, 300, 1000, 850}, {1500}} {
		through, cut := cuttingProxy(t, address, after...)
		got, told := run(through)
		if got != want {
			t.Errorf("cut after %v bytes: %q, want %q", after, got, want)
		}
		if cut.Load() == 0 || strings.Count(told, "again") == 0 {
			t.Errorf("cut after %v bytes: %d cuts, told %q", after, cut.Load(), told)
		}
	}
}

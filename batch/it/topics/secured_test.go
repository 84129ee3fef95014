package topics

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

// allow gives the user of workers the rights that docs/kafka.md says, and no others, for groups and topics of results.
func (c *cluster) allow(in string, groups map[string]string) {
	c.t.Helper()
	who := func(pattern kadm.ACLPattern, may ...kadm.ACLOperation) *kadm.ACLBuilder {
		return kadm.NewACLs().Allow("User:" + workerUser).AllowHosts().ResourcePatternType(pattern).Operations(may...)
	}
	b := []*kadm.ACLBuilder{
		who(kadm.ACLPatternLiteral, kadm.OpRead, kadm.OpWrite).Topics(in),
		who(kadm.ACLPatternLiteral, kadm.OpWrite).Topics("failures"),
	}
	for group, out := range groups {
		b = append(b,
			who(kadm.ACLPatternLiteral, kadm.OpWrite).Topics(out),
			who(kadm.ACLPatternLiteral, kadm.OpRead).Groups(group),
			who(kadm.ACLPatternPrefixed, kadm.OpWrite).TransactionalIDs(group),
		)
	}
	admin := kadm.NewClient(c.admin)
	for _, x := range b {
		made, err := admin.CreateACLs(c.t.Context(), x)
		if err != nil {
			c.t.Fatal(err)
		}
		for _, r := range made {
			if r.Err != nil {
				c.t.Fatal(r.Err)
			}
		}
	}
}

// A broker that encrypts and asks who is there: workers that say so, in each way there is, have the results of all; what is
// wrong about who asks ends a worker, and says why; and no password is in a log.
func TestSecured(t *testing.T) {
	g := newGuard(t)
	c := startCluster(t, 1, g)
	ways := map[string]string{"plain": "results-plain", "scram-sha-256": "results-256", "scram-sha-512": "results-512"}
	names := []string{"words", "failures"}
	for _, out := range ways {
		names = append(names, out)
	}
	c.topics(append(names, "forbidden")...)
	c.allow("words", ways)
	const n, words = 30, 20
	var sent atomic.Int64
	pieces := live(n, words)
	c.send("words", pieces, time.Second, &sent)

	secure := func(way string, more ...string) []string {
		return append([]string{"--tls-ca", g.ca, "--sasl", way}, more...)
	}
	got := make(map[string]*results)
	var workers []*processes.Process
	for way, out := range ways {
		got[way] = c.read(out)
		workers = append(workers, c.worker("words", out, way, "", secure(way)...))
	}
	for way, r := range got {
		waitLong(t, r, n, func(over int) { c.logs("%s: %d of %d conversations have ended", way, over, n) })
		r.texts(t.Errorf)
		if !reflect.DeepEqual(r.events, got["plain"].events) {
			t.Errorf("%s has other events than plain", way)
		}
	}
	c.noFailures()
	for _, w := range workers {
		w.Kill()
	}

	stranger := newGuard(t)
	const group = "plain"
	for _, x := range []struct {
		name, group, out string
		password         string
		flags            []string
		want             string
	}{
		{"password", group, ways[group], "wrong", secure("plain"), "SASL_AUTHENTICATION_FAILED"},
		{"password of SCRAM", group, ways[group], "wrong", secure("scram-sha-512"), "SASL_AUTHENTICATION_FAILED"},
		{"authority", group, ways[group], workerPassword, []string{"--tls-ca", stranger.ca, "--sasl", "plain"}, "certificate signed by unknown authority"},
		{"right to a topic", group, "forbidden", workerPassword, secure("plain"), "TOPIC_AUTHORIZATION_FAILED"},
		{"right to a group", "strangers", ways[group], workerPassword, secure("plain"), "AUTHORIZATION_FAILED"},
	} {
		t.Run(strings.ReplaceAll(x.name, " ", "-"), func(t *testing.T) {
			log := filepath.Join(c.dir, "refused-"+strings.ReplaceAll(x.name, " ", "-")+".log")
			args := append([]string{"--brokers", c.brokers[0].address, "--in", "words", "--out", x.out, "--failures", "failures", "--group", x.group, "--log", "json"}, x.flags...)
			w := processes.Start(t, log, append(g.environment(), "TIDYTALK_KAFKA_PASSWORD="+x.password), c.p.worker, args...)
			processes.WaitFor(t, "end of a worker that is refused", w.Ended)
			text, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			if code := w.Cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(text), x.want) {
				t.Errorf("exit code %d, and no %s in %s", code, x.want, text)
			}
		})
	}
	g.silent(t, c.dir)
}

package topics

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

// programs are what the tests start.
type programs struct {
	worker string
	jars   string // folder of the broker
}

func TestMain(m *testing.M) { processes.Main(m) }

var built = sync.OnceValues(func() (*programs, error) {
	dir, err := processes.Folder()
	if err != nil {
		return nil, err
	}
	p := &programs{worker: filepath.Join(dir, "tidytalk-kafka"), jars: filepath.Join(dir, "kafka")}
	if err := processes.Build(p.worker, "../..", "./cmd/tidytalk-kafka"); err != nil {
		return nil, err
	}
	return p, processes.Jars(dir)
})

// cluster is a cluster of brokers on this machine, each of which votes on who leads, too.
type cluster struct {
	t       *testing.T
	p       *programs
	dir     string
	brokers []*broker
	guard   *guard // nil: everybody may do everything
	admin   *kgo.Client
}

type broker struct {
	id                             int // from 1
	address, internal, controllers string
	dir                            string
	running                        *processes.Process
}

func (b *broker) conf() string { return filepath.Join(b.dir, "server.properties") }

// partitions is how many each topic has.
const partitions = 4

// startCluster starts n brokers. A topic is on three of them, if there are as many, and takes what two have.
func startCluster(t *testing.T, n int, g *guard) *cluster {
	t.Helper()
	processes.Wanted(t)
	if why := processes.NoJava(); why != "" {
		t.Skip("NOT RUN: Kafka: " + why) // before programs are built, which takes long
	}
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, p: p, dir: t.TempDir(), guard: g}
	ports := processes.FreePorts(t, 3*n)
	var voters []string
	for i := range n {
		address := func(k int) string { return fmt.Sprintf("127.0.0.1:%d", ports[3*i+k]) }
		b := &broker{i + 1, address(0), address(1), address(2), filepath.Join(c.dir, fmt.Sprintf("broker%d", i+1)), nil}
		voters = append(voters, fmt.Sprintf("%d@%s", b.id, b.controllers))
		c.brokers = append(c.brokers, b)
	}
	for _, b := range c.brokers {
		if err := os.Mkdir(b.dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(b.conf(), []byte(strings.Join(c.conf(b, voters), "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", b.conf()}, g.users()...)
		if out, err := exec.Command("java", c.java("kafka.tools.StorageTool", args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		c.start(b)
	}
	return c
}

// copies is on how many brokers a topic is, and enough how many of them have to have what is taken.
func (c *cluster) copies() (copies, enough int) {
	copies = min(3, len(c.brokers))
	return copies, copies - copies/3
}

// conf returns the lines of the properties of a broker.
func (c *cluster) conf(b *broker, voters []string) []string {
	copies, enough := c.copies()
	lines := []string{
		"process.roles=broker,controller", fmt.Sprintf("node.id=%d", b.id),
		"controller.quorum.voters=" + strings.Join(voters, ","),
		fmt.Sprintf("listeners=CLIENT://%s,INTERNAL://%s,CONTROLLER://%s", b.address, b.internal, b.controllers),
		fmt.Sprintf("advertised.listeners=CLIENT://%s,INTERNAL://%s", b.address, b.internal),
		"controller.listener.names=CONTROLLER", "inter.broker.listener.name=INTERNAL",
		fmt.Sprintf("listener.security.protocol.map=CLIENT:%s,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT", c.guard.protocol()),
		"log.dirs=" + filepath.Join(b.dir, "data"),
		"auto.create.topics.enable=false",
		"offsets.topic.num.partitions=4", "transaction.state.log.num.partitions=4",
		fmt.Sprintf("min.insync.replicas=%d", enough),
		fmt.Sprintf("transaction.state.log.min.isr=%d", enough),
		"group.initial.rebalance.delay.ms=0", "num.io.threads=2", "num.network.threads=2",
	}
	for _, topic := range []string{"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"} {
		lines = append(lines, fmt.Sprintf("%s.replication.factor=%d", topic, copies))
	}
	return append(lines, c.guard.conf()...)
}

func (c *cluster) java(class string, args ...string) []string {
	all := []string{"-Xmx320m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", filepath.Join(c.p.jars, "*"), class}
	return append(all, args...)
}

// start starts a broker, the first time or after it was killed.
func (c *cluster) start(b *broker) {
	c.t.Helper()
	b.running = processes.Start(c.t, filepath.Join(c.dir, fmt.Sprintf("broker%d.log", b.id)), nil, "java", c.java("kafka.Kafka", b.conf())...)
}

// addresses are those of all brokers.
func (c *cluster) addresses() (all []string) {
	for _, b := range c.brokers {
		all = append(all, b.address)
	}
	return all
}

// client returns a client that may do everything, which is closed at the end of the test.
func (c *cluster) client(options ...kgo.Opt) *kgo.Client {
	c.t.Helper()
	options = append(options, c.guard.admin()...)
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(c.addresses()...))...)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(client.Close)
	return client
}

// topics makes topics.
func (c *cluster) topics(names ...string) {
	c.t.Helper()
	c.admin = c.client()
	admin := kadm.NewClient(c.admin)
	// Times are those of the broker, so that they do not turn back.
	stamps := "LogAppendTime"
	processes.WaitFor(c.t, "brokers", func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), 5*time.Second)
		defer cancel()
		listed, err := admin.ListBrokers(ctx)
		return err == nil && len(listed) == len(c.brokers)
	})
	copies, _ := c.copies()
	made, err := admin.CreateTopics(c.t.Context(), partitions, int16(copies), map[string]*string{"message.timestamp.type": &stamps}, names...)
	if err == nil {
		err = made.Error()
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// worker starts a worker.
func (c *cluster) worker(in, out, group, instance string, flags ...string) *processes.Process {
	c.t.Helper()
	all := []string{"--brokers", strings.Join(c.addresses(), ","), "--in", in, "--out", out, "--failures", "failures", "--group", group, "--log", "json"}
	if instance != "" {
		all = append(all, "--instance", instance)
	}
	return processes.Start(c.t, filepath.Join(c.dir, group+instance+".log"), c.guard.environment(), c.p.worker, append(all, flags...)...)
}

// committed returns how many words a group has committed, as far as the brokers say. It asks anew each time: who has asked
// a broker before that is dead now may ask it for long.
func (c *cluster) committed(group string) (n int64) {
	ctx, cancel := context.WithTimeout(c.t.Context(), 10*time.Second)
	defer cancel()
	client, err := kgo.NewClient(append(c.guard.admin(), kgo.SeedBrokers(c.addresses()...))...)
	if err != nil {
		c.t.Fatal(err)
	}
	defer client.Close()
	offsets, err := kadm.NewClient(client).FetchOffsets(ctx, group)
	if err != nil {
		return 0
	}
	offsets.Each(func(o kadm.OffsetResponse) { n += max(0, o.At) })
	return n
}

// whole reports whether all brokers have all of the topics.
func (c *cluster) whole() bool {
	ctx, cancel := context.WithTimeout(c.t.Context(), 5*time.Second)
	defer cancel()
	topics, err := kadm.NewClient(c.admin).ListTopicsWithInternal(ctx)
	if err != nil || len(topics) == 0 {
		return false
	}
	for _, topic := range topics {
		for _, p := range topic.Partitions {
			if topic.Err != nil || p.Err != nil || len(p.ISR) < len(p.Replicas) {
				return false
			}
		}
	}
	return true
}

// logs fails the test with what workers and the brokers have said last.
func (c *cluster) logs(format string, args ...any) {
	c.t.Helper()
	processes.Logs(c.t, c.dir, format, args...)
}

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

// broker is a cluster of one broker on this machine.
type broker struct {
	t       *testing.T
	p       *programs
	dir     string
	address string
	running *processes.Process
	admin   *kgo.Client
}

// partitions is how many each topic has.
const partitions = 4

func startBroker(t *testing.T) *broker {
	t.Helper()
	processes.Wanted(t)
	if why := processes.NoJava(); why != "" {
		t.Skip("NOT RUN: Kafka: " + why) // before programs are built, which takes long
	}
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	ports := processes.FreePorts(t, 2)
	b := &broker{t: t, p: p, dir: t.TempDir(), address: fmt.Sprintf("127.0.0.1:%d", ports[0])}
	lines := []string{
		"process.roles=broker,controller", "node.id=1",
		fmt.Sprintf("controller.quorum.voters=1@127.0.0.1:%d", ports[1]),
		fmt.Sprintf("listeners=PLAINTEXT://%s,CONTROLLER://127.0.0.1:%d", b.address, ports[1]),
		"advertised.listeners=PLAINTEXT://" + b.address,
		"controller.listener.names=CONTROLLER",
		"listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
		"log.dirs=" + filepath.Join(b.dir, "data"),
		"auto.create.topics.enable=false",
		// Topics of a cluster of one.
		"offsets.topic.replication.factor=1", "offsets.topic.num.partitions=4",
		"transaction.state.log.replication.factor=1", "transaction.state.log.min.isr=1", "transaction.state.log.num.partitions=4",
		"share.coordinator.state.topic.replication.factor=1",
		"group.initial.rebalance.delay.ms=0", "num.io.threads=2", "num.network.threads=2",
	}
	if err := os.WriteFile(b.conf(), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	format := exec.Command("java", b.java("kafka.tools.StorageTool", "format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", b.conf())...)
	if out, err := format.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b.start()
	return b
}

func (b *broker) conf() string { return filepath.Join(b.dir, "server.properties") }

func (b *broker) java(args ...string) []string {
	return append([]string{"-Xmx320m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", filepath.Join(b.p.jars, "*")}, args...)
}

// start starts the broker, the first time or after it was killed.
func (b *broker) start() {
	b.t.Helper()
	b.running = processes.Start(b.t, filepath.Join(b.dir, "broker.log"), nil, "java", b.java("kafka.Kafka", b.conf())...)
}

// client returns a client, which is closed at the end of the test.
func (b *broker) client(options ...kgo.Opt) *kgo.Client {
	b.t.Helper()
	c, err := kgo.NewClient(append(options, kgo.SeedBrokers(b.address))...)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(c.Close)
	return c
}

// topics makes topics.
func (b *broker) topics(names ...string) {
	b.t.Helper()
	b.admin = b.client()
	admin := kadm.NewClient(b.admin)
	// Times are those of the broker, so that they do not turn back.
	stamps := "LogAppendTime"
	processes.WaitFor(b.t, "broker", func() bool {
		ctx, cancel := context.WithTimeout(b.t.Context(), 5*time.Second)
		defer cancel()
		_, err := admin.ListTopics(ctx)
		return err == nil
	})
	made, err := admin.CreateTopics(b.t.Context(), partitions, 1, map[string]*string{"message.timestamp.type": &stamps}, names...)
	if err == nil {
		err = made.Error()
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// worker starts a worker.
func (b *broker) worker(in, out, group, instance string, flags ...string) *processes.Process {
	b.t.Helper()
	all := []string{"--brokers", b.address, "--in", in, "--out", out, "--failures", "failures", "--group", group, "--log", "json"}
	if instance != "" {
		all = append(all, "--instance", instance)
	}
	return processes.Start(b.t, filepath.Join(b.dir, group+instance+".log"), nil, b.p.worker, append(all, flags...)...)
}

// committed returns how many words a group has committed, as far as the broker says.
func (b *broker) committed(group string) (n int64) {
	ctx, cancel := context.WithTimeout(b.t.Context(), 5*time.Second)
	defer cancel()
	offsets, err := kadm.NewClient(b.admin).FetchOffsets(ctx, group)
	if err != nil {
		return 0
	}
	offsets.Each(func(o kadm.OffsetResponse) { n += max(0, o.At) })
	return n
}

// logs fails the test with what workers and the broker have said last.
func (b *broker) logs(format string, args ...any) {
	b.t.Helper()
	processes.Logs(b.t, b.dir, format, args...)
}

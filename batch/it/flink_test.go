package it

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

// programs are what the tests start.
type programs struct {
	dir                   string // they are in; TIDYTALK_IT_DIR names one that is kept
	command, batch, pipes string
	jar                   string // of Flink and of Beam's runner for it; "": there is none
	thin                  string // the jar that is sent with a job
}

var built = sync.OnceValues(func() (*programs, error) {
	dir, err := processes.Folder()
	if err != nil {
		return nil, err
	}
	p := &programs{dir: dir}
	for _, x := range []struct {
		to           *string
		module, name string
	}{
		{&p.command, "../..", "./cmd/tidytalk"},
		{&p.batch, "..", "./cmd/tidytalk-batch"},
		{&p.pipes, ".", "./pipes"},
	} {
		*x.to = filepath.Join(dir, filepath.Base(x.name))
		if err := processes.Build(*x.to, x.module, x.name); err != nil {
			return nil, err
		}
	}
	if processes.NoJava() != "" {
		return p, nil
	}
	p.jar, p.thin = filepath.Join(dir, "flink.jar"), filepath.Join(dir, "thin.jar")
	return p, processes.Jars(dir)
})

func TestMain(m *testing.M) { processes.Main(m) }

// opens are the packages of Java that Flink needs opened, as its own scripts do.
var opens = strings.Fields(`java.lang java.net java.io java.nio sun.nio.ch java.lang.reflect java.text java.time
	java.util java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks`)

// Files, labels, conversations and what happens to them on Flink, with two TaskManagers of one slot each. One cluster does it all, as
// those of users do; each test can be asked for by its name.
func TestFlink(t *testing.T) {
	f := startFlink(t, 2, 1)
	for _, x := range []struct {
		name string
		try  func(*flink)
	}{
		{"files", (*flink).tryFiles}, {"labels", (*flink).tryLabels}, {"streams", (*flink).tryStreams},
		{"live", (*flink).tryLive}, {"savepoint", (*flink).trySavepoint}, {"kills", (*flink).tryKills},
	} {
		t.Run(x.name, func(t *testing.T) {
			f.t = t
			x.try(f)
		})
	}
}

// Files with the slots of one TaskManager, which share a worker and its models.
func TestSlots(t *testing.T) { startFlink(t, 1, 2).tryFiles() }

// flink is a cluster on this machine: a JobManager, TaskManagers, and Beam's job server.
type flink struct {
	t       *testing.T // which is told what is wrong
	owner   *testing.T // at whose end it is stopped
	p       *programs
	dir     string
	rest    int // port of the JobManager
	jobs    int // port of the job server
	rpc     int // another one of the JobManager
	slots   int // of each TaskManager
	manager *processes.Process
	tasks   []*processes.Process
	server  *processes.Process
}

func startFlink(t *testing.T, tasks, slots int) *flink {
	t.Helper()
	processes.Wanted(t)
	if why := processes.NoJava(); why != "" {
		t.Skip("NOT RUN: Flink: " + why) // before programs are built, which takes long
	}
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	ports := processes.FreePorts(t, 3)
	f := &flink{t: t, owner: t, p: p, dir: t.TempDir(), rest: ports[0], jobs: ports[1], rpc: ports[2], slots: slots}
	f.writeConf(f.dir)
	if err := os.Mkdir(f.workerDir(), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{p.batch, p.pipes} {
		if err := os.Symlink(program, filepath.Join(f.workerDir(), filepath.Base(program))); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(f.nobodyLeft) // which is called when what is started from here on was killed
	f.manager = f.java(f.dir, "jobmanager", "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint", "--configDir", f.dir)
	for range tasks {
		f.startTasks()
	}
	f.startServer(f.dir)
	processes.WaitFor(t, "task slots", func() bool { return f.overview().Slots == tasks*slots })
	return f
}

// networkMB is what a slot has for data on its way to others.
const networkMB = 64

// writeConf writes the configuration of the cluster to a folder, with more lines.
func (f *flink) writeConf(dir string, more ...string) {
	lines := append(more,
		"jobmanager.rpc.address: localhost",
		fmt.Sprintf("jobmanager.rpc.port: %d", f.rpc),
		fmt.Sprintf("rest.port: %d", f.rest),
		"rest.address: localhost",
		"rest.bind-address: localhost",
		"jobmanager.memory.process.size: 768m",
		"taskmanager.host: localhost",
		fmt.Sprintf("taskmanager.numberOfTaskSlots: %d", f.slots),
		"taskmanager.cpu.cores: 1",
		"taskmanager.memory.framework.heap.size: 128m",
		"taskmanager.memory.framework.off-heap.size: 128m",
		"taskmanager.memory.task.heap.size: 192m",
		"taskmanager.memory.task.off-heap.size: 64m",
		"taskmanager.memory.managed.size: 64m",
		// A shuffle takes 512 buffers of 32 KB at a time in each slot, and jobs have several.
		fmt.Sprintf("taskmanager.memory.network.min: %dm", networkMB*f.slots),
		fmt.Sprintf("taskmanager.memory.network.max: %dm", networkMB*f.slots),
		"taskmanager.memory.jvm-metaspace.size: 512m",
		"taskmanager.memory.jvm-overhead.min: 128m",
		"taskmanager.memory.jvm-overhead.max: 128m",
		// Jobs are started again on what is left, or comes in place of it.
		"restart-strategy.type: fixed-delay",
		"restart-strategy.fixed-delay.attempts: 1000", // some until who is dead is known to be, for each death
		"restart-strategy.fixed-delay.delay: 1 s",
		"heartbeat.interval: 1000",
		fmt.Sprintf("heartbeat.timeout: %d", processes.Patience(f.t).Milliseconds()/20),
		fmt.Sprintf("pekko.ask.timeout: %d ms", processes.Patience(f.t).Milliseconds()/30),
		fmt.Sprintf("pekko.startup-timeout: %d ms", processes.Patience(f.t).Milliseconds()/10),
		// Live conversations go on from here.
		"execution.checkpointing.interval: 2s",
		"state.checkpoints.dir: file://"+f.checkpoints(),
		"state.checkpoint-storage: filesystem",
	)
	put(f.t, filepath.Join(dir, "flink-conf.yaml"), strings.Join(lines, "\n")+"\n")
}

// java starts a program of the jars, with the configuration of a folder.
func (f *flink) java(conf, name, class string, args ...string) *processes.Process {
	tmp := filepath.Join(f.dir, "tmp")
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		f.t.Fatal(err)
	}
	direct := fmt.Sprintf("-XX:MaxDirectMemorySize=%dm", 256+networkMB*f.slots)
	all := []string{"-Xmx384m", direct, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + tmp, "-cp", f.p.jar}
	for _, p := range opens {
		all = append(all, "--add-opens=java.base/"+p+"=ALL-UNNAMED")
	}
	return processes.Start(f.owner, filepath.Join(f.dir, name+".log"), []string{"FLINK_CONF_DIR=" + conf}, "java", append(append(all, class), args...)...)
}

// startTasks starts one more TaskManager.
func (f *flink) startTasks() {
	f.tasks = append(f.tasks, f.java(f.dir, fmt.Sprintf("taskmanager%d", len(f.tasks)), "org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "--configDir", f.dir))
}

// startServer starts the job server, with the configuration of a folder.
func (f *flink) startServer(conf string) {
	f.server = f.java(conf, "jobserver", "com.github.tidytalk.batch.ThinServer", f.p.thin, fmt.Sprintf("--flink-master=localhost:%d", f.rest),
		"--job-host=localhost", fmt.Sprintf("--job-port=%d", f.jobs), "--artifact-port=0", "--expansion-port=0", "--artifacts-dir="+filepath.Join(f.dir, "artifacts"))
	processes.WaitFor(f.t, "job server", func() bool { return listens(f.jobs) })
}

// flags are those of a program whose pipelines run on the cluster, with workers of the same program.
func (f *flink) flags(program string) []string {
	config, err := json.Marshal(map[string]any{
		"command": filepath.Join(f.workerDir(), filepath.Base(program)), "env": map[string]string{"TMPDIR": f.workerDir()},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return []string{
		"--runner", "flink", "--endpoint", fmt.Sprintf("localhost:%d", f.jobs), "--parallelism", "2",
		"--environment_type", "PROCESS", "--environment_config", string(config),
	}
}

// sent is a file that is sent as the program of a pipeline, which the workers have.
func (f *flink) sent() string { return filepath.Join(f.dir, "flink-conf.yaml") }

// workerDir is where workers start from, and by which they are found.
func (f *flink) workerDir() string { return filepath.Join(f.dir, "workers") }

func (f *flink) checkpoints() string { return filepath.Join(f.dir, "checkpoints") }

// workers are the processes that TaskManagers have started, and those started by these.
func (f *flink) workers() []int { return processes.Mentioning(f.workerDir()) }

// nobodyLeft fails the test if workers outlive their TaskManagers, and ends them.
func (f *flink) nobodyLeft() {
	for end := time.Now().Add(15 * time.Second); len(f.workers()) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			for _, pid := range f.workers() {
				arguments, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				f.owner.Errorf("%d outlives the cluster: %q", pid, bytes.ReplaceAll(arguments, []byte{0}, []byte{' '}))
				kill(f.owner, pid)
			}
			return
		}
	}
}

// job is a job of the cluster.
type job struct {
	ID    string `json:"jid"`
	State string `json:"state"`
}

// jobsNow returns the jobs of the cluster.
func (f *flink) jobsNow() []job {
	var all struct{ Jobs []job }
	f.get("/jobs/overview", &all)
	return all.Jobs
}

type overview struct {
	Slots int `json:"slots-total"`
}

func (f *flink) overview() (o overview) {
	f.get("/overview", &o)
	return o
}

// get asks the JobManager for something, which stays as it is if that does not answer.
func (f *flink) get(path string, to any) {
	client := http.Client{Timeout: 5 * time.Second}
	r, err := client.Get(fmt.Sprintf("http://localhost:%d%s", f.rest, path))
	if err != nil {
		return
	}
	defer r.Body.Close()
	_ = json.NewDecoder(r.Body).Decode(to)
}

// cancel cancels a job.
func (f *flink) cancel(id string) {
	r, err := http.NewRequest(http.MethodPatch, fmt.Sprintf("http://localhost:%d/jobs/%s?mode=cancel", f.rest, id), nil)
	if err != nil {
		f.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		f.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
}

// seconds are those of processors, by who needs them.
type seconds struct{ workers, tasks, masters float64 }

// now returns the processor seconds of the cluster, and of its workers, those that have ended, too.
func (f *flink) now() (s seconds) {
	for _, p := range f.tasks {
		own, workers := processes.ProcessorSeconds(p.Cmd.Process.Pid)
		s.tasks, s.workers = s.tasks+own, s.workers+workers
	}
	for _, p := range []*processes.Process{f.manager, f.server} {
		own, _ := processes.ProcessorSeconds(p.Cmd.Process.Pid)
		s.masters += own
	}
	for _, pid := range f.workers() {
		own, children := processes.ProcessorSeconds(pid)
		s.workers += own + children
	}
	return s
}

// logs fails a test with what the cluster has said last.
func (f *flink) logs(format string, args ...any) {
	f.t.Helper()
	processes.Logs(f.t, f.dir, format, args...)
}

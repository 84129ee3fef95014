package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"

	"github.com/tidytalk/tidytalk/batch/cmd/settings"
	"github.com/tidytalk/tidytalk/batch/kafka"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// Variables of the environment that say who asks.
const (
	userVariable     = "TIDYTALK_KAFKA_USER"
	passwordVariable = "TIDYTALK_KAFKA_PASSWORD"
)

// flags are those of this command.
type flags struct {
	kafka.Options
	brokers  string
	bundle   string
	files    map[string]string // by the names of their flags
	tls      bool
	tlsCA    string
	sasl     string
	logAs    string
	verbose  bool
	declared []string // names, in the order of help
}

func (f *flags) register(set *flag.FlagSet) {
	named := func(name string) string {
		f.declared = append(f.declared, name)
		return name
	}
	f.Settings, f.files = make(map[string][]string), make(map[string]string)
	set.StringVar(&f.brokers, named("brokers"), "", "`HOST:PORT` of a broker; several with commas between")
	set.StringVar(&f.In, named("in"), "", "read words from `TOPIC`")
	set.StringVar(&f.Out, named("out"), "", "write what is settled to `TOPIC`")
	set.StringVar(&f.Failures, named("failures"), "", "write what could not be cleaned to `TOPIC`; without it, it is only logged")
	set.StringVar(&f.Group, named("group"), "tidytalk", "`NAME` of the consumer group, whose members share the partitions of --in")
	set.StringVar(&f.Instance, named("instance"), "", "`NAME` of this member, that no other one has: one that is started again goes on with its partitions at once, and not after --session")
	set.IntVar(&f.Jobs, named("jobs"), 0, "clean `N` conversations at a time (default: cores)")
	set.DurationVar(&f.Silence, named("silence"), 10*time.Minute, "a conversation is over when nothing comes in it for this `TIME`; its name may be used again after as long")
	set.DurationVar(&f.Wait, named("wait"), 10*time.Second, "go on without a record that is missing after `TIME`")
	set.DurationVar(&f.CommitEvery, named("commit-every"), time.Second/10, "least `TIME` between two transactions: results are seen so much later")
	set.DurationVar(&f.Session, named("session"), 10*time.Second, "a member that gives no sign of life for this `TIME` is dead")
	set.BoolVar(&f.tls, named("tls"), false, "encrypt what is sent")
	set.StringVar(&f.tlsCA, named("tls-ca"), "", "trust the certificates of `FILE`, in place of those of the system")
	set.StringVar(&f.sasl, named("sasl"), "", "`WAY` to say who asks: plain, scram-sha-256 or scram-sha-512, with "+userVariable+" and "+passwordVariable+" of the environment")
	set.StringVar(&f.bundle, named("bundle"), "", "use the models of `FILE` instead of the embedded ones, or, of one that has none for English, beside them; open, or another name, is tidytalk-open.tt beside the program or in the user's data folder")
	for name, about := range map[string]string{
		cleaning.ParamFillers:    "change the list of fillers by `FILE`, as with tidytalk clean",
		cleaning.ParamVocabulary: "spell names, products and acronyms as `FILE` does, as with tidytalk clean",
	} {
		set.Func(name, about, func(s string) error {
			f.files[name] = s
			return nil
		})
	}
	f.declared = append(f.declared, cleaning.ParamFillers, cleaning.ParamVocabulary)
	set.StringVar(&f.logAs, named("log"), "text", "`FORM` of the log: text or json")
	set.BoolVar(&f.verbose, named("verbose"), false, "log what the client of Kafka does, too")
	settings.Register(set, cleaning.StreamRequest, kafka.Unused, f.Settings, named)
}

// worker returns the worker that the flags ask for.
func (f *flags) worker(args []string, env func(string) string, log io.Writer) (*kafka.Worker, error) {
	switch {
	case len(args) > 0:
		return nil, fmt.Errorf("there are no arguments, but flags: %q", args[0])
	case f.brokers == "" || f.In == "" || f.Out == "":
		return nil, errors.New("--brokers, --in and --out are needed")
	}
	if err := f.logTo(log); err != nil {
		return nil, err
	}
	if err := f.connect(env); err != nil {
		return nil, err
	}
	for name, path := range f.files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", name, err)
		}
		f.Settings[name] = []string{string(text)}
	}
	if err := settings.ReadStyles(f.Settings); err != nil {
		return nil, err
	}
	var err error
	if f.Bundle, err = bundles.Open(f.bundle); err != nil {
		return nil, fmt.Errorf("--bundle: %w", err)
	}
	return kafka.New(f.Options)
}

// logTo makes the log.
func (f *flags) logTo(w io.Writer) error {
	how := &slog.HandlerOptions{Level: slog.LevelInfo}
	if f.verbose {
		how.Level = slog.LevelDebug
	}
	switch f.logAs {
	case "text":
		f.Log = slog.New(slog.NewTextHandler(w, how))
	case "json":
		f.Log = slog.New(slog.NewJSONHandler(w, how))
	default:
		return fmt.Errorf("--log is text or json, not %q", f.logAs)
	}
	return nil
}

// connect says where brokers are, and who this is to them.
func (f *flags) connect(env func(string) string) error {
	f.Connect = append(f.Connect, kgo.SeedBrokers(strings.Split(f.brokers, ",")...))
	if f.tls || f.tlsCA != "" {
		c := &tls.Config{MinVersion: tls.VersionTLS12}
		if f.tlsCA != "" {
			text, err := os.ReadFile(f.tlsCA)
			if err != nil {
				return fmt.Errorf("--tls-ca: %w", err)
			}
			c.RootCAs = x509.NewCertPool()
			if !c.RootCAs.AppendCertsFromPEM(text) {
				return fmt.Errorf("--tls-ca: %s has no certificates in PEM", f.tlsCA)
			}
		}
		f.Connect = append(f.Connect, kgo.DialTLSConfig(c))
	}
	if f.sasl == "" {
		return nil
	}
	user, password := env(userVariable), env(passwordVariable)
	if user == "" || password == "" {
		return fmt.Errorf("--sasl: %s and %s are not set", userVariable, passwordVariable)
	}
	var how sasl.Mechanism
	switch f.sasl {
	case "plain":
		how = plain.Auth{User: user, Pass: password}.AsMechanism()
	case "scram-sha-256":
		how = scram.Auth{User: user, Pass: password}.AsSha256Mechanism()
	case "scram-sha-512":
		how = scram.Auth{User: user, Pass: password}.AsSha512Mechanism()
	default:
		return fmt.Errorf("--sasl is plain, scram-sha-256 or scram-sha-512, not %q", f.sasl)
	}
	f.Connect = append(f.Connect, kgo.SASL(how))
	return nil
}

func (f *flags) help(set *flag.FlagSet, w io.Writer) {
	fmt.Fprint(w, `tidytalk-kafka cleans conversations that come over a topic of Apache Kafka, as tidytalk clean
--stream does, and writes what is settled to another topic, each text once, whatever dies
meanwhile. Records have the name of their conversation as key, and values such as
{"text": "so um ", "seq": 0}; see docs/kafka.md.

usage: tidytalk-kafka --brokers HOST:PORT --in TOPIC --out TOPIC [flags]

Exit codes: 0 it was told to stop, 1 it cannot go on, 2 wrong usage.

`)
	for _, name := range f.declared {
		x := set.Lookup(name)
		value, about := flag.UnquoteUsage(x)
		if x.DefValue != "" && x.DefValue != "0" && x.DefValue != "false" {
			about += " (default: " + x.DefValue + ")"
		}
		settings.Help(w, name, value, about)
	}
}

package topics

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
)

// Who asks the guarded cluster. Passwords are those of PLAIN and of SCRAM.
const (
	adminUser, adminPassword   = "admin", "of-the-admin-7c1"
	workerUser, workerPassword = "cleaner", "of-the-cleaner-93f"
)

// guard is what stands before the brokers: encryption, passwords and rights. All but who is asked about works without one
// (nil), too.
type guard struct {
	pool   *x509.CertPool
	ca     string // file of the certificate that those of the brokers are signed with
	server string // file of the certificate and the key of the brokers
}

// newGuard makes certificates for the brokers of this machine, signed by an authority of their own.
func newGuard(t *testing.T) *guard {
	t.Helper()
	dir := t.TempDir()
	g := &guard{pool: x509.NewCertPool(), ca: filepath.Join(dir, "ca.pem"), server: filepath.Join(dir, "server.pem")}
	issuer, issuerKey, text := certificate(t, nil, nil)
	g.pool.AddCert(issuer)
	write(t, g.ca, text)
	_, key, text := certificate(t, issuer, issuerKey)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, g.server, append(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), text...))
	return g
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// certificate makes a certificate of this machine that another one has signed, or that of an authority, which signs itself.
func certificate(t *testing.T, issuer *x509.Certificate, issuerKey *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	x := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour),
		Subject: pkix.Name{CommonName: "broker"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if issuer == nil {
		x.Subject.CommonName, x.IPAddresses, x.ExtKeyUsage = "authority", nil, nil
		x.KeyUsage, x.IsCA, x.BasicConstraintsValid = x509.KeyUsageCertSign, true, true
		issuer, issuerKey = x, key
	}
	der, err := x509.CreateCertificate(rand.Reader, x, issuer, &key.PublicKey, issuerKey)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return made, key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// protocol is how clients speak to brokers.
func (g *guard) protocol() string {
	if g == nil {
		return "PLAINTEXT"
	}
	return "SASL_SSL"
}

// users returns the arguments that make the users of SCRAM when a broker is made.
func (g *guard) users() (args []string) {
	if g == nil {
		return nil
	}
	for _, mechanism := range []string{"SCRAM-SHA-256", "SCRAM-SHA-512"} {
		args = append(args, "--add-scram", fmt.Sprintf("%s=[name=%s,password=%s]", mechanism, workerUser, workerPassword))
	}
	return args
}

// conf returns the lines of the properties of a broker.
func (g *guard) conf() (lines []string) {
	if g == nil {
		return nil
	}
	const sasl = "listener.name.client."
	const module = "sasl.jaas.config=org.apache.kafka.common.security."
	return []string{
		sasl + "ssl.keystore.type=PEM", sasl + "ssl.keystore.location=" + g.server,
		sasl + "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
		fmt.Sprintf(`%splain.%splain.PlainLoginModule required user_%s="%s" user_%s="%s";`, sasl, module, adminUser, adminPassword, workerUser, workerPassword),
		sasl + "scram-sha-256." + module + "scram.ScramLoginModule required;",
		sasl + "scram-sha-512." + module + "scram.ScramLoginModule required;",
		"authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
		// Brokers among themselves say no name.
		"super.users=User:ANONYMOUS;User:" + adminUser,
	}
}

// admin returns the options of a client that may do everything.
func (g *guard) admin() []kgo.Opt {
	if g == nil {
		return nil
	}
	return []kgo.Opt{
		kgo.DialTLSConfig(&tls.Config{RootCAs: g.pool, MinVersion: tls.VersionTLS12}),
		kgo.SASL(plain.Auth{User: adminUser, Pass: adminPassword}.AsMechanism()),
	}
}

// environment returns the variables that workers say by who they are.
func (g *guard) environment() []string {
	if g == nil {
		return nil
	}
	return []string{"TIDYTALK_KAFKA_USER=" + workerUser, "TIDYTALK_KAFKA_PASSWORD=" + workerPassword}
}

// silent fails if a secret is in a log.
func (g *guard) silent(t *testing.T, dir string) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, "*.log"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		for _, secret := range []string{adminPassword, workerPassword} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s has a password in it", filepath.Base(name))
			}
		}
	}
}

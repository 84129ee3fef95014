package service

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// policy is the content security policy: pages load what the service has, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src blob:; " +
	"connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// cookieName is that of the cookie with which pages show the token.
const cookieName = "tidytalk-token"

// guard says which requests are answered: by their host, the page that they come from, and
// the token.
type guard struct {
	hosts   map[string]bool // nil: all
	origins []string
	cross   *http.CrossOriginProtection
	token   [sha256.Size]byte
	locked  bool
	cookie  string
}

// LeastToken is how many characters a token has at least: fewer can be tried out.
const LeastToken = 16

func newGuard(o *Options) (*guard, error) {
	g := &guard{cross: http.NewCrossOriginProtection(), origins: slices.Clone(o.AllowedOrigins)}
	for _, origin := range o.AllowedOrigins {
		if err := g.cross.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("%s is no origin, such as https://example.com: %w", origin, err)
		}
	}
	if o.Hosts != nil {
		g.hosts = make(map[string]bool)
		for _, h := range o.Hosts {
			g.hosts[strings.ToLower(h)] = true
		}
	}
	if o.Token != "" {
		if len(o.Token) < LeastToken {
			return nil, fmt.Errorf("a token of fewer than %d characters can be guessed: take one as 'openssl rand -hex 16' makes it", LeastToken)
		}
		if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			return nil, errors.New("a token is of ASCII characters without blanks")
		}
		g.locked, g.token = true, sha256.Sum256([]byte(o.Token))
		// The cookie does not hold the token, so that it opens nothing but pages.
		sum := sha256.Sum256([]byte("cookie " + o.Token))
		g.cookie = hex.EncodeToString(sum[:])
	}
	return g, nil
}

// refuses answers requests that are not let through, and preflights. free requests need no
// token.
func (g *guard) refuses(w http.ResponseWriter, r *http.Request, free bool) bool {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if !g.knows(r.Host) {
		WriteError(w, r, http.StatusMisdirectedRequest, codeWrongHost, errors.New("the service does not go by this name: start it with --host NAME"))
		return true
	}
	if g.shares(w, r) {
		return true
	}
	if err := g.foreign(r); err != nil {
		WriteError(w, r, http.StatusForbidden, codeForbidden, errors.New("the page of another site asks: start the service with --allow-origin to let it"))
		return true
	}
	if !g.locked || free {
		return false
	}
	if r.URL.Path == "/" && r.Method == http.MethodGet && r.URL.Query().Has("token") && g.fits(r.URL.Query().Get("token")) {
		http.SetCookie(w, &http.Cookie{Name: cookieName, Value: g.cookie, Path: "/", HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode})
		h.Set("Cache-Control", "no-store")
		h.Set("Location", "/")
		w.WriteHeader(http.StatusSeeOther)
		return true
	}
	if g.admits(r) {
		return false
	}
	h.Set("WWW-Authenticate", `Bearer realm="tidytalk"`)
	WriteError(w, r, http.StatusUnauthorized, codeUnauthorized, errors.New("send the token as Authorization: Bearer TOKEN, or open /?token=TOKEN in a browser"))
	return true
}

// knows reports whether a Host header is among the hosts.
func (g *guard) knows(host string) bool {
	if g.hosts == nil {
		return true
	}
	host = strings.ToLower(host)
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return g.hosts[host] || g.hosts[strings.Trim(name, "[]")]
}

// foreign returns an error about a request that a page of another site makes, and that is
// not only for reading. A WebSocket is such a one.
func (g *guard) foreign(r *http.Request) error {
	if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		r = r.Clone(r.Context())
		r.Method = http.MethodPost
	}
	return g.cross.Check(r)
}

// shares lets pages of allowed origins read answers, and answers their preflights.
func (g *guard) shares(w http.ResponseWriter, r *http.Request) bool {
	if len(g.origins) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !slices.Contains(g.origins, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Tidytalk-Warning, Tidytalk-Words, X-Request-Id")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Allow-Headers", strings.Join(append([]string{"Authorization, Content-Type, X-Request-Id"}, clientHeaders(r)...), ", "))
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// clientHeaders returns those that a preflight asks for with which clients of OpenAI's API say what they are.
func clientHeaders(r *http.Request) (names []string) {
	for name := range strings.SplitSeq(r.Header.Get("Access-Control-Request-Headers"), ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); strings.HasPrefix(name, "x-stainless-") && len(names) < 20 {
			names = append(names, name)
		}
	}
	return names
}

// fits compares a token in a time that says nothing of it.
func (g *guard) fits(token string) bool {
	sum := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

// admits reports whether a request shows the token.
func (g *guard) admits(r *http.Request) bool {
	if !g.locked {
		return true
	}
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") && g.fits(strings.TrimSpace(token)) {
		return true
	}
	c, err := r.Cookie(cookieName)
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(g.cookie)) == 1
}

// originHosts returns the hosts of the allowed origins, for the handshake of WebSockets.
func (g *guard) originHosts() []string {
	var out []string
	for _, origin := range g.origins {
		if u, err := url.Parse(origin); err == nil {
			out = append(out, u.Host)
		}
	}
	return out
}

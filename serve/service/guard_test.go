package service

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

// TestGuard lets in whom it should.
func TestGuard(t *testing.T) {
	local := start(t, Options{Hosts: []string{"localhost:8780", "127.0.0.1:8780", "[::1]:8780", "Talks.example.com"}})
	shared := start(t, Options{AllowedOrigins: []string{"https://example.com"}})
	for _, c := range []struct {
		name    string
		s       *Service
		method  string
		headers []string
		status  int
		code    string
	}{
		{"localhost", local, "POST", []string{"Host: localhost:8780"}, 200, ""},
		{"in capitals", local, "POST", []string{"Host: LOCALHOST:8780"}, 200, ""},
		{"IPv6", local, "POST", []string{"Host: [::1]:8780"}, 200, ""},
		{"other port", local, "POST", []string{"Host: localhost:80"}, 421, codeWrongHost},
		{"no port", local, "POST", []string{"Host: localhost"}, 421, codeWrongHost},
		{"any port", local, "POST", []string{"Host: talks.example.com:443"}, 200, ""},
		{"rebound", local, "POST", []string{"Host: evil.example:8780"}, 421, codeWrongHost},
		{"looks alike", local, "POST", []string{"Host: localhost:8780.evil.example"}, 421, codeWrongHost},
		{"own page", local, "POST", []string{"Host: localhost:8780", "Origin: http://localhost:8780", "Sec-Fetch-Site: same-origin"}, 200, ""},
		{"page of another site", local, "POST", []string{"Host: localhost:8780", "Origin: http://evil.example"}, 403, codeForbidden},
		{"and it says so", local, "POST", []string{"Host: localhost:8780", "Sec-Fetch-Site: cross-site"}, 403, codeForbidden},
		{"another port is another site", local, "POST", []string{"Host: localhost:8780", "Origin: http://localhost:9999"}, 403, codeForbidden},
		{"no origin", local, "POST", []string{"Host: localhost:8780", "Origin: null"}, 403, codeForbidden},
		{"all names", shared, "POST", []string{"Host: anything"}, 200, ""},
		{"allowed", shared, "POST", []string{"Origin: https://example.com", "Sec-Fetch-Site: cross-site"}, 200, ""},
		{"not allowed", shared, "POST", []string{"Origin: https://example.org", "Sec-Fetch-Site: cross-site"}, 403, codeForbidden},
		{"preflight", shared, "OPTIONS", []string{"Origin: https://example.com", "Access-Control-Request-Method: POST"}, 204, ""},
		{"preflight of others", shared, "OPTIONS", []string{"Origin: https://example.org", "Access-Control-Request-Method: POST"}, 405, codeMethod},
		{"preflight where none is allowed", local, "OPTIONS", []string{"Host: localhost:8780", "Origin: https://example.com", "Access-Control-Request-Method: POST"}, 405, codeMethod},
	} {
		r := ask(c.s, c.method, "http://x/v1/clean", said, c.headers...)
		code := ""
		if r.StatusCode >= 400 {
			code = errorOf(t, r).Code
		}
		if r.StatusCode != c.status || code != c.code {
			t.Errorf("%s: %s, %s; want %d, %s", c.name, r.Status, code, c.status, c.code)
		}
		allowed := r.Header.Get("Access-Control-Allow-Origin")
		if want := strings.Join(c.headers, " "); (allowed == "https://example.com") != (c.s == shared && strings.Contains(want, "https://example.com")) || allowed == "*" {
			t.Errorf("%s: %q may read the answer", c.name, allowed)
		}
		for name, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"} {
			if r.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", c.name, name, r.Header.Get(name))
			}
		}
	}
}

// TestToken asks for the token everywhere but in /v1/health, which says less without.
func TestToken(t *testing.T) {
	const token = "0123456789abcdef"
	s := start(t, Options{Token: token, Pages: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("page")) })})
	for _, c := range []struct {
		target  string
		headers []string
		status  int
	}{
		{"/", nil, 401}, {"/metrics", nil, 401}, {"/openapi.json", nil, 401}, {"/studio/info", nil, 401}, {"/nothing", nil, 401}, {"/v1/stream", nil, 401},
		{"/", []string{"Authorization: Bearer " + token}, 200}, {"/", []string{"Authorization: bearer " + token}, 200},
		{"/", []string{"Authorization: Bearer " + token + "x"}, 401}, {"/", []string{"Authorization: Bearer"}, 401}, {"/", []string{"Authorization: Basic " + token}, 401},
		{"/", []string{"Cookie: " + cookieName + "=" + token}, 401},
		{"/?token=wrong", nil, 401}, {"/metrics?token=" + token, nil, 401}, {"/v1/health", nil, 200},
	} {
		if r := ask(s, "GET", c.target, "", c.headers...); r.StatusCode != c.status || c.status == 401 && r.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s %v: %s, want %d", c.target, c.headers, r.Status, c.status)
		}
	}
	if got := bodyOf(t, ask(s, "GET", "/v1/health", "")); got != "{\"status\":\"ok\"}\n" {
		t.Errorf("%q", got)
	}
	if got := bodyOf(t, ask(s, "GET", "/v1/health", "", "Authorization: Bearer "+token)); !strings.Contains(got, `"version":"`+tidytalk.Version+`"`) {
		t.Errorf("%q", got)
	}
	r := ask(s, "GET", "/?token="+token, "")
	if r.StatusCode != 303 || r.Header.Get("Location") != "/" || len(r.Cookies()) != 1 {
		t.Fatalf("%s, %v", r.Status, r.Header)
	}
	c := r.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value == token || c.Path != "/" {
		t.Errorf("%+v", c)
	}
	if r := ask(s, "GET", "/studio/info", "", "Cookie: "+c.Name+"="+c.Value); r.StatusCode != 200 {
		t.Error(r.Status)
	}
	for _, bad := range []string{"two words, or three", "café au lait, s'il vous plaît", "a", "0123456789abcde"} {
		if b, err := models(); err != nil {
			t.Fatal(err)
		} else if _, err := New(Options{Bundle: b, Token: bad}); err == nil {
			t.Errorf("%q is a token", bad)
		}
	}
}

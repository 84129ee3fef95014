package judging

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the script and the style of the page
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

//go:embed page.js
var script string

//go:embed page.css
var style string

// page is what the script of a page reads.
type page struct {
	// Key names what is judged in the storage of the browser: another page of the same removals goes on
	// where this one ended.
	Key      string    `json:"key"`
	Removals []Removal `json:"removals"`
}

// WritePage writes a page on which removals are judged, each with one key. It stands alone: it fetches nothing,
// its policy lets it fetch nothing, and what was judged is kept by the browser and saved as a file that
// [ReadJudgements] reads.
func WritePage(w io.Writer, removals []Removal) error {
	places := make([]Place, len(removals))
	for i := range removals {
		places[i] = removals[i].Place
	}
	id, err := json.Marshal(places)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(id)
	text, err := json.Marshal(page{"judged-" + hex.EncodeToString(sum[:8]), removals}) // with "<" as \u003c, so that nothing ends the element
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'">
<title>Removals</title>
<style>%s</style>
</head>
<body>
<main>
<p id="where"></p>
<p id="context"></p>
<p id="clean"></p>
<p id="buttons"><button type="button" id="right">right <kbd>r</kbd></button> <button type="button" id="style">style <kbd>s</kbd></button> <button type="button" id="wrong">wrong <kbd>w</kbd></button></p>
<p><label>why <kbd>e</kbd> <input id="why" maxlength="200" autocomplete="off"></label></p>
<p id="done" role="status"></p>
<p><button type="button" id="back">back <kbd>←</kbd></button> <button type="button" id="on">on <kbd>→</kbd></button> <button type="button" id="undo">undo <kbd>u</kbd></button> <button type="button" id="save">save judged.tsv <kbd>d</kbd></button></p>
<p id="help">Read what is marked in its place. Right: it should go. Style: a matter of taste. Wrong: it should stay. What is struck out lightly goes, too, and is asked about elsewhere. A reason, where there is one, is written before or after; Enter leaves it. The browser keeps what is judged; save it at the end.</p>
</main>
<script type="application/json" id="removals">%s</script>
<script>%s</script>
</body>
</html>
`, digest(script), digest(style), style, text, script)
	return out.Flush()
}

// digest names an inline script or style sheet in a policy.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

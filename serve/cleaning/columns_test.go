package cleaning

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/decisions"
)

// Columns say what the record says, a list for each thing.
func TestColumns(t *testing.T) {
	const record = `{"words":[{"text":"Uh,","from":0,"to":3,"tokens":[0,1]},{"text":"we","from":4,"to":6,"tokens":[1,2]},{"text":"café's","from":7,"to":14,"tokens":[2,4]},{"text":"\u2026","from":15,"to":18,"tokens":[4,4]},{"text":"i","from":19,"to":20,"tokens":[4,5]}],` +
		`"operations":[{"op":"delete","from":0,"to":6,"words":[0,2],"reasons":["repairs","filled-pauses"]},{"op":"punctuate","from":3,"to":3,"text":"!"},{"op":"case","from":7,"to":8,"text":"C"},{"op":"punctuate","from":14,"to":14,"text":","},` +
		`{"op":"keep","from":7,"to":20,"words":[2,5]},{"op":"case","from":19,"to":20,"text":"I"},{"op":"punctuate","from":20,"to":20,"text":"."}],` +
		`"tokens":["Uh","we","café","'s","i"],"pos":["","","","",""],"labels":["F","E","O","O","O"],"kinds":["F","","","",""],"marks":["COMMA","NONE","NONE","COMMA","PERIOD"],"removed":[true,true,false,false,false],` +
		`"posteriors":{"E":[0,1,0,0.5,0],"F":[1,0,0,0,0],"O":[0,0,0.75,0.12345,1]},"confidence":[0.9,0.8,0.1,0.1,0.1]}`
	list, err := decisions.Read(strings.NewReader(record), "x")
	if err != nil {
		t.Fatal(err)
	}
	var got, want map[string]any
	var b strings.Builder
	if err := writeLine(&b, columnsOf(&list[0])); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(`{"words":["Uh,","we","café's","…","i"],"from":[0,4,7,15,19],"to":[3,6,14,18,20],"removed":[1,1,0,0,0],"kinds":["filled-pauses","repairs","","",""],
		"confidence":[0.9,0.8,0,0,0],"disfluent":[1,1,0.87655,0,0],"marks":["","",",","","."],"written":["","","Café's,","…","I."]}`), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	// Arrays have those of all sentences, without words and ends.
	var all arrays
	b.Reset()
	if err := all.write(&b); err != nil || b.Len() > 0 {
		t.Errorf("%q, %v of no words", b.String(), err)
	}
	all.add(columnsOf(&list[0]))
	all.add(columnsOf(&list[0]))
	if err := all.write(&b); err != nil {
		t.Fatal(err)
	}
	got = nil
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	delete(want, "words")
	delete(want, "to")
	for name, list := range want {
		want[name] = append(list.([]any), list.([]any)...)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

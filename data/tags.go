package data

import (
	"slices"
	"strings"
)

// tags are the part-of-speech tags of the Penn Treebank (Santorini 1990) and those that
// its Switchboard part has besides: contracted forms of "be" and "have", words that go with
// the next, partial words.
var tags = strings.Fields("CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB BES HVS GW XX")

// Tags returns the part-of-speech tags that tokens can have.
func Tags() []string { return slices.Clone(tags) }

// TagColumn is the column of the tag in a token TSV, from 1.
const TagColumn = 6

// UnknownTag says where a token stands whose tag is none of Tags, nor several of them with
// "|" between.
type UnknownTag struct {
	Side, Token int // indices
	Row         int // of the token TSV that the sides were read from, from 1
}

// UnknownTags returns the tokens of the sides of a corpus that have a tag which is none.
// Tokens without a tag are not among them.
func UnknownTags(sides []Side) []UnknownTag {
	known := make(map[string]bool)
	for _, tag := range tags {
		known[tag] = true
	}
	var out []UnknownTag
	row := 0
	for i := range sides {
		for j := range sides[i].Tokens {
			row++
			for tag := range strings.SplitSeq(sides[i].Tokens[j].POS, "|") {
				if tag != "" && !known[tag] {
					out = append(out, UnknownTag{i, j, row})
					break
				}
			}
		}
	}
	return out
}

// Package prompt finds what somebody has said in the messages that a dictation tool sends to a language model: between the tags, quotes, labels and
// instructions that the tool puts around it. Nothing that the messages ask for is done, but that names which they list are a vocabulary.
//
// Start with [Find]. The rules are in tables.go; docs/dictation.md lists them.
package prompt

// Package languages trains and scores the networks of package multilingual: it reads text with
// marks and speech with repairs ([Text], [Speech]), puts artificial disfluencies into fluent text,
// and calibrates how much a network may remove.
//
// This package is unstable: it serves commands.
package languages

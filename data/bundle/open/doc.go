// Package open embeds the open bundle, which may be used commercially: see docs/models.md. The
// command carries it, in place of the default models, if it is built with the tag open;
// without the tag the package is empty, and does not need the file.
package open

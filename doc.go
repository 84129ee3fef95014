// Package tidytalk turns conversational transcripts into clean text.
package tidytalk

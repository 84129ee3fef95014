// Package mcp offers the cleaning of transcripts to programs that work with language models, by the Model
// Context Protocol (modelcontextprotocol.io) over standard input and output: tools that clean a transcript, explain
// each removal, and list the formats. What they do, and what they take, is what package service does and takes.
// docs/mcp.md is for users.
//
// Start with [New] and [Server.Serve].
package mcp

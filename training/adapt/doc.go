// Package adapt starts from the models of a bundle and learns from labelled sentences of a
// user's own: it trains the network and the edit models on, tunes the weights of the decoders
// and calibrates their confidence. Every sentence is judged by models that have not seen it; of each
// step it keeps what gains, in edit words and fillers or in one of them alone, and gives nothing back that is
// not better. [FromEdited] makes labelled sentences of talk as it was said and as an editor made it.
//
// Start with [Adapt] and [Suggest].
//
// This package is unstable.
package adapt

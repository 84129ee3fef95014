// Package kafka cleans conversations that come over a topic of Apache Kafka, word by word, and writes what is settled
// to another one: each text once, whatever dies meanwhile.
//
// A Worker is a member of a consumer group. It reads records, each a piece of a conversation, which is their key, cleans
// them as 'tidytalk clean --stream' does, and commits what became of them together with its place in the topic, in one
// transaction. Readers of the results that ask for what is committed (isolation.level=read_committed) see each event once.
//
// What becomes of a conversation depends on nothing but the records of its partition, in their order, and on their
// times: silences and waits are measured by these, never by a clock of the worker. So a worker that gets a partition
// rebuilds the conversations that are open in it from the topic itself, and goes on behind what was committed. There is
// no other state, on disk or in another topic. Where nothing comes in a partition, and a wait is over by the clock, the
// worker writes a record that says what time it is, a tick, to the partition.
//
// Files: message.go has the forms of records, partition.go what follows from their order and times, conversation.go the
// cleaning, history.go how a partition is rebuilt, worker.go the transactions.
package kafka

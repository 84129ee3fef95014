// Package topics tries the command tidytalk-kafka on a broker of Apache Kafka, which is started on this machine from
// jars that Maven brings, and killed, as workers are. 'make it' runs it.
package topics

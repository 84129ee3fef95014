// Package it tries package batch, and the command tidytalk-batch, on engines that are no part
// of them: a cluster of Apache Flink, whose jars Maven brings, and stores of objects. Its tests
// start what they need on this machine, as processes of their own, and stop it.
//
// They run with 'make it' alone, which says so in the environment (TIDYTALK_IT), and are skipped
// elsewhere: they take minutes. Folder pipes has pipelines of labels and conversations, topics the tests of
// tidytalk-kafka on a broker, processes what starts and stops servers.
package it

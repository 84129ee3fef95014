package com.github.tidytalk.batch;

import java.util.Arrays;
import org.apache.beam.runners.flink.FlinkJobServerDriver;

/**
 * Beam's job server. It sends Flink, with each job, what java.class.path says: here the jar that the first argument names,
 * and not all that the server itself is started from, which the cluster has.
 */
public final class ThinServer {
  private ThinServer() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("java.class.path", args[0]);
    FlinkJobServerDriver.main(Arrays.copyOfRange(args, 1, args.length));
  }
}

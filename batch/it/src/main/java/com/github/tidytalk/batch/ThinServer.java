package com.github.tidytalk.batch;

import java.time.Duration;
import java.util.Arrays;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.runners.flink.FlinkJobInvoker;
import org.apache.beam.runners.flink.FlinkJobServerDriver;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.jobsubmission.JobInvocation;
import org.apache.beam.runners.jobsubmission.PortablePipelineRunner;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.vendor.guava.v32_1_2_jre.com.google.common.util.concurrent.ListeningExecutorService;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;

/**
 * Beam's job server, but for two things. It sends Flink, with each job, the jar that its first argument names, and not all
 * that it is started from itself, which the cluster has. And it asks Beam for checkpoints as often as the configuration in
 * FLINK_CONF_DIR asks Flink (execution.checkpointing.interval): Beam ends a job's sources at once otherwise, so that one
 * that waits for data is run to its end in one call, without checkpoints. Bundles end before a checkpoint: what a source has
 * still to say is lost to one that was begun within them.
 */
public final class ThinServer {
  private ThinServer() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("java.class.path", args[0]);
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    FlinkJobServerDriver.FlinkServerConfiguration server =
        FlinkJobServerDriver.parseArgs(Arrays.copyOfRange(args, 1, args.length));
    Duration interval =
        GlobalConfiguration.loadConfiguration()
            .get(ExecutionCheckpointingOptions.CHECKPOINTING_INTERVAL);
    FlinkJobServerDriver.fromConfig(server, () -> new Invoker(server, interval)).run();
  }

  private static final class Invoker extends FlinkJobInvoker {
    private final Duration interval; // null: there are no checkpoints

    Invoker(FlinkJobServerDriver.FlinkServerConfiguration server, Duration interval) {
      super(server);
      this.interval = interval;
    }

    @Override
    protected JobInvocation createJobInvocation(
        String id,
        String token,
        ListeningExecutorService executor,
        RunnerApi.Pipeline pipeline,
        FlinkPipelineOptions options,
        PortablePipelineRunner runner) {
      if (interval != null && options.getCheckpointingInterval() <= 0) { // -1: none are asked for
        options.setCheckpointingInterval(interval.toMillis());
        options.setFinishBundleBeforeCheckpointing(true);
      }
      return super.createJobInvocation(id, token, executor, pipeline, options, runner);
    }
  }
}

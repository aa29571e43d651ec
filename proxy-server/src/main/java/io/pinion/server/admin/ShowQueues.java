package io.pinion.server.admin;

import io.pinion.operations.queue.QueueState;
import io.pinion.operations.statement.StatementArguments;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code SHOW QUEUES}: the jobs of each queue by their states, and what is wrong with its partitions. */
final class ShowQueues extends AdminTable<QueueState> {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    ShowQueues() {
        super(
                "SHOW QUEUES",
                "the jobs of queue tables by state, as the standbys' statistics have it, and what is wrong with their"
                        + " partitions",
                text("keyspace", QueueState::keyspace, "The keyspace of the queue"),
                text("table", QueueState::table, "The table that is the queue"),
                text("state", queue -> queue.state().isEmpty() ? "(undeclared)" : queue.state(), "The state of jobs"),
                number("jobs", QueueState::jobs, "About as many jobs are in this state, over all shards"),
                time(
                        "oldest_job",
                        queue -> queue.oldest().map(SECONDS::format),
                        "The beginning of the oldest partition that has some; NULL where that is the first one"),
                number("bytes", Unit.BYTES, QueueState::bytes, "What their partitions take, over all shards"),
                number("partitions", QueueState::partitions, "The partitions of a shard, where it has most"),
                time("next_rotation", queue -> queue.next().map(SECONDS::format), "When partitions change next"),
                text("problems", queue -> String.join("; ", queue.problems()), "What is wrong with the whole queue"));
    }

    @Override
    CompletionStage<List<QueueState>> rows(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().queues().states();
    }
}

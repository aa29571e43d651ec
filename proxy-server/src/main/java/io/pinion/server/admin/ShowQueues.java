package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.queue.QueueState;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code SHOW QUEUES}: the jobs of each queue by their states, and what is wrong with its partitions. */
final class ShowQueues extends ListCommand {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    ShowQueues() {
        super(
                "SHOW QUEUES",
                "the jobs of queue tables by state, as the standbys' statistics have it, and what is wrong with their"
                        + " partitions",
                text("keyspace"),
                text("table"),
                text("state"),
                number("jobs"),
                text("oldest_job"),
                number("bytes"),
                number("partitions"),
                text("next_rotation"),
                text("problems"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().operations().queues().states().thenApply(states -> {
            states.forEach(state -> row(table, state));
            return table;
        });
    }

    private static void row(AnswerTable table, QueueState state) {
        table.row(
                state.keyspace(),
                state.table(),
                state.state().isEmpty() ? "(undeclared)" : state.state(),
                state.jobs(),
                time(state.oldest()),
                state.bytes(),
                state.partitions(),
                time(state.next()),
                String.join("; ", state.problems()));
    }

    private static @Nullable String time(Optional<LocalDateTime> utc) {
        return utc.map(SECONDS::format).orElse(null);
    }
}

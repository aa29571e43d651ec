package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonFields;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads and writes {@code queue} of a table: its columns, and the states that its jobs may have.
 *
 * @param columns of the table; empty when none are declared
 */
record QueueReader(FieldReader fields, List<Column> columns, ColumnChecks checks) {
    private static final String EXAMPLE =
            "write for example {\"state\": \"state\", \"time\": \"updated_at\", \"states\":"
                    + " {\"NEW\": {\"number\": 0, \"partition\": \"24h\", \"time_to_live\": \"120h\"}}}";

    /** Empty after each mistake was reported. */
    Optional<JobQueue> read() {
        String state = column("state");
        String time = column("time");
        fields.required("states", EXAMPLE);
        List<Field> named = fields.entries("states");
        List<JobState> states = new ArrayList<>();
        named.forEach(field -> fields.asObject(field.value())
                .flatMap(reader -> state(field, reader))
                .ifPresent(states::add));
        fields.refuseOthers();
        return !state.isEmpty() && !time.isEmpty() && states.size() == named.size()
                ? fields.made(fields.mapping(), () -> new JobQueue(state, time, states), EXAMPLE)
                : Optional.empty();
    }

    private String column(String field) {
        String name = fields.requiredText(field, EXAMPLE);
        fields.node(field).ifPresent(node -> checks.exists(name, columns, node));
        return name;
    }

    private static Optional<JobState> state(Field field, FieldReader fields) {
        fields.required("number", "write what the column has for it, for example \"number\": 0");
        OptionalLong number = fields.whole("number", 0, Integer.MAX_VALUE);
        Optional<Duration> width = time(fields, "partition");
        Optional<Duration> live = time(fields, "time_to_live");
        boolean whole = fields.node("partition").isPresent()
                        == fields.node("time_to_live").isPresent()
                && width.isPresent() == live.isPresent();
        fields.refuseOthers();
        if (!whole) {
            fields.wrong(
                    field.value(),
                    "a state has both the width of its partitions and a time to live, or its jobs stay",
                    "write \"partition\": \"1h\", \"time_to_live\": \"2h\", or leave both out");
        }
        return whole && number.isPresent()
                ? fields.made(
                        field.value(),
                        () -> new JobState(
                                field.name(),
                                (int) number.getAsLong(),
                                width.map(wide -> new JobState.Life(wide, live.orElseThrow()))),
                        EXAMPLE)
                : Optional.empty();
    }

    private static Optional<Duration> time(FieldReader fields, String name) {
        return fields.node(name).flatMap(node -> fields.parsed(node, JobState::duration, "write for example \"24h\""));
    }

    /** The fields as {@link #read} reads them. */
    static JsonFields written(JobQueue queue) {
        JsonFields states = new JsonFields();
        for (JobState state : queue.states()) {
            states.with(
                    state.name(),
                    new JsonFields()
                            .with("number", state.number())
                            .with("partition", state.life().map(life -> JobState.text(life.width())))
                            .with("time_to_live", state.life().map(life -> JobState.text(life.timeToLive()))));
        }
        return new JsonFields()
                .with("state", queue.stateColumn())
                .with("time", queue.timeColumn())
                .with("states", states);
    }
}

package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads and writes {@code queue} of a table: its columns, and the states that its jobs may have. */
final class QueueReader {
    private static final String EXAMPLE =
            "write for example {\"state\": \"state\", \"time\": \"updated_at\", \"states\":"
                    + " {\"NEW\": {\"number\": 0, \"partition\": \"24h\", \"time_to_live\": \"120h\"}}}";

    private final Problems problems;
    private final ColumnChecks checks;

    QueueReader(Problems problems, ColumnChecks checks) {
        this.problems = problems;
        this.checks = checks;
    }

    /**
     * @param columns of the table; empty when none are declared
     * @return empty after each mistake was reported
     */
    Optional<JobQueue> read(DocumentNode node, List<Column> columns) {
        return FieldReader.of(node, problems).flatMap(fields -> read(node, fields, columns));
    }

    private Optional<JobQueue> read(DocumentNode node, FieldReader fields, List<Column> columns) {
        String state = column(fields, "state", columns);
        String time = column(fields, "time", columns);
        if (fields.node("states").isEmpty()) {
            fields.missing("states", EXAMPLE);
        }
        List<Field> named = fields.entries("states");
        List<JobState> states = new ArrayList<>();
        named.forEach(field -> state(field).ifPresent(states::add));
        fields.refuseOthers();
        if (state.isEmpty() || time.isEmpty() || states.size() < named.size()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new JobQueue(state, time, states));
        } catch (IllegalArgumentException wrong) {
            problems.error(node, String.valueOf(wrong.getMessage()), EXAMPLE);
            return Optional.empty();
        }
    }

    private String column(FieldReader fields, String field, List<Column> columns) {
        String name = fields.requiredText(field, EXAMPLE);
        fields.node(field).ifPresent(node -> checks.exists(name, columns, node));
        return name;
    }

    private Optional<JobState> state(Field field) {
        return FieldReader.of(field.value(), problems).flatMap(fields -> {
            if (fields.node("number").isEmpty()) {
                fields.missing("number", "write what the column has for it, for example \"number\": 0");
            }
            OptionalLong number = fields.whole("number", 0, Integer.MAX_VALUE);
            Optional<Duration> width = time(fields, "partition");
            Optional<Duration> live = time(fields, "time_to_live");
            boolean whole = fields.node("partition").isPresent()
                            == fields.node("time_to_live").isPresent()
                    && width.isPresent() == live.isPresent();
            fields.refuseOthers();
            if (!whole) {
                problems.error(
                        field.value(),
                        "a state has both the width of its partitions and a time to live, or its jobs stay",
                        "write \"partition\": \"1h\", \"time_to_live\": \"2h\", or leave both out");
            }
            return whole && number.isPresent() ? state(field, (int) number.getAsLong(), width, live) : Optional.empty();
        });
    }

    private Optional<JobState> state(Field field, int number, Optional<Duration> width, Optional<Duration> live) {
        try {
            return Optional.of(new JobState(
                    field.name(), number, width.flatMap(wide -> live.map(time -> new JobState.Life(wide, time)))));
        } catch (IllegalArgumentException wrong) {
            problems.error(field.value(), String.valueOf(wrong.getMessage()), EXAMPLE);
            return Optional.empty();
        }
    }

    private Optional<Duration> time(FieldReader fields, String name) {
        return fields.node(name).flatMap(node -> fields.asText(node).flatMap(text -> {
            try {
                return Optional.of(JobState.duration(text));
            } catch (IllegalArgumentException wrong) {
                problems.error(node, String.valueOf(wrong.getMessage()), "write for example \"24h\"");
                return Optional.empty();
            }
        }));
    }

    /** The fields as {@link #read} reads them. */
    static Map<String, Object> written(JobQueue queue) {
        Map<String, Object> states = new LinkedHashMap<>();
        for (JobState state : queue.states()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("number", state.number());
            state.life().ifPresent(life -> {
                fields.put("partition", JobState.text(life.width()));
                fields.put("time_to_live", JobState.text(life.timeToLive()));
            });
            states.put(state.name(), fields);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", queue.stateColumn());
        fields.put("time", queue.timeColumn());
        fields.put("states", states);
        return fields;
    }
}

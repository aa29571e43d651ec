package io.pinion.routing.catalog;

import java.util.List;
import java.util.Optional;

/** The choice of the shard for a new object. */
public sealed interface Colocation {
    /**
     * The most characters of a column or path: users' comments put it into the topology's document, which has a limit.
     */
    int LONGEST = 256;

    /** Any shard that is open for new objects. */
    record Anywhere() implements Colocation {}

    /** The shard of the id in this column of the new row. */
    record WithColumn(String column) implements Colocation {}

    /**
     * The shard of the id at this path inside the JSON of a column; {@code data.board_id} has the path
     * {@code [board_id]}.
     */
    record WithJsonPath(String column, List<String> path) implements Colocation {
        public WithJsonPath {
            path = List.copyOf(path);
            if (path.isEmpty()) {
                throw new IllegalArgumentException("a JSON path names at least one key");
            }
        }
    }

    /** The text that {@link #parse} reads; empty for any shard. */
    default Optional<String> text() {
        return switch (this) {
            case Anywhere() -> Optional.empty();
            case WithColumn(String column) -> Optional.of(column);
            case WithJsonPath(String column, List<String> path) -> Optional.of(column + "." + String.join(".", path));
        };
    }

    /** Reads {@code board_id} as a column and {@code data.board_id} as a path into the JSON of {@code data}. */
    static Colocation parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "a column or a path to colocate by has at most " + LONGEST + " characters");
        }
        List<String> parts = List.of(text.split("\\.", -1));
        if (parts.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("'" + text + "' is neither a column nor a path such as data.board_id");
        }
        return parts.size() == 1
                ? new WithColumn(text)
                : new WithJsonPath(parts.get(0), parts.subList(1, parts.size()));
    }
}

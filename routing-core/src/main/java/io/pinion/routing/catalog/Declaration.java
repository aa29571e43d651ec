package io.pinion.routing.catalog;

import io.pinion.routing.queue.JobQueue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kind of a table's rows, in the words of a table's author: {@code mapping from=board_id ids=pin_id}. Unlike a
 * {@link Table} it has no name, and an object's type may be unset.
 */
public sealed interface Declaration {
    /** The syntax of every form, for messages. */
    String SYNTAX =
            "object [type=n] [colocate=column or data.path] [hashed=shards through=local_id], mapping from=column [ids=column,column]"
                    + " [sequence=column], hashed key=column [sequence=column], reference [sequence=column], or single shard=n;"
                    + " a queue has queue=state,time states=NAME:number[:width:time-to-live],… besides";

    /**
     * @param type empty to take the lowest free number
     * @param hashed see {@link Table.ObjectTable}
     */
    record ObjectRows(
            OptionalInt type, Optional<String> colocate, Optional<HashedNumbers> hashed, Optional<JobQueue> queue)
            implements Declaration {
        /** No queue. */
        public ObjectRows(OptionalInt type, Optional<String> colocate, Optional<HashedNumbers> hashed) {
            this(type, colocate, hashed, Optional.empty());
        }
    }

    /**
     * @param ids columns with global ids, {@code from} included
     * @param sequence the column that gets numbers from a sequence
     */
    record MappingRows(String from, Set<String> ids, Optional<String> sequence, Optional<JobQueue> queue)
            implements Declaration {
        public MappingRows {
            ids = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(ids));
        }

        /** No queue. */
        public MappingRows(String from, Set<String> ids, Optional<String> sequence) {
            this(from, ids, sequence, Optional.empty());
        }
    }

    /** @param sequence the column that gets numbers from a sequence */
    record HashedRows(String key, Optional<String> sequence, Optional<JobQueue> queue) implements Declaration {
        /** No queue. */
        public HashedRows(String key, Optional<String> sequence) {
            this(key, sequence, Optional.empty());
        }
    }

    /** @param sequence the column that gets numbers from a sequence */
    record ReferenceRows(Optional<String> sequence) implements Declaration {
        @Override
        public Optional<JobQueue> queue() {
            return Optional.empty();
        }
    }

    record SingleRows(ShardId shard, Optional<JobQueue> queue) implements Declaration {
        /** No queue. */
        public SingleRows(ShardId shard) {
            this(shard, Optional.empty());
        }
    }

    /** What makes the table a queue; empty for a table that is none. */
    Optional<JobQueue> queue();

    /**
     * Reads the words of a declaration; words behind a semicolon belong to other tools.
     *
     * @throws IllegalArgumentException whose message names the mistake and the syntax
     */
    static Declaration parse(String text) {
        return new Words(text).declaration();
    }

    /** The declaration in a table's comment: the text between {@code pinion:} and a semicolon; empty without one. */
    static Optional<String> inComment(String comment) {
        Matcher marked = Words.MARKED.matcher(comment);
        return marked.find() ? Optional.of(marked.group(1).strip()) : Optional.empty();
    }

    /** The declaration of a table, with all that its comment needs so that the same table can be made elsewhere. */
    static Declaration of(Table table) {
        return table instanceof Table.ObjectTable object
                ? new ObjectRows(
                        OptionalInt.of(object.type()), object.colocation().text(), object.hashed(), object.queue())
                : like(table);
    }

    /** The comment with this declaration, in place of the one that it may have. */
    default String statedIn(String comment) {
        Matcher marked = Words.MARKED.matcher(comment);
        String stated = "pinion: " + words();
        return marked.find()
                ? comment.substring(0, marked.start()) + stated + comment.substring(marked.end())
                : comment.isEmpty() ? stated : comment + "; " + stated;
    }

    /** The declaration for another table LIKE this one; without what belongs to an object's own rows, such as its type. */
    static Declaration like(Table table) {
        return switch (table) {
            case Table.ObjectTable object ->
                new ObjectRows(OptionalInt.empty(), object.colocation().text(), Optional.empty(), object.queue());
            case Table.MappingTable mapping -> {
                Set<String> ids = new LinkedHashSet<>(List.of(mapping.fromColumn()));
                mapping.idColumns().stream().sorted().forEach(ids::add);
                yield new MappingRows(mapping.fromColumn(), ids, mapping.sequenceColumn(), mapping.queue());
            }
            case Table.HashedTable hashed ->
                new HashedRows(hashed.keyColumn(), hashed.sequenceColumn(), hashed.queue());
            case Table.ReferenceTable reference -> new ReferenceRows(reference.sequenceColumn());
            case Table.SingleTable single -> new SingleRows(single.shard(), single.queue());
        };
    }

    /**
     * The table of this name, without columns.
     *
     * @param freeType the type of an object whose declaration states none
     */
    default Table table(String name, int freeType) {
        Table rows =
                switch (this) {
                    case ObjectRows object ->
                        new Table.ObjectTable(
                                        name,
                                        object.type.orElse(freeType),
                                        object.colocate.map(Colocation::parse).orElse(new Colocation.Anywhere()),
                                        List.of())
                                .withHashed(object.hashed);
                    case MappingRows mapping ->
                        new Table.MappingTable(name, mapping.from, mapping.ids, mapping.sequence, List.of());
                    case HashedRows hashed -> new Table.HashedTable(name, hashed.key, hashed.sequence, List.of());
                    case ReferenceRows reference -> new Table.ReferenceTable(name, reference.sequence, List.of());
                    case SingleRows single -> new Table.SingleTable(name, single.shard, List.of());
                };
        return rows.withQueue(queue());
    }

    /** The column that gets numbers from a sequence. */
    default Optional<String> sequence() {
        return switch (this) {
            case MappingRows mapping -> mapping.sequence;
            case HashedRows hashed -> hashed.sequence;
            case ReferenceRows reference -> reference.sequence;
            case ObjectRows object -> Optional.empty();
            case SingleRows single -> Optional.empty();
        };
    }

    /**
     * The same with a sequence.
     *
     * @throws IllegalArgumentException when rows of this kind can't have one, or another column has one already
     */
    default Declaration withSequence(String column) {
        sequence().filter(other -> !other.equalsIgnoreCase(column)).ifPresent(other -> {
            throw new IllegalArgumentException("a table has one sequence, and " + other + " has it, not " + column);
        });
        return switch (this) {
            case MappingRows mapping -> new MappingRows(mapping.from, mapping.ids, Optional.of(column), mapping.queue);
            case HashedRows hashed -> new HashedRows(hashed.key, Optional.of(column), hashed.queue);
            case ReferenceRows reference -> new ReferenceRows(Optional.of(column));
            case ObjectRows object ->
                throw new IllegalArgumentException("an object table has its ids, and no sequence beside them");
            case SingleRows single ->
                throw new IllegalArgumentException(
                        "a table on a single shard needs no sequence: make the column AUTO_INCREMENT");
        };
    }

    /** The declaration in the words that {@link #parse} reads. */
    default String words() {
        String rows =
                switch (this) {
                    case ObjectRows object ->
                        "object" + (object.type.isPresent() ? " type=" + object.type.getAsInt() : "")
                                + object.colocate
                                        .map(path -> " colocate=" + path)
                                        .orElse("")
                                + object.hashed
                                        .map(hashed -> " hashed=" + hashed.shards() + " through=" + hashed.through())
                                        .orElse("");
                    case MappingRows mapping -> {
                        List<String> others = mapping.ids.stream()
                                .filter(id -> !id.equals(mapping.from))
                                .toList();
                        yield "mapping from=" + mapping.from
                                + (others.isEmpty() ? "" : " ids=" + String.join(",", others));
                    }
                    case HashedRows hashed -> "hashed key=" + hashed.key;
                    case ReferenceRows reference -> "reference";
                    case SingleRows single -> "single shard=" + single.shard.number();
                };
        return rows
                + sequence().map(column -> " sequence=" + column).orElse("")
                + queue().map(jobs -> " " + jobs.words()).orElse("");
    }

    /** {@code kind name=value name=value}. */
    final class Words {
        private static final Pattern MARKED = Pattern.compile("(?i)\\bpinion:([^;]*)");
        /** Of MySQL and MariaDB alike. */
        private static final int LONGEST_COMMENT = 2048;

        private static final Pattern FIELD = Pattern.compile("([a-z]+)\\s*=\\s*(\\S+)");

        private final String kind;
        private final Map<String, String> fields = new LinkedHashMap<>();

        Words(String text) {
            if (text.length() > LONGEST_COMMENT) {
                throw wrong("it is longer than a table's comment may be, " + LONGEST_COMMENT + " characters");
            }
            String written = text.strip();
            int end = 0;
            while (end < written.length() && !Character.isWhitespace(written.charAt(end))) {
                end++;
            }
            kind = written.substring(0, end);
            String rest = written.substring(end).replaceAll("\\s*,\\s*", ",");
            Matcher matcher = FIELD.matcher(rest);
            int read = 0;
            while (matcher.find()) {
                refuseOther(rest.substring(read, matcher.start()));
                if (fields.put(matcher.group(1), matcher.group(2)) != null) {
                    throw wrong(matcher.group(1) + " is stated twice");
                }
                read = matcher.end();
            }
            refuseOther(rest.substring(read));
        }

        private Optional<String> sequence() {
            return Optional.ofNullable(fields.remove("sequence"));
        }

        private Optional<JobQueue> queue() {
            String columns = fields.remove("queue");
            if (columns == null) {
                return Optional.empty();
            }
            String states = fields.remove("states");
            if (states == null) {
                throw wrong("a queue needs states=…");
            }
            return Optional.of(JobQueue.parse(columns, states));
        }

        Declaration declaration() {
            Declaration read =
                    switch (kind) {
                        case "object" -> object();
                        case "mapping" -> mapping();
                        case "hashed" -> new HashedRows(needed("key"), sequence(), queue());
                        case "reference" -> new ReferenceRows(sequence());
                        case "single" ->
                            new SingleRows(new ShardId(number("shard", needed("shard"), ShardId.MAX)), queue());
                        default -> throw wrong("'" + kind + "' is no kind of table");
                    };
            if (!fields.isEmpty()) {
                throw wrong("a table that is " + kind + " has no "
                        + fields.keySet().iterator().next());
            }
            return read;
        }

        private Declaration object() {
            String type = fields.remove("type");
            Optional<String> colocate = Optional.ofNullable(fields.remove("colocate"));
            colocate.ifPresent(Colocation::parse);
            return new ObjectRows(
                    type == null ? OptionalInt.empty() : OptionalInt.of(number("type", type, GlobalId.MAX_TYPE)),
                    colocate,
                    hashed(),
                    queue());
        }

        private Optional<HashedNumbers> hashed() {
            String shards = fields.remove("hashed");
            if (shards == null) {
                return Optional.empty();
            }
            String through = needed("through");
            try {
                return Optional.of(
                        new HashedNumbers(number("hashed", shards, ShardId.MAX + 1), Long.parseLong(through)));
            } catch (NumberFormatException notANumber) {
                throw wrong("through=" + through + " is not a number");
            } catch (IllegalArgumentException outside) {
                throw wrong(String.valueOf(outside.getMessage()));
            }
        }

        private Declaration mapping() {
            String from = needed("from");
            Set<String> ids = new LinkedHashSet<>(List.of(from));
            String others = fields.remove("ids");
            if (others != null) {
                for (String column : new ArrayList<>(List.of(others.split(",", -1)))) {
                    if (column.isEmpty()) {
                        throw wrong("ids names a column without a name");
                    }
                    ids.add(column);
                }
            }
            return new MappingRows(from, ids, sequence(), queue());
        }

        private String needed(String field) {
            String value = fields.remove(field);
            if (value == null) {
                throw wrong("a table that is " + kind + " needs " + field + "=…");
            }
            return value;
        }

        private static int number(String field, String text, int max) {
            try {
                int number = Integer.parseInt(text);
                if (number >= 0 && number <= max) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // The message below states the bounds.
            }
            throw wrong(field + "=" + text + " is not a number between 0 and " + max);
        }

        private static void refuseOther(String text) {
            if (!text.isBlank()) {
                throw wrong("'" + text.strip() + "' means nothing here");
            }
        }

        private static IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException(what + "; a table is declared as " + SYNTAX);
        }
    }
}

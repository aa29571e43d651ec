package io.pinion.operations.transfer;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.routing.catalog.GlobalId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What somebody says of the tables: {@code {"users": {"key": "id"}, "countries": "reference", "old_log": "skip"}}.
 *
 * @param wishes by the name of the table
 */
public record TablesDocument(Map<String, Wish> wishes) {
    /** Nothing is said: each table is placed by its primary key. */
    static final TablesDocument NONE = new TablesDocument(Map.of());

    private static final String REFERENCE = "reference";
    private static final String SKIP = "skip";
    private static final String SINGLE = "single";
    private static final String OBJECT = "object";
    private static final String MAPPING = "mapping";
    private static final String OF = "of";
    private static final String HOW = "write {\"key\": \"…\"}, \"reference\" or \"skip\", or for a keyspace of ids"
            + " {\"object\": 1}, {\"mapping\": \"…\"} or \"single\"";

    public TablesDocument {
        wishes = new LinkedHashMap<>(wishes);
    }

    /** What is said of one table. */
    public sealed interface Wish {
        /** The object tables whose old integers columns hold, by column. */
        default Map<String, String> ids() {
            return Map.of();
        }

        /** Whether its rows name rows of an object table. */
        default boolean refersTo(String objects) {
            return ids().containsValue(objects);
        }

        /**
         * @param key empty for the first column of the primary key
         * @param perShard whether its unique keys may be unique on each shard only
         */
        record Hashed(Optional<String> key, Numbers numbers, boolean perShard) implements Wish {}

        /**
         * Its rows become objects with global ids.
         *
         * @param type in their ids
         * @param key the integer that becomes the local id; empty for the primary key
         * @param by the column that places a row; empty for the key
         * @param ids the object tables whose old integers other columns hold, by column
         */
        record Objects(int type, Optional<String> key, Optional<String> by, Map<String, String> ids, boolean perShard)
                implements Wish {}

        /**
         * Its rows say that one object has another.
         *
         * @param from the column whose object places a row
         */
        record Mappings(String from, Map<String, String> ids, Numbers numbers, boolean perShard) implements Wish {}

        /**
         * The same, where the database has no such table: its rows arise from those of another one.
         *
         * @param from the column whose object places a row
         * @param of the other table
         * @param columns those of the other table, by the names that they get
         */
        record Arising(String from, String of, Map<String, String> columns) implements Wish {
            @Override
            public boolean refersTo(String objects) {
                return of.equals(objects);
            }
        }

        /** All its rows are on one shard. */
        record Single(Map<String, String> ids) implements Wish {}

        /** Its rows are on every shard. */
        record Reference(Numbers numbers, Map<String, String> ids) implements Wish {}

        /** It stays behind. */
        record Skip() implements Wish {}
    }

    /** Where a column gets its numbers. */
    public sealed interface Numbers {
        /** From a sequence, where the source has AUTO_INCREMENT. */
        record AsBefore() implements Numbers {}

        /** From the client alone. */
        record None() implements Numbers {}

        /** From a sequence. */
        record Of(String column) implements Numbers {}
    }

    /** @throws OperationRefused with all that is wrong with the text */
    public static TablesDocument read(String json) throws OperationRefused {
        Problems problems = new Problems();
        Map<String, Wish> wishes = new LinkedHashMap<>();
        DocumentParser.json()
                .parse(json, problems)
                .flatMap(root -> mapping(root, problems))
                .ifPresent(root -> root.fields().forEach(field -> wishes.put(field.name(), wish(field, problems))));
        if (problems.hasErrors()) {
            throw new OperationRefused(problems.inOrder().stream()
                    .map(Problem::toString)
                    .collect(Collectors.joining("; ", "TABLES: ", "")));
        }
        return new TablesDocument(wishes);
    }

    private static Optional<Mapping> mapping(DocumentNode root, Problems problems) {
        return FieldReader.of(root, problems).map(FieldReader::mapping);
    }

    private static Wish wish(Field field, Problems problems) {
        if (field.value() instanceof Text word) {
            return switch (word.value()) {
                case REFERENCE -> new Wish.Reference(new Numbers.AsBefore(), Map.of());
                case SINGLE -> new Wish.Single(Map.of());
                case SKIP -> new Wish.Skip();
                default -> {
                    problems.error(
                            word,
                            "'" + word.value() + "' says nothing of a table",
                            NearestName.of(word.value(), List.of(REFERENCE, SINGLE, SKIP))
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse(HOW));
                    yield new Wish.Skip();
                }
            };
        }
        if (!(field.value() instanceof Mapping)) {
            problems.error(
                    field.value(), "expected an object, found " + field.value().kindName(), HOW);
            return new Wish.Skip();
        }
        return FieldReader.of(field.value(), problems)
                .map(reader -> wish(reader, problems))
                .orElse(new Wish.Skip());
    }

    private static Wish wish(FieldReader reader, Problems problems) {
        Wish wish;
        if (reader.flag(REFERENCE, false)) {
            wish = new Wish.Reference(numbers(reader, problems), ids(reader));
        } else if (reader.flag(SINGLE, false)) {
            wish = new Wish.Single(ids(reader));
        } else if (reader.node(OBJECT).isPresent()) {
            wish = new Wish.Objects(
                    reader.whole(OBJECT, 1, 1, GlobalId.MAX_TYPE),
                    reader.text("key"),
                    reader.text("by"),
                    ids(reader),
                    perShard(reader, problems));
        } else if (reader.node(MAPPING).isPresent() && reader.node(OF).isPresent()) {
            wish = new Wish.Arising(reader.text(MAPPING, ""), reader.text(OF, ""), columns(reader, "columns"));
        } else if (reader.node(MAPPING).isPresent()) {
            wish = new Wish.Mappings(
                    reader.text(MAPPING, ""), ids(reader), numbers(reader, problems), perShard(reader, problems));
        } else {
            wish = new Wish.Hashed(reader.text("key"), numbers(reader, problems), perShard(reader, problems));
        }
        reader.refuseOthers();
        return wish;
    }

    private static Map<String, String> ids(FieldReader reader) {
        return columns(reader, "ids");
    }

    /** What is said of each column. */
    private static Map<String, String> columns(FieldReader reader, String field) {
        Map<String, String> columns = new LinkedHashMap<>();
        reader.entries(field)
                .forEach(column -> reader.asText(column.value()).ifPresent(said -> columns.put(column.name(), said)));
        return columns;
    }

    private static Numbers numbers(FieldReader reader, Problems problems) {
        return reader.node("sequence").map(node -> numbers(node, problems)).orElse(new Numbers.AsBefore());
    }

    private static Numbers numbers(DocumentNode node, Problems problems) {
        return switch (node) {
            case Text column -> new Numbers.Of(column.value());
            case Flag flag when !flag.value() -> new Numbers.None();
            default -> {
                problems.error(
                        node,
                        "expected a column, found " + node.kindName(),
                        "write \"sequence\": \"id\", or \"sequence\": false for none");
                yield new Numbers.None();
            }
        };
    }

    private static boolean perShard(FieldReader reader, Problems problems) {
        Optional<DocumentNode> node = reader.node("unique");
        if (node.isEmpty()) {
            return false;
        }
        boolean said = node.get() instanceof Text text && text.value().equals("per shard");
        if (!said) {
            problems.error(
                    node.get(),
                    "there is one thing to say of unique keys",
                    "write \"unique\": \"per shard\", where each shard may have its own row of a value");
        }
        return said;
    }
}

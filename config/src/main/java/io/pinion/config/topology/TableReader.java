package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.queue.JobQueue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the {@code tables} of one keyspace: the kind of their rows, and so where each row lives. */
final class TableReader {
    private static final Set<String> ID_KINDS = Set.of("object", "mapping", "reference", "single");
    private static final Set<String> MOD_KINDS = Set.of("hashed", "reference", "single");

    private final ColumnChecks checks;
    private final int shards;
    private final Map<Long, String> tableOfType = new LinkedHashMap<>();

    /** @param shards the keyspace's shards are 0 to {@code shards - 1} */
    TableReader(int shards, Problems problems) {
        this.shards = shards;
        this.checks = new ColumnChecks(problems);
    }

    /** @param encoding of a mod keyspace's keys; empty for a keyspace of ids */
    Map<String, Table> read(FieldReader keyspace, Optional<KeyEncoding> encoding) {
        Map<String, Table> tables = new LinkedHashMap<>();
        keyspace.eachObject("tables", (field, reader) -> {
            Optional<DocumentNode> queue = reader.node("queue");
            table(field.name(), reader, encoding).ifPresent(table -> {
                tables.put(table.name(), table.withQueue(queue.flatMap(node -> queue(table, node, reader))));
                reader.refuseOthers();
            });
        });
        return tables;
    }

    /** Empty, after reporting why, when the table is too broken for its fields to be known. */
    private Optional<Table> table(String name, FieldReader reader, Optional<KeyEncoding> encoding) {
        if (encoding.isEmpty()) {
            reader.required("kind", "write \"kind\": \"object\", \"mapping\", \"reference\" or \"single\"");
        }
        String kind =
                encoding.isPresent() ? reader.choice("kind", "hashed", MOD_KINDS) : reader.choice("kind", "", ID_KINDS);
        return switch (kind) {
            case "object" -> object(name, reader);
            case "mapping" -> Optional.of(mapping(name, reader));
            case "hashed" -> Optional.of(hashed(name, reader, encoding.orElseThrow()));
            case "reference" -> Optional.of(reference(name, reader));
            case "single" -> Optional.of(single(name, reader));
            default -> Optional.empty();
        };
    }

    private Optional<JobQueue> queue(Table table, DocumentNode node, FieldReader reader) {
        if (table instanceof Table.ReferenceTable) {
            reader.wrong(
                    node,
                    "each shard has all rows of a reference table, and a job is to be done once",
                    "declare a queue object, mapping, hashed or single");
            return Optional.empty();
        }
        return reader.asObject(node).flatMap(queue -> new QueueReader(queue, table.columns(), checks).read());
    }

    private Optional<Table> object(String name, FieldReader reader) {
        Optional<DocumentNode> typeNode = reader.required("type", "number the table's type, for example \"type\": 1");
        OptionalLong type = reader.whole("type", 0, GlobalId.MAX_TYPE);
        boolean ownType = type.isPresent();
        if (type.isPresent()) {
            String earlier = tableOfType.putIfAbsent(type.getAsLong(), name);
            if (earlier != null) {
                ownType = false;
                reader.wrong(
                        typeNode.orElseThrow(),
                        "type " + type.getAsLong() + " is " + earlier + "'s already",
                        "each object table of a keyspace has its own type");
            }
        }
        List<Column> columns = columns(reader);
        Colocation colocation = reader.node("colocate")
                .flatMap(node -> colocation(node, reader, columns))
                .orElse(new Colocation.Anywhere());
        reader.node("columns").ifPresent(node -> checks.ofObject(columns, node));
        if (!ownType) {
            reader.refuseOthers();
            return Optional.empty();
        }
        return Optional.of(new Table.ObjectTable(name, (int) type.getAsLong(), colocation, columns)
                .withHashed(reader.object("hashed").flatMap(TableReader::hashedNumbers)));
    }

    private static Optional<HashedNumbers> hashedNumbers(FieldReader reader) {
        OptionalLong shards = required(reader, "shards", ShardId.MAX + 1);
        OptionalLong through = required(reader, "through", GlobalId.MAX_LOCAL);
        reader.refuseOthers();
        return shards.isPresent() && through.isPresent()
                ? Optional.of(new HashedNumbers((int) shards.getAsLong(), through.getAsLong()))
                : Optional.empty();
    }

    private static OptionalLong required(FieldReader reader, String name, long largest) {
        reader.required(name, "write for example \"hashed\": {\"shards\": 64, \"through\": 1000000}");
        return reader.whole(name, 1, largest);
    }

    private Optional<Colocation> colocation(DocumentNode node, FieldReader reader, List<Column> columns) {
        Optional<Colocation> colocation = reader.parsed(node, Colocation::parse, "write for example \"data.board_id\"");
        colocation.ifPresent(parsed -> checks.exists(
                switch (parsed) {
                    case Colocation.Anywhere() -> "";
                    case Colocation.WithColumn(String name) -> name;
                    case Colocation.WithJsonPath(String name, List<String> path) -> name;
                },
                columns,
                node));
        return colocation;
    }

    private Table mapping(String name, FieldReader reader) {
        Optional<DocumentNode> from = reader.node("from");
        String fromColumn = reader.requiredText("from", "name the column whose id places a row, such as \"board_id\"");
        Set<String> idColumns = new LinkedHashSet<>();
        List<DocumentNode> named = new ArrayList<>();
        from.filter(Text.class::isInstance).ifPresent(named::add);
        reader.node("to").ifPresent(named::add);
        named.addAll(reader.items("id_columns"));
        List<Column> columns = columns(reader);
        for (DocumentNode node : named) {
            if (node instanceof Text column) {
                idColumns.add(column.value());
                checks.exists(column.value(), columns, node);
                checks.holdsIds(column.value(), columns, node);
            } else {
                reader.expected(node, "a column's name", "put it in quotes");
            }
        }
        return new Table.MappingTable(name, fromColumn, idColumns, sequence(reader, columns), columns);
    }

    private Table hashed(String name, FieldReader reader, KeyEncoding encoding) {
        String key = reader.requiredText("key", "name the column that is hashed, such as \"ip\"");
        List<Column> columns = columns(reader);
        reader.node("key").ifPresent(node -> {
            checks.exists(key, columns, node);
            checks.hashesAsItCompares(key, columns, encoding, node);
        });
        return new Table.HashedTable(name, key, sequence(reader, columns), columns);
    }

    private Table reference(String name, FieldReader reader) {
        List<Column> columns = columns(reader);
        return new Table.ReferenceTable(name, sequence(reader, columns), columns);
    }

    /** The column whose numbers come from a sequence. */
    private Optional<String> sequence(FieldReader reader, List<Column> columns) {
        Optional<DocumentNode> node = reader.node("sequence");
        Optional<String> column = node.flatMap(reader::asText);
        column.ifPresent(name -> checks.exists(name, columns, node.orElseThrow()));
        return column;
    }

    private Table single(String name, FieldReader reader) {
        reader.required("shard", "number the shard that the table lives on");
        int shard = reader.whole("shard", 0, 0, shards - 1);
        return new Table.SingleTable(name, new ShardId(shard), columns(reader));
    }

    private static List<Column> columns(FieldReader reader) {
        List<Column> columns = new ArrayList<>();
        for (Field field : reader.entries("columns")) {
            reader.parsed(
                            field.value(),
                            text -> ColumnText.parse(field.name(), text),
                            "write it as in CREATE TABLE, for example \"BIGINT UNSIGNED NOT NULL\"")
                    .ifPresent(columns::add);
        }
        return List.copyOf(columns);
    }
}

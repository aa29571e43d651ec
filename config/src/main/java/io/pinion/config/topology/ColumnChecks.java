package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.catalog.Table.ObjectTable;
import io.pinion.routing.function.KeyEncoding;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares the declared types of a table's columns with what routing needs of them. A table without declared columns
 * has no problems.
 */
record ColumnChecks(Problems problems) {
    private static final Pattern TOO_NARROW = Pattern.compile("(int|integer|mediumint|smallint|tinyint)\\b.*");

    void ofObject(List<Column> columns, DocumentNode where) {
        if (find(ObjectTable.LOCAL_ID, columns).isEmpty()) {
            problems.error(
                    where,
                    "an object table has the column " + ObjectTable.LOCAL_ID,
                    "add \"local_id\": \"BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY\"");
        }
        if (find(ObjectTable.ID, columns).isPresent()) {
            problems.error(
                    where,
                    "the servers' tables have no column " + ObjectTable.ID + ": Pinion makes it from local_id",
                    "declare the columns that the servers have");
        }
        holdsIds(ObjectTable.LOCAL_ID, columns, where);
    }

    void exists(String name, List<Column> columns, DocumentNode where) {
        if (!columns.isEmpty() && find(name, columns).isEmpty()) {
            List<String> names = columns.stream().map(Column::name).toList();
            problems.error(where, "no column called " + name + " is declared", NearestName.cure(name, names));
        }
    }

    /** Without strict mode MySQL silently stores 2147483647 for an id that is too big for INT. */
    void holdsIds(String name, List<Column> columns, DocumentNode where) {
        Optional<Column> column = find(name, columns);
        if (column.isPresent() && TOO_NARROW.matcher(column.get().type()).matches()) {
            problems.warning(
                    where,
                    "column " + name + " is " + column.get().type() + ", too small for ids",
                    "make it BIGINT on the servers");
        }
    }

    /** Keys that are equal on the server must hash alike, or half of them are looked for on the wrong shard. */
    void hashesAsItCompares(String name, List<Column> columns, KeyEncoding encoding, DocumentNode where) {
        Optional<Column> found = find(name, columns);
        if (found.isEmpty()) {
            return;
        }
        String type = found.get().type();
        switch (KeyType.of(type)) {
            case TEXT ->
                found.get()
                        .collation()
                        .ifPresentOrElse(
                                collation -> comparesBytes(name, collation, encoding, where),
                                () -> problems.warning(
                                        where,
                                        "the collation of key column " + name + " is not stated, so nobody checked it",
                                        "state it, for example \"VARCHAR(45) COLLATE utf8mb4_0900_bin\""));
            case NONE ->
                problems.error(
                        where,
                        "column " + name + " is " + type + ", whose values have no single text to hash",
                        KeyType.CURE);
            case INTEGER, BYTES -> {}
        }
    }

    private void comparesBytes(String name, String collation, KeyEncoding encoding, DocumentNode where) {
        boolean exactCase = collation.endsWith("_bin") || collation.endsWith("_cs") || collation.equals("binary");
        if (!exactCase && !encoding.foldLower()) {
            problems.warning(
                    where,
                    "collation " + collation + " of key column " + name
                            + " ignores case: 'A' and 'a' are equal there but hash to different shards",
                    "use a _bin collation, or \"fold\": \"lower\" in the keyspace when it is new");
        }
        boolean padsNothing =
                collation.equals("binary") || collation.contains("_0900_") || collation.contains("_nopad_");
        if (!padsNothing) {
            problems.warning(
                    where,
                    "collation " + collation + " of key column " + name
                            + " ignores spaces at the end: 'a' and 'a ' are equal there but hash to different shards",
                    "use utf8mb4_0900_bin (MySQL), utf8mb4_nopad_bin (MariaDB) or VARBINARY");
        }
    }

    private static Optional<Column> find(String name, List<Column> columns) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst();
    }
}

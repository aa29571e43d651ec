package io.pinion.operations.queue.conversion;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statements of a conversion on one shard. In those of several tables {@code o} is the table that clients use, {@code t}
 * the next one, and {@code c} has the changes: a connection that has locked tables knows them by these names alone.
 */
record ConversionTexts(SourceForm form, ConversionTables tables, JobQueue queue) {
    // --- the tables

    List<String> creation() {
        String key = form.widensKey()
                ? "DROP PRIMARY KEY, ADD PRIMARY KEY (" + listed(form.key().keySet()) + ") "
                : "";
        return List.of(
                "CREATE TABLE " + next() + " LIKE " + source(),
                "ALTER TABLE " + next() + " " + key + queue.partitionClause(),
                "CREATE TABLE " + changes() + " (" + ConversionTables.NUMBER
                        + " BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, "
                        + form.key().entrySet().stream()
                                .map(column ->
                                        SqlText.quoteName(column.getKey()) + " " + column.getValue() + " NOT NULL, ")
                                .collect(Collectors.joining())
                        + "KEY (" + listed(form.shape().key()) + ")) ENGINE=InnoDB");
    }

    /**
     * Each notes the keys that a row had and has.
     *
     * @param definer in quotes, whose rights they have
     */
    List<String> triggers(String definer) {
        return List.of(
                trigger(definer, "INSERT", "NEW"),
                trigger(definer, "UPDATE", "OLD", "NEW"),
                trigger(definer, "DELETE", "OLD"));
    }

    private String trigger(String definer, String event, String... rows) {
        return "CREATE DEFINER = " + definer + " TRIGGER " + tables.trigger(event) + " AFTER " + event + " ON "
                + source()
                + " FOR EACH ROW INSERT INTO "
                + changes() + " (" + listed(form.key().keySet()) + ") VALUES "
                + List.of(rows).stream()
                        .map(row -> "(" + each(form.key().keySet(), name -> row + "." + name) + ")")
                        .collect(Collectors.joining(", "));
    }

    String guard() {
        return "CREATE TABLE " + tables.former().quoted() + " (" + ConversionTables.GUARD
                + " INT PRIMARY KEY) ENGINE=InnoDB";
    }

    /** All names by which {@link #staleGoes} and the like use the tables. */
    String lock() {
        return "LOCK TABLES " + source() + " WRITE, " + source() + " AS o WRITE, " + next() + " WRITE, " + next()
                + " AS t WRITE, " + changes() + " WRITE, " + changes() + " AS c WRITE, "
                + tables.former().quoted() + " WRITE";
    }

    /** Fails while {@link #guard} is there. */
    String rename() {
        return "RENAME TABLE " + source() + " TO " + tables.former().quoted() + ", " + next() + " TO " + source();
    }

    // --- copying

    /** What the next table has of the same rows may be older. */
    String copy(List<String> after, List<String> upTo) {
        return "REPLACE INTO " + next() + " (" + stored() + ") SELECT " + stored() + " FROM "
                + form.shape().inOrder() + form.bounds().condition(after, upTo);
    }

    // --- taking changes over

    String someChanges(int most) {
        return "SELECT " + ConversionTables.NUMBER + " FROM " + changes() + " ORDER BY " + ConversionTables.NUMBER
                + " LIMIT " + most;
    }

    /** Rows leave the next table that had the noted keys. By this index no note is read that isn't committed. */
    String staleGoes(List<String> numbers) {
        return "DELETE t FROM " + changes() + " AS c FORCE INDEX (PRIMARY) STRAIGHT_JOIN " + next() + " AS t ON "
                + alike("t", "c", form.key().keySet()) + " WHERE " + noted(numbers);
    }

    /** Rows come as they are now, whatever their notes say. */
    String presentComes(List<String> numbers) {
        List<String> own = form.shape().key();
        return "REPLACE INTO " + next() + " (" + stored() + ") SELECT "
                + each(names(), name -> "o." + name) + " FROM (SELECT DISTINCT " + each(own, name -> "c." + name)
                + " FROM " + changes() + " AS c WHERE " + noted(numbers) + ") AS noted STRAIGHT_JOIN " + source()
                + " AS o ON " + alike("o", "noted", own);
    }

    String forget(List<String> numbers) {
        return "DELETE c FROM " + changes() + " AS c FORCE INDEX (PRIMARY) WHERE " + noted(numbers);
    }

    private static String noted(List<String> numbers) {
        return "c." + ConversionTables.NUMBER + " IN (" + String.join(", ", numbers) + ")";
    }

    // --- comparing

    /** Counts rows between two keys that the next table lacks or has otherwise, though no change of them is noted. */
    String lacking(List<String> after, List<String> upTo) {
        return "SELECT COUNT(*) FROM (SELECT " + stored() + " FROM "
                + form.shape().inOrder()
                + form.bounds().condition(after, upTo) + ") AS o LEFT JOIN " + next() + " AS t ON "
                + alike("o", "t", form.key().keySet()) + " WHERE NOT (" + firstOfKey("t") + " IS NOT NULL AND "
                + form.shape().stored().stream().map(ConversionTexts::same).collect(Collectors.joining(" AND "))
                + ") AND "
                + unnoted("o");
    }

    /** Counts rows of the next table between two keys that nobody has, though no change of them is noted. */
    String invented(List<String> after, List<String> upTo) {
        return "SELECT COUNT(*) FROM (SELECT " + listed(form.key().keySet()) + " FROM " + next()
                + form.bounds().condition(after, upTo) + ") AS t LEFT JOIN " + source() + " AS o ON "
                + alike("o", "t", form.key().keySet()) + " WHERE " + firstOfKey("o") + " IS NULL AND " + unnoted("t");
    }

    private String unnoted(String row) {
        return "NOT EXISTS (SELECT 1 FROM " + changes() + " AS c WHERE "
                + alike("c", row, form.shape().key()) + ")";
    }

    private String firstOfKey(String row) {
        return row + "." + SqlText.quoteName(form.shape().key().getFirst());
    }

    /** To the byte: a collation takes texts for the same that differ. */
    private static String same(ColumnShape column) {
        Function<String, String> value = value(column, SqlText.quoteName(column.name()));
        return value.apply("o.") + " <=> " + value.apply("t.");
    }

    private static Function<String, String> value(ColumnShape column, String name) {
        if (column.isNumbered()) {
            return row -> row + name + " + 0";
        }
        if (column.isShownInHex()) {
            return row -> "HEX(" + row + name + ")";
        }
        return column.charset().isEmpty() ? row -> row + name : row -> "CAST(" + row + name + " AS BINARY)";
    }

    // --- parts

    private String source() {
        return tables.source().quoted();
    }

    private String next() {
        return tables.next().quoted();
    }

    private String changes() {
        return tables.changes().quoted();
    }

    private List<String> names() {
        return form.shape().stored().stream().map(ColumnShape::name).toList();
    }

    private String stored() {
        return listed(names());
    }

    private static String listed(Collection<String> names) {
        return each(names, name -> name);
    }

    private static String each(Collection<String> names, Function<String, String> written) {
        return names.stream().map(SqlText::quoteName).map(written).collect(Collectors.joining(", "));
    }

    private static String alike(String one, String other, Collection<String> names) {
        return names.stream()
                .map(SqlText::quoteName)
                .map(name -> one + "." + name + " = " + other + "." + name)
                .collect(Collectors.joining(" AND "));
    }

    /** The quoted name of a table, for {@code DROP TABLE IF EXISTS}. */
    static String dropped(TableName table) {
        return "DROP TABLE IF EXISTS " + table.quoted();
    }
}

package io.pinion.operations.transfer;

import io.pinion.config.document.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A base table of the database, as its server describes it.
 *
 * @param uniqueKeys the columns of each, by the name of the key; {@code PRIMARY} among them
 * @param definition the text of SHOW CREATE TABLE
 */
public record SourceTable(
        String name, List<SourceColumn> columns, Map<String, List<String>> uniqueKeys, String definition) {
    static final String PRIMARY = "PRIMARY";

    public SourceTable {
        columns = List.copyOf(columns);
        uniqueKeys = Map.copyOf(uniqueKeys);
    }

    /** @param type its first word, in lower case */
    public record SourceColumn(String name, String type, boolean nullable, String extra) {
        public boolean counts() {
            return extra.contains("auto_increment");
        }
    }

    Optional<SourceColumn> column(String named) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(named))
                .findFirst();
    }

    /**
     * The column that a document names.
     *
     * @param problems gets a line, with the way out, when there is none
     */
    Optional<SourceColumn> named(String wanted, List<String> problems) {
        Optional<SourceColumn> column = column(wanted);
        if (column.isEmpty()) {
            problems.add(
                    "there is no column " + wanted + " in " + name + ": " + NearestName.cure(wanted, columnNames()));
        }
        return column;
    }

    List<String> columnNames() {
        return columns.stream().map(SourceColumn::name).toList();
    }

    List<String> primaryKey() {
        return uniqueKeys.getOrDefault(PRIMARY, List.of());
    }

    /** The column of AUTO_INCREMENT. */
    public Optional<String> countingColumn() {
        return columns.stream()
                .filter(SourceColumn::counts)
                .map(SourceColumn::name)
                .findFirst();
    }
}

package io.pinion.routing.load;

import io.pinion.routing.analysis.facts.Span;
import java.util.List;
import java.util.Optional;

/**
 * What a {@code LOAD DATA LOCAL INFILE} says, besides its table.
 *
 * @param file its name as the client wrote it, not to be changed
 * @param schema the token of the database before the table, or -1
 * @param table the token of the table's name
 * @param charset the name behind CHARACTER SET, in lower case
 * @param charsetPlace where CHARACTER SET belongs in the statement's bytes
 * @param separators of the file; null parts are those that the statement leaves out
 * @param ignoredLines how many lines ahead of the rows don't count
 * @param ignoring where it says so
 * @param fieldsPlace where a list of columns belongs in the statement's bytes, if there is none
 * @param fields where the fields of a row go; empty for all columns of the table
 * @param assignments behind SET
 * @param assigning all of SET's assignments
 */
public record LoadFacts(
        byte[] file,
        int schema,
        int table,
        Optional<String> charset,
        int charsetPlace,
        Separators separators,
        long ignoredLines,
        Optional<Span> ignoring,
        int fieldsPlace,
        List<Field> fields,
        List<Assignment> assignments,
        Optional<Span> assigning) {
    public LoadFacts {
        fields = List.copyOf(fields);
        assignments = List.copyOf(assignments);
    }

    /** Whether SET gives a column its value. */
    public boolean assigns(String column) {
        return assignments.stream().anyMatch(assignment -> assignment.column().equalsIgnoreCase(column));
    }

    /** The strings of FIELDS and LINES. */
    public record Separators(
            Optional<byte[]> fieldsTerminated,
            Optional<byte[]> enclosed,
            Optional<byte[]> escaped,
            Optional<byte[]> linesStarting,
            Optional<byte[]> linesTerminated) {}

    /** Where a field goes. */
    public sealed interface Field {
        Span span();

        record OfColumn(String name, Span span) implements Field {}

        /** @param name without {@code @} and quotes */
        record OfVariable(String name, Span span) implements Field {}
    }

    /** @param variables where user variables stand in its value */
    public record Assignment(String column, Span span, List<Field.OfVariable> variables) {
        public Assignment {
            variables = List.copyOf(variables);
        }
    }
}

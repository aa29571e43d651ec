package io.pinion.routing.load;

import io.pinion.routing.analysis.facts.Span;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a {@code LOAD DATA LOCAL INFILE}.
 *
 * @param file its name as the client wrote it, not to be changed
 * @param schema the token of the database before the table, or -1
 * @param table the token of the table's name
 * @param charset the name behind CHARACTER SET, in lower case
 * @param charsetPlace the place for CHARACTER SET in the statement's bytes
 * @param separators of the file; null parts are those that the statement leaves out
 * @param ignoredLines the number of lines to skip before the rows
 * @param ignoring the place of IGNORE
 * @param fieldsPlace the place for a list of columns in the statement's bytes, if there is none
 * @param fields the columns and variables that the fields of a row go to; empty for all columns of the table
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

    /** The target of a field. */
    public sealed interface Field {
        Span span();

        record OfColumn(String name, Span span) implements Field {}

        /** @param name without {@code @} and quotes */
        record OfVariable(String name, Span span) implements Field {}
    }

    /** @param variables the places of user variables in its value */
    public record Assignment(String column, Span span, List<Field.OfVariable> variables) {
        public Assignment {
            variables = List.copyOf(variables);
        }
    }
}

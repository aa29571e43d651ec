package io.pinion.routing.planner.load;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.load.FileFormat;
import io.pinion.routing.load.FileRows;
import io.pinion.routing.load.IntegerField;
import io.pinion.routing.load.LoadFacts;
import io.pinion.routing.load.UnreadableFileException;
import io.pinion.routing.plan.FileNumber;
import io.pinion.routing.template.Request;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gives the rows of a file numbers of their table's sequence. A row without a number gets one as a field of its own in
 * front of the others, or in place of the NULL or 0 in the file.
 *
 * @param field the field of the column, or {@link #IN_FRONT}
 * @param zeroIsNumber 0 stays, by the client's sql_mode
 */
record FileNumbering(Sequence sequence, FileFormat format, int field, boolean zeroIsNumber) {
    static final int IN_FRONT = -1;

    /** No number is written; the row may have its own. */
    static final long NONE = 0;

    /**
     * Empty for a table without a sequence.
     *
     * @param columns of the fields, in lower case
     */
    static Optional<FileNumbering> of(
            Request request, String keyspace, Table table, List<String> columns, LoadFacts facts, FileFormat format) {
        return table.sequence().map(column -> {
            if (facts.assigns(column)) {
                throw unsupported("rows of " + table.name() + " get their " + column
                        + " from a sequence: let a field of the" + " file give it, or nothing, but not SET");
            }
            int field = columns.indexOf(column.toLowerCase(Locale.ROOT));
            if (!(field < 0 ? format.takesNumberInFront() : format.keepsDigits())) {
                throw unsupported(
                        "a number for " + column + " can't be told apart from these separators: let those of fields"
                                + " and lines begin differently, and have no digits");
            }
            return new FileNumbering(
                    new Sequence(keyspace, table.name(), column),
                    format,
                    field < 0 ? IN_FRONT : field,
                    request.session().sqlMode().noAutoValueOnZero());
        });
    }

    boolean isInFront() {
        return field == IN_FRONT;
    }

    /**
     * A row's need for a number.
     *
     * @param wanted the place of the field among the wanted fields of the reader
     */
    FileNumber of(FileRows row, int wanted) throws UnreadableFileException {
        if (isInFront()) {
            return new FileNumber.Wanted();
        }
        byte[] value = row.has(wanted) ? row.value(wanted) : null;
        if (row.has(wanted) && value == null) {
            return new FileNumber.Wanted();
        }
        OptionalLong number = value == null ? OptionalLong.empty() : IntegerField.read(value);
        if (number.isEmpty() || number.getAsLong() == Long.MAX_VALUE) {
            throw new UnreadableFileException(
                    row.number(),
                    (value == null ? "ends before the field" : "has '" + FilePlacement.shown(value) + "'") + " for "
                            + sequence.column()
                            + ", which gets numbers of a sequence: give it an integer of at most 2^63 - 2, or \\N for a"
                            + " number that no other row has");
        }
        return number.getAsLong() == 0 && !zeroIsNumber
                ? new FileNumber.Wanted()
                : new FileNumber.Given(number.getAsLong());
    }

    /** As {@link FileRows#write}. */
    int write(FileRows row, int wanted, long number, ByteArrayOutputStream out) {
        byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
        if (!isInFront()) {
            return row.write(row.valueStart(wanted), row.numberStop(wanted), digits, out);
        }
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        field.writeBytes(digits);
        field.writeBytes(format.fieldsTerminated());
        int first = row.start() + format.linesStarting().length;
        return row.write(first, first, field.toByteArray(), out);
    }

    /** The numbering in words, for explanations. */
    String words() {
        return "numbers of " + sequence + (isInFront() ? " in front" : " where the file has none");
    }
}

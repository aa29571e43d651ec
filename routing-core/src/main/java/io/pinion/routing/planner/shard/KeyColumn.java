package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.text.LiteralValue;
import java.util.Optional;

/**
 * The column that places rows by a hash, and MySQL's treatment of a constant beside it. Where MySQL would convert one
 * of them, equal keys would hash apart.
 *
 * @param counted whether servers make numbers for it, each by itself
 */
public record KeyColumn(KeyForm form, KeyRoom room, boolean counted) {
    /** A column of unknown type. */
    public static final KeyColumn OTHER = new KeyColumn(new KeyForm.Unknown(), new KeyRoom.Unknown(), false);

    public static KeyColumn of(Table table, String name) {
        Column column = table.column(name);
        return column == null
                ? OTHER
                : new KeyColumn(formOf(column), KeyRoom.of(column), column.isNumbered() && !table.isOfSequence(name));
    }

    private static KeyForm formOf(Column column) {
        return switch (KeyType.of(column.type())) {
            case INTEGER -> new KeyForm.Integers();
            // Reading a CHAR removes the spaces at its end.
            case TEXT ->
                new KeyForm.Characters(column.collation(), column.typeWord().equals("char"));
            case BYTES -> new KeyForm.Bytes();
            case NONE -> new KeyForm.None(column.type());
        };
    }

    /**
     * The reason why a constant can't place a row.
     *
     * @param stored it is the key of a new row, which gets the column's type; else it is compared with stored keys
     * @param encoding of the keys that are hashed
     */
    public Optional<String> problem(LiteralValue constant, boolean negative, boolean stored, KeyEncoding encoding) {
        byte[] hashed = counted && stored ? encoding.bytesOf(constant, negative).orElse(null) : null;
        if (hashed != null && hashed.length == 1 && hashed[0] == '0') {
            return Optional.of(
                    "gets numbers of its server, which makes one of 0, and other rows may have that: give the row another"
                            + " key, or the column a sequence");
        }
        Optional<String> tooLarge = stored ? room.problem(constant, negative) : Optional.empty();
        return tooLarge.or(() -> form.problem(constant, stored, encoding));
    }

    /**
     * Whether what is hashed is also what a server stores or compares, which converts the text to {@code
     * character_set_connection} first.
     */
    boolean isKeptIn(String connectionCharset, LiteralValue constant) {
        return !(constant instanceof LiteralValue.Text text)
                || text.charset().equals(connectionCharset)
                || form.isKept(text, connectionCharset);
    }

    /** Whether values that a server takes for equal have one hash; false if they may differ in case alone. */
    public boolean comparesAsHashed() {
        return form.comparesAsHashed();
    }

    /**
     * Whether a server compares the two columns as it compares either with a constant, so that a known value of one is
     * known for the other. Beside text an integer is a number: '007' equals 7, but hashes elsewhere.
     */
    boolean comparesAlike(KeyColumn other) {
        return form.comparesAlike(other.form);
    }
}

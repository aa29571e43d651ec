package io.pinion.server.session;

import io.pinion.protocol.flags.Charset;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.server.session.Setting.Group;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A variable that a {@code SET} gave a value which only its server can compute. Pinion reads the value from the server
 * and replays it as a literal that means exactly the same on every connection.
 */
public sealed interface ComputedValue {
    /** The most bytes that all user variables read by one query may have. */
    int MAX_BYTES = 8 * 1024;

    Pattern NUMBER = Pattern.compile("-?[0-9.]+(e[-+]?[0-9]+)?");

    Pattern WORD = Pattern.compile("[a-z0-9_]+");

    /** The key of the setting that holds the value. */
    String key();

    /** The expressions that read the value in a select list: {@link #width} columns. */
    String columns();

    int width();

    /**
     * The setting that gives another connection the same value; empty when no literal can express it exactly.
     *
     * @param definitions of the value's columns
     * @param cells the value's columns
     */
    Optional<Setting> read(List<ColumnDefinition> definitions, List<byte @Nullable []> cells);

    /** A session variable. */
    record OfSession(String key, String name, Group group) implements ComputedValue {
        /** @param name of a variable that has no other name, and is no part of a character set */
        public static OfSession of(String name) {
            return new OfSession(name, name, Group.PLAIN);
        }

        /** Whether a SELECT can read a variable of this name. */
        static boolean isAskable(String name) {
            return WORD.matcher(name).matches();
        }

        /** @param value of plain ASCII characters, without quotes and backslashes */
        static Setting setting(String name, String value) {
            return new Setting(name, "@@session." + name + "='" + value + '\'', SessionVariables.groupOf(name));
        }

        @Override
        public String columns() {
            return "@@session." + name;
        }

        @Override
        public int width() {
            return 1;
        }

        @Override
        public Optional<Setting> read(List<ColumnDefinition> definitions, List<byte @Nullable []> cells) {
            return literal(definitions.getFirst(), cells.getFirst())
                    .map(literal -> new Setting(key, "@@session." + name + '=' + literal, group));
        }

        private static Optional<String> literal(ColumnDefinition definition, byte @Nullable [] cell) {
            if (cell == null) {
                return Optional.of("NULL");
            }
            String value = new String(cell, StandardCharsets.ISO_8859_1);
            return switch (definition.type()) {
                case LONGLONG, LONG, DOUBLE, NEWDECIMAL ->
                    NUMBER.matcher(value).matches() ? Optional.of(value) : Optional.empty();
                default -> {
                    if (value.equals("DEFAULT")) {
                        // MariaDB's system_versioning_asof reads as this keyword, but takes no such string.
                        yield Optional.of(value);
                    }
                    boolean plain = value.chars().allMatch(c -> c >= ' ' && c < 0x7F && "'\"\\".indexOf(c) < 0);
                    yield plain ? Optional.of('\'' + value + '\'') : Optional.empty();
                }
            };
        }
    }

    /** A user variable, whose value carries its own type. */
    record OfUser(String name) implements ComputedValue {
        private static final int LONGEST_NAME = 64;

        /** The name becomes part of a text that no client has rights for. */
        public OfUser {
            if (!isAskableName(name)) {
                throw new IllegalArgumentException("no server can be asked for a variable of this name");
            }
        }

        static String key(String name) {
            return '@' + name;
        }

        /** Whether a SELECT can read the variable with this key. */
        public static boolean isAskable(String key) {
            return isAskableName(key.substring(1));
        }

        private static boolean isAskableName(String name) {
            return !name.isBlank()
                    && name.length() <= LONGEST_NAME
                    && name.chars().allMatch(c -> c >= ' ' && c < 0x7F && c != '`');
        }

        /** Whether the variable has no value. */
        public static boolean isNull(Setting read) {
            return read.text().endsWith("=NULL") || read.text().contains("=CAST(NULL AS ");
        }

        @Override
        public String key() {
            return key(name);
        }

        private String variable() {
            return "@`" + name + '`';
        }

        /** Reads strings in hexadecimal, because {@code character_set_results} may convert other bytes. */
        @Override
        public String columns() {
            return "%1$s, HEX(%1$s), CHARSET(%1$s), COLLATION(%1$s)".formatted(variable());
        }

        @Override
        public int width() {
            return 4;
        }

        /** An expression for the value's length in bytes. */
        String length() {
            return "IFNULL(LENGTH(" + variable() + "), 0)";
        }

        @Override
        public Optional<Setting> read(List<ColumnDefinition> definitions, List<byte @Nullable []> cells) {
            return literal(definitions.getFirst(), cells)
                    .map(literal -> new Setting(key(), variable() + '=' + literal, Group.USER_VARIABLE));
        }

        private static Optional<String> literal(ColumnDefinition definition, List<byte @Nullable []> cells) {
            boolean isNull = cells.getFirst() == null;
            String value = text(cells.getFirst());
            return switch (definition.type()) {
                case LONGLONG -> integer(isNull ? "NULL" : value, definition.unsigned());
                case NEWDECIMAL -> number(value);
                // A number without an exponent would become a DECIMAL.
                case DOUBLE -> number(value.contains("e") ? value : value + "e0");
                default -> isNull ? Optional.of("NULL") : string(text(cells.get(1)), text(cells.get(2)), cells.get(3));
            };
        }

        private static Optional<String> integer(String value, boolean unsigned) {
            if (value.equals("NULL") || unsigned) {
                return Optional.of("CAST(" + value + " AS " + (unsigned ? "UNSIGNED)" : "SIGNED)"));
            }
            return number(value);
        }

        private static Optional<String> number(String value) {
            return NUMBER.matcher(value).matches() ? Optional.of(value) : Optional.empty();
        }

        private static Optional<String> string(String hex, String charset, byte @Nullable [] collationName) {
            String collation = text(collationName);
            if (!WORD.matcher(charset).matches()
                    || !WORD.matcher(collation).matches()
                    || !isText(HexFormat.of().parseHex(hex), charset)) {
                return Optional.empty();
            }
            String literal = "_" + charset + " X'" + hex + '\'';
            return Optional.of(charset.equals("binary") ? literal : literal + " COLLATE " + collation);
        }

        private static boolean hasCharacterOfFourBytes(byte[] utf8) {
            for (byte b : utf8) {
                if ((b & 0xF8) == 0xF0) {
                    return true;
                }
            }
            return false;
        }

        /** MariaDB refuses a literal whose bytes aren't text (1300), though SET gives a variable any bytes. */
        private static boolean isText(byte[] bytes, String charset) {
            boolean ofThreeBytes = charset.equals("utf8") || charset.equals("utf8mb3");
            if (ofThreeBytes && hasCharacterOfFourBytes(bytes)) {
                return false;
            }
            try {
                Charset.named(charset)
                        .orElseThrow(CharacterCodingException::new)
                        .javaCharset()
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes));
                return true;
            } catch (CharacterCodingException e) {
                return false;
            }
        }

        private static String text(byte @Nullable [] cell) {
            return cell == null ? "" : new String(cell, StandardCharsets.ISO_8859_1);
        }
    }
}

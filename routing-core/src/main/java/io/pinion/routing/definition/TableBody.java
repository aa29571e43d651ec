package io.pinion.routing.definition;

import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** The contents of the parentheses of a CREATE TABLE: columns and keys, in their order. */
public final class TableBody {
    private static final Set<String> KEY_WORDS =
            Set.of("PRIMARY", "KEY", "INDEX", "UNIQUE", "FULLTEXT", "SPATIAL", "CONSTRAINT", "FOREIGN", "CHECK");

    private static final Pattern SEQUENCE = Pattern.compile("(?i)['\"]\\s*pinion:\\s*sequence\\s*(?:;|['\"]$)");

    private final Tokens tokens;
    private final String charset;
    private final List<DefinedColumn> columns = new ArrayList<>();
    private final List<UniqueKey> uniqueKeys = new ArrayList<>();

    /**
     * The definition of a column.
     *
     * @param type the first word of its type, in upper case
     * @param exactly whether it is declared to compare byte by byte
     * @param sequence whether its comment says that it gets numbers from a sequence
     * @param localTime whether it gets the time by itself, as the time zone of the session has it
     */
    public record DefinedColumn(
            String name,
            String type,
            boolean unsigned,
            boolean autoIncrement,
            boolean exactly,
            boolean sequence,
            boolean localTime) {}

    /** A primary or unique key. */
    public record UniqueKey(List<String> columns, boolean primary) {
        public UniqueKey {
            columns = List.copyOf(columns);
        }
    }

    private TableBody(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
    }

    /** @param open the token of the opening parenthesis */
    public static TableBody read(Tokens tokens, int open, String charset) {
        TableBody body = new TableBody(tokens, charset);
        elements(tokens, open, body::element);
        return body;
    }

    /**
     * The columns, keys and checks in their order.
     *
     * @param open the token of the opening parenthesis
     * @param element gets the first token of each, and the one behind its last
     */
    public static void elements(Tokens tokens, int open, BiConsumer<Integer, Integer> element) {
        int close = tokens.closing(open);
        int from = open + 1;
        for (int token = from; token <= close; token = tokens.next(token)) {
            if (token == close || tokens.isSymbol(token, ",")) {
                element.accept(from, token);
                from = token + 1;
            }
        }
    }

    public List<DefinedColumn> columns() {
        return columns;
    }

    /** The unique keys by their columns, with each column that is unique by itself. */
    public List<UniqueKey> uniqueKeys() {
        return uniqueKeys;
    }

    public Optional<DefinedColumn> column(String name) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Whether an element that begins with this token is a key or a check rather than a column. */
    public static boolean beginsKey(Tokens tokens, int token) {
        boolean period = tokens.isWord(token, "PERIOD") && tokens.isWord(token + 1, "FOR");
        return period || tokens.isOneOf(token, KEY_WORDS);
    }

    /** Whether what ADD or DROP says of a table is about columns: {@code a INT}, {@code COLUMN a}, {@code (a INT, b INT)}. */
    public static boolean beginsColumn(Tokens tokens, int token) {
        return tokens.isSymbol(token, "(")
                || (tokens.isName(token)
                        && !beginsKey(tokens, token)
                        && !tokens.isOneOf(token, "PARTITION", "SYSTEM", "DEFAULT"));
    }

    /** {@code COMMENT 'pinion: sequence'}; text behind a semicolon in it belongs to other tools. */
    public static boolean declaresSequence(Tokens tokens, int token) {
        return tokens.isWord(token, "COMMENT")
                && tokens.type(token + 1).isString()
                && SEQUENCE.matcher(tokens.text(token + 1)).lookingAt();
    }

    private void element(int from, int to) {
        if (beginsKey(tokens, from)) {
            key(from, to);
        } else if (tokens.isName(from)) {
            column(from, to);
        }
    }

    private void key(int from, int to) {
        boolean primary = false;
        boolean unique = false;
        int token = from;
        while (token < to && !tokens.isSymbol(token, "(")) {
            primary = primary || tokens.isWord(token, "PRIMARY");
            unique = unique || tokens.isWord(token, "UNIQUE");
            token++;
        }
        if (!primary && !unique) {
            return;
        }
        List<String> names = new ArrayList<>();
        for (int next = token + 1; next < to; next++) {
            boolean begins = tokens.isSymbol(next - 1, ",") || next == token + 1;
            if (begins && tokens.isName(next)) {
                names.add(tokens.name(next, charset));
            }
        }
        uniqueKeys.add(new UniqueKey(names, primary));
    }

    private void column(int from, int to) {
        String name = tokens.name(from, charset);
        boolean unsigned = false;
        boolean autoIncrement = false;
        boolean exactly = false;
        boolean sequence = false;
        boolean localTime = false;
        int depth = 0;
        for (int token = from + 1; token < to; token++) {
            localTime = localTime || isLocalTime(token);
            depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
            if (depth > 0) {
                continue;
            }
            unsigned = unsigned || tokens.isWord(token, "UNSIGNED") || tokens.isWord(token, "ZEROFILL");
            autoIncrement = autoIncrement || tokens.isWord(token, "AUTO_INCREMENT");
            sequence = sequence || declaresSequence(tokens, token);
            exactly = exactly || tokens.isWord(token, "BINARY") || isExactCollation(token);
            if (tokens.isWord(token, "UNIQUE") || tokens.isWord(token, "PRIMARY")) {
                uniqueKeys.add(new UniqueKey(List.of(name), tokens.isWord(token, "PRIMARY")));
            }
        }
        String type = from + 1 < to ? tokens.text(from + 1).toUpperCase(Locale.ROOT) : "";
        columns.add(new DefinedColumn(name, type, unsigned, autoIncrement, exactly, sequence, localTime));
    }

    private boolean isLocalTime(int token) {
        return tokens.type(token) == TokenType.WORD && JobQueue.takesLocalTime(tokens.text(token));
    }

    private boolean isExactCollation(int token) {
        if (!tokens.isWord(token - 1, "COLLATE")) {
            return false;
        }
        String collation = tokens.text(token).toLowerCase(Locale.ROOT).replaceAll("['\"`]", "");
        return collation.endsWith("_bin") || collation.equals("binary");
    }
}

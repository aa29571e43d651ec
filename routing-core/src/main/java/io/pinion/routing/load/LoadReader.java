package io.pinion.routing.load;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.load.LoadFacts.Assignment;
import io.pinion.routing.load.LoadFacts.Field;
import io.pinion.routing.load.LoadFacts.Separators;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Tokens of {@code LOAD DATA LOCAL INFILE} → {@link LoadFacts}. The grammar is that of both dialects. Used once. */
public final class LoadReader {
    private static final Set<String> OF_FIELDS = Set.of("TERMINATED", "OPTIONALLY", "ENCLOSED", "ESCAPED");
    private static final Set<String> OF_LINES = Set.of("TERMINATED", "STARTING");
    private static final Pattern VARIABLE = Pattern.compile("@[A-Za-z0-9_.$]+");

    private final Tokens tokens;
    private final String charset;
    private int at = 1;

    private LoadReader(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
    }

    /** Whether the client sends the file; without LOCAL the server opens a file of its own. */
    public static boolean isLocal(Tokens tokens) {
        boolean modified = tokens.isWord(2, "LOW_PRIORITY") || tokens.isWord(2, "CONCURRENT");
        return tokens.isWord(0, "LOAD") && tokens.isWord(1, "DATA") && tokens.isWord(modified ? 3 : 2, "LOCAL");
    }

    /**
     * @param tokens of a statement that {@link #isLocal}
     * @param charset the MySQL name of the client's character set
     * @throws Unreadable for a statement that isn't well-formed, or has clauses that are unknown here
     */
    public static LoadFacts read(Tokens tokens, String charset) throws Unreadable {
        return new LoadReader(tokens, charset).read();
    }

    /** The statement has a clause that is unknown here. */
    public static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        private final String reason;

        Unreadable(String reason) {
            super(reason);
            this.reason = reason;
        }

        /** The unknown clause and the way out. */
        public String reason() {
            return reason;
        }
    }

    private LoadFacts read() throws Unreadable {
        expect("DATA");
        if (!accept("LOW_PRIORITY")) {
            accept("CONCURRENT");
        }
        expect("LOCAL");
        expect("INFILE");
        byte[] file = text();
        if (!accept("REPLACE")) {
            accept("IGNORE");
        }
        expect("INTO");
        expect("TABLE");
        int table = name();
        int schema = -1;
        if (acceptSymbol(".")) {
            schema = table;
            table = name();
        }
        if (accept("PARTITION")) {
            at = closing() + 1;
        }
        int charsetPlace = tokens.end(at - 1);
        Optional<String> fileCharset = charset();
        Separators separators = separators();
        int ignoringFrom = at;
        long ignored = ignored();
        Optional<Span> ignoring = at == ignoringFrom
                ? Optional.empty()
                : Optional.of(new Span(tokens.start(ignoringFrom), tokens.end(at - 1)));
        int fieldsPlace = tokens.end(at - 1);
        List<Field> fields = fields();
        int assigningFrom = at;
        List<Assignment> assignments = assignments();
        if (at < tokens.count()) {
            throw unexpected();
        }
        Optional<Span> assigning = assignments.isEmpty()
                ? Optional.empty()
                : Optional.of(new Span(tokens.start(assigningFrom), tokens.end(at - 1)));
        return new LoadFacts(
                file,
                schema,
                table,
                fileCharset,
                charsetPlace,
                separators,
                ignored,
                ignoring,
                fieldsPlace,
                fields,
                assignments,
                assigning);
    }

    private Optional<String> charset() throws Unreadable {
        boolean named = accept("CHARSET");
        if (!named && (tokens.isWord(at, "CHARACTER") || tokens.isWord(at, "CHAR")) && tokens.isWord(at + 1, "SET")) {
            at += 2;
            named = true;
        }
        if (!named) {
            return Optional.empty();
        }
        if (tokens.type(at).isString()) {
            return Optional.of(ascii(text()));
        }
        return Optional.of(tokens.name(name(), charset).toLowerCase(Locale.ROOT));
    }

    private static String ascii(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    private Separators separators() throws Unreadable {
        Map<String, byte[]> fields = accept("FIELDS") || accept("COLUMNS") ? ofClause(OF_FIELDS) : Map.of();
        Map<String, byte[]> lines = accept("LINES") ? ofClause(OF_LINES) : Map.of();
        return new Separators(
                Optional.ofNullable(fields.get("TERMINATED")),
                Optional.ofNullable(fields.get("ENCLOSED")),
                Optional.ofNullable(fields.get("ESCAPED")),
                Optional.ofNullable(lines.get("STARTING")),
                Optional.ofNullable(lines.get("TERMINATED")));
    }

    /** By the words before BY, of which each may stand again: the last one counts. */
    private Map<String, byte[]> ofClause(Set<String> words) throws Unreadable {
        Map<String, byte[]> found = new HashMap<>();
        while (tokens.isOneOf(at, words)) {
            if (accept("OPTIONALLY") && !tokens.isWord(at, "ENCLOSED")) {
                throw unexpected();
            }
            String word = tokens.upper(at++);
            found.put(word, separator());
        }
        return found;
    }

    /** Bytes beyond ASCII are refused: they depend on the character set of the connection. */
    private byte[] separator() throws Unreadable {
        expect("BY");
        int token = at;
        byte[] text = text();
        for (byte letter : text) {
            if (letter < 0 && tokens.type(token).isString()) {
                throw new Unreadable("the separator " + tokens.text(token)
                        + " has letters beyond ASCII: write its bytes" + " in hex, as in X'FE'");
            }
        }
        return text;
    }

    private byte[] text() throws Unreadable {
        if (!tokens.type(at).isLiteral()) {
            throw unexpected();
        }
        LiteralValue value = tokens.value(at, charset);
        int first = at;
        at++;
        while (tokens.type(first).isString() && tokens.type(at).isString()) {
            at++;
        }
        return switch (value) {
            case LiteralValue.Text text -> text.bytes();
            case LiteralValue.Binary(byte[] bytes) -> bytes;
            default -> throw unreadable(first);
        };
    }

    private long ignored() throws Unreadable {
        if (!accept("IGNORE")) {
            return 0;
        }
        boolean number = tokens.type(at) == TokenType.INTEGER && tokens.text(at).length() <= 18;
        if (!number) {
            throw unexpected();
        }
        long lines = Long.parseLong(tokens.text(at));
        at++;
        if (!accept("LINES")) {
            expect("ROWS");
        }
        return lines;
    }

    private List<Field> fields() throws Unreadable {
        List<Field> fields = new ArrayList<>();
        if (!acceptSymbol("(")) {
            return fields;
        }
        do {
            if (tokens.type(at) == TokenType.USER_VARIABLE) {
                fields.add(variable(at));
                at++;
            } else {
                int column = name();
                if (tokens.isSymbol(at, ".")) {
                    throw unexpected();
                }
                fields.add(new Field.OfColumn(
                        tokens.name(column, charset), new Span(tokens.start(column), tokens.end(column))));
            }
        } while (acceptSymbol(","));
        if (!acceptSymbol(")")) {
            throw unexpected();
        }
        return fields;
    }

    private Field.OfVariable variable(int token) throws Unreadable {
        String written = tokens.text(token);
        if (!VARIABLE.matcher(written).matches()) {
            throw new Unreadable("the name of the variable " + written
                    + " can't be told apart from others: use letters, digits and underscores, without quotes");
        }
        return new Field.OfVariable(written.substring(1), new Span(tokens.start(token), tokens.end(token)));
    }

    private List<Assignment> assignments() throws Unreadable {
        List<Assignment> assignments = new ArrayList<>();
        if (!accept("SET")) {
            return assignments;
        }
        do {
            int column = name();
            if (!acceptSymbol("=")) {
                throw unexpected();
            }
            List<Field.OfVariable> variables = new ArrayList<>();
            int first = at;
            while (at < tokens.count() && !tokens.isSymbol(at, ",")) {
                int last = tokens.isSymbol(at, "(") ? closing() : at;
                for (; at <= last; at++) {
                    readValue(variables);
                }
            }
            if (at == first) {
                throw unexpected();
            }
            assignments.add(new Assignment(
                    tokens.name(column, charset), new Span(tokens.start(column), tokens.end(column)), variables));
        } while (acceptSymbol(","));
        return assignments;
    }

    private void readValue(List<Field.OfVariable> variables) throws Unreadable {
        if (tokens.isWord(at, "SELECT") || tokens.isSymbol(at, ":=")) {
            throw new Unreadable("a subquery or := in SET depends on the other rows of a shard: insert such rows by"
                    + " statements of their own");
        }
        if (tokens.type(at) == TokenType.USER_VARIABLE) {
            variables.add(variable(at));
        }
    }

    private int closing() throws Unreadable {
        int close = tokens.isSymbol(at, "(") ? tokens.closing(at) : -1;
        if (close < 0) {
            throw unexpected();
        }
        return close;
    }

    private int name() throws Unreadable {
        if (!tokens.isName(at)) {
            throw unexpected();
        }
        return at++;
    }

    private boolean accept(String word) {
        boolean found = tokens.isWord(at, word);
        at += found ? 1 : 0;
        return found;
    }

    private boolean acceptSymbol(String symbol) {
        boolean found = tokens.isSymbol(at, symbol);
        at += found ? 1 : 0;
        return found;
    }

    private void expect(String word) throws Unreadable {
        if (!accept(word)) {
            throw unexpected();
        }
    }

    private Unreadable unexpected() {
        return unreadable(at);
    }

    private Unreadable unreadable(int token) {
        return new Unreadable(
                token < tokens.count()
                        ? "Pinion can't read '" + tokens.text(token) + "' at character "
                                + (tokens.start(token) - tokens.statement().start() + 1) + " of this LOAD DATA"
                        : "this LOAD DATA ends too early");
    }
}

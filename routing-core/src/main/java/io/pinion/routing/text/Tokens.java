package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.routing.text.lexer.PlanningThread;
import io.pinion.routing.text.lexer.TokenType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * All tokens of a statement but its comments, for the slow path. A version comment whose inside is code appears as that
 * code, and a bound parameter as a literal of its value's type. Valid as long as the statement is.
 */
public final class Tokens {
    /** The anchor of a token that is part of the shape. */
    public static final int NO_ANCHOR = -1;

    /** Ints per token: start, end, anchor, element. */
    private static final int STRIDE = 4;

    private final Statement statement;
    private final List<TokenType> types;
    private final int[] tokens;
    private final int count;

    /** The closing parenthesis of each opening one, or -1; found at the first question. */
    private int @Nullable [] closings;

    private Tokens(Statement statement, List<TokenType> types, int[] tokens, int count) {
        this.statement = statement;
        this.types = types;
        this.tokens = tokens;
        this.count = count;
    }

    /** Reads the statement once more, keeping all tokens. */
    public static Tokens of(Statement statement) {
        Lexer lexer = new Lexer();
        lexer.begin(statement.sql(), statement.start(), statement.end(), statement.rules());
        List<TokenType> types = new ArrayList<>();
        int[] tokens = new int[STRIDE * 64];
        int count = 0;
        int anchor = 0;
        int element = 0;
        while (true) {
            PlanningThread.check();
            TokenType type = lexer.nextOfCode();
            if (type == TokenType.END) {
                return new Tokens(statement, types, tokens, count);
            }
            while (anchor < statement.anchorCount() && statement.anchorEnd(anchor) <= lexer.start()) {
                anchor++;
                element = 0;
            }
            int at = count * STRIDE;
            if (at == tokens.length) {
                tokens = Arrays.copyOf(tokens, at * 2);
            }
            tokens[at] = lexer.start();
            tokens[at + 1] = lexer.end();
            boolean anchored = anchor < statement.anchorCount()
                    && statement.anchorStart(anchor) <= lexer.start()
                    && type != TokenType.SYMBOL;
            tokens[at + 2] = anchored ? anchor : NO_ANCHOR;
            tokens[at + 3] = anchored ? element++ : 0;
            types.add(
                    anchored && type == TokenType.PARAMETER
                            ? statement.anchorKind(anchor).tokenType()
                            : type);
            count++;
        }
    }

    public Statement statement() {
        return statement;
    }

    public int count() {
        return count;
    }

    /** {@link TokenType#END} before the first token and behind the last. */
    public TokenType type(int token) {
        // What plans a long text asks for its tokens all the time.
        PlanningThread.check();
        return token >= 0 && token < count ? types.get(token) : TokenType.END;
    }

    public int start(int token) {
        return token < count ? tokens[token * STRIDE] : statement.end();
    }

    /** Exclusive. */
    public int end(int token) {
        return token < count ? tokens[token * STRIDE + 1] : statement.end();
    }

    /** The number of the anchor that the token is, or is an element of; else {@link #NO_ANCHOR}. */
    public int anchor(int token) {
        return token >= 0 && token < count ? tokens[token * STRIDE + 2] : NO_ANCHOR;
    }

    /** The token's index in its anchor's list; 0 for an anchor that is no list. */
    public int element(int token) {
        return tokens[token * STRIDE + 3];
    }

    /** The token that begins at {@code position}, or the first one behind it; {@link #count} when there is none. */
    public int at(int position) {
        return BinarySearch.first(count, token -> start(token) >= position);
    }

    /** Whether the token is this word, in any case, unquoted. False behind the last token. */
    public boolean isWord(int token, String word) {
        if (type(token) != TokenType.WORD || end(token) - start(token) != word.length()) {
            return false;
        }
        for (int index = 0; index < word.length(); index++) {
            if (Character.toUpperCase(statement.sql()[start(token) + index])
                    != Character.toUpperCase(word.charAt(index))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the token is one of these words, which are in capitals; it may be in any case, unquoted. */
    public boolean isOneOf(int token, Set<String> words) {
        return type(token) == TokenType.WORD && words.contains(upper(token));
    }

    /** Whether the token is this operator or punctuation. */
    public boolean isSymbol(int token, String symbol) {
        if (type(token) != TokenType.SYMBOL || end(token) - start(token) != symbol.length()) {
            return false;
        }
        for (int index = 0; index < symbol.length(); index++) {
            if (statement.sql()[start(token) + index] != symbol.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    /** The parenthesis that closes the one at {@code open}; -1 without one, and {@code open} where none opens. */
    public int closing(int open) {
        if (!isSymbol(open, "(")) {
            return open;
        }
        int[] known = closings;
        if (known == null) {
            known = findClosings();
            closings = known;
        }
        return known[open];
    }

    /** The token behind this one on the same level, with which a parenthesis and what it encloses are one. */
    public int next(int token) {
        return Math.max(closing(token), token) + 1;
    }

    private int[] findClosings() {
        int[] found = new int[count];
        int[] opened = new int[count];
        int depth = 0;
        for (int token = 0; token < count; token++) {
            if (isSymbol(token, "(")) {
                found[token] = -1;
                opened[depth++] = token;
            } else if (depth > 0 && isSymbol(token, ")")) {
                found[opened[--depth]] = token;
            }
        }
        return found;
    }

    /**
     * The first token that {@code wanted} accepts at depth 0, outermost parentheses included; -1 when there is none.
     */
    public int outermost(IntPredicate wanted) {
        int depth = 0;
        for (int token = 0; token < count; token++) {
            depth -= isSymbol(token, ")") ? 1 : 0;
            if (depth == 0 && wanted.test(token)) {
                return token;
            }
            depth += isSymbol(token, "(") ? 1 : 0;
        }
        return -1;
    }

    /** The first {@code word} at or behind {@code from} outside of all parentheses; -1 when there is none. */
    public int outermost(int from, String word) {
        return outermost(token -> token >= from && isWord(token, word));
    }

    /** Whether the token is one of these words, in any case, unquoted. */
    public boolean isOneOf(int token, String... words) {
        for (String word : words) {
            if (isWord(token, word)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code wanted} accepts a token. */
    public boolean has(IntPredicate wanted) {
        return has(0, count, wanted);
    }

    /** Whether {@code wanted} accepts one from {@code from} on, and before {@code end}. */
    public boolean has(int from, int end, IntPredicate wanted) {
        for (int token = from; token < end; token++) {
            if (wanted.test(token)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the token can be a name: a word or a quoted name. */
    public boolean isName(int token) {
        return type(token) == TokenType.WORD || type(token) == TokenType.QUOTED_NAME;
    }

    /** The token as written, one character per byte. */
    public String text(int token) {
        return statement.text(start(token), end(token));
    }

    /** The token as written, in capitals. */
    public String upper(int token) {
        return text(token).toUpperCase(Locale.ROOT);
    }

    /** The token as a name, without quotes, decoded from the client's character set; as written if that is unknown. */
    public String name(int token, String charset) {
        byte[] sql = statement.sql();
        byte[] bytes = type(token) == TokenType.QUOTED_NAME
                ? Literals.unquoteName(sql, start(token), end(token), statement.rules())
                : Arrays.copyOfRange(sql, start(token), end(token));
        return new String(bytes, MysqlCharsets.find(charset).orElse(StandardCharsets.ISO_8859_1));
    }

    /**
     * The value of the literal token, joined with the strings that follow it.
     *
     * @param charset the MySQL name of the client's character set
     * @throws IllegalArgumentException when the token is no literal
     */
    public LiteralValue value(int token, String charset) {
        int anchor = anchor(token);
        return anchor != NO_ANCHOR && statement.isParameter(anchor, element(token))
                ? statement.literal(anchor, element(token), charset)
                : Literals.decode(statement, type(token), start(token), end(token), charset);
    }
}

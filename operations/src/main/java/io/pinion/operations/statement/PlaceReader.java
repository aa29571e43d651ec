package io.pinion.operations.statement;

import io.pinion.operations.statement.StatementToken.Kind;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the value at a place of a statement. */
final class PlaceReader {
    private static final int MOST_DIGITS = 10;

    private final StatementTokens statement;
    private final List<StatementToken> tokens;

    /**
     * A value.
     *
     * @param next the number of the token behind it
     */
    record Found(String text, int next) {}

    PlaceReader(StatementTokens statement) {
        this.statement = statement;
        this.tokens = statement.all();
    }

    /** Null when what stands there is no such value. */
    @Nullable
    Found at(int token, PlaceKind kind) {
        if (kind == PlaceKind.REST) {
            String rest = statement.textFrom(token);
            return rest.isEmpty() ? null : new Found(rest, tokens.size());
        }
        if (token >= tokens.size()) {
            return null;
        }
        StatementToken found = tokens.get(token);
        return switch (kind) {
            case NAME -> found.isName() ? one(token) : null;
            case BARE_NAME -> found.isBareName() ? one(token) : null;
            case TEXT -> found.isText() ? one(token) : null;
            case ADDRESS -> found.isString() || found.isAddress() ? one(token) : null;
            case SINGLE_QUOTED -> found.isText() && found.kind() != Kind.DOUBLE_QUOTED ? one(token) : null;
            case SECRET -> found.kind() == Kind.STRING || isAskedFor(found) ? one(token) : null;
            case WHOLE -> isWhole(found) ? one(token) : null;
            case UNSIGNED -> found.text().matches("\\d{1,20}") ? one(token) : null;
            case KEY -> key(token);
            case DOTTED -> dotted(token);
            case SHARDS -> shards(token);
            case ACCOUNT -> account(token);
            case REST -> throw new IllegalStateException("read above");
        };
    }

    /** A secret is no word of a command line, which other users of the machine see. */
    private static boolean isAskedFor(StatementToken found) {
        return found.kind() == Kind.ARGUMENT && found.text().equals(StatementSpelling.ASKED);
    }

    private Found one(int token) {
        return new Found(tokens.get(token).text(), token + 1);
    }

    private static boolean isWhole(StatementToken token) {
        return token.isUnquoted()
                && token.text().matches("\\d{1," + MOST_DIGITS + "}")
                && Long.parseLong(token.text()) <= Integer.MAX_VALUE;
    }

    /** A whole number is hashed by its canonical digits as in a statement, so that 007 is the key 7. */
    private @Nullable Found key(int token) {
        StatementToken found = tokens.get(token);
        if (found.isUnquoted() && found.text().matches("-?\\d{1,65}")) {
            return new Found(new BigInteger(found.text()).toString(), token + 1);
        }
        return found.isText() ? one(token) : null;
    }

    /** Names with dots between them: a dot is a sign beside backticks, and part of a word else. */
    private @Nullable Found dotted(int first) {
        if (!tokens.get(first).isName()) {
            return null;
        }
        StringBuilder text = new StringBuilder(tokens.get(first).text());
        int next = first + 1;
        while (next + 1 < tokens.size()
                && tokens.get(next).isSign(".")
                && tokens.get(next + 1).isName()) {
            text.append('.').append(tokens.get(next + 1).text());
            next += 2;
        }
        return new Found(text.toString(), next);
    }

    /** Blanks around the dash are taken out. */
    private @Nullable Found shards(int first) {
        StringBuilder text = new StringBuilder(tokens.get(first).text());
        int next = first + 1;
        while (next < tokens.size()
                && !text.isEmpty()
                && (ShardNumbers.isDash(text.charAt(text.length() - 1)) || startsWithDash(tokens.get(next)))) {
            text.append(tokens.get(next).text());
            next++;
        }
        return ShardNumbers.isRange(text) ? new Found(text.toString(), next) : null;
    }

    private static boolean startsWithDash(StatementToken token) {
        return !token.text().isEmpty() && ShardNumbers.isDash(token.text().charAt(0));
    }

    private @Nullable Found account(int first) {
        if (!tokens.get(first).isName() || tokens.get(first).text().isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder(tokens.get(first).text());
        int next = first + 1;
        if (tokens.get(first).isWord("CURRENT_USER") && isSign(next, "(") && isSign(next + 1, ")")) {
            return new Found(text.append("()").toString(), next + 2);
        }
        while (next < tokens.size()
                && (tokens.get(next).text().startsWith("@") || text.charAt(text.length() - 1) == '@')) {
            text.append(tokens.get(next).text());
            next++;
        }
        return new Found(text.toString(), next);
    }

    private boolean isSign(int token, String sign) {
        return token < tokens.size() && tokens.get(token).isSign(sign);
    }
}

package io.pinion.routing.session;

import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.routing.text.lexer.TokenType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A place among the tokens of a statement; it moves forward past recognised tokens. */
final class TokenCursor {
    private final Tokens tokens;
    private final String charset;
    private final Charset javaCharset;
    private int at;

    /** @param charset the MySQL name of the client's character set */
    TokenCursor(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
        this.javaCharset = MysqlCharsets.find(charset).orElse(StandardCharsets.ISO_8859_1);
    }

    int place() {
        return at;
    }

    void returnTo(int place) {
        at = place;
    }

    void skip() {
        at++;
    }

    boolean atEnd() {
        return at >= tokens.count();
    }

    TokenType type() {
        return tokens.type(at);
    }

    boolean isWord(String word) {
        return tokens.isWord(at, word);
    }

    boolean isSymbol(String symbol) {
        return tokens.isSymbol(at, symbol);
    }

    /** Moves past this word if it stands here. */
    boolean accept(String word) {
        boolean found = isWord(word);
        if (found) {
            at++;
        }
        return found;
    }

    /** Moves past these words if all of them stand here. */
    boolean acceptAll(String... words) {
        for (int index = 0; index < words.length; index++) {
            if (!tokens.isWord(at + index, words[index])) {
                return false;
            }
        }
        at += words.length;
        return true;
    }

    boolean acceptSymbol(String symbol) {
        boolean found = isSymbol(symbol);
        if (found) {
            at++;
        }
        return found;
    }

    /** A name, quoted or not; empty, and the cursor stays, when none stands here. */
    Optional<String> name() {
        if (!tokens.isName(at)) {
            return Optional.empty();
        }
        at++;
        return Optional.of(tokens.name(at - 1, charset));
    }

    /** A string's value; empty when none stands here. Strings that follow it belong to it. */
    Optional<String> string() {
        if (!type().isString()) {
            return Optional.empty();
        }
        LiteralValue value = tokens.value(at, charset);
        while (type().isString()) {
            at++;
        }
        return value instanceof LiteralValue.Text text ? text.string() : Optional.empty();
    }

    Optional<String> nameOrString() {
        Optional<String> name = name();
        return name.isPresent() ? name : string();
    }

    /** The token as written, in the client's character set. */
    String text() {
        return text(at, at + 1);
    }

    /** The statement's own text from one token to before another, in the client's character set. */
    String text(int from, int to) {
        return to <= from ? "" : bytes(tokens.start(from), tokens.end(to - 1));
    }

    /** The rest of the statement, as written. */
    String rest() {
        return text(at, tokens.count());
    }

    /** The rest of the statement, as written; moves to the end. */
    String takeRest() {
        String rest = rest();
        at = tokens.count();
        return rest;
    }

    private String bytes(int from, int to) {
        return new String(tokens.statement().sql(), from, to - from, javaCharset);
    }
}

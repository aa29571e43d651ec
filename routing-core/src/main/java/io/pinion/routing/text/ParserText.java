package io.pinion.routing.text;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;

/**
 * A statement as a parser of plain SQL can read it: one character for each byte, so that a place in it is a place in the
 * client's text. Only what matters to structure is left: comments and the marks of version comments are blank, so is
 * an introducer, and strings hold the letter x in place of their content, which no charset, escape or quote can spoil.
 *
 * <p>Bytes beyond ASCII in names become letters, each its own; {@link #original} leads back.
 */
public final class ParserText {
    /** U+0180 to U+01FF are letters, all different in upper and lower case rules that Java's parsers don't apply. */
    private static final char FIRST_SUBSTITUTE = 0x100;

    private ParserText() {}

    /** The character at 0 stands for the byte at {@link Statement#start}. */
    public static String of(Tokens tokens) {
        Statement statement = tokens.statement();
        char[] text = new char[statement.end() - statement.start()];
        Arrays.fill(text, ' ');
        for (int token = 0; token < tokens.count(); token++) {
            int from = tokens.start(token) - statement.start();
            int to = tokens.end(token) - statement.start();
            if (isIntroducer(tokens, token)) {
                continue;
            }
            switch (tokens.type(token)) {
                case STRING -> string(text, from, to);
                case NATIONAL_STRING -> string(text, from + 1, to);
                default -> copy(statement, text, from, to);
            }
        }
        return new String(text);
    }

    /** A name found in the parser's text as the client wrote it. */
    public static String original(String name, Charset charset) {
        byte[] bytes = new byte[name.length()];
        for (int index = 0; index < bytes.length; index++) {
            char value = name.charAt(index);
            bytes[index] = (byte) (value > 0xFF ? value - FIRST_SUBSTITUTE : value);
        }
        return new String(bytes, charset);
    }

    private static boolean isIntroducer(Tokens tokens, int token) {
        TokenType next = tokens.type(token + 1);
        boolean mayBe = tokens.type(token) == TokenType.WORD
                && tokens.statement().sql()[tokens.start(token)] == '_'
                && (next.isString() || next == TokenType.HEX || next == TokenType.BIT);
        return mayBe
                && MysqlCharsets.isKnown(
                        tokens.name(token, "ascii").substring(1).toLowerCase(Locale.ROOT));
    }

    private static void string(char[] text, int from, int to) {
        Arrays.fill(text, from, to, 'x');
        text[from] = '\'';
        text[to - 1] = '\'';
    }

    private static void copy(Statement statement, char[] text, int from, int to) {
        for (int at = from; at < to; at++) {
            int value = statement.sql()[statement.start() + at] & 0xFF;
            text[at] = (char) (value < 0x80 ? value : value + FIRST_SUBSTITUTE);
        }
    }
}

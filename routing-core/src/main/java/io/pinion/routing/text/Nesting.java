package io.pinion.routing.text;

/**
 * How many parentheses of a text are open at a time. At some of them the parser looks ahead over all that is inside, and there
 * again at each further one: what is nested eighty deep within 1 KB takes it fifty times as long as what is side by side.
 */
public final class Nesting {
    /** Texts of 1 KB that are nested so deep take a few milliseconds. */
    private static final int FEW = 8;

    private Nesting() {}

    /** Whether there are few in all, which bytes alone tell: those inside of literals and comments count, too. */
    public static boolean hasFew(byte[] sql) {
        int opened = 0;
        for (byte character : sql) {
            opened += character == '(' || character == '{' ? 1 : 0;
        }
        return opened <= FEW;
    }

    /** Whether few are open at a time. */
    public static boolean isLow(Tokens tokens) {
        int depth = 0;
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, "(") || tokens.isSymbol(token, "{")) {
                depth++;
            } else if (tokens.isSymbol(token, ")") || tokens.isSymbol(token, "}")) {
                depth--;
            }
            if (depth > FEW) {
                return false;
            }
        }
        return true;
    }
}

package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;

/**
 * MariaDB's other ways to say how many rows a SELECT returns, and how long it waits for locks. The parser gets a LIMIT
 * with the same numbers, so that they are planned as those of a LIMIT.
 */
final class LimitParts {
    /** An operand that is no plain number, so that no plan counts rows by it. */
    private static final String UNKNOWN_COUNT = "1 + 0";

    private final Tokens tokens;
    private final Substitutes parts;

    LimitParts(Tokens tokens, Substitutes parts) {
        this.tokens = tokens;
        this.parts = parts;
    }

    /** {@code OFFSET 5 ROWS FETCH FIRST 2 ROWS ONLY}: a server takes it where it takes LIMIT. */
    void readOffset(int offset) {
        int rows = offset + 2;
        if (!isRows(rows) || tokens.isWord(rows + 1, "EXAMINED")) {
            return;
        }
        parts.replace(offset, "LIMIT");
        if (tokens.isWord(rows + 1, "FETCH")) {
            readFetch(rows, rows + 1, ",");
        } else {
            parts.replace(rows, ", " + UNKNOWN_COUNT);
        }
    }

    void readFetch(int fetch) {
        if (!isRows(fetch - 1) || !tokens.isWord(fetch - 3, "OFFSET")) {
            readFetch(fetch, fetch, "LIMIT");
        }
    }

    /** @param instead the substitute for the tokens from {@code first} to the number */
    private void readFetch(int first, int fetch, String instead) {
        int count = fetch + 2;
        boolean one = isRows(count);
        int rows = one ? count : count + 1;
        boolean ties = tokens.isWord(rows + 1, "WITH");
        int last = ties ? rows + 2 : rows + 1;
        boolean known = (tokens.isWord(fetch + 1, "FIRST") || tokens.isWord(fetch + 1, "NEXT")) && isRows(rows);
        if (!known) {
            return;
        }
        if (one || ties) {
            parts.replace(first, last, instead + " " + UNKNOWN_COUNT);
        } else {
            parts.replace(first, fetch + 1, instead);
            parts.leaveOut(rows, last);
        }
    }

    private boolean isRows(int token) {
        return tokens.isWord(token, "ROWS") || tokens.isWord(token, "ROW");
    }

    /** {@code LIMIT 1 ROWS EXAMINED 1000}, {@code LIMIT ROWS EXAMINED 1000}. */
    void readExamined(int rows) {
        if (tokens.isWord(rows + 1, "EXAMINED")) {
            boolean alone = tokens.isWord(rows - 1, "LIMIT");
            parts.leaveOut(alone ? rows - 1 : rows, rows + 2);
        }
    }

    /** {@code FOR UPDATE WAIT 3}. */
    void readWait(int wait) {
        if (tokens.isWord(wait - 1, "UPDATE") && tokens.isWord(wait - 2, "FOR")) {
            parts.leaveOut(wait, wait + 1);
        }
    }

    /** {@code LOCK IN SHARE MODE SKIP LOCKED}. */
    void readShared(int lock) {
        if (!tokens.isWord(lock + 1, "IN") || !tokens.isWord(lock + 2, "SHARE")) {
            return;
        }
        int behind = lock + 4;
        int more = tokens.isWord(behind, "NOWAIT")
                ? 1
                : tokens.isWord(behind, "WAIT") || tokens.isWord(behind, "SKIP") ? 2 : 0;
        parts.leaveOut(lock, lock + 3 + more);
    }
}

package io.pinion.routing.template;

import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.List;
import java.util.Locale;

/**
 * Tells a statement that is meant for Pinion though it can't be read as one: the admin package explains what is wrong with
 * it, where a server would only say that it doesn't know the word.
 */
public final class PinionWords {
    /** What follows SHOW in Pinion's own statements. */
    private static final List<String> SHOWN = List.of(
            "SHARDS",
            "PAIRS",
            "KEYSPACES",
            "USERS",
            "PROXIES",
            "CERTIFICATES",
            "POOLS",
            "SCATTERS",
            "SESSIONS",
            "TOPOLOGY",
            "OPERATIONS");

    /** Too short to be guessed from a misspelling. */
    private static final List<String> SHOWN_EXACTLY = List.of("ID", "KEY");

    /** No server has a statement that begins so. */
    private static final List<String> ORDERS = List.of(
            "RELOAD SCHEMA",
            "SYNC ACCOUNTS",
            "RESUME OPERATION",
            "CANCEL OPERATION",
            "FINISH OPERATION",
            "REVERT OPERATION",
            "PROMOTE PAIR",
            "OPEN PAIR",
            "OPEN SHARDS",
            "OPEN SHARD",
            "MOVE SHARDS",
            "MOVE SHARD",
            "VERIFY SHARDS",
            "VERIFY PAIR",
            "SPLIT RANGE",
            "DECLARE TABLE",
            "FORGET TABLE");

    /** Those that can be explained. */
    private static final List<String> EXPLAINED =
            List.of("ROUTE", "PROMOTE PAIR", "MOVE SHARDS", "MOVE SHARD", "SPLIT RANGE", "OPEN SHARDS", "OPEN SHARD");

    private PinionWords() {}

    public static boolean isMeant(Tokens tokens) {
        if (tokens.count() < 2) {
            return false;
        }
        if (tokens.isWord(0, "HELP")) {
            return tokens.isWord(1, "PINION") || isTopic(tokens);
        }
        if (tokens.isWord(0, "EXPLAIN") || tokens.isWord(0, "DESCRIBE") || tokens.isWord(0, "DESC")) {
            return EXPLAINED.stream().anyMatch(order -> isAt(tokens, 1, order));
        }
        boolean ofTwoWords = (tokens.isWord(1, "SCHEMA") && tokens.isWord(2, "DRIFT"))
                || (tokens.isWord(1, "XA") && tokens.isWord(2, "BRANCHES"));
        if (tokens.isWord(0, "SHOW") && ofTwoWords) {
            return true;
        }
        String word = tokens.text(1).toUpperCase(Locale.ROOT);
        return tokens.isWord(0, "SHOW")
                && (SHOWN_EXACTLY.contains(word) || SHOWN.stream().anyMatch(known -> differByOneLetter(known, word)));
    }

    /** {@code RELOAD SCHEMA} and others. {@code SHUTDOWN} alone, which servers have: it is the proxy that the client is connected to. */
    public static boolean isOrder(Statement statement) {
        Tokens tokens = Tokens.of(statement);
        return isShutdown(tokens)
                || isReplacement(tokens)
                || isWeight(tokens)
                || ORDERS.stream().anyMatch(order -> isAt(tokens, 0, order));
    }

    /** @param words divided by blanks; of two, something must follow */
    private static boolean isAt(Tokens tokens, int first, String words) {
        String[] wanted = words.split(" ", -1);
        for (int i = 0; i < wanted.length; i++) {
            if (!tokens.isWord(first + i, wanted[i])) {
                return false;
            }
        }
        return first == 0 || wanted.length == 1 || tokens.count() > first + wanted.length;
    }

    private static boolean isShutdown(Tokens tokens) {
        return tokens.isWord(0, "SHUTDOWN") && tokens.count() == 1;
    }

    /** A table may have the name STANDBY, but WITH can't be behind its columns' list or alias. */
    private static boolean isReplacement(Tokens tokens) {
        return tokens.isWord(0, "REPLACE") && tokens.isWord(1, "STANDBY") && tokens.isWord(3, "WITH");
    }

    /** No variable, which an equals sign would follow. */
    private static boolean isWeight(Tokens tokens) {
        return tokens.isWord(0, "SET")
                && tokens.isWord(1, "WEIGHT")
                && tokens.count() > 2
                && !tokens.text(2).equals("=")
                && !tokens.text(2).startsWith(":");
    }

    /** Of these, the one that changes nothing. */
    public static boolean isReload(Statement statement) {
        return Tokens.of(statement).isWord(0, "RELOAD") && isOrder(statement);
    }

    /** As the command line clients send what was typed without quotes. */
    private static boolean isTopic(Tokens tokens) {
        return tokens.type(1).isString() && tokens.text(1).equalsIgnoreCase("'PINION'");
    }

    /** Equal but for at most one letter that is wrong, missing or too much. */
    private static boolean differByOneLetter(String known, String word) {
        if (Math.abs(known.length() - word.length()) > 1) {
            return false;
        }
        int same = 0;
        while (same < Math.min(known.length(), word.length()) && known.charAt(same) == word.charAt(same)) {
            same++;
        }
        String restOfKnown = known.substring(same);
        String restOfWord = word.substring(same);
        return withoutFirst(restOfKnown).equals(withoutFirst(restOfWord))
                || withoutFirst(restOfKnown).equals(restOfWord)
                || withoutFirst(restOfWord).equals(restOfKnown);
    }

    private static String withoutFirst(String text) {
        return text.isEmpty() ? "" : text.substring(1);
    }
}

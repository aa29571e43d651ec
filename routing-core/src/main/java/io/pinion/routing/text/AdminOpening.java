package io.pinion.routing.text;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The beginning of one admin statement, which tells its text from a server's own statements.
 *
 * @param words in upper case; one in single quotes is a string, which only HELP may have: a statement's shape, by which
 *     the plan cache knows it, has no strings
 * @param behind the condition on the tokens behind the words
 * @param forEverybody whether users without the admin right may run it
 * @param changesNothing whether read-only users may run it
 */
public record AdminOpening(List<String> words, Behind behind, boolean forEverybody, boolean changesNothing) {
    /** The condition on the tokens behind the words, where a server has a statement that begins with the same words. */
    public enum Behind {
        ANYTHING,
        NOTHING,
        SOMETHING,
        /** A word, but no equals sign: {@code SET WEIGHT = 1} sets a variable. */
        NO_ASSIGNMENT,
        /**
         * One more name, and WITH or the end: a table may have the name STANDBY, but WITH can't be behind its list of
         * columns, and a statement on it doesn't end there.
         */
        NAME_AND_WITH
    }

    /** A string may have blanks. */
    private static final Pattern WORD = Pattern.compile("'[^']*+'|[^ ]++");

    private static final List<String> EXPLAIN = List.of("EXPLAIN", "DESCRIBE", "DESC");

    public AdminOpening {
        words = List.copyOf(words);
        if (!words.getFirst().equals("HELP") && words.stream().anyMatch(word -> word.startsWith("'"))) {
            throw new IllegalArgumentException(words + " has a string, which is no part of a statement's shape");
        }
    }

    /** @param words separated by blanks */
    public static AdminOpening of(String words, Behind behind, boolean forEverybody, boolean changesNothing) {
        List<String> all = WORD.matcher(words).results().map(MatchResult::group).toList();
        return new AdminOpening(all, behind, forEverybody, changesNothing);
    }

    /** The words that a statement with this opening may begin with, in upper case. EXPLAIN has two other names. */
    List<String> firstWords() {
        return words.getFirst().equals("EXPLAIN") ? EXPLAIN : words.subList(0, 1);
    }

    /** Whether a statement begins with this opening. */
    boolean opens(Tokens tokens) {
        if (firstWords().stream().noneMatch(word -> isWord(tokens, 0, word))) {
            return false;
        }
        for (int i = 1; i < words.size(); i++) {
            if (!isWord(tokens, i, words.get(i))) {
                return false;
            }
        }
        return isFollowed(tokens);
    }

    private boolean isFollowed(Tokens tokens) {
        int next = words.size();
        return switch (behind) {
            case ANYTHING -> true;
            case NOTHING -> tokens.count() == next;
            case SOMETHING -> tokens.count() > next;
            case NO_ASSIGNMENT ->
                tokens.count() > next
                        && !tokens.text(next).equals("=")
                        && !tokens.text(next).startsWith(":");
            case NAME_AND_WITH -> tokens.isWord(next + 1, "WITH") || tokens.count() == next + 1;
        };
    }

    private static boolean isWord(Tokens tokens, int token, String word) {
        return word.startsWith("'")
                ? token < tokens.count()
                        && tokens.type(token).isString()
                        && tokens.text(token).equalsIgnoreCase(word)
                : tokens.isWord(token, word);
    }
}

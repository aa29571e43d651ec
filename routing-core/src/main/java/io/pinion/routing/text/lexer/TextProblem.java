package io.pinion.routing.text.lexer;

import org.jspecify.annotations.Nullable;

/**
 * The reason why a text's tokens can't be trusted. Servers refuse malformed texts, too; they run doubtful ones, which
 * may be other statements to them than to Pinion.
 */
public enum TextProblem {
    /** The kind and the mentions are right; anchors beyond the limit are missing. */
    TOO_MANY_LITERALS(Weight.HARMLESS, "more than " + TextLimits.MAX_ANCHORS + " literals"),

    UNTERMINATED_STRING(Weight.MALFORMED, "a string is not terminated"),
    UNTERMINATED_NAME(Weight.MALFORMED, "a quoted name is not terminated"),
    UNTERMINATED_COMMENT(Weight.MALFORMED, "a comment is not terminated"),
    TOO_DEEP(Weight.MALFORMED, "parentheses are nested more than " + TextLimits.MAX_DEPTH + " deep"),

    /** The text can't be split at that semicolon. */
    STATEMENT_END_IN_COMMENT(Weight.DOUBT, "a semicolon stands inside a version comment"),
    NESTED_VERSION_COMMENT(
            Weight.DOUBT,
            "a version comment (/*! … */) stands inside a version comment, and the first */ ends both: write one after the"
                    + " other"),
    STRING_CUT_BY_COMMENT(
            Weight.DOUBT,
            "a version comment (/*! … */) begins or ends within a string of several pieces, or a comment stands behind its"
                    + " character set: write the string in one piece"),
    SIX_DIGITS(
            Weight.DOUBT,
            "a version comment has six digits, of which some versions of MySQL take five: write five, as in /*!80036"),
    BLANK_ABOVE_ASCII(
            Weight.DOUBT,
            "a byte above 0x7F outside of quotes is a blank in the client's character set: write a blank of ASCII"),
    DASHES_ABOVE_ASCII(
            Weight.DOUBT,
            "two dashes before a byte above 0x7F begin a comment in some character sets: write a blank between"),
    VARIABLE_ABOVE_ASCII(
            Weight.DOUBT,
            "a variable's name ends before a byte above 0x7F in the client's character set: put the name in `…`"),
    DIGITS_ABOVE_ASCII(
            Weight.DOUBT,
            "a name begins with digits and a byte above 0x7F, which some servers take alone: put the name in `…`"),
    EXPONENT_WITHOUT_DIGITS(
            Weight.DOUBT,
            "a number has a point and an exponent without digits, and some servers drop it: write it as 1.5e0"),
    EXCLAMATION_MARKS(
            Weight.DOUBT,
            "MySQL drops an exclamation mark or an angle bracket directly behind an exclamation mark: write a blank between"),
    NUL(Weight.DOUBT, "a byte 0x00 stands outside of quotes and comments, and some servers end the text there"),
    LEADING_DOT(Weight.DOUBT, "a dot has no name before it (FROM .t): write the table's name alone"),
    BRACES(Weight.DOUBT, "braces begin with another word than d, t, ts, fn or oj: write what they hold without them"),
    DOLLAR_QUOTE(
            Weight.DOUBT, "a word begins with a dollar and has another, as MySQL's quotes of routines: put it in `…`"),
    BACKSLASH_IN_VIEW(
            Weight.DOUBT,
            "a character's second byte is the backslash's, and MySQL writes it down in a view so that the text ends there: make"
                    + " views and routines under utf8mb4"),
    REWRITTEN_TABLE(
            Weight.DOUBT,
            "servers log such a definition in words of their own, which a standby may read otherwise: make tables LIKE others and"
                    + " from a SELECT under utf8mb4 and without NO_BACKSLASH_ESCAPES, and write options without backquotes"
                    + " and */"),
    RULES_FOR_ONE_STATEMENT(
            Weight.DOUBT,
            "SET STATEMENT changes by what rules a server reads the texts that it prepares: SET sql_mode and character sets"
                    + " for the session"),
    UNKNOWN_SQL_MODE(Weight.DOUBT, "the sql_mode has a mode whose rules Pinion doesn't know: set it without that mode"),
    UNKNOWN_CHARSET(
            Weight.DOUBT,
            "the client's character set is one that Pinion doesn't know, or has other characters in place of ASCII: SET"
                    + " NAMES utf8mb4");

    private enum Weight {
        HARMLESS,
        MALFORMED,
        DOUBT
    }

    private final Weight weight;
    private final String message;

    TextProblem(Weight weight, String message) {
        this.weight = weight;
        this.message = message;
    }

    /** Whether servers may accept the text, and read it otherwise than Pinion. */
    public boolean isDoubt() {
        return weight == Weight.DOUBT;
    }

    /** Whether the rules for all texts of the session are in doubt, rather than this text. */
    public boolean isOfRules() {
        return this == UNKNOWN_SQL_MODE || this == UNKNOWN_CHARSET;
    }

    /** The first of two, unless the second says that not even the first is certain. */
    public static TextProblem worse(@Nullable TextProblem first, TextProblem second) {
        return first != null && first.weight.compareTo(second.weight) >= 0 ? first : second;
    }

    public String message() {
        return message;
    }
}

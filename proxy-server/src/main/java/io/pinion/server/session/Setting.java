package io.pinion.server.session;

/**
 * One assignment of a client, as text that a server accepts behind {@code SET }.
 *
 * @param key one spelling for all ways to write the variable: {@code sql_mode}, {@code @x}
 * @param text the client's own assignment, such as {@code SESSION sql_mode='ANSI'}; replayed unchanged, because a
 *     server has accepted exactly this text before
 * @param group the settings that it depends on
 */
public record Setting(String key, String text, Group group) {

    /** SessionSettings of one group overwrite each other, so they are replayed together and in order. */
    public enum Group {
        /** {@code SET NAMES} and the single character set variables. */
        CHARSET,
        /** {@code SET SESSION TRANSACTION …}: can't share a SET statement with anything else. */
        TRANSACTION,
        /** Independent of other settings. */
        PLAIN,
        /**
         * The connection gives a string or a NULL its character set when it parses the statement. So these come in a
         * statement of their own, after the character sets.
         */
        USER_VARIABLE
    }
}

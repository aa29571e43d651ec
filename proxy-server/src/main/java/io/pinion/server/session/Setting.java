package io.pinion.server.session;

/**
 * One thing a client set, in words that a server takes behind {@code SET }.
 *
 * @param key what is set, in a spelling that is the same for every way to write it: {@code sql_mode}, {@code @x}
 * @param text the client's own assignment, such as {@code SESSION sql_mode='ANSI'}; replayed as it is, because a server
 *     has accepted exactly this text before
 * @param group how it depends on other settings
 */
public record Setting(String key, String text, Group group) {

    /** Settings of one group overwrite each other, so they are replayed together and in order. */
    public enum Group {
        /** {@code SET NAMES} and the single character set variables. */
        CHARSET,
        /** {@code SET SESSION TRANSACTION …}: can't share a SET statement with anything else. */
        TRANSACTION,
        /** Depends on nothing. */
        PLAIN,
        /**
         * A string's or a NULL's character set is the connection's when the statement is read, so these come in a
         * statement of their own, behind that of the names.
         */
        USER_VARIABLE
    }
}

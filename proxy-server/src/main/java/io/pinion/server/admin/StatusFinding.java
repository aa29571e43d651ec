package io.pinion.server.admin;

import org.jspecify.annotations.Nullable;

/**
 * A row of SHOW CLUSTER STATUS.
 *
 * @param subject the part of the cluster, such as {@code pair MySQL001}
 * @param what null for a fact that nobody knows now
 * @param next none where {@code what} says all
 */
record StatusFinding(Level level, String subject, @Nullable String what, NextStep next) {
    /** The levels of SHOW WARNINGS. */
    enum Level {
        /** Something is wrong. */
        ERROR("Error"),
        /** An operation would be refused, or has to wait. */
        WARNING("Warning"),
        /** A fact for the summary. */
        NOTE("Note");

        private final String word;

        Level(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static StatusFinding error(String subject, String what, NextStep next) {
        return new StatusFinding(Level.ERROR, subject, what, next);
    }

    static StatusFinding warning(String subject, String what, NextStep next) {
        return new StatusFinding(Level.WARNING, subject, what, next);
    }

    /** @param what null where nobody knows it now */
    static StatusFinding note(String subject, @Nullable Object what) {
        return new StatusFinding(Level.NOTE, subject, what == null ? null : what.toString(), NextStep.NONE);
    }
}

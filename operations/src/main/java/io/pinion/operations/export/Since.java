package io.pinion.operations.export;

import io.pinion.operations.server.sql.SqlText;
import java.time.DateTimeException;
import java.time.LocalDateTime;

/**
 * Which rows are wanted: those whose column is not before a time.
 *
 * @param time such as {@code 2026-11-01 00:00:00}; of a TIMESTAMP, in UTC
 */
public record Since(String time, String column) {
    /** The column of the article's tables. */
    public static final String DEFAULT_COLUMN = "ts";

    /** @throws IllegalArgumentException of a text that is no time */
    public Since {
        try {
            LocalDateTime.parse(time.replace(' ', 'T'));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + time + "' is no time: write for example 2026-11-01 00:00:00", e);
        }
    }

    String condition() {
        return " WHERE " + SqlText.quoteName(column) + " >= " + SqlText.quote(time);
    }

    @Override
    public String toString() {
        return "SINCE '" + time + "' BY " + column;
    }
}

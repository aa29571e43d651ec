package io.pinion.integration.soak;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came back for one statement, read completely. */
sealed interface Answer {
    /** A result set as text, a null cell being NULL. */
    record Rows(List<List<@Nullable String>> rows) implements Answer {}

    record Done(long affectedRows, long insertId) implements Answer {}

    record Failed(int code, String message) implements Answer {}
}

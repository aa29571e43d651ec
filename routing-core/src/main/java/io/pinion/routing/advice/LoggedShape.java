package io.pinion.routing.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Statements that differ in their values only: how often they ran, some of them, and what became of them. */
final class LoggedShape {
    /** The texts that are kept. */
    private static final int EXAMPLES = 3;

    /** Longer texts are inserts of many rows; one example of them is enough. */
    private static final int LONG = 16 * 1024;

    private final String text;
    private final Optional<String> database;
    private final boolean spaced;
    private final StatementFacets facets;
    private final List<byte[]> examples = new ArrayList<>();
    private final Shares shares = new Shares();
    private long count;
    private long micros;
    private String reason = "";

    /**
     * @param text with {@code ?} in place of values
     * @param spaced a blank may stand between a function and its parenthesis
     */
    LoggedShape(String text, Optional<String> database, boolean spaced, StatementFacets facets) {
        this.text = text;
        this.database = database;
        this.spaced = spaced;
        this.facets = facets;
    }

    void add(byte[] sql, long times, long took) {
        count += times;
        micros += took;
        boolean room = examples.isEmpty() || (examples.size() < EXAMPLES && sql.length < LONG);
        if (room && examples.stream().noneMatch(known -> Arrays.equals(known, sql))) {
            examples.add(sql);
        }
    }

    void judged(PlannedStatement planned, long times, long took) {
        shares.add(planned.scope(), times, took);
        if (!planned.reason().isEmpty()) {
            reason = planned.reason();
        }
    }

    String text() {
        return text;
    }

    Optional<String> database() {
        return database;
    }

    boolean spaced() {
        return spaced;
    }

    StatementFacets facets() {
        return facets;
    }

    List<byte[]> examples() {
        return examples;
    }

    long count() {
        return count;
    }

    long micros() {
        return micros;
    }

    Shares shares() {
        return shares;
    }

    String reason() {
        return reason;
    }
}

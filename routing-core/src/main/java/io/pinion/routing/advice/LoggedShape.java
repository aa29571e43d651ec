package io.pinion.routing.advice;

/** Statements that differ in their values only: how often they ran, and what became of them. */
final class LoggedShape {
    private final String text;
    private final StatementFacets facets;
    private final Shares shares = new Shares();
    private long count;
    private long micros;
    private String reason = "";

    /** @param text with {@code ?} in place of values */
    LoggedShape(String text, StatementFacets facets) {
        this.text = text;
        this.facets = facets;
    }

    void add(long took) {
        count++;
        micros += took;
    }

    void judged(PlannedStatement planned, long took) {
        shares.add(planned.scope(), took);
        if (!planned.reason().isEmpty()) {
            reason = planned.reason();
        }
    }

    String text() {
        return text;
    }

    StatementFacets facets() {
        return facets;
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

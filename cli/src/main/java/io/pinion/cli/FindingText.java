package io.pinion.cli;

/** Findings for people: a block for each, with the place, what is wrong, and the cure. */
final class FindingText {
    private static final String OUTCOME = "outcome";
    private static final String REPAIRED = "repaired";

    private FindingText() {}

    static String of(Result findings) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < findings.rows().size(); row++) {
            block(text, findings, row);
        }
        return text.append(summary(findings)).append('\n').toString();
    }

    private static void block(StringBuilder text, Result findings, int row) {
        String pair = findings.cell(row, "pair");
        String outcome = findings.cell(row, OUTCOME);
        text.append(findings.cell(row, "place"));
        if (!pair.isEmpty()) {
            text.append(" (pair ").append(pair).append(')');
        }
        text.append(": ")
                .append(findings.cell(row, "level"))
                .append(", ")
                .append(findings.cell(row, "check"))
                .append("\n  ")
                .append(findings.cell(row, "problem"))
                .append("\n  ")
                .append(outcome.isEmpty() ? "cure" : outcome)
                .append(": ")
                .append(findings.cell(row, "cure"))
                .append("\n\n");
    }

    private static String summary(Result findings) {
        int all = findings.rows().size();
        if (all == 0) {
            return "nothing is wrong";
        }
        int left = left(findings);
        if (left < all) {
            return all - left + " repaired, " + left + " left";
        }
        long safe = count(findings, "repair", "yes");
        return all
                + (all == 1 ? " finding" : " findings")
                + (safe == 0 ? "" : ", of which pinion doctor --fix repairs " + safe);
    }

    /** How many are not repaired. */
    static int left(Result findings) {
        return findings.rows().size() - (int) count(findings, OUTCOME, REPAIRED);
    }

    private static long count(Result findings, String column, String value) {
        long count = 0;
        for (int row = 0; row < findings.rows().size(); row++) {
            count += findings.cell(row, column).equals(value) ? 1 : 0;
        }
        return count;
    }
}

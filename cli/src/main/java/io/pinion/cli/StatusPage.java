package io.pinion.cli;

import io.pinion.cli.pages.Paragraph;
import java.util.List;

/**
 * Draws the status of a cluster for a person: what is wrong, what would refuse an operation, one line that sums up.
 *
 * @param width where lines are broken; 0 for nowhere
 * @param colours whether the reader's terminal has them
 * @param everything whether also what doesn't fit on one screen is told
 */
record StatusPage(int width, boolean colours, boolean everything) {
    /** Two sections of so many entries are about what a terminal shows. */
    private static final int MOST_ENTRIES = 8;

    private static final int MOST_LINES = 4;
    private static final String RED = "1;31";
    private static final String YELLOW = "1;33";
    private static final String GREEN = "1;32";
    private static final String BOLD = "1";

    String of(ClusterStatus status) {
        StringBuilder out = new StringBuilder();
        String cluster = status.fact("cluster") + ": ";
        if (status.wrong().isEmpty()) {
            String verdict = cluster + "nothing is wrong"
                    + (status.refusals().isEmpty() ? ", and nothing would refuse a promotion or a move" : "");
            paragraph(verdict, "", GREEN, out);
        } else {
            int count = status.wrong().size();
            paragraph(cluster + (count == 1 ? "one thing is" : count + " things are") + " wrong", "", RED, out);
            entries(status.wrong(), out);
        }
        if (!status.refusals().isEmpty()) {
            out.append('\n');
            paragraph("A promotion or a move would be refused, or wait:", "", YELLOW, out);
            entries(status.refusals(), out);
        }
        if (!status.wrong().isEmpty() || !status.refusals().isEmpty()) {
            out.append('\n');
        }
        paragraph(summary(status), "", "", out);
        return out.toString();
    }

    private void entries(List<StatusEntry> all, StringBuilder out) {
        List<StatusEntry> entries = StatusEntry.grouped(all);
        List<StatusEntry> shown = everything ? entries : entries.subList(0, Math.min(MOST_ENTRIES, entries.size()));
        for (StatusEntry entry : shown) {
            paragraph(entry.subject(), "  ", BOLD, out);
            int lines = everything
                    ? entry.what().size()
                    : Math.min(MOST_LINES, entry.what().size());
            entry.what().subList(0, lines).forEach(what -> paragraph(what, "    ", "", out));
            if (lines < entry.what().size()) {
                paragraph("and " + (entry.what().size() - lines) + " more", "    ", "", out);
            }
            entry.next().forEach(next -> paragraph("→ " + next, "    ", BOLD, out));
        }
        if (shown.size() < entries.size()) {
            paragraph("and " + (entries.size() - shown.size()) + " more: pinion status --all", "  ", "", out);
        }
    }

    private static String summary(ClusterStatus status) {
        String version = status.fact("version");
        return counted(status, "pairs", "pair") + ", "
                + counted(status, "shards", "shard") + " in " + counted(status, "keyspaces", "keyspace") + ", "
                + counted(status, "proxies", "proxy") + ", "
                + running(status.fact("operations_running"))
                + status.fact("queries_per_second") + " queries/s at this proxy, generation "
                + status.fact("generation")
                + (version.isEmpty() ? "" : ", Pinion " + version);
    }

    private static String running(String operations) {
        return switch (operations) {
            case "" -> "running operations unknown, ";
            case "0" -> "";
            default -> operations + " running operations, ";
        };
    }

    /** Without ZooKeeper a proxy doesn't know of all. */
    private static String counted(ClusterStatus status, String name, String one) {
        String count = status.fact(name);
        if (count.isEmpty()) {
            return name + " unknown";
        }
        return count + " " + (count.equals("1") ? one : name);
    }

    private void paragraph(String text, String indent, String style, StringBuilder out) {
        boolean styled = colours && !style.isEmpty();
        for (String line : Paragraph.lines(text, indent, width)) {
            out.append(styled ? "\u001b[" + style + "m" : "")
                    .append(line)
                    .append(styled ? "\u001b[0m" : "")
                    .append('\n');
        }
    }
}

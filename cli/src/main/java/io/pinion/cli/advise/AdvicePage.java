package io.pinion.cli.advise;

import io.pinion.cli.pages.Paragraph;
import io.pinion.routing.advice.Advice;
import io.pinion.routing.advice.Advice.ShapeAdvice;
import io.pinion.routing.advice.Advice.TableAdvice;
import io.pinion.routing.advice.Proposal;
import io.pinion.routing.advice.Shares;
import io.pinion.routing.advice.StatementScope;
import io.pinion.routing.advice.UnshardedTable;
import io.pinion.routing.catalog.Declaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Advice for a person: what would become of the statements, the tables, and what hurts.
 *
 * @param width where lines are broken; 0 for nowhere
 */
public record AdvicePage(int width) {
    private static final List<StatementScope> ROUTED = List.of(
            StatementScope.ONE_SHARD,
            StatementScope.FEW_SHARDS,
            StatementScope.ALL_SHARDS,
            StatementScope.GATHERED,
            StatementScope.REFUSED);
    private static final List<StatementScope> BESIDES =
            List.of(StatementScope.NO_SHARD, StatementScope.DEFINITION, StatementScope.ELSEWHERE);

    /** Longer statements are cut: the page is read, not run. */
    private static final int MAX_STATEMENT = 320;

    private static final int MAX_REASON = 400;
    private static final double MICROS = 1e6;

    public String of(Advice advice) {
        StringBuilder out = new StringBuilder();
        shares(advice, out);
        tables(advice, out);
        worst(advice, out);
        lookups(advice, out);
        notes(advice, out);
        return out.toString();
    }

    // --- what becomes of the statements

    private void shares(Advice advice, StringBuilder out) {
        Shares shares = advice.shares();
        paragraph(
                advice.proposal().schema().database() + ": "
                        + counted(advice.proposal().schema().tables().size(), "table") + ", "
                        + counted(shares.count(), "statement") + " of " + counted(advice.shapes(), "shape"),
                "",
                out);
        out.append('\n');
        boolean timed = shares.micros() > 0;
        for (StatementScope scope : ROUTED) {
            if (shares.count(scope) > 0 || scope == StatementScope.ONE_SHARD) {
                out.append(String.format(
                        Locale.ROOT,
                        "  %-13s %,12d  %5.1f %%%s\n",
                        scope.words(),
                        shares.count(scope),
                        percent(shares.byCount(scope)),
                        timed
                                ? String.format(Locale.ROOT, "  %5.1f %% of the time", percent(shares.byTime(scope)))
                                : ""));
            }
        }
        besides(shares, out);
        if (advice.transactions().count() > 0) {
            paragraph(
                    counted(advice.transactions().count(), "transaction") + ", of which "
                            + number(advice.transactions().several()) + " ("
                            + percentText((double) advice.transactions().several()
                                    / advice.transactions().count())
                            + ") would work on more than one shard",
                    "  ",
                    out);
        }
    }

    private void besides(Shares shares, StringBuilder out) {
        List<String> besides = new ArrayList<>();
        for (StatementScope scope : BESIDES) {
            if (shares.count(scope) > 0) {
                besides.add(number(shares.count(scope)) + " " + besides(scope));
            }
        }
        if (!besides.isEmpty()) {
            paragraph("besides: " + String.join(", ", besides), "  ", out);
        }
    }

    private static String besides(StatementScope scope) {
        return switch (scope) {
            case DEFINITION -> "that define tables";
            case ELSEWHERE -> "of other databases";
            default -> "that read no table";
        };
    }

    // --- tables

    private void tables(Advice advice, StringBuilder out) {
        heading("Tables", out);
        int wide = advice.tables().stream()
                .mapToInt(table -> table.name().length())
                .max()
                .orElse(0);
        int words = advice.tables().stream()
                .mapToInt(table -> declared(table.declaration()).length())
                .max()
                .orElse(0);
        for (TableAdvice table : advice.tables()) {
            out.append(String.format(
                            Locale.ROOT,
                            "  %-" + wide + "s  %-" + words + "s  %,9d statements, %,d writes",
                            table.name(),
                            declared(table.declaration()),
                            table.statements(),
                            table.writes())
                    .stripTrailing());
            out.append('\n');
            table.warnings().forEach(warning -> paragraph("! " + cut(warning, MAX_REASON), "      ", out));
        }
    }

    private static String declared(Declaration declaration) {
        return switch (declaration) {
            case Declaration.HashedRows(String key, var sequence, var queue) -> "hashed by " + key;
            case Declaration.ReferenceRows reference -> "reference";
            case Declaration other -> other.words();
        };
    }

    // --- what hurts

    private void worst(Advice advice, StringBuilder out) {
        if (advice.worst().isEmpty()) {
            return;
        }
        heading("What hurts most", out);
        for (ShapeAdvice shape : advice.worst()) {
            paragraph(
                    shape.scope().words() + ", " + times(shape.count())
                            + (shape.micros() > 0 ? ", " + seconds(shape.micros()) : ""),
                    "  ",
                    out);
            paragraph(cut(shape.text(), MAX_STATEMENT), "    ", out);
            if (!shape.reason().isEmpty()) {
                paragraph("→ " + cut(shape.reason(), MAX_REASON), "    ", out);
            }
        }
    }

    private void lookups(Advice advice, StringBuilder out) {
        if (advice.lookups().isEmpty()) {
            return;
        }
        heading("Asked by columns that place no rows", out);
        advice.lookups()
                .forEach(lookup -> paragraph(
                        lookup.table() + " by " + lookup.column() + ": " + counted(lookup.statements(), "statement")
                                + " on all shards"
                                + (lookup.micros() > 0 ? ", " + seconds(lookup.micros()) : ""),
                        "  ",
                        out));
        paragraph(
                "A table that is hashed by such a column, and has the key of the row beside it, makes two statements on"
                        + " one shard each of one on all.",
                "  ",
                out);
    }

    private void notes(Advice advice, StringBuilder out) {
        List<String> notes = new ArrayList<>(advice.notes());
        if (advice.unlisted() > 0) {
            notes.add("there are more shapes of statements than are kept apart (--shapes): " + number(advice.unlisted())
                    + " statements are counted above, but had no part in the proposal, nor in the lists");
        }
        notes.addAll(ofDraft(advice.proposal()));
        if (!notes.isEmpty()) {
            heading("Worth knowing", out);
            notes.forEach(note -> paragraph(note, "  ", out));
        }
    }

    /** What IMPORT DATABASE would refuse or leave out, or be told by the draft. */
    private static List<String> ofDraft(Proposal proposal) {
        List<String> notes = new ArrayList<>();
        List<String> perShard = names(
                proposal,
                table -> proposal.declarations().get(table.name()) instanceof Declaration.HashedRows rows
                        && !table.uniquePerShard(rows).isEmpty());
        if (!perShard.isEmpty()) {
            notes.add("the draft says \"unique\": \"per shard\" of " + String.join(", ", perShard) + ", since IMPORT"
                    + " DATABASE refuses such keys without: two shards may have one value then, so see that the"
                    + " application keeps it from that, or place the table by a column of the key");
        }
        List<String> children = names(proposal, table -> !table.parents().isEmpty());
        if (!children.isEmpty()) {
            notes.add("IMPORT DATABASE leaves out foreign keys, of " + String.join(", ", children)
                    + ": see that the application keeps what they have kept");
        }
        List<String> changing = names(proposal, UnshardedTable::changesWithParents);
        if (!changing.isEmpty()) {
            notes.add("it refuses those that change rows by themselves (ON DELETE CASCADE, SET NULL and the like), of "
                    + String.join(", ", changing) + ": let the application change these rows, and ALTER TABLE … DROP"
                    + " FOREIGN KEY … first");
        }
        List<String> keyless = names(proposal, table -> table.primaryKey().isEmpty());
        if (!keyless.isEmpty()) {
            notes.add("without a primary key, by which it knows rows, IMPORT DATABASE refuses "
                    + String.join(", ", keyless) + ": ALTER TABLE … ADD PRIMARY KEY (…) first, or say \"skip\"");
        }
        return notes;
    }

    private static List<String> names(Proposal proposal, Predicate<UnshardedTable> which) {
        return proposal.schema().tables().values().stream()
                .filter(table -> proposal.declarations().containsKey(table.name()))
                .filter(which)
                .map(UnshardedTable::name)
                .toList();
    }

    // --- text

    private static void heading(String text, StringBuilder out) {
        out.append('\n').append(text).append('\n');
    }

    private static String times(long count) {
        return count == 1 ? "once" : number(count) + " times";
    }

    private static String counted(long count, String one) {
        return number(count) + " " + one + (count == 1 ? "" : "s");
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String seconds(long micros) {
        return String.format(Locale.ROOT, micros < MICROS ? "%.3f s" : "%,.1f s", micros / MICROS);
    }

    private static double percent(double share) {
        return share * 100;
    }

    private static String percentText(double share) {
        return String.format(Locale.ROOT, "%.1f %%", percent(share));
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + " …";
    }

    private void paragraph(String text, String indent, StringBuilder out) {
        Paragraph.lines(text, indent, width).forEach(line -> out.append(line).append('\n'));
    }
}

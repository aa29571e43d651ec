package io.pinion.routing.advice;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.RoutePlanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the planner says to the CREATE TABLE of a proposed table: keys that are unique on a shard only, and the like. */
final class DefinitionWarnings {
    private final Proposal proposal;
    private final RoutePlanner planner;
    private long edition;

    DefinitionWarnings(Proposal proposal, ProposalPlanner.Servers servers) {
        this.proposal = proposal;
        this.planner = servers.planner(16);
    }

    List<String> of(UnshardedTable table) {
        Declaration declaration = proposal.declarations().get(table.name());
        if (declaration == null) {
            return List.of();
        }
        byte[] sql = declared(table, declaration).getBytes(StandardCharsets.UTF_8);
        Catalog before = proposal.without(table.name()).catalog(++edition);
        List<String> warnings = new ArrayList<>(
                switch (planner.plan(before, session(), sql)) {
                    case RoutePlan.ChangeSchema(var change, var wanted) -> change.warnings();
                    case RoutePlan.Refused refused -> List.of(refused.reason());
                    default -> List.<String>of();
                });
        leftOut(table).forEach(warnings::add);
        return warnings;
    }

    /** What would place rows as their neighbours are placed, if it weren't for NULL. */
    private Stream<String> leftOut(UnshardedTable table) {
        Set<String> keys = new HashSet<>();
        proposal.declarations().values().forEach(other -> {
            if (other instanceof Declaration.HashedRows(String column, var sequence, var queue)) {
                keys.add(column);
            }
        });
        table.parents().forEach(parent -> keys.addAll(parent.columns()));
        return proposal.declarations().get(table.name()) instanceof Declaration.HashedRows
                ? table.columns().stream()
                        .filter(column -> column.nullable() && keys.contains(column.name()))
                        .map(column -> "rows can't be placed by " + column.name()
                                + ", which may be NULL: make it NOT NULL and ask again, if most statements name it")
                : Stream.empty();
    }

    /** The definition with the declaration as the last of its options, which wins over an earlier comment. */
    private static String declared(UnshardedTable table, Declaration declaration) {
        String options = table.definition().replaceFirst("(?s)\\s*(/\\*!50100 PARTITION BY.*)?$", "");
        return options + " COMMENT='pinion: " + declaration.words() + "'";
    }

    private SessionView session() {
        return AdviceSession.of(proposal.schema().database(), "utf8mb4");
    }
}

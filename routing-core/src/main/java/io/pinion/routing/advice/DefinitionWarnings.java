package io.pinion.routing.advice;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.FingerprintKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** What the planner says to the CREATE TABLE of a proposed table: keys that are unique on a shard only, and the like. */
final class DefinitionWarnings {
    private final Proposal proposal;
    private final RoutePlanner planner;
    private long edition;

    DefinitionWarnings(Proposal proposal, ProposalPlanner.Servers servers) {
        this.proposal = proposal;
        this.planner = new RoutePlanner(
                new PlanCache(16),
                new FingerprintKey(1, 2),
                servers.dialect(),
                servers.version(),
                new SplittableRandom(1));
    }

    List<String> of(UnshardedTable table) {
        Declaration declaration = proposal.declarations().get(table.name());
        if (declaration == null) {
            return List.of();
        }
        byte[] sql = declared(table, declaration).getBytes(StandardCharsets.UTF_8);
        Catalog before = proposal.without(table.name()).catalog(++edition);
        return switch (planner.plan(before, session(), sql)) {
            case RoutePlan.ChangeSchema(var change) -> List.copyOf(change.warnings());
            case RoutePlan.Refused refused -> List.of(refused.reason());
            default -> List.of();
        };
    }

    /** The definition with the declaration as the last of its options, which wins over an earlier comment. */
    private static String declared(UnshardedTable table, Declaration declaration) {
        String options = table.definition().replaceFirst("(?s)\\s*(/\\*!50100 PARTITION BY.*)?$", "");
        return options + " COMMENT='pinion: " + declaration.words() + "'";
    }

    private SessionView session() {
        return AdviceSession.of(proposal.schema().database(), SessionView.SqlModeFlags.DEFAULT, "utf8mb4");
    }
}

package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.text.Tokens;

/**
 * A statement on logical tables, as shared by the planners of its parts.
 *
 * @param keyspace the keyspace of the tables
 * @param names the meanings of the names in {@code facts}
 * @param effects the statement's needs from its connection and effects on it
 * @param step see {@link io.pinion.routing.template.Request}
 */
public record PlanningContext(
        Keyspace.Sharded keyspace,
        Tokens tokens,
        StatementFacts facts,
        Names names,
        SessionEffects effects,
        boolean step) {}

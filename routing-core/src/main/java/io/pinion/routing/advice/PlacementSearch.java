package io.pinion.routing.advice;

import io.pinion.routing.catalog.Declaration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Searches for the declarations under which the statements cost least: from several beginnings, one table after the
 * other is declared in each way that its columns allow, until no change helps.
 */
final class PlacementSearch {
    private static final int ROUNDS = 4;
    private static final int BEGINNINGS = 5;

    /** A gain that isn't worth a second thought. */
    private static final double EQUAL = 1e-9;

    private final UnshardedSchema schema;
    private final Proposal.Layout layout;
    private final Scoring scoring;
    private final Candidates candidates;

    PlacementSearch(UnshardedSchema schema, Proposal.Layout layout, Scoring scoring) {
        this.schema = schema;
        this.layout = layout;
        this.scoring = scoring;
        this.candidates = new Candidates(schema, scoring);
    }

    /** A proposal and its score. */
    record Scored(Proposal proposal, Scoring.Score score) {}

    /** Another declaration of one table, and what would become of the whole. */
    record Alternative(Declaration declaration, Scoring.Score score) {}

    Scored best() {
        Scored best = null;
        List<Scored> beginnings = beginnings().stream()
                .map(this::scored)
                .sorted(Comparator.comparingDouble(scored -> scored.score().cost()))
                .limit(BEGINNINGS)
                .toList();
        for (Scored beginning : beginnings) {
            Scored end = descend(beginning);
            if (best == null || end.score().cost() < best.score().cost() - EQUAL) {
                best = end;
            }
        }
        return best == null ? scored(byPrimaryKeys()) : best;
    }

    /** The other declarations of a table, the best one first. */
    List<Alternative> alternatives(Proposal proposal, UnshardedTable table) {
        List<Alternative> others = new ArrayList<>();
        for (Declaration declaration : candidates.of(table)) {
            if (!declaration.equals(proposal.declarations().get(table.name()))) {
                others.add(new Alternative(declaration, scoring.score(proposal.with(table.name(), declaration))));
            }
        }
        others.sort(Comparator.comparingDouble(other -> other.score().cost()));
        return others;
    }

    private Scored scored(Proposal proposal) {
        return new Scored(proposal, scoring.score(proposal));
    }

    private Scored descend(Scored beginning) {
        Scored best = beginning;
        for (int round = 0; round < ROUNDS; round++) {
            double before = best.score().cost();
            for (UnshardedTable table : candidates.byWeight()) {
                best = improve(best, table);
            }
            if (best.score().cost() > before - EQUAL) {
                return best;
            }
        }
        return best;
    }

    private Scored improve(Scored from, UnshardedTable table) {
        Scored best = from;
        for (Declaration declaration : candidates.of(table)) {
            if (declaration.equals(best.proposal().declarations().get(table.name()))) {
                continue;
            }
            Scored tried = scored(from.proposal().with(table.name(), declaration));
            if (tried.score().cost() < best.score().cost() - EQUAL) {
                best = tried;
            }
        }
        return best;
    }

    private List<Proposal> beginnings() {
        List<Proposal> beginnings = new ArrayList<>(List.of(byPrimaryKeys(), withCopies()));
        beginnings.addAll(ofFamilies(byPrimaryKeys()));
        beginnings.addAll(ofFamilies(withCopies()));
        return beginnings;
    }

    /** One for each family of columns, by which all tables that have one of them are hashed. */
    private List<Proposal> ofFamilies(Proposal others) {
        List<Proposal> beginnings = new ArrayList<>();
        for (Map<String, String> family : candidates.families()) {
            Map<String, Declaration> declarations = new LinkedHashMap<>(others.declarations());
            family.forEach((table, column) -> {
                for (Declaration declaration : candidates.of(schema.tables().get(table))) {
                    if (declaration instanceof Declaration.HashedRows hashed
                            && hashed.key().equals(column)) {
                        declarations.put(table, declaration);
                    }
                }
            });
            beginnings.add(new Proposal(schema, declarations, layout));
        }
        return beginnings;
    }

    /** Tables that are joined with each other may be worth their copies only when all of them are copied. */
    private Proposal withCopies() {
        Map<String, Declaration> declarations =
                new LinkedHashMap<>(byPrimaryKeys().declarations());
        schema.tables().values().forEach(table -> {
            Declaration last = candidates.of(table).getLast();
            if (last instanceof Declaration.ReferenceRows) {
                declarations.put(table.name(), last);
            }
        });
        return new Proposal(schema, declarations, layout);
    }

    private Proposal byPrimaryKeys() {
        Map<String, Declaration> declarations = new TreeMap<>();
        schema.tables()
                .values()
                .forEach(table ->
                        declarations.put(table.name(), candidates.of(table).getFirst()));
        return new Proposal(schema, declarations, layout);
    }
}

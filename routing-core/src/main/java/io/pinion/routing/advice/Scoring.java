package io.pinion.routing.advice;

import io.pinion.routing.catalog.Declaration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a proposal costs: the planner's answers for the shapes and for some transactions, by their weight. */
final class Scoring {
    /** More shapes than these are rare ones. */
    private static final int SHAPES = 1_500;

    /** A transaction on several shards commits in two phases, or pair by pair: as dear as some statements. */
    private static final double SEVERAL_SHARDS = 8;

    /** What clients lose by a foreign key that no shard can keep, or a key that is unique on each shard only. */
    private static final double LOST_KEY = 0.002;

    /** What a table costs by having its rows on every shard. */
    private static final double COPIES = 0.003;

    private final UnshardedSchema schema;
    private final ProposalPlanner.Servers servers;
    private final List<LoggedShape> shapes;
    private final List<List<Workload.Sampled>> samples;
    private final long transactions;
    private final long count;
    private final long micros;
    private final Map<String, Cost> known = new HashMap<>();

    /** @param one the part of it that one shard answers */
    private record Cost(double cost, double timeCost, double one) {}

    /**
     * The score of one proposal.
     *
     * @param cost the lower, the better; 1 when every statement is answered by one shard
     * @param one the share of statements that one shard answers
     */
    record Score(double cost, double one) {}

    Scoring(UnshardedSchema schema, Workload workload, ProposalPlanner.Servers servers) {
        this.schema = schema;
        this.servers = servers;
        this.samples = workload.samples();
        this.transactions = workload.transactions();
        this.shapes = workload.shapes().stream()
                .filter(shape -> !shape.facets().tables().isEmpty())
                .sorted(Comparator.comparingLong(LoggedShape::count).reversed())
                .limit(SHAPES)
                .toList();
        this.count = Math.max(1, shapes.stream().mapToLong(LoggedShape::count).sum());
        this.micros = shapes.stream().mapToLong(LoggedShape::micros).sum();
    }

    /** The weight of a shape: its share of the statements, and of their time where that is known. */
    double weight(LoggedShape shape) {
        double byCount = (double) shape.count() / count;
        return micros == 0 ? byCount : (byCount + (double) shape.micros() / micros) / 2;
    }

    List<LoggedShape> shapes() {
        return shapes;
    }

    Score score(Proposal proposal) {
        ProposalPlanner planner = new ProposalPlanner(proposal, servers);
        double cost = lostKeys(proposal) + copies(proposal) + SEVERAL_SHARDS * severalShards(proposal, planner);
        double one = 0;
        for (int number = 0; number < shapes.size(); number++) {
            LoggedShape shape = shapes.get(number);
            Cost of = known.computeIfAbsent(key(number, shape, proposal), any -> cost(shape, planner));
            cost += cost(shape, of);
            one += of.one() * shape.count() / count;
        }
        return new Score(cost, one);
    }

    private double cost(LoggedShape shape, Cost of) {
        double byCount = of.cost() * shape.count() / count;
        return micros == 0 ? byCount : (byCount + of.timeCost() * shape.micros() / micros) / 2;
    }

    /** A shape's plan depends on the declarations of the tables that it names. */
    private static String key(int number, LoggedShape shape, Proposal proposal) {
        StringBuilder key = new StringBuilder().append(number);
        shape.facets().tables().stream().sorted().forEach(table -> {
            Declaration declaration = proposal.declarations().get(table);
            key.append('|').append(declaration == null ? "-" : declaration.words());
        });
        return key.toString();
    }

    private static Cost cost(LoggedShape shape, ProposalPlanner planner) {
        double cost = 0;
        double timeCost = 0;
        double one = 0;
        for (byte[] example : shape.examples()) {
            StatementScope scope =
                    planner.plan(example, shape.database(), shape.spaced()).scope();
            cost += scope.cost();
            timeCost += scope.timeCost();
            one += scope == StatementScope.ONE_SHARD ? 1 : 0;
        }
        int examples = Math.max(1, shape.examples().size());
        return new Cost(cost / examples, timeCost / examples, one / examples);
    }

    /** Transactions on several shards, for each statement. */
    private double severalShards(Proposal proposal, ProposalPlanner planner) {
        int several = 0;
        for (List<Workload.Sampled> transaction : samples) {
            TransactionShards shards = new TransactionShards(proposal);
            for (Workload.Sampled statement : transaction) {
                shards.add(
                        statement.sql(),
                        planner.plan(statement.sql(), statement.database(), false),
                        statement.facets());
            }
            several += shards.several() ? 1 : 0;
        }
        return samples.isEmpty() ? 0 : (double) several / samples.size() * transactions / count;
    }

    private static double copies(Proposal proposal) {
        return COPIES
                * proposal.declarations().values().stream()
                        .filter(Declaration.ReferenceRows.class::isInstance)
                        .count();
    }

    private double lostKeys(Proposal proposal) {
        double lost = 0;
        for (UnshardedTable table : schema.tables().values()) {
            if (proposal.declarations().get(table.name())
                    instanceof Declaration.HashedRows(String key, var sequence, var queue)) {
                List<UnshardedTable.TableKey> unique = new ArrayList<>(table.keys());
                unique.removeIf(other -> !other.unique()
                        || other.has(key)
                        || sequence.filter(other::has).isPresent());
                lost += LOST_KEY * unique.size();
                lost += LOST_KEY
                        * table.parents().stream()
                                .filter(parent -> !isKept(parent, key, proposal))
                                .count();
            }
        }
        return lost;
    }

    /** Whether parent and child are on one shard. */
    static boolean isKept(UnshardedTable.ParentKey parent, String key, Proposal proposal) {
        return switch (proposal.declarations().get(parent.parent())) {
            case Declaration.ReferenceRows reference -> true;
            case Declaration.HashedRows(String of, var sequence, var queue) -> {
                for (int place = 0; place < parent.columns().size(); place++) {
                    if (parent.columns().get(place).equalsIgnoreCase(key)
                            && place < parent.parentColumns().size()
                            && parent.parentColumns().get(place).equalsIgnoreCase(of)) {
                        yield true;
                    }
                }
                yield false;
            }
            case null, default -> false;
        };
    }
}

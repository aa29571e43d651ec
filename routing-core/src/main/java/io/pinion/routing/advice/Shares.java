package io.pinion.routing.advice;

import java.util.EnumMap;
import java.util.Map;

/** Statements and their time by scope. */
public final class Shares {
    private final Map<StatementScope, Long> counts = new EnumMap<>(StatementScope.class);
    private final Map<StatementScope, Long> micros = new EnumMap<>(StatementScope.class);

    void add(StatementScope scope, long took) {
        counts.merge(scope, 1L, Long::sum);
        micros.merge(scope, took, Long::sum);
    }

    public long count(StatementScope scope) {
        return counts.getOrDefault(scope, 0L);
    }

    public long micros(StatementScope scope) {
        return micros.getOrDefault(scope, 0L);
    }

    public long count() {
        return sum(counts);
    }

    public long micros() {
        return sum(micros);
    }

    /** The share of the statements that read or write tables of the keyspace, between 0 and 1. */
    public double byCount(StatementScope scope) {
        return share(count(scope), routed(counts));
    }

    /** The same by the time that the statements took. */
    public double byTime(StatementScope scope) {
        return share(micros(scope), routed(micros));
    }

    /** The scope that costs most of all that there are. */
    StatementScope worst() {
        return counts.keySet().stream().reduce(StatementScope.NO_SHARD, StatementScope::or);
    }

    /** What the statements cost beyond one shard each, by their share of {@code all} and of its time. */
    double burden(Shares all) {
        double burden = 0;
        for (StatementScope scope : counts.keySet()) {
            burden += more(scope.cost()) * share(count(scope), all.count())
                    + more(scope.timeCost()) * share(micros(scope), all.micros());
        }
        return burden;
    }

    /** What a cost is beyond that of one shard, which is 1. */
    private static double more(double cost) {
        return Math.max(0, cost - 1);
    }

    private static long routed(Map<StatementScope, Long> numbers) {
        return sum(numbers)
                - numbers.getOrDefault(StatementScope.NO_SHARD, 0L)
                - numbers.getOrDefault(StatementScope.ELSEWHERE, 0L)
                - numbers.getOrDefault(StatementScope.DEFINITION, 0L);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static long sum(Map<StatementScope, Long> numbers) {
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }
}

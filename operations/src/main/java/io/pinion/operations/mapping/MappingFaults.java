package io.pinion.operations.mapping;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * What a check of a mapping has found so far, as the journal has it.
 *
 * @param links that were looked at
 * @param repaired of the faults
 * @param kinds those that there are
 */
public record MappingFaults(long links, long repaired, List<Kind> kinds, List<Sample> samples) {
    /** How many faults of a kind there are. */
    public record Kind(String word, long count) {}

    /** One of the faults. */
    public record Sample(int shard, String kind, String from, String to, String reason) {}

    private static final int PARTS = 5;

    public MappingFaults {
        kinds = List.copyOf(kinds);
        samples = List.copyOf(samples);
    }

    /**
     * What an operation has looked at: the round of a watch that was over last, and the present one. Nothing for a watch that
     * has been ended.
     */
    public static List<Look> of(Operation operation) {
        Progress progress = operation.progress();
        String far = progress.done().size() + " of " + progress.total();
        return switch (operation.task()) {
            case MappingTask check ->
                List.of(new Look(check.keyspace() + "." + check.table(), false, far, of(progress)));
            case MappingWatch watch when progress.state().isOver() -> List.of();
            case MappingWatch watch -> {
                String mapping = watch.keyspace() + "." + watch.table();
                Look present = new Look(mapping, true, far, of(progress));
                String ended = WatchRound.ended(progress);
                yield ended.isEmpty()
                        ? List.of(present)
                        : List.of(
                                new Look(
                                        mapping,
                                        true,
                                        "all, until " + Instant.parse(ended).truncatedTo(ChronoUnit.SECONDS),
                                        ofLastRound(progress)),
                                present);
            }
            default -> List.of();
        };
    }

    /**
     * One look at a mapping.
     *
     * @param mapping with its keyspace's name
     * @param watched whether it is one of many
     * @param shards how many of them it has looked at, for people
     */
    public record Look(String mapping, boolean watched, String shards, MappingFaults faults) {}

    static MappingFaults of(Progress progress) {
        return of(progress, "");
    }

    static MappingFaults ofLastRound(Progress progress) {
        return of(progress, WatchRound.LAST);
    }

    /** How many faults there are. */
    public long faults() {
        return kinds.stream().mapToLong(Kind::count).sum();
    }

    private static MappingFaults of(Progress progress, String prefix) {
        List<Kind> kinds = new ArrayList<>();
        for (LinkFault.Kind kind : LinkFault.Kind.values()) {
            long count = progress.counted(prefix + kind.word());
            if (count > 0) {
                kinds.add(new Kind(kind.word(), count));
            }
        }
        return new MappingFaults(
                progress.counted(prefix + FaultTally.LINKS),
                progress.counted(prefix + FaultTally.REPAIRED),
                kinds,
                progress.lines(prefix + FaultTally.SAMPLES).stream()
                        .map(MappingFaults::sample)
                        .toList());
    }

    private static Sample sample(String line) {
        List<String> parts = List.of(line.split("\t", PARTS));
        return new Sample(Integer.parseInt(parts.get(0)), parts.get(1), parts.get(2), parts.get(3), parts.get(4));
    }

    /** For people: {@code 120 links; one-way 3, dangling 1}. */
    public String words() {
        String found = kinds.isEmpty()
                ? "none wrong"
                : String.join(
                        ", ",
                        kinds.stream()
                                .map(kind -> kind.word() + " " + kind.count())
                                .toList());
        return links + " links; " + found + (repaired == 0 ? "" : "; repaired " + repaired);
    }
}

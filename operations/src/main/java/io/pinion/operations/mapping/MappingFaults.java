package io.pinion.operations.mapping;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

    /** Empty for an operation of another kind. */
    public static Optional<MappingFaults> of(Operation operation) {
        return operation.task() instanceof MappingTask ? Optional.of(of(operation.progress())) : Optional.empty();
    }

    static MappingFaults of(Progress progress) {
        List<Kind> kinds = new ArrayList<>();
        for (LinkFault.Kind kind : LinkFault.Kind.values()) {
            long count = FaultTally.number(progress, kind.word());
            if (count > 0) {
                kinds.add(new Kind(kind.word(), count));
            }
        }
        return new MappingFaults(
                FaultTally.number(progress, FaultTally.LINKS),
                FaultTally.number(progress, FaultTally.REPAIRED),
                kinds,
                samples(progress).stream().map(MappingFaults::sample).toList());
    }

    /** A line each. */
    static List<String> samples(Progress progress) {
        return Arrays.stream(
                        progress.facts().getOrDefault(FaultTally.SAMPLES, "").split("\n"))
                .filter(line -> !line.isEmpty())
                .toList();
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

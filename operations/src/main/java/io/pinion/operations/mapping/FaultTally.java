package io.pinion.operations.mapping;

import io.pinion.operations.journal.Progress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts faults, and keeps some of each kind that stay as samples. The journal has the sum. For one thread. */
public final class FaultTally {
    /** The last words of what was found, where that is nothing. */
    public static final String NONE_WRONG = "none wrong";

    private static final int SAMPLES_OF_A_KIND = 10;

    private static final String LINKS = "links";
    private static final String REPAIRED = "repaired";
    private static final String SAMPLES = "samples";

    private final Map<LinkFault.Kind, Long> counts = new EnumMap<>(LinkFault.Kind.class);
    private final List<LinkFault> samples = new ArrayList<>();
    private long links;
    private long repaired;

    void look(long more) {
        links += more;
    }

    void add(LinkFault fault, boolean isRepaired) {
        counts.merge(fault.kind(), 1L, Long::sum);
        if (isRepaired) {
            repaired++;
        } else if (samples.stream()
                        .filter(other -> other.kind() == fault.kind())
                        .count()
                < SAMPLES_OF_A_KIND) {
            samples.add(fault);
        }
    }

    /** The progress with all that was counted here on top. */
    Progress on(Progress before) {
        Progress progress = before.withCounted(LINKS, links).withCounted(REPAIRED, repaired);
        for (Map.Entry<LinkFault.Kind, Long> count : counts.entrySet()) {
            progress = progress.withCounted(count.getKey().word(), count.getValue());
        }
        List<String> all = new ArrayList<>(before.lines(SAMPLES));
        for (LinkFault fault : samples) {
            String kind = kind(fault);
            long had = all.stream().filter(line -> line.startsWith(kind)).count();
            if (had < SAMPLES_OF_A_KIND) {
                all.add(line(fault));
            }
        }
        return progress.withFact(SAMPLES, String.join("\n", all));
    }

    private static String kind(LinkFault fault) {
        return fault.kind().word() + " on shard ";
    }

    private static String line(LinkFault fault) {
        return kind(fault) + fault.shard() + ", " + Progress.line(fault.link().from()) + " → "
                + Progress.line(fault.link().to()) + ": " + Progress.line(fault.reason());
    }

    /** For people: {@code 120 links; one-way 3, dangling 1; repaired 3}. */
    static String words(Progress progress) {
        String found = Stream.of(LinkFault.Kind.values())
                .map(LinkFault.Kind::word)
                .filter(kind -> progress.counted(kind) > 0)
                .map(kind -> kind + " " + progress.counted(kind))
                .collect(Collectors.joining(", "));
        long repaired = progress.counted(REPAIRED);
        return progress.counted(LINKS) + " links; " + (found.isEmpty() ? NONE_WRONG : found)
                + (repaired == 0 ? "" : "; repaired " + repaired);
    }

    /** The same with the samples. */
    static String report(Progress progress) {
        return Stream.concat(Stream.of(words(progress)), progress.lines(SAMPLES).stream())
                .collect(Collectors.joining("; "));
    }
}

package io.pinion.operations.mapping;

import io.pinion.operations.journal.Progress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counts faults, and keeps some of each kind as samples. The journal has the sum. For one thread. */
final class FaultTally {
    private static final int SAMPLES_OF_A_KIND = 25;

    static final String LINKS = "links";
    static final String REPAIRED = "repaired";
    static final String SAMPLES = "samples";

    /** All facts of a look. */
    static final List<String> FACTS = Stream.concat(
                    Stream.of(LINKS, REPAIRED, SAMPLES),
                    Stream.of(LinkFault.Kind.values()).map(LinkFault.Kind::word))
            .toList();

    private final Map<LinkFault.Kind, Long> counts = new EnumMap<>(LinkFault.Kind.class);
    private final List<LinkFault> samples = new ArrayList<>();
    private long links;
    private long repaired;

    void look(long more) {
        links += more;
    }

    void add(LinkFault fault, boolean isRepaired) {
        long before = counts.merge(fault.kind(), 1L, Long::sum);
        if (before <= SAMPLES_OF_A_KIND) {
            samples.add(fault);
        }
        repaired += isRepaired ? 1 : 0;
    }

    /** The progress with all that was counted here on top. */
    Progress on(Progress before) {
        Progress progress = before.withCounted(LINKS, links).withCounted(REPAIRED, repaired);
        for (Map.Entry<LinkFault.Kind, Long> count : counts.entrySet()) {
            progress = progress.withCounted(count.getKey().word(), count.getValue());
        }
        List<String> all = new ArrayList<>(before.lines(SAMPLES));
        for (LinkFault fault : samples) {
            String kind = fault.kind().word();
            long had = all.stream()
                    .filter(line -> line.contains("\t" + kind + "\t"))
                    .count();
            if (had < SAMPLES_OF_A_KIND) {
                all.add(line(fault));
            }
        }
        return progress.withFact(SAMPLES, String.join("\n", all));
    }

    private static String line(LinkFault fault) {
        return String.join(
                "\t",
                Stream.of(
                                Integer.toString(fault.shard()),
                                fault.kind().word(),
                                fault.link().from(),
                                fault.link().to(),
                                fault.reason())
                        .map(Progress::line)
                        .toList());
    }
}

package io.pinion.operations.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Progress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FaultTallyTest {
    private static final Progress FIRST = Progress.beginning(4, "proxy-a", Instant.EPOCH);

    private static LinkFault fault(int shard, LinkFault.Kind kind) {
        return new LinkFault(shard, new MappingLink("5", "6"), kind, "it is wrong");
    }

    @Test
    void aMappingWithoutFaultsSaysSoInTheEnd() {
        FaultTally tally = new FaultTally();
        tally.look(120);

        assertThat(FaultTally.report(tally.on(FIRST))).isEqualTo("120 links; " + FaultTally.NONE_WRONG);
    }

    @Test
    void faultsAreCountedAndThoseThatStayAreTold() {
        FaultTally tally = new FaultTally();
        tally.look(2);
        tally.add(fault(3, LinkFault.Kind.DANGLING), false);
        tally.add(fault(4, LinkFault.Kind.ONE_WAY), true);

        Progress progress = tally.on(FIRST);

        assertThat(FaultTally.words(progress)).isEqualTo("2 links; one-way 1, dangling 1; repaired 1");
        assertThat(FaultTally.report(progress))
                .isEqualTo(FaultTally.words(progress) + "; dangling on shard 3, 5 → 6: it is wrong");
    }

    @Test
    void tenOfEachKindAreTold() {
        Progress progress = FIRST;
        for (int shard = 0; shard < 3; shard++) {
            FaultTally tally = new FaultTally();
            for (int fault = 0; fault < 7; fault++) {
                tally.add(fault(shard, LinkFault.Kind.DANGLING), false);
                tally.add(fault(shard, LinkFault.Kind.MISPLACED), false);
            }
            progress = tally.on(progress);
        }

        assertThat(FaultTally.report(progress).split("; "))
                .startsWith("0 links", "dangling 21, misplaced 21")
                .hasSize(2 + 20);
    }
}

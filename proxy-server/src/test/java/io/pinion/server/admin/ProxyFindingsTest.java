package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.SourceStatus;
import io.pinion.config.source.SourceStatus.State;
import io.pinion.server.admin.StatusFinding.Level;
import io.pinion.server.schema.SchemaStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProxyFindingsTest {
    private static List<String> tables(String pair) {
        List<String> unread = List.of("the tables of lookup can't be read: no answer");
        ProxyView proxy = new FakeProxy() {
            @Override
            public SchemaStatus schemaStatus() {
                return new SchemaStatus(7, Instant.EPOCH, 3, unread, unread, Map.of(unread.getFirst(), pair));
            }
        };
        List<StatusFinding> findings = new ArrayList<>();
        new ProxyFindings(proxy).ofThisProxy(findings::add);
        return findings.stream()
                .filter(finding -> finding.subject().equals("tables"))
                .map(finding -> String.valueOf(finding.what()))
                .toList();
    }

    /** The server is told of, which is the cause. */
    @Test
    void tablesThatAServerKeepsUnreadWhileItIsDownAreNoFindingOfTheirOwn() {
        assertThat(tables("MySQL002")).isEmpty();
        assertThat(tables("MySQL001")).containsExactly("the tables of lookup can't be read: no answer");
        assertThat(tables("")).hasSize(1);
    }

    /** A disk that was slow for a second isn't a ZooKeeper that is away. */
    @Test
    void zooKeeperThatIsSlowOnceIsNoError() {
        assertThat(untold(State.CONNECTED)).satisfies(told -> {
            assertThat(told.level()).isEqualTo(Level.WARNING);
            assertThat(told.what()).contains("hasn't told in time").doesNotContain("refused");
        });
        assertThat(untold(State.LOST).level()).isEqualTo(Level.ERROR);
    }

    private static StatusFinding untold(State source) {
        ProxyView proxy = new FakeProxy() {
            @Override
            public SourceStatus topologyStatus() {
                return new SourceStatus(
                        "zookeeper",
                        source,
                        Instant.EPOCH,
                        7,
                        12,
                        Instant.EPOCH,
                        "zookeeper",
                        Optional.empty(),
                        List.of());
            }
        };
        List<StatusFinding> findings = new ArrayList<>();
        new ProxyFindings(proxy).ofUntold(findings::add);
        return findings.getFirst();
    }
}

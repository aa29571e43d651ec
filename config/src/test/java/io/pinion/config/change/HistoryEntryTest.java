package io.pinion.config.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryEntryTest {
    private static final String OLD = "5bcb3e6ac345b435c7c2e6b7949a04ce6f6563d3";
    private static final String NEW = "4acfe3202a5ff5cf467898fc58aab1d615029441";

    private static Topology topology(long generation, String verifier) {
        String json = """
            {"generation": %d, "cluster": "main", "servers": {}, "pairs": {},
             "users": {"app": {"password_hash": {"native": "%s"}, "keyspaces": ["*"]}},
             "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
            """.formatted(generation, verifier);
        return ((Reading.Accepted) new TopologyReader().read(json)).topology();
    }

    private static HistoryEntry entry(Author author) {
        Topology after = topology(8, NEW);
        return HistoryEntry.of(author, Optional.of(topology(7, OLD)), after, new TopologyWriter().write(after));
    }

    @Test
    void anEntryTellsOfAPasswordWithoutItsVerifier() {
        HistoryEntry entry = entry(new Author("admin", "10.0.9.4", "ALTER TOPOLOGY USER app IDENTIFIED BY '…'"));

        assertThat(entry.changes()).containsExactly("change user app: password");
        assertThat(entry.diff()).contains("-", "+", "\"native\": \"…\"").doesNotContain(OLD, NEW, "generation");
    }

    @Test
    void noKindOfVerifierIsShown() {
        String diff = DocumentDiff.of("", """
                {
                  "native": "abc",
                  "sha2": "def",
                  "caching_sha2": "$A$005$a\\"b\\\\c"
                }
                """);

        assertThat(diff).contains("\"caching_sha2\": \"…\"\n").doesNotContain("abc", "def", "$A$", "c\"");
    }

    @Test
    void anEntryIsReadAsItWasWritten() {
        HistoryEntry entry = entry(new Author("a\"dmin", "", "line one\nline two"));

        assertThat(HistoryEntry.parse(entry.toJson())).contains(entry);
        assertThat(HistoryEntry.parse("what is no entry")).isEmpty();
        assertThat(HistoryEntry.parse("{\"generation\": 3}")).isEmpty();
    }

    @Test
    void aLongStatementIsCut() {
        assertThat(entry(new Author("admin", "", "x".repeat(100_000))).author().statement())
                .hasSizeLessThan(3_000);
    }

    @Test
    void aLongDifferenceIsCut() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            lines.append("line ").append(i).append('\n');
        }
        assertThat(DocumentDiff.of("", lines.toString())).hasSizeLessThan(9_000).endsWith(" more lines\n");
    }
}

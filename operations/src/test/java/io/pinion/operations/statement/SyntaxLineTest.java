package io.pinion.operations.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SyntaxLineTest {
    private static final SyntaxLine MOVE =
            SyntaxLine.of("MOVE SHARD[S] first-last TO PAIR pair IN keyspace [FORCE [NOW]]");
    private static final SyntaxLine PAIR =
            SyntaxLine.of("CREATE PAIR pair PRIMARY [server] 'host:port' [STANDBY [server] 'host:port']"
                    + " [USING 'user' IDENTIFIED BY 'password']");

    private static StatementArguments read(SyntaxLine line, String statement) {
        return SyntaxLine.read(
                List.of(line),
                StatementTokens.of(statement),
                kind -> kind.equals("keyspace") ? List.of("pinterest", "lookup") : List.of());
    }

    private static String refusal(SyntaxLine line, String statement) {
        try {
            return "none: " + read(line, statement).clauses();
        } catch (SyntaxRefused e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void valuesGoByTheirNames() {
        StatementArguments move = read(MOVE, "move shard 7 - 9 to pair `a b` in 'p' force");

        assertThat(move.shards()).isEqualTo(new ShardNumbers(7, 9));
        assertThat(move.text("pair")).isEqualTo("a b");
        assertThat(move.text("keyspace")).isEqualTo("p");
        assertThat(move.has("FORCE")).isTrue();
        assertThat(move.has("NOW")).isFalse();
    }

    @Test
    void aNameMayBeLeftOutBeforeAText() {
        StatementArguments pair = read(PAIR, "CREATE PAIR p PRIMARY 'h:1' STANDBY b 'h:2'");

        assertThat(pair.clause("PRIMARY").orElseThrow().text("server")).isEmpty();
        assertThat(pair.clause("STANDBY").orElseThrow().text("server")).contains("b");
        assertThat(pair.clause("STANDBY").orElseThrow().text("'host:port'")).contains("h:2");
    }

    /** A name that is a word of the grammar stands in backticks. */
    @Test
    void aNameInBackticksIsNoWord() {
        SyntaxLine line = SyntaxLine.of("SHOW {ALL | keyspace[, keyspace …]}");

        assertThat(read(line, "SHOW ALL").has("ALL")).isTrue();
        assertThat(read(line, "SHOW `all`").text("keyspace")).isEqualTo("all");
        assertThat(read(line, "SHOW in, `a``b`, \"c\nd\"").texts("keyspace")).containsExactly("in", "a`b", "c\nd");
    }

    @Test
    void optionsComeInAnyNumberAndOrder() {
        SyntaxLine line = SyntaxLine.of(
                "ALTER USER name option [option …]",
                Map.of("option", "{ADMIN | READ {ONLY | WRITE} | FROM 'network'[, 'network' …]}"));

        StatementArguments user = read(line, "ALTER USER u FROM 'a', 'b' ADMIN READ ONLY");
        assertThat(user.texts("'network'")).containsExactly("a", "b");
        assertThat(user.has("ADMIN")).isTrue();
        assertThat(refusal(line, "ALTER USER u")).isEqualTo("after u: expected ADMIN, READ or FROM, found the end");
    }

    @Test
    void aRefusalTellsThePlaceAndWhatWasExpected() {
        assertThat(refusal(MOVE, "MOVE SHARDS 1-2 TO PAIR p IN"))
                .isEqualTo("after IN: expected the name of a keyspace, found the end; there are pinterest, lookup");
        assertThat(refusal(MOVE, "MOVE SHARDS 1-2 TO PAIR p ON k")).isEqualTo("after p: expected IN, found 'ON'");
        assertThat(refusal(MOVE, "MOVE SHARDS 1-2 TO PAIR p IN k FORSE"))
                .isEqualTo("after k: expected FORCE or the end, found 'FORSE'; did you mean FORCE?");
        assertThat(refusal(MOVE, "MOVE SHARDS x TO"))
                .startsWith("after SHARDS: expected shards, such as 4096-8191, found");
        assertThat(refusal(MOVE, "MOVE SHARDS 1 TO PAIR p IN `k")).isEqualTo("a quote or comment is never closed: `k");
    }

    @Test
    void noRefusalShowsASecret() {
        for (String statement : List.of(
                "CREATE PAIR p PRIMARY 'h' USING 'u' IDENTIFIED BY geheim",
                "CREATE PAIR p PRIMARY 'h' USING 'u' IDENTIFIED BY \"geheim\"",
                "CREATE PAIR p PRIMARY 'h' USING 'u' IDENTIFIED 'geheim'",
                "CREATE PAIR p PRIMARY 'h' USING 'u' geheim",
                "CREATE PAIR p PRIMARY 'h' geheim",
                "CREATE PAIR p PRIMARY 'h' geheim more",
                "CREATE PAIR p PRIMARY 'h' USING 'u' IDENTIFIED BY 'geheim' geheim",
                "CREATE PAIR p PRIMARY 'h' USING 'u' IDENTIFIED BY 'geheim")) {
            assertThat(refusal(PAIR, statement)).doesNotContain("geheim").doesNotContain("none:");
        }
    }

    @Test
    void aMistakeInTheNotationIsRefused() {
        for (String wrong : List.of("SHOW [A", "SHOW {A | B", "SHOW A]", "SHOW 'a", "SHOW a[, b")) {
            assertThatThrownBy(() -> SyntaxLine.of(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void longStatementsAreReadInTheirLength() {
        SyntaxLine line = SyntaxLine.of("EXPORT TABLES table[, table …] IN keyspace");

        assertThat(read(line, "EXPORT TABLES t" + ", t".repeat(300_000) + " IN k")
                        .texts("table"))
                .hasSize(300_001);
        assertThat(refusal(line, "EXPORT TABLES " + "(".repeat(10_000))).contains("found '('");
        assertThat(refusal(line, "EXPORT TABLES t IN k" + " k".repeat(300_000))).contains("expected the end");
    }
}

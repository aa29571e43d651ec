package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.statement.SyntaxLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What can be told of statements without a proxy. {@code MoveCommandsIT} and {@code OpeningIT} say them to one. */
class StatementCommandTest {
    /** The password is known, so that a proxy would be asked. */
    private static Cli.Outcome run(String... arguments) {
        return new Cli().environment(Map.of("PINION_PASSWORD", "x")).run(arguments);
    }

    private static String sql(String words) {
        return StatementLines.builtIn()
                .read(List.of(words.split(" ")))
                .spelling()
                .sql("it's");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "promote pair p1 force fenced | PROMOTE PAIR `p1` FORCE FENCED",
                "Promote PAIR pair to in | PROMOTE PAIR `pair` TO `in`",
                "move shards 0-31 to pair p2 in pinterest | MOVE SHARDS 0-31 TO PAIR `p2` IN `pinterest`",
                "replace standby p1 with 10.0.0.1:3306 | REPLACE STANDBY `p1` WITH '10.0.0.1:3306'",
                "replace standby p1 with B discard contents | REPLACE STANDBY `p1` WITH `B` DISCARD CONTENTS",
                "add standby p1 B [::1]:3306 using root identified by - | ADD STANDBY `p1` `B` '[::1]:3306' USING 'root' IDENTIFIED BY 'it''s'",
                "create keyspace shop mod shards 8 on pairs p1,p2 , p3 | CREATE KEYSPACE `shop` MOD SHARDS 8 ON PAIRS `p1`, `p2`, `p3`",
                "create keyspace shop id shards 8 on pair p database sh_%05d | CREATE KEYSPACE `shop` ID SHARDS 8 ON PAIR `p` DATABASE 'sh_%05d'",
                "alter topology user app from 10.0.0.0/8, 10.1.0.0/16 | ALTER TOPOLOGY USER `app` FROM '10.0.0.0/8', '10.1.0.0/16'",
                "check mapping k.a against b,objects | CHECK MAPPING `k`.`a` AGAINST `b`, OBJECTS",
                "show pairs where pair = p1 | SHOW PAIRS WHERE `pair` = 'p1'",
                "show shards like pin% | SHOW SHARDS LIKE 'pin%'",
                "show key a'b in lookup | SHOW KEY 'a''b' IN `lookup`",
                "show key 007 in lookup | SHOW KEY '7' IN `lookup`",
                "explain route select * from t where id = 'x' | EXPLAIN ROUTE select * from t where id = 'x'",
                "xa recover format = SQL | XA RECOVER FORMAT = 'SQL'"
            })
    void wordsAreAStatement(String words, String statement) {
        assertThat(sql(words)).isEqualTo(statement);
        assertThat(StatementLines.builtIn().readText(statement).spelling().sql(""))
                .isEqualTo(statement);
    }

    @Test
    void whatAPersonWouldPasteIsOneWordOrMany() {
        StatementLines lines = StatementLines.builtIn();
        assertThat(lines.read(List.of("show", "pools", "where", "pair = 'p 1' AND waiting = 0"))
                        .spelling()
                        .sql(""))
                .isEqualTo("SHOW POOLS WHERE `pair` = 'p 1' AND `waiting` = '0'");
        assertThat(lines.read(List.of("declare", "table", "k.jobs", "as", "queue=ready states=done,failed"))
                        .spelling()
                        .sql(""))
                .isEqualTo("DECLARE TABLE `k`.`jobs` AS 'queue=ready states=done,failed'");
        assertThat(lines.read(List.of("export", "tables", "t1,t2", "in", "k", "to", "s3://b/p"))
                        .spelling()
                        .sql(""))
                .isEqualTo("EXPORT TABLES `t1`, `t2` IN `k` TO 's3://b/p'");
        assertThat(lines.read(List.of("drop", "pair", "a`b\n")).spelling().sql(""))
                .isEqualTo("DROP PAIR `a``b\n`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REPLACE STANDBY p1 WITH `db-1.example.com`",
                "REPLACE STANDBY p1 WITH 'db-1.example.com'",
                "EXPORT KEYSPACE k TO '/data/a,b'",
                "SHOW KEY '-x y' IN `a b`",
                "CREATE KEYSPACE shop MOD SHARDS 8 ON PAIRS `a,b`, c",
                "PROMOTE PAIR p TO it",
                "SHOW KEY 'it''s $x' IN lookup"
            })
    void whatIsPrintedForAShellIsReadBackAsTheSame(String statement) throws IOException {
        String words = StatementLines.builtIn().readText(statement).spelling().shell();
        Process shell = new ProcessBuilder("bash", "-c", "printf '%s\\0' " + words).start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(StatementLines.builtIn()
                        .read(List.of(said.split("\0")))
                        .spelling()
                        .sql(""))
                .as(words)
                .isEqualTo(
                        StatementLines.builtIn().readText(statement).spelling().sql(""));
    }

    @Test
    void aWrongWordIsToldWithItsPlaceAndWithoutAProxy() {
        assertThat(new Cli().run("promote", "pair", "p", "forse"))
                .isEqualTo(new Cli.Outcome(
                        ExitStatus.USAGE,
                        "",
                        "pinion: after p: expected TO, FORCE or the end, found 'forse'; did you mean FORCE? pinion promote"
                                + " --help tells\n"));
        assertThat(run("promote", "par", "p", "--port", "1").err())
                .isEqualTo(
                        "pinion: after promote: expected PAIR, found 'par'; did you mean PAIR? pinion promote --help tells\n");
        assertThat(new Cli()
                        .run("move", "shards", "0-3x", "to", "pair", "p", "in", "k")
                        .err())
                .startsWith("pinion: after shards: expected shards, such as 4096-8191, found '0-3x'");
        assertThat(new Cli().run("promot", "pair", "p").err()).contains("Did you mean: pinion promote");
        assertThat(new Cli().run("create", "user", "u").err()).contains("PAIR", "TOPOLOGY", "KEYSPACE");
        assertThat(run("cancel", "operation", "7", "--dry-run").err())
                .isEqualTo("pinion: there is no EXPLAIN of cancel operation\n");
        assertThat(new Cli().run("drop", "table", "t").exitStatus()).isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void aPasswordIsNoArgument() {
        for (String by : List.of("secret", "'secret'")) {
            Cli.Outcome outcome = run("create", "topology", "user", "u", "identified", "by", by, "keyspaces", "all");
            assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
            assertThat(outcome.err()).doesNotContain("secret");
        }
        assertThat(run("alter", "topology", "user", "u", "identified", "by", "secret")
                        .err())
                .startsWith("pinion: a password is no argument")
                .doesNotContain("secret");
        String[] words = {"alter", "topology", "user", "u", "identified", "by", "-", "--port", "1"};
        assertThat(run(words).exitStatus()).isEqualTo(ExitStatus.UNREACHABLE);
    }

    @Test
    void whatNothingUndoesIsAskedFor() {
        assertThat(run("drop", "keyspace", "x"))
                .isEqualTo(new Cli.Outcome(
                        ExitStatus.USAGE, "", "pinion: nothing undoes drop keyspace x: say it with --yes\n"));
        assertThat(new Cli()
                        .environment(Map.of("PINION_PASSWORD", "x"))
                        .terminal("n")
                        .run("drop", "keyspace", "x"))
                .isEqualTo(new Cli.Outcome(ExitStatus.FAILED, "", "pinion: nothing was done\n"));
        for (String statement :
                List.of("finish operation 7", "promote pair p force", "replace standby p with B discard contents")) {
            assertThat(run(statement.split(" ")).err()).endsWith("say it with --yes\n");
            assertThat(run((statement + " --yes --port 1").split(" ")).exitStatus())
                    .isEqualTo(ExitStatus.UNREACHABLE);
            assertThat(run((statement + " --dry-run --port 1").split(" ")).exitStatus())
                    .isEqualTo(ExitStatus.UNREACHABLE);
        }
        assertThat(run("promote", "pair", "p", "--port", "1").exitStatus()).isEqualTo(ExitStatus.UNREACHABLE);
    }

    @Test
    void theFirstWordsAloneHelp() {
        for (String words : List.of("promote", "show", "hand over", "show topology", "create")) {
            Cli.Outcome outcome = run(words.split(" "));
            assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
            assertThat(outcome.err())
                    .startsWith("Usage: pinion " + words + " WORD …")
                    .contains("Statements:");
        }
    }

    @Test
    void helpShowsAStatementAsAShellReadsIt() {
        assertThat(run("create", "pair", "--help").out().replaceAll("\\s++", " "))
                .startsWith(
                        "Usage: pinion create pair PAIR primary [SERVER] HOST:PORT [standby [SERVER] HOST:PORT] [as home]"
                                + " [using USER identified by - [from HOSTS]] [--option …] Makes ");
        assertThat(run("show", "key", "--help").out())
                .startsWith("Usage: pinion show key KEY {in | from} KEYSPACE [--option …]");
    }

    @Test
    void noProxyIsToldApartFromARefusal() {
        assertThat(run("open", "pair", "p", "--port", "1"))
                .satisfies(outcome -> assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.UNREACHABLE))
                .satisfies(outcome -> assertThat(outcome.err())
                        .startsWith("pinion: can't reach a proxy at 127.0.0.1:1: ")
                        .hasLineCount(1));
    }

    @Test
    void aNewerProxysLinesWin() {
        Result help = new Result(
                List.of(new Result.Column("command", false)),
                List.of(
                        List.of("PROMOTE PAIR pair [SLOWLY]"),
                        List.of("DRAIN PAIR pair INTO 'place'"),
                        List.of("{[notation"),
                        List.of("SHOW SHARDS [{FROM | IN} keyspace] [LIKE 'pattern' | WHERE condition]")));
        StatementLines theirs = StatementLines.builtIn().of(help);

        assertThat(theirs.lines()).hasSize(3);
        assertThat(theirs.read(List.of("promote", "pair", "p", "slowly"))
                        .spelling()
                        .sql(""))
                .isEqualTo("PROMOTE PAIR `p` SLOWLY");
        assertThat(theirs.read(List.of("drain", "pair", "p", "into", "'a,b'"))
                        .spelling()
                        .shell())
                .isEqualTo("drain pair p into \"'a,b'\"");
        assertThat(theirs.read(List.of("show", "shards", "where", "pair", "=", "p"))
                        .spelling()
                        .sql(""))
                .isEqualTo("SHOW SHARDS WHERE `pair` = 'p'");
        assertThat(theirs.mayRead(List.of("open", "pair", "p"))).isFalse();
    }

    /** A string is what other clients make of words. */
    @Test
    void eachStatementIsACommand() {
        CommandLine root = CommandLines.all();
        for (SyntaxLine line : StatementLines.builtIn().lines()) {
            for (String opening : line.openings()) {
                CommandLine node = root;
                for (String word :
                        opening.replaceAll(" '.*+", "").toLowerCase(Locale.ROOT).split(" ")) {
                    assertThat(node.getSubcommands()).as(opening).containsKey(word);
                    node = Objects.requireNonNull(node.getSubcommands().get(word));
                }
            }
        }
    }

    @Test
    void theColumnsOfAShowAreAskedFor() {
        assertThat(StatementLines.builtIn()
                        .read(List.of("help", "pinion", "show", "shard", "sizes"))
                        .spelling()
                        .sql(""))
                .isEqualTo("HELP PINION SHOW SHARD SIZES");
    }
}

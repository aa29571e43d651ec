package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can be told of orders without a proxy. {@code OpeningIT} and {@code MoveCommandsIT} run them at one. */
class AdminStatementCommandTest {
    private static Cli.Outcome run(String... arguments) {
        return new Cli().environment(Map.of("PINION_PASSWORD", "x")).run(arguments);
    }

    @Test
    void whatDoesntGoTogetherIsAWrongCommandLine() {
        assertThat(run("pairs", "promote", "p", "--fenced"))
                .isEqualTo(new Cli.Outcome(ExitStatus.USAGE, "", "pinion: --fenced is said with --force only\n"));
        assertThat(run("pairs", "promote", "p", "--force", "--explain").err()).contains("planned promotion only");
        assertThat(run("shards", "open", "many", "--pair", "p", "--keyspace", "k")
                        .err())
                .isEqualTo("pinion: 'many' is no range of shards, such as 4096-8191 or 4096\n");
        assertThat(run("shards", "open", "4096-8191", "--pair", "p").exitStatus())
                .isEqualTo(ExitStatus.USAGE);
        assertThat(run("operations", "resume", "seven").exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(run("shards", "move", "0-3x", "--to", "p", "--keyspace", "k").err())
                .isEqualTo("pinion: '0-3x' is no range of shards, such as 4096-8191 or 4096\n");
        assertThat(run("shards", "move", "0-3", "6-7", "--to", "p", "--keyspace", "k")
                        .err())
                .contains("Unmatched argument", "'6-7'");
        assertThat(run("pairs", "replace-standby", "p").err()).contains("--with=[NAME=]HOST:PORT");
    }

    @Test
    void aPasswordOfServersIsNoArgument() {
        String[] create = {"pairs", "create", "p", "--primary", "db1=10.0.0.1:3306", "--using", "root", "--port", "1"};
        assertThat(run(create).err()).isEqualTo("pinion: no password of root: set PINION_SERVER_PASSWORD\n");
        assertThat(new Cli()
                        .environment(Map.of("PINION_PASSWORD", "x", "PINION_SERVER_PASSWORD", "y"))
                        .run(create)
                        .exitStatus())
                .isEqualTo(ExitStatus.UNREACHABLE);
        assertThat(run("pairs", "add-standby", "p", "--standby", "10.0.0.2:3306", "--accounts-from", "10.0.%")
                        .err())
                .isEqualTo("pinion: --accounts-from is said with --using only\n");
    }

    @Test
    void aKeyspaceIsOfOneKind() {
        assertThat(run("keyspaces", "create", "shop", "--pairs", "p").err())
                .contains("--id=SHARDS", "--mod=SHARDS", "--single");
        assertThat(run("keyspaces", "create", "shop", "--id", "8", "--mod", "8", "--pairs", "p")
                        .exitStatus())
                .isEqualTo(ExitStatus.USAGE);
        assertThat(run("keyspaces", "create", "shop", "--id", "8", "--hash", "crc32", "--pairs", "p")
                        .err())
                .isEqualTo("pinion: --hash is said with --mod\n");
        assertThat(run("keyspaces", "create", "shop", "--id", "8").err()).contains("--pairs=PAIR");
    }

    @Test
    void aMappingIsLookedAtAgainstSomething() {
        assertThat(run("mappings", "check", "board_has_pins", "--objects").err())
                .isEqualTo("pinion: whose mapping? KEYSPACE.TABLE, not board_has_pins\n");
        assertThat(run("mappings", "check", "p.board_has_pins").err())
                .isEqualTo("pinion: against what? --against OPPOSITE, --objects, or both\n");
        assertThat(run("mappings", "repair", "p.board_has_pins", "--objects").err())
                .contains("--add-missing", "--delete-dangling");
        assertThat(run("mappings", "watch", "p.board_has_pins", "--objects", "--every", "2 weeks")
                        .err())
                .startsWith("pinion: --every takes a number of MINUTE, HOUR or DAY, such as '12 HOUR', not 2 weeks");
    }

    @Test
    void aGroupAloneHelps() {
        for (String group : List.of("pairs", "keyspaces", "mappings", "shards", "operations")) {
            assertThat(run(group).exitStatus()).isEqualTo(ExitStatus.USAGE);
            assertThat(run(group).err()).contains("pinion " + group);
        }
    }

    @Test
    void noProxyIsToldApartFromARefusal() {
        assertThat(run("pairs", "open", "p", "--port", "1"))
                .satisfies(outcome -> assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.UNREACHABLE))
                .satisfies(outcome -> assertThat(outcome.err())
                        .startsWith("pinion: can't reach a proxy at 127.0.0.1:1: ")
                        .hasLineCount(1));
    }

    @Test
    void whatIsVerifiedIsSaidInOneWay() {
        assertThat(run("shards", "verify").err()).startsWith("pinion: whose shards? --keyspace NAME, or --pair PAIR");
        assertThat(run("shards", "verify", "--pair", "p", "--keyspace", "k").err())
                .startsWith("pinion: --pair is said without SHARDS and --keyspace");
        assertThat(run("shards", "verify", "1..3", "--keyspace", "k").err()).contains("'1..3' is no range of shards");
    }
}

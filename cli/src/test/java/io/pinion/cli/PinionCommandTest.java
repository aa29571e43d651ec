package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinionCommandTest {
    @Test
    void withoutACommandItHelps() {
        Cli.Outcome outcome = new Cli().run();

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(outcome.err()).contains("Usage: pinion", "Examples:", "pinion demo");
    }

    @Test
    void saysItsVersion() {
        Cli.Outcome outcome = new Cli().run("--version");

        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out()).matches("(?s)pinion \\d+\\.\\d+.*java .*");
    }

    @Test
    void aMisspeltCommandIsCorrected() {
        Cli.Outcome outcome = new Cli().run("topologi");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(outcome.err()).contains("topologi").contains("Did you mean").contains("topology");
    }

    @Test
    void aMisspeltOptionIsCorrected() {
        Cli.Outcome outcome = new Cli().run("show", "shards", "--formt", "json");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(outcome.err()).contains("--formt").contains("--format");
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : List.of("topology", "id", "key")) {
            Cli.Outcome outcome = new Cli().run(command, "--help");

            assertThat(outcome.exitStatus()).isZero();
            assertThat(outcome.out()).contains("Examples:").contains("pinion " + command);
        }
    }

    @Test
    void anIdIsTakenApart() {
        assertThat(new Cli().run("id", "241294492511762325").out()).isEqualTo("""
                id        241294492511762325
                shard     3429
                type      1
                local id  7075733
                """);
    }

    @Test
    void anIdIsComposed() {
        assertThat(new Cli()
                        .run("id", "--shard", "3429", "--type", "1", "--local", "7075733")
                        .out())
                .startsWith("id        241294492511762325\n");
    }

    @Test
    void whatIsNoIdIsRefusedInOneLine() {
        Cli.Outcome outcome = new Cli().run("id", "9223372036854775807");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome.err()).isEqualTo("pinion: 9223372036854775807 has a reserved bit set, so it is no id\n");
    }

    @ParameterizedTest
    @CsvSource({
        "9999999999999999999, has a reserved bit set",
        "99999999999999999999, has more than 64 bits",
        "12ab, is not a whole number",
        "1.5, is not a whole number"
    })
    void nonsenseIsNoId(String text, String reason) {
        assertThat(new Cli().run("id", text).err())
                .startsWith("pinion: ")
                .contains(text, reason + ", so it is no id\n");
    }

    @Test
    void debugShowsTheStackTrace() {
        assertThat(new Cli().run("id", "--debug", "9223372036854775807").err()).contains("at io.pinion.cli.IdCommand");
    }

    @Test
    void aKeyIsHashedEveryWay() {
        assertThat(new Cli().run("key", "1.2.3.4").out())
                .contains("| md5         |  1537 |", "| md5_newline |  1524 |", "| md5_hex15   |  2322 |");
    }

    @Test
    void anUnknownHashIsRefusedWithTheKnownOnes() {
        Cli.Outcome outcome = new Cli().run("key", "x", "--hash", "sha1");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(outcome.err())
                .isEqualTo("pinion: there is no hash sha1; known are md5, md5_newline, md5_hex15, crc32\n");
    }

    @Test
    void aPasswordBecomesVerifiers() {
        Cli.Outcome outcome = new Cli().input("app\nignored\n").run("user", "hash");

        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out())
                .contains("\"native\": \"5bcb3e6ac345b435c7c2e6b7949a04ce6f6563d3\"")
                .contains("\"sha2\": \"");
    }

    @Test
    void aPasswordBecomesTheSaltedVerifierOfMySql() {
        Cli.Outcome outcome = new Cli().input("app\n").run("user", "hash", "--salted");

        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out()).matches("\\{\"caching_sha2\": \"\\$A\\$005\\$[./0-9A-Za-z]{63}\"}\n");
    }

    @Test
    void anEmptyPasswordIsRefused() {
        assertThat(new Cli().run("user", "hash").exitStatus()).isEqualTo(ExitStatus.FAILED);
    }
}

package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShowCommandTest {
    @Test
    void withoutAPasswordItSaysWhereToPutIt() {
        Cli.Outcome outcome = new Cli().run("show", "shards");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(outcome.err()).isEqualTo("pinion: no password: set PINION_PASSWORD\n");
    }

    @Test
    void anUnreachableProxyIsOneLine() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        Cli.Outcome outcome = new Cli()
                .environment(Map.of("PINION_PASSWORD", "admin"))
                .run("show", "shards", "--port", Integer.toString(port));

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.UNREACHABLE);
        assertThat(outcome.err())
                .startsWith("pinion: can't reach a proxy at 127.0.0.1:" + port + ": Connection refused")
                .hasLineCount(1);
    }

    @Test
    void rowsArePrintedForPeopleAndForScripts() {
        Result result = new Result(
                List.of(new Result.Column("pair", false), new Result.Column("shards", true)),
                List.of(Arrays.asList("MySQL001", "2048"), new ArrayList<>(Arrays.asList("a \"b\"\tc", null))));

        assertThat(OutputFormat.TSV.print(result)).isEqualTo("pair\tshards\nMySQL001\t2048\na \"b\"\\tc\tNULL\n");
        assertThat(OutputFormat.JSON.print(result)).isEqualTo("""
                [
                  {"pair": "MySQL001", "shards": 2048},
                  {"pair": "a \\"b\\"\\tc", "shards": null}
                ]
                """);
        assertThat(OutputFormat.TABLE.print(result)).contains("| MySQL001 |   2048 |");
        assertThat(OutputFormat.VERTICAL.print(result)).contains("  pair: MySQL001\nshards: 2048\n");
    }
}

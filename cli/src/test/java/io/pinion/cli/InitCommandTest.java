package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    private final Path home;

    InitCommandTest(@TempDir Path home) {
        this.home = home;
    }

    private Cli.Outcome init(String password, String... more) {
        String[] words = new String[5 + more.length];
        words[0] = "init";
        words[1] = "--directory";
        words[2] = home.resolve("pinion").toString();
        words[3] = "--server-version";
        words[4] = "11.4.9-MariaDB";
        System.arraycopy(more, 0, words, 5, more.length);
        return new Cli().input(password).run(words);
    }

    @Test
    void aClusterBeginsWithItsSecretsAndAnAdministrator() throws Exception {
        Cli.Outcome outcome = init("secret\n");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out())
                .contains("cluster main begins", "for one proxy", "pinion serve --config", "FROM '10.0.%';")
                .doesNotContain("secret:", "Each proxy");
        Path made = home.resolve("pinion");
        assertThat(new TopologyReader().read(Files.readString(made.resolve("topology.json"))))
                .isInstanceOfSatisfying(Reading.Accepted.class, accepted -> {
                    Topology topology = accepted.topology();
                    assertThat(topology.user("admin").orElseThrow().admin()).isTrue();
                    assertThat(topology.accounts()).containsKeys("data", "monitor", "operator", "replication");
                    assertThat(topology.servers()).isEmpty();
                });
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.resolve("secrets/data"))))
                .isEqualTo("rw-------");
        assertThat(Files.readString(made.resolve("secrets/data"))).hasSize(33);
        assertThat(Files.readString(made.resolve("pinion.yaml"))).contains("server_version: 11.4.9-MariaDB");
    }

    /** Lines are broken at hyphens, too. */
    @Test
    void helpWritesAVersionInOneLine() {
        assertThat(new Cli().run("init", "--help").out().lines())
                .anySatisfy(line -> assertThat(line.strip()).isEqualTo("11.4.9-MariaDB, 9.7.0."));
    }

    @Test
    void anEmptyPasswordIsMadeUp() {
        assertThat(init("").out()).containsPattern("password of admin, which is kept nowhere: [A-Za-z0-9]{32}");
    }

    @Test
    void whatIsThereIsLeftAlone() throws Exception {
        init("secret");
        String before = Files.readString(home.resolve("pinion/secrets/data"));

        Cli.Outcome again = init("secret");

        assertThat(again.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(again.err()).contains("pinion.yaml is there already, and nothing was changed");
        assertThat(Files.readString(home.resolve("pinion/secrets/data"))).isEqualTo(before);
        Files.delete(home.resolve("pinion/pinion.yaml"));
        assertThat(init("secret").err()).contains("secrets is there already, and nothing was changed");
        Files.move(home.resolve("pinion/secrets"), home.resolve("elsewhere"));
        assertThat(init("secret").err()).contains("has a topology already, and nothing was changed");
    }

    @Test
    void whatCanNotWorkIsRefusedBeforeAnythingIsWritten() {
        assertThat(init("secret", "--cluster", "a/b").err()).contains("--cluster");
        assertThat(init("secret", "--server-version", "eleven").err()).contains("--server-version");
        assertThat(init("secret", "--port", "99999").err()).contains("--port");
        assertThat(init("secret", "--admin", "a\"b").exitStatus()).isNotZero();

        assertThat(home.resolve("pinion")).doesNotExist();
    }
}

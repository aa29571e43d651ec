package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that begins in ZooKeeper is closed to everybody without its secret. */
class ProtectedZooKeeperTest {
    private EmbeddedZooKeeper zooKeeper;
    private Path home;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        home = directory.resolve("pinion");
        zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
    }

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private Cli.Outcome init(String... more) {
        String[] words = {
            "init",
            "--directory",
            home.toString(),
            "--server-version",
            "9.7.0",
            "--zookeeper",
            zooKeeper.connectString()
        };
        String[] all = new String[words.length + more.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return new Cli().input("secret\n").run(all);
    }

    private Cli.Outcome withSettings(String verb) {
        return new Cli().run("topology", verb, "--config", settings().toString());
    }

    private Path settings() {
        return home.resolve("pinion.yaml");
    }

    private Cli.Outcome asNobody() {
        return new Cli().run("topology", "get", "--zookeeper", zooKeeper.connectString(), "--cluster", "main");
    }

    @Test
    void aNewClusterIsItsSecretsAlone() throws Exception {
        Cli.Outcome begun = init();

        assertThat(begun.err()).isEmpty();
        assertThat(begun.out()).contains("for those alone who have " + home.resolve("secrets/zookeeper"));
        assertThat(Files.readString(settings()))
                .contains("zookeeper:\n", "  user: pinion\n", "  secret: file:" + home.resolve("secrets/zookeeper"));
        assertThat(withSettings("get").out()).contains("\"cluster\"");
        assertThat(withSettings("get").err()).isEmpty();
        assertThat(withSettings("protect").out()).contains("was protected already");
        assertThat(asNobody().err())
                .contains("can't be read (NOAUTH)", "zookeeper.user and zookeeper.secret", "--config");
    }

    @Test
    void theFilesOfAClusterAreToldBeforeItsZooKeeperRefuses() {
        init();

        Cli.Outcome again = init();

        assertThat(again.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(again.err())
                .contains(settings() + " is there already, and nothing was changed")
                .doesNotContain("NOAUTH");
    }

    @Test
    void aWrongSecretIsToldAtOnce() throws Exception {
        init();
        Files.writeString(home.resolve("secrets/zookeeper"), "another");

        Cli.Outcome outcome = withSettings("get");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome.err()).contains("ZooKeeper keeps it for another user");
        Files.delete(home.resolve("secrets/zookeeper"));
        assertThat(withSettings("get").err()).contains("zookeeper.secret in " + settings(), "can't be read");
    }

    @Test
    void anOpenClusterIsProtectedLater() throws Exception {
        assertThat(init("--zookeeper-open").out()).doesNotContain("secrets/zookeeper");
        assertThat(asNobody().out()).contains("\"cluster\"");
        assertThat(withSettings("protect").err()).contains("add zookeeper.user and zookeeper.secret");
        Path secret = Files.writeString(home.resolve("secrets/later"), "a secret\n");
        Files.writeString(
                settings(),
                Files.readString(settings()) + "zookeeper:\n  user: pinion\n  secret: file:" + secret + "\n");

        assertThat(withSettings("get").err()).contains("warning: whoever reaches ZooKeeper may change /pinion/main");
        assertThat(withSettings("protect").out()).contains("is protected: 4 nodes had been open");

        assertThat(withSettings("get").err()).isEmpty();
        assertThat(asNobody().err()).contains("NOAUTH");
    }

    @Test
    void whatGoesWithZooKeeperAloneIsRefusedWithout() {
        assertThat(new Cli()
                        .run("init", "--directory", home.toString(), "--server-version", "9.7.0", "--zookeeper-open")
                        .err())
                .contains("--zookeeper-ca and --zookeeper-open go with --zookeeper");
    }

    @Test
    void aPortWithoutTlsIsNamedWhenTlsIsAskedFor(@TempDir Path certificates) throws Exception {
        Path authority = certificates.resolve("ca.pem");
        Files.writeString(authority, "");

        assertThat(init("--zookeeper-ca", authority.toString()).err())
                .contains("no connection to ZooKeeper: " + zooKeeper.connectString());
        assertThat(home).doesNotExist();
    }
}

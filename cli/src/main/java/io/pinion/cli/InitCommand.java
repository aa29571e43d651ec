package io.pinion.cli;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.Verifiers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pinion init}: the files and the first topology document of a new cluster, which has no servers yet. */
@Command(
        name = "init",
        description = "Begin a new cluster: settings, secrets, and its first topology document.",
        mixinStandardHelpOptions = true,
        footerHeading =
                "%nThe administrator's password is the first line of standard input, or asked for; an empty one is"
                        + " made up and printed. Examples:%n",
        footer = {
            "  pinion init --zookeeper zk1:2181,zk2:2181 --server-version 11.4.9-MariaDB",
            "  pinion init --directory /etc/pinion --server-version 8.4.6 < password.txt"
        })
final class InitCommand extends CliCommand {
    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "main",
            description = "Its name: ${DEFAULT-VALUE}.")
    private String cluster;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOSTS",
            description =
                    "Where its document lives: host:port, more with commas. Left out, it is a file, for one proxy.")
    private @Nullable String zooKeeper;

    @Option(
            names = "--zookeeper-ca",
            paramLabel = "FILE",
            description = "Speak TLS with ZooKeeper; these authorities (PEM) have signed its servers' certificates.")
    private @Nullable Path zooKeeperCa;

    @Option(
            names = "--zookeeper-open",
            description = "Let everybody who reaches ZooKeeper change the cluster, instead of making a secret for it.")
    private boolean zooKeeperOpen;

    @Option(
            names = "--directory",
            paramLabel = "DIRECTORY",
            defaultValue = "pinion",
            description = "Where settings and secrets are written: ${DEFAULT-VALUE}.")
    private Path directory;

    @Option(
            names = "--server-version",
            paramLabel = "VERSION",
            required = true,
            description = {
                "The version of the servers that there will be, as SELECT VERSION() writes it, whole:",
                "11.4.9-MariaDB, 9.7.0."
            })
    private String serverVersion;

    @Option(
            names = "--admin",
            paramLabel = "USER",
            defaultValue = "admin",
            description = "The first user of Pinion, an administrator: ${DEFAULT-VALUE}.")
    private String admin;

    @Option(names = "--port", defaultValue = "3306", description = "Where clients connect: ${DEFAULT-VALUE}.")
    private int port;

    @Override
    public Integer call() throws CliFailure, StoreUnavailable {
        Path home = directory.toAbsolutePath().normalize();
        NewCluster made = new NewCluster(cluster, home, newZooKeeper(), serverVersion, port);
        made.check();
        // Before ZooKeeper, which tells nobody without the secret in there what it has.
        requireNoFiles(home);
        try (OpenStore opened = store(made)) {
            requireEmpty(opened);
            String typed = environment().readPassword("Password of " + admin + " (empty: one is made up): ");
            String password = typed.isEmpty() ? NewCluster.secret() : typed;
            // Before anything is written: a name may be refused.
            Topology topology = made.topology(admin, Verifiers.of(password));
            List<Path> written = made.writeFiles();
            store(topology, opened, written);
            tell(written, opened, typed.isEmpty() ? Optional.of(password) : Optional.empty(), home);
        } catch (IOException e) {
            throw new CliFailure("can't write into " + home + ": " + e, e);
        }
        return ExitStatus.OK;
    }

    private Optional<NewZooKeeper> newZooKeeper() throws CliFailure {
        String hosts = zooKeeper;
        if (hosts == null) {
            if (zooKeeperOpen || zooKeeperCa != null) {
                throw CliFailure.usage("--zookeeper-ca and --zookeeper-open go with --zookeeper");
            }
            return Optional.empty();
        }
        return Optional.of(new NewZooKeeper(
                hosts,
                zooKeeperOpen ? Optional.empty() : Optional.of(NewCluster.secret()),
                Optional.ofNullable(zooKeeperCa)
                        .map(file -> file.toAbsolutePath().normalize())));
    }

    private OpenStore store(NewCluster made) throws CliFailure {
        Optional<NewZooKeeper> there = made.zooKeeper();
        return there.isPresent()
                ? OpenStore.zooKeeper(there.get().hosts(), cluster, there.get().access())
                : OpenStore.file(made.document());
    }

    /** Nothing of a cluster that there is already is touched. */
    private static void requireNoFiles(Path home) throws CliFailure {
        for (Path file : List.of(home.resolve(NewCluster.SETTINGS), home.resolve(NewCluster.SECRETS))) {
            if (Files.exists(file)) {
                throw new CliFailure(
                        file + " is there already, and nothing was changed; take another --directory, or move it away");
            }
        }
    }

    private static void requireEmpty(OpenStore opened) throws CliFailure {
        Optional<StoredDocument> stored;
        try {
            stored = opened.store().read();
        } catch (StoreUnavailable e) {
            throw new CliFailure(
                    opened.name() + " can't be looked at, and nothing was changed: " + e.getMessage()
                            + "; where that is another cluster's, take another --cluster",
                    e);
        }
        if (stored.isPresent()) {
            throw new CliFailure(opened.name() + " has a topology already, and nothing was changed; take another"
                    + " --cluster, or go on with it: pinion topology get");
        }
    }

    /** Secrets that no document names are of no use. */
    private static void store(Topology topology, OpenStore opened, List<Path> written)
            throws CliFailure, StoreUnavailable, IOException {
        try {
            new StoreCommands(opened, quiet(), quiet()).set(topology, "the new cluster's document", "pinion init");
        } catch (CliFailure | StoreUnavailable e) {
            for (Path file : written) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(written.getFirst().toAbsolutePath().getParent());
            throw e;
        }
    }

    private static PrintWriter quiet() {
        return new PrintWriter(Writer.nullWriter());
    }

    private void tell(List<Path> written, OpenStore opened, Optional<String> password, Path home) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("cluster " + cluster + " begins: its topology is in " + opened.name() + ", with the user " + admin);
        password.ifPresent(secret -> out.println("password of " + admin + ", which is kept nowhere: " + secret));
        written.forEach(file -> out.println("written: " + file));
        if (zooKeeper != null && !zooKeeperOpen) {
            out.println("what the cluster keeps in ZooKeeper is for those alone who have "
                    + home.resolve(NewCluster.SECRETS).resolve(NewZooKeeper.SECRET));
        }
        out.println();
        out.println(
                zooKeeper == null
                        ? "A topology in a file is for one proxy, which forgets its operations when it ends. Next:"
                        : "Each proxy needs the same " + home + " on its host. Next:");
        out.println("  pinion serve --config " + home.resolve(NewCluster.SETTINGS));
        String at = port == NewCluster.USUAL_PORT ? "" : " --port " + port;
        out.println("  pinion create pair …" + at + "      (pinion create pair --help), or in SQL, as " + admin + ":");
        out.println(
                "  CREATE PAIR p1 PRIMARY 'host:3306' STANDBY 'host:3306' USING 'root' IDENTIFIED BY '…' FROM '10.0.%';");
        out.println("  CREATE KEYSPACE shop ID SHARDS 4096 ON PAIR p1;");
        out.flush();
    }
}

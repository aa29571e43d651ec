package io.pinion.cli;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TreeProtection;
import io.pinion.config.source.TreeProtection.ProxiesWithoutUser;
import io.pinion.config.topology.ArticleImport;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion topology}: reads, checks and changes the topology document. */
@Command(
        name = "topology",
        description = "Read, check and change the topology document.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion topology validate topology.json",
            "  pinion topology import ranges.txt > topology.json",
            "  pinion topology get --config pinion/pinion.yaml > topology.json",
            "  pinion topology diff topology.json --config pinion/pinion.yaml",
            "  pinion topology set topology.json --config pinion/pinion.yaml",
            "  pinion topology history --diff 8 --config pinion/pinion.yaml",
            "  pinion topology protect --config pinion/pinion.yaml",
            "  pinion topology get --zookeeper zk1:2181 --cluster main",
            "",
            "pinion init writes the settings; --zookeeper alone does where ZooKeeper asks for no secret."
        })
final class TopologyCommand extends GroupCommand {
    @Command(
            name = "validate",
            description = "Check a document: every mistake at once, with its place and its cure.",
            mixinStandardHelpOptions = true)
    int validate(@Parameters(paramLabel = "FILE", description = "The document; - is standard input.") Path file)
            throws CliFailure {
        Topology topology = read(file);
        print(file + " is right: cluster " + topology.cluster() + ", "
                + counted(topology.servers().size(), "server") + ", "
                + counted(topology.pairs().size(), "pair") + ", "
                + counted(topology.keyspaces().size(), "keyspace") + ", "
                + counted(topology.users().size(), "user") + "\n");
        return ExitStatus.OK;
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    @Command(
            name = "import",
            description = "Make a document of a range table as the article \"Sharding Pinterest\" prints it.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nThe document goes to standard output, to be completed: addresses, users, tables.%n")
    int importRanges(
            @Parameters(paramLabel = "FILE", description = "The range table; - is standard input.") Path file,
            @Option(names = "--cluster", defaultValue = "main", description = "Default: ${DEFAULT-VALUE}.")
                    String cluster,
            @Option(names = "--keyspace", defaultValue = "pinterest", description = "Default: ${DEFAULT-VALUE}.")
                    String keyspace,
            @Option(
                            names = "--database",
                            defaultValue = "db%05d",
                            description = "How shard databases are named. Default: db%%05d.")
                    String database)
            throws CliFailure {
        switch (new ArticleImport().read(environment().read(file), cluster, keyspace, database)) {
            case Reading.Accepted accepted -> print(new TopologyWriter().write(accepted.topology()));
            case Reading.Refused refused -> throw Documents.refused(file.toString(), refused.problems());
        }
        return ExitStatus.OK;
    }

    @Command(name = "get", description = "Print the document that a cluster has.", mixinStandardHelpOptions = true)
    int get(@ArgGroup(multiplicity = "1") StoreOptions where) throws CliFailure, StoreUnavailable {
        try (OpenStore store = opened(where)) {
            commands(store).get();
        }
        return ExitStatus.OK;
    }

    @Command(
            name = "diff",
            description = "Print what would change if a document replaced the one that a cluster has.",
            mixinStandardHelpOptions = true)
    int diff(
            @Parameters(paramLabel = "FILE", description = "The document; - is standard input.") Path file,
            @ArgGroup(multiplicity = "1") StoreOptions where)
            throws CliFailure, StoreUnavailable {
        Topology wanted = read(file);
        try (OpenStore store = opened(where)) {
            commands(store).diff(wanted, file.toString());
        }
        return ExitStatus.OK;
    }

    @Command(
            name = "set",
            description = "Give a cluster a new document, if it is right and nobody else was faster.",
            mixinStandardHelpOptions = true,
            footerHeading = "%n",
            footer = {
                "The \"generation\" of the document says which one it was made from; when the cluster",
                "has a later one by now, nothing is written. A document without it replaces any."
            })
    int set(
            @Parameters(paramLabel = "FILE", description = "The document; - is standard input.") Path file,
            @ArgGroup(multiplicity = "1") StoreOptions where)
            throws CliFailure, StoreUnavailable {
        Topology wanted = read(file);
        try (OpenStore store = opened(where)) {
            commands(store).set(wanted, file.toString(), "pinion topology set " + file);
        }
        return ExitStatus.OK;
    }

    @Command(
            name = "history",
            description = "Print the last changes of the document that a cluster has, or the lines of one of them.",
            mixinStandardHelpOptions = true)
    int history(
            @Option(names = "--diff", paramLabel = "N", description = "The lines that generation N has changed.")
                    @Nullable
                    Long generation,
            @ArgGroup(multiplicity = "1") StoreOptions where)
            throws CliFailure, StoreUnavailable {
        try (OpenStore store = opened(where)) {
            commands(store).history(Optional.ofNullable(generation));
        }
        return ExitStatus.OK;
    }

    @Command(
            name = "protect",
            description = "Give what a cluster keeps in ZooKeeper to the user of the settings, and to nobody else.",
            mixinStandardHelpOptions = true,
            footerHeading = "%n",
            footer = {
                "For a cluster that began without zookeeper.user. First give the settings of every proxy a",
                "zookeeper.user and zookeeper.secret and restart it: a proxy without them loses the cluster,",
                "so nothing is changed while one runs."
            })
    int protect(
            @Option(
                            names = "--config",
                            paramLabel = "FILE",
                            required = true,
                            description = "The settings of a proxy of the cluster, with zookeeper.user.")
                    Path config)
            throws CliFailure, StoreUnavailable, ProxiesWithoutUser {
        try (OpenStore store = OpenStore.of(config, environment())) {
            TreeProtection protection = store.protection()
                    .orElseThrow(() -> new CliFailure(
                            config + " names no user that the nodes could belong to: add zookeeper.user and"
                                    + " zookeeper.secret"));
            int nodes = protection.protect();
            print(
                    nodes == 0
                            ? store.name() + " was protected already\n"
                            : store.name() + " is protected: " + counted(nodes, "node") + " had been open\n");
        }
        return ExitStatus.OK;
    }

    /** Says on the way if anybody may change what is in there. */
    private OpenStore opened(StoreOptions where) throws CliFailure {
        OpenStore store = where.open(environment());
        store.protection().ifPresent(protection -> {
            try {
                protection.warning().ifPresent(open -> {
                    spec.commandLine().getErr().println("warning: " + open);
                    spec.commandLine().getErr().flush();
                });
            } catch (StoreUnavailable away) {
                // The command itself says so.
            }
        });
        return store;
    }

    private Topology read(Path file) throws CliFailure {
        return Documents.read(
                environment().read(file), file.toString(), spec.commandLine().getErr());
    }

    private StoreCommands commands(OpenStore store) {
        return new StoreCommands(
                store, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
}

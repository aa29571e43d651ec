package io.pinion.server.cli;

import io.pinion.config.topology.ArticleImport;
import io.pinion.config.topology.ArticleImport.Imported;
import io.pinion.config.topology.Topology;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
            "  pinion topology get --zookeeper zk1:2181 --cluster main > topology.json",
            "  pinion topology diff topology.json --zookeeper zk1:2181 --cluster main",
            "  pinion topology set topology.json --zookeeper zk1:2181 --cluster main"
        })
final class TopologyCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the field
    TopologyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }

    @Command(
            name = "validate",
            description = "Check a document: every mistake at once, with its place and its cure.",
            mixinStandardHelpOptions = true)
    int validate(@Parameters(paramLabel = "FILE", description = "The document; - is standard input.") Path file)
            throws CliFailure {
        PrintWriter out = spec.commandLine().getOut();
        Topology topology = Documents.read(
                surroundings.read(file), file.toString(), spec.commandLine().getErr());
        out.println(file + " is right: cluster " + topology.cluster() + ", "
                + counted(topology.servers().size(), "server") + ", "
                + counted(topology.pairs().size(), "pair") + ", "
                + counted(topology.keyspaces().size(), "keyspace") + ", "
                + counted(topology.users().size(), "user"));
        out.flush();
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
        Imported imported = new ArticleImport().toDocument(surroundings.read(file), cluster, keyspace, database);
        switch (imported) {
            case Imported.Document(String json) -> {
                spec.commandLine().getOut().print(json.endsWith("\n") ? json : json + "\n");
                spec.commandLine().getOut().flush();
            }
            case Imported.Refused refused -> throw Documents.refused(file.toString(), refused.problems());
        }
        return ExitStatus.OK;
    }
}

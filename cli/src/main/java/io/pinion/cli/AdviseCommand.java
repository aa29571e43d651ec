package io.pinion.cli;

import io.pinion.cli.advise.AdviceDocuments;
import io.pinion.cli.advise.AdvicePage;
import io.pinion.cli.advise.GivenPlacement;
import io.pinion.cli.advise.StatementLog;
import io.pinion.cli.advise.UnreadableLog;
import io.pinion.routing.advice.Advice;
import io.pinion.routing.advice.Advisor;
import io.pinion.routing.advice.LoggedStatement;
import io.pinion.routing.advice.Proposal;
import io.pinion.routing.catalog.Declaration;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pinion advise}: how the tables of an unsharded database should be placed, by its statements. */
@Command(
        name = "advise",
        description =
                "Say how the tables of a MySQL or MariaDB should be sharded, and what would become of each statement"
                        + " that it runs today.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nNothing is changed anywhere. Examples:%n",
        footer = {
            "  mysqldump --no-data shop > schema.sql",
            "  pinion advise --schema schema.sql --slow-log slow.log.gz --tables tables.json",
            "  pinion advise --schema schema.sql --slow-log slow.log.gz --placement tables.json"
        })
final class AdviseCommand extends CliCommand {
    private static final int WIDEST = 120;

    @Mixin
    private AdviseInput input;

    @Option(
            names = "--shapes",
            paramLabel = "N",
            defaultValue = "" + Advisor.USUAL_SHAPES,
            description = "How many shapes of statements are kept apart. Default: ${DEFAULT-VALUE}.")
    private int shapes;

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "4096",
            description = "How many shards the keyspace has. Default: ${DEFAULT-VALUE}.")
    private int shards;

    @Option(
            names = "--pairs",
            paramLabel = "PAIR",
            split = ",",
            defaultValue = "MySQL001,MySQL002",
            description = "The pairs of the draft of the keyspace. Default: ${DEFAULT-VALUE}.")
    private List<String> pairs;

    @Option(
            names = "--placement",
            paramLabel = "FILE",
            description = "Count for this placement, as --tables writes one, in the place of a proposal.")
    private @Nullable Path placement;

    @Option(names = "--tables", paramLabel = "FILE", description = "Write the document for IMPORT DATABASE … TABLES.")
    private @Nullable Path tables;

    @Option(names = "--keyspace", paramLabel = "FILE", description = "Write the keyspace, for the topology document.")
    private @Nullable Path keyspace;

    @Override
    public Integer call() throws CliFailure, UnreadableLog {
        try {
            advise();
            return ExitStatus.OK;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void advise() throws CliFailure, IOException, UnreadableLog {
        if (shards < pairs.size() || shards > 1 << 16) {
            throw CliFailure.usage("--shards is between the number of pairs and " + (1 << 16));
        }
        if (shapes < 1) {
            throw CliFailure.usage("--shapes is 1 or more");
        }
        AdviseInput.Read read = input.read();
        Advisor advisor = new Advisor(
                read.schema(),
                read.dialect(),
                read.serverVersion(),
                input.charset(),
                new Proposal.Layout(shards, pairs),
                shapes);
        Map<String, Declaration> given = placement == null ? null : GivenPlacement.read(placement, read.schema());
        long[] learnt = {0};
        Set<String> findings = new LinkedHashSet<>();
        each(read.logs(), findings, statement -> {
            learnt[0]++;
            advisor.learn(statement);
        });
        if (learnt[0] == 0) {
            String notes = findings.stream().map(note -> "; " + note).collect(Collectors.joining());
            throw new CliFailure(
                    "there are no statements in what was given, and without them nothing can be advised" + notes);
        }
        if (given == null) {
            advisor.propose();
        } else {
            advisor.place(given);
        }
        each(read.logs(), new LinkedHashSet<>(), advisor::judge);
        tell(advisor.advice(), notes(read, findings));
    }

    private static List<String> notes(AdviseInput.Read read, Set<String> findings) {
        List<String> notes = new ArrayList<>(read.notes());
        notes.addAll(findings);
        return notes;
    }

    private void tell(Advice advice, List<String> notes) throws CliFailure {
        Advice whole = advice.withNotes(notes);
        if (tables != null) {
            write(tables, AdviceDocuments.tables(whole.proposal()));
        }
        if (keyspace != null) {
            write(keyspace, AdviceDocuments.keyspace(whole.proposal()));
        }
        print(new AdvicePage(width()).of(whole));
    }

    /** A script gets whole lines. */
    private int width() {
        int terminal = Math.min(WIDEST, Math.max(USUAL_WIDTH, spec.commandLine().getUsageHelpWidth()));
        return environment().terminal().isPresent() ? terminal : WIDEST;
    }

    private static void each(List<StatementLog> logs, Set<String> findings, Consumer<LoggedStatement> statements)
            throws IOException, UnreadableLog {
        for (StatementLog log : logs) {
            log.read(statements, findings);
        }
    }

    private static CliFailure unreadable(IOException e) {
        return switch (e) {
            case NoSuchFileException none -> new CliFailure("there is no file " + none.getFile(), none);
            case AccessDeniedException denied ->
                new CliFailure(
                        denied.getFile() + " may not be read by this user: give it the right to, or a copy", denied);
            default -> new CliFailure("can't read: " + e.getMessage(), e);
        };
    }

    private static void write(Path file, String text) throws CliFailure {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CliFailure("can't write " + file + ": " + e, e);
        }
    }
}

package io.pinion.cli;

import io.pinion.cli.advise.SchemaDump;
import io.pinion.cli.advise.SlowLog;
import io.pinion.cli.advise.StatementLog;
import io.pinion.cli.advise.StatementsFile;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.routing.advice.UnshardedSchema;
import io.pinion.routing.advice.UnshardedSchemaReader;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.pairs.ServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code pinion advise} reads. */
final class AdviseInput {
    private static final String USUAL_VERSION = "8.4.0";

    @Option(names = "--schema", paramLabel = "FILE", description = "The tables: what mysqldump --no-data prints.")
    private @Nullable Path schemaFile;

    @Option(names = "--database", paramLabel = "NAME", description = "The database. Default: the dump's first one.")
    private @Nullable String database;

    @Option(names = "--slow-log", paramLabel = "FILE", description = "The statements: a slow log, with their times.")
    private List<Path> slowLogs = List.of();

    @Option(
            names = "--statements",
            paramLabel = "FILE",
            description = "The statements alone, one on each line, or each with a semicolon at its end.")
    private List<Path> statementFiles = List.of();

    @Option(
            names = "--server-version",
            paramLabel = "VERSION",
            description = "What the statements are for, such as 11.4.5-MariaDB. Default: what the dump says.")
    private @Nullable String serverVersion;

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            defaultValue = "utf8mb4",
            description = "The character set of the clients. Default: ${DEFAULT-VALUE}.")
    private String charset = "";

    /** What was read, and where the statements are. */
    record Read(
            UnshardedSchema schema,
            SqlDialect dialect,
            int serverVersion,
            List<StatementLog> logs,
            List<String> notes) {}

    String charset() {
        return charset;
    }

    Read read() throws CliFailure, IOException {
        Path schema = schemaFile;
        if (schema == null) {
            throw CliFailure.usage("say where the tables are: --schema FILE");
        }
        List<StatementLog> logs = new ArrayList<>();
        slowLogs.forEach(file -> logs.add(new SlowLog(file)));
        statementFiles.forEach(file -> logs.add(new StatementsFile(file)));
        if (logs.isEmpty()) {
            throw CliFailure.usage("say where the statements are: --slow-log or --statements with a file");
        }
        refuseUnreadable();
        return read(SchemaDump.read(schema), schema.toString(), logs);
    }

    /** Before anything is read, which may take long. */
    private void refuseUnreadable() throws CliFailure {
        List<Path> files = new ArrayList<>(slowLogs);
        files.addAll(statementFiles);
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new CliFailure("there is no file " + file);
            }
            if (Files.isDirectory(file)) {
                throw new CliFailure(file + " is a directory: name a file in it");
            }
        }
    }

    private Read read(SchemaDump dump, String where, List<StatementLog> logs) throws CliFailure {
        Optional<String> said = Optional.ofNullable(serverVersion).or(dump::serverVersion);
        ServerVersion version = new ServerVersion(said.orElse(USUAL_VERSION), Capabilities.of());
        UnshardedSchema schema = UnshardedSchemaReader.read(
                dump.definitions(),
                Optional.ofNullable(database).or(dump::database),
                dump.database().or(() -> Optional.ofNullable(database)).orElse("database"),
                version.dialect(),
                version.number());
        if (schema.tables().isEmpty()) {
            throw new CliFailure("there is no CREATE TABLE " + (database == null ? "" : "of " + database + " ") + "in "
                    + where + ": give what mysqldump --no-data prints"
                    + (schema.notes().isEmpty() ? "" : " (" + String.join("; ", schema.notes()) + ")"));
        }
        List<String> notes = new ArrayList<>();
        if (dump.database().isEmpty() && database == null) {
            notes.add(where + " doesn't say which database its tables are of, and without its name the statements of a"
                    + " log that tells one count as those of other databases: --database says it");
        }
        if (said.isEmpty()) {
            notes.add("which server the statements are for isn't said, and MySQL " + USUAL_VERSION
                    + " is taken: --server-version says it");
        }
        if (dump.routines()) {
            notes.add("triggers, procedures, functions and events are left out: a sharded keyspace has none");
        }
        return new Read(schema, version.dialect(), version.number(), logs, notes);
    }
}

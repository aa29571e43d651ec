package io.pinion.server.admin;

import io.pinion.operations.account.AccountSyncs;
import io.pinion.operations.control.OperationAction;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.export.Exports;
import io.pinion.operations.keyspace.KeyspaceStatements;
import io.pinion.operations.mapping.Mappings;
import io.pinion.operations.move.Moves;
import io.pinion.operations.opening.OpeningStatements;
import io.pinion.operations.pair.PairStatements;
import io.pinion.operations.promotion.PromotionStatements;
import io.pinion.operations.queue.Queues;
import io.pinion.operations.rekey.Rekeyings;
import io.pinion.operations.reshard.Reshardings;
import io.pinion.operations.restore.Restores;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.operations.statement.StatementTokens;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.operations.transfer.Imports;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.text.AdminOpening;
import io.pinion.routing.text.AdminOpenings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The list of admin statements and their only grammar; routing, help and the manual's test read it. Immutable; all
 * sessions share one instance.
 */
public final class AdminCommands {
    private final List<AdminCommand> commands;

    /** With those that are only refused. */
    private final List<AdminCommand> known;

    /** The most words of a name. */
    private final int longestName;

    public AdminCommands() {
        List<AdminCommand> all = new ArrayList<>();
        all.add(new ShowClusterStatus());
        all.add(new ShowShards());
        all.add(new ShowPairs());
        all.add(new ShowKeyspaces());
        all.add(new ShowUsers());
        add(all, AccountSyncs.STATEMENTS);
        all.add(new ShowProxies());
        all.add(new ShowPools());
        all.add(new ShowScatters());
        all.add(new ShowSessions());
        all.add(new ShowProcessList(false));
        all.add(new ShowProcessList(true));
        all.add(new KillStatement());
        all.add(new ShutDown());
        all.add(new ShowTopologyStatus());
        all.add(new ShowTopologyHistory());
        addExplained(all, new AlterTopology());
        addExplained(all, new CreateTopologyUser());
        addExplained(all, new AlterTopologyUser());
        addExplained(all, new DropTopologyUser());
        all.add(new ShowCertificates());
        all.add(new ShowXaBranches());
        all.add(new XaRecover());
        add(all, PromotionStatements.ALL);
        add(all, PairStatements.ALL);
        all.add(new CheckServers());
        all.add(new RepairServers());
        all.add(new CheckServer());
        add(all, Moves.STATEMENTS);
        add(all, KeyspaceStatements.ALL);
        add(all, Imports.STATEMENTS);
        add(all, Reshardings.STATEMENTS);
        addExplained(all, new SetShadowReads());
        all.add(new ShowShadowReads());
        all.add(new ShowRejectedRows());
        add(all, Exports.STATEMENTS);
        add(all, Restores.STATEMENTS);
        all.add(new ShowRestoredRows());
        add(all, OpeningStatements.ALL);
        all.add(new ShowShardSizes());
        all.add(new ShowHotShards());
        all.add(new PlanRebalance());
        all.add(new ShowQueues());
        add(all, Queues.STATEMENTS);
        all.add(new ReloadSchema());
        all.add(new ShowOperations());
        for (OperationAction action : OperationAction.values()) {
            addExplained(all, new EndOperation(action));
        }
        all.add(new ShowSchemaDrift());
        all.add(VerifyShards.shards());
        all.add(VerifyShards.pair());
        add(all, Mappings.STATEMENTS);
        add(all, Rekeyings.STATEMENTS);
        add(all, SchemaOperations.STATEMENTS);
        all.add(new ShowId());
        all.add(new ShowKey());
        all.add(new ExplainRoute());
        all.add(new Help(all));
        all.add(new HelpTopic(all));
        commands = List.copyOf(all);
        known = Stream.concat(all.stream(), unexplained().map(UnexplainedCommand::new))
                .toList();
        longestName = known.stream()
                .flatMap(command -> command.openings().stream())
                .mapToInt(name -> name.split(" ").length)
                .max()
                .orElseThrow();
    }

    private static void add(List<AdminCommand> all, List<OperationStatement<?, ?>> statements) {
        statements.forEach(statement -> addExplained(all, new OperationCommand<>(statement)));
    }

    private static void addExplained(List<AdminCommand> all, ExplainedCommand command) {
        all.add(command);
        if (command.isExplained()) {
            all.add(new ExplainOperation(command));
        }
    }

    /** Behind EXPLAIN, a server's own statement of one word is a table. */
    private Stream<AdminCommand> unexplained() {
        List<String> names = commands.stream().map(AdminCommand::name).toList();
        return commands.stream()
                .filter(command -> command.isAudited() && command.behind() != AdminOpening.Behind.NOTHING)
                .filter(command -> !names.contains(ExplainOperation.EXPLAIN + " " + command.name()));
    }

    /** The openings by which routing recognizes an admin statement. */
    public AdminOpenings openings() {
        return new AdminOpenings(known.stream()
                .flatMap(command -> command.openings().stream()
                        .map(name -> AdminOpening.of(
                                name, command.behind(), command.isForEverybody(), command.changesNothing())))
                .toList());
    }

    public List<AdminCommand> all() {
        return commands;
    }

    /**
     * Runs an admin statement. Called on the session's event loop and never blocks; the stage completes normally, with
     * {@link AdminAnswer.Failed} for any failure, and possibly on another thread.
     */
    public CompletionStage<AdminAnswer> execute(String sql, AdminContext context) {
        StatementTokens tokens = StatementTokens.of(sql);
        Optional<AdminCommand> command = find(tokens);
        boolean allowed = context.session().admin()
                || command.filter(AdminCommand::isForEverybody).isPresent();
        if (!allowed) {
            return AdminAnswer.now(AdminAnswer.Failed.of(
                    ErrorCode.SPECIFIC_ACCESS_DENIED,
                    "Access denied; you need (at least one of) the ADMIN privilege(s) for this operation"));
        }
        if (command.isEmpty()) {
            return AdminAnswer.now(syntaxError("unknown command. " + NearMiss.advice(tokens.opening(3), commands)));
        }
        if (context.session().sqlMode().noBackslashEscapes()
                && sql.indexOf('\\') >= 0
                && !(command.get() instanceof ExplainRoute)) {
            return AdminAnswer.now(
                    syntaxError("a backslash would mean another thing here than under this session's sql_mode:"
                            + " SET sql_mode = DEFAULT first"));
        }
        return run(command.get(), tokens, context).exceptionally(AdminCommands::failure);
    }

    /**
     * The statement for the audit, without the secrets in it; empty for one that changes nothing, and for users without
     * the admin right who end their own sessions and operations.
     *
     * @param admin whether its user has the admin right
     * @param failed whether it was refused as no statement: then nobody knows which of its words are secrets
     */
    public Optional<String> audited(String sql, boolean admin, boolean failed) {
        StatementTokens tokens = StatementTokens.of(sql);
        return find(tokens)
                .filter(command -> command.isAudited() && (admin || !command.isForEverybody()))
                .map(command -> failed ? command.name() + " …" : tokens.masked());
    }

    private static CompletionStage<AdminAnswer> run(
            AdminCommand command, StatementTokens statement, AdminContext context) {
        try {
            return command.execute(SyntaxLine.read(command.lines(), statement, context::names), context);
        } catch (SyntaxRefused e) {
            String message = String.valueOf(e.getMessage());
            return AdminAnswer.now(
                    syntaxError(message + (message.endsWith("?") ? " Write: " : ". Write: ") + command.syntax()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** The command of which the statement begins with the most words. */
    private Optional<AdminCommand> find(StatementTokens tokens) {
        String opening = tokens.opening(longestName);
        return known.stream()
                .filter(command -> command.begins(opening) > 0)
                .max(Comparator.comparingInt(command -> command.begins(opening)));
    }

    private static AdminAnswer syntaxError(String message) {
        return AdminAnswer.Failed.of(ErrorCode.PARSE_ERROR, "Pinion: " + message);
    }

    private static AdminAnswer failure(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        // Other codes come with a server's message, or with one in MySQL's words.
        if (cause instanceof OperationRefused refused && refused.code() != ErrorCode.UNKNOWN_ERROR.number()) {
            return new AdminAnswer.Failed(refused.code(), refused.sqlState(), message);
        }
        return AdminAnswer.Failed.of(ErrorCode.UNKNOWN_ERROR, "Pinion: " + message);
    }
}

package io.pinion.server.admin;

import io.pinion.operations.account.AccountSyncs;
import io.pinion.operations.control.OperationAction;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.Exports;
import io.pinion.operations.keyspace.Keyspaces;
import io.pinion.operations.mapping.Mappings;
import io.pinion.operations.move.Moves;
import io.pinion.operations.opening.Openings;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.queue.Queues;
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

    private final List<OperationDefinition> operations = new ArrayList<>();

    /** With those that are only refused. */
    private final List<AdminCommand> known;

    /** The most words of a name. */
    private final int longestName;

    public AdminCommands() {
        List<AdminCommand> all = new ArrayList<>();
        add(all, new ShowClusterStatus());
        add(all, new ShowShards());
        add(all, new ShowPairs());
        add(all, TopologyTables.keyspaces());
        add(all, TopologyTables.users());
        add(all, AccountSyncs.DEFINITION);
        add(all, TopologyTables.proxies());
        add(all, SessionTables.pools());
        add(all, SessionTables.scatters());
        add(all, SessionTables.sessions());
        add(all, DigestTable.table());
        add(all, new DigestTable.Reset());
        add(all, SessionTables.processList(false));
        add(all, SessionTables.processList(true));
        add(all, new KillStatement());
        add(all, new ShutDown());
        add(all, TopologyTables.status());
        add(all, new ShowTopologyHistory());
        add(all, TopologyEdits.places());
        add(all, TopologyEdits.createUser());
        add(all, TopologyEdits.alterUser());
        add(all, TopologyEdits.dropUser());
        add(all, TopologyTables.certificates());
        add(all, SessionTables.xaBranches());
        add(all, new XaRecover());
        add(all, Promotions.DEFINITION);
        add(all, PairOperations.DEFINITION);
        add(all, ServerTables.check());
        add(all, ServerTables.repair());
        add(all, ServerTables.checkOne());
        add(all, Moves.DEFINITION);
        add(all, Keyspaces.DEFINITION);
        add(all, Imports.DEFINITION);
        add(all, Reshardings.DEFINITION);
        add(all, OperationTables.rejectedRows());
        add(all, Exports.DEFINITION);
        add(all, Restores.DEFINITION);
        add(all, OperationTables.restoredRows());
        add(all, Openings.DEFINITION);
        add(all, ShardTables.sizes());
        add(all, ShardTables.hot());
        add(all, PlanRebalance.table());
        add(all, ShardTables.queues());
        add(all, Queues.DEFINITION);
        add(all, TopologyTables.reloadedSchema());
        add(all, OperationTables.operations());
        for (OperationAction action : OperationAction.values()) {
            add(all, new EndOperation(action));
        }
        add(all, ShardTables.drift());
        add(all, VerifyShards.shards());
        add(all, VerifyShards.pair());
        add(all, Mappings.DEFINITION);
        add(all, SchemaOperations.DEFINITION);
        add(all, ShardTables.id());
        add(all, ShardTables.key());
        add(all, ExplainRoute.table());
        all.add(new Help(all));
        all.add(new HelpTopic(all));
        commands = List.copyOf(all);
        known = Stream.concat(all.stream(), unexplained().map(ExplainOperation::refused))
                .toList();
        longestName = known.stream()
                .flatMap(command -> command.openings().stream())
                .mapToInt(name -> name.split(" ").length)
                .max()
                .orElseThrow();
    }

    private void add(List<AdminCommand> all, OperationDefinition operation) {
        operations.add(operation);
        operation.statements().forEach(statement -> add(all, new OperationCommand<>(statement)));
    }

    private static void add(List<AdminCommand> all, AdminCommand command) {
        all.add(command);
        if (command.isExplained()) {
            add(all, new ExplainOperation(command));
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

    /** Those that some of the statements ask for: every proxy runs all. */
    public List<OperationDefinition> operations() {
        return List.copyOf(operations);
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
                && !command.get().name().equals(ExplainRoute.NAME)) {
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

package io.pinion.routing.planner;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.analysis.facts.Analysis;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.load.LoadReader;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.CrossKeyspaceInsert;
import io.pinion.routing.planner.keyspace.ShardRoute;
import io.pinion.routing.planner.keyspace.ShardedPlanning;
import io.pinion.routing.planner.load.LoadPlanning;
import io.pinion.routing.planner.names.RowIdAlias;
import io.pinion.routing.planner.rights.CallsFunction;
import io.pinion.routing.planner.rights.FunctionCalls;
import io.pinion.routing.planner.rights.Guard;
import io.pinion.routing.planner.rights.NamedDatabases;
import io.pinion.routing.planner.rights.Privilege;
import io.pinion.routing.planner.schema.SchemaPlanning;
import io.pinion.routing.planner.schema.StoredObject;
import io.pinion.routing.planner.session.DumpLocks;
import io.pinion.routing.planner.session.FlushPlanning;
import io.pinion.routing.planner.session.HintedSettings;
import io.pinion.routing.planner.session.PreviousReading;
import io.pinion.routing.planner.session.SessionFunctions;
import io.pinion.routing.planner.session.Traits;
import io.pinion.routing.planner.session.UnloggedState;
import io.pinion.routing.planner.session.XaPlanning;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.Placement;
import io.pinion.routing.planner.show.ExplainPlanning;
import io.pinion.routing.planner.show.InformationReading;
import io.pinion.routing.planner.show.InformationRoute;
import io.pinion.routing.planner.show.InformationTable;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.InformationSchema;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.template.UnshardedRoute;
import io.pinion.routing.text.Hint;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the template of one statement on a cache miss. Statements that can be routed by their tokens never reach the
 * parser: physical names, databases that aren't sharded, statements without tables.
 */
final class StatementPlanning {
    private static final int NOTE_EXISTS = 1007;

    private final Catalog catalog;
    private final CurrentDatabase current;
    private final Statement statement;
    private final Tokens tokens;
    private final String charset;
    private final SessionEffects effects;
    private final Edits edits;
    private final NamedDatabases named;
    private final boolean step;
    private final List<InformationReading.Place> information;
    private final boolean showsSessions;

    StatementPlanning(Request request) {
        catalog = request.catalog();
        current = request.current();
        statement = request.statement();
        charset = request.session().charset();
        tokens = Tokens.of(statement);
        effects = Traits.of(statement);
        edits = new Edits(statement);
        step = request.step();
        named = new NamedDatabases(request, tokens);
        information = InformationReading.places(request, tokens, edits);
        showsSessions = InformationReading.showsSessions(request, tokens);
    }

    PlanTemplate template() {
        if (statement.hint().orElse(null) instanceof Hint.Invalid) {
            // Refused even where the statement would run without one, since its author meant it to matter.
            return request -> Refusals.unreadableHint(
                    request.statement().hint().orElse(null) instanceof Hint.Invalid(String reason) ? reason : "");
        }
        if (statement.kind() == StatementKind.COMPOUND && namesCharset()) {
            return new PlanTemplate.Always(Refusals.unsupported("a compound statement can't set the client's character"
                    + " set, since servers read what follows it in the same text by it: use a SET of its own"));
        }
        if (FunctionCalls.qualifiesServersOwn(tokens)) {
            return new PlanTemplate.Always(
                    Refusals.unsupported("a server's own function is called by its name alone, without its schema"));
        }
        if (showsSessions) {
            return new PlanTemplate.Always(Refusals.sessionsOfAll());
        }
        PlanTemplate template;
        try {
            template = route();
        } catch (UnplannableException e) {
            template = new PlanTemplate.Always(e.refused());
        }
        template = HintedSettings.around(template, statement);
        String function = FunctionCalls.unqualified(tokens, charset);
        if (function != null) {
            template = new CallsFunction(function, template);
        }
        List<String> telling = InformationSchema.tablesIn(tokens, charset, current, filtered());
        if (!telling.isEmpty()) {
            template = Guard.tellsOfDatabases(telling, template);
        }
        if (runsUnseenText()) {
            template = Guard.runsUnseenText(template);
        }
        if (statement.kind() == StatementKind.COMPOUND || defines()) {
            template = Guard.body(template);
            template = XaPlanning.isIn(tokens) ? Guard.forAdmins(XaPlanning.inBody(), template) : template;
            if (ExplainPlanning.bodyExplainsConnection(tokens)) {
                template = Guard.forAdmins(ExplainPlanning.ofConnection(), template);
            }
        }
        List<UnshardedRoute.Named> names = named.all();
        return privileged(names.isEmpty() ? template : Guard.namesDatabases(names, template));
    }

    /**
     * {@code SET NAMES}, {@code SET CHARACTER SET}, or the variable itself, which servers don't restore at the end of
     * stored code.
     */
    private boolean namesCharset() {
        return tokens.has(1, tokens.count(), token -> {
            boolean behindSet = tokens.isWord(token - 1, "SET") || tokens.isSymbol(token - 1, ",");
            boolean names = tokens.isOneOf(token, "NAMES", "CHARSET", "CHARACTER", "CHAR");
            return (behindSet && names)
                    || tokens.text(token).toLowerCase(Locale.ROOT).contains("character_set_client");
        });
    }

    /** The tables of {@code information_schema} that can be filtered by the user's rights. */
    private Set<String> filtered() {
        return information.stream()
                .map(InformationReading.Place::table)
                .filter(table -> !table.tellsOfAccounts())
                .map(InformationTable::name)
                .collect(Collectors.toSet());
    }

    /** {@code CREATE PROCEDURE}, {@code ALTER EVENT … DO}; DROP has no body. */
    private boolean defines() {
        return statement.kind() == StatementKind.ROUTINE && !tokens.isWord(0, "DROP");
    }

    private boolean runsUnseenText() {
        boolean body = statement.kind() == StatementKind.ROUTINE || statement.kind() == StatementKind.COMPOUND;
        return body
                && tokens.has(token -> tokens.isWord(token, "PREPARE")
                        || (tokens.isWord(token, "EXECUTE") && tokens.isWord(token + 1, "IMMEDIATE")));
    }

    private PlanTemplate privileged(PlanTemplate template) {
        Privilege privilege = Privilege.needed(statement, tokens);
        if (privilege != null) {
            return Guard.forAdmins(privilege.refusal(), template);
        }
        String system = Privilege.changes(statement.kind()) ? named.system() : null;
        return system == null ? template : Guard.changesSystem(system, template);
    }

    private PlanTemplate route() {
        refuseExplainedElsewhere();
        refuseShardedDatabases();
        refuseUnlogged();
        if (statement.kind() == StatementKind.FLUSH) {
            return FlushPlanning.template(tokens);
        }
        SessionFunction alone = SessionFunctions.alone(tokens);
        boolean databaseIsServers = databaseIsServers();
        if (alone != null && !databaseIsServers) {
            String column = statement.text(tokens.start(1), tokens.end(3));
            return request -> new RoutePlan.Local(new LocalAnswer.Rows(
                    LocalAnswer.Rows.textColumns(column), List.of(Collections.singletonList(request.textOf(alone)))));
        }
        if (SessionFunctions.areReplacedIn(statement.kind())) {
            SessionFunctions.replace(tokens, edits, databaseIsServers);
        }
        if (!information.isEmpty()) {
            return ofInformation();
        }
        StoredObject object = StoredObject.of(tokens);
        if (object != null && StoredObject.isPinions(tokens, charset)) {
            throw unsupported(
                    "triggers whose names begin with pinion_fence_ are Pinion's own: they keep clients out of shards that"
                            + " are moving, and go by themselves");
        }
        Keyspace.Sharded home = object == null ? null : object.keyspace(catalog, tokens, charset, current.sharded());
        if (object != null && home != null) {
            return stored(object, home);
        }
        if (!named.sharded().isEmpty()) {
            return edits.isEmpty() ? sharded() : new PlanTemplate.Replaced(edits.inOrder());
        }
        Keyspace.Sharded around = current.sharded();
        if (around != null && statement.kind() == StatementKind.COMPOUND) {
            return onEachByHand(around);
        }
        if (named.whole().isEmpty() && !named.unqualified()) {
            return new AnyRoute(edits.inOrder(), effects, PreviousReading.suitsAnyDatabase(statement, effects));
        }
        refuseShardLikeDatabases();
        boolean namesCurrent = databaseIsServers && statement.mentions(Mention.DATABASE);
        return new UnshardedRoute(
                named.whole(),
                named.unqualified() || namesCurrent || dependsOnCurrent(),
                isMultiTableDelete(),
                edits.inOrder(),
                effects);
    }

    /** Rights on a keyspace's shards are granted by patterns of names, and would hold on the new database too. */
    private void refuseShardLikeDatabases() {
        if (statement.kind() == StatementKind.DROP_DATABASE || statement.kind() == StatementKind.ALTER_DATABASE) {
            return;
        }
        for (String database : named.defined()) {
            Optional<Keyspace.Sharded> like = catalog.withShardsLike(database);
            if (like.isPresent() && catalog.meaningOf(database) instanceof DatabaseMeaning.AtHome) {
                throw unsupported("the name " + database + " is like those of the shards of "
                        + like.get().name() + " (" + like.get().databases()
                        + "), on which servers grant rights by a pattern: choose a name of another"
                        + " length or beginning");
            }
        }
    }

    /** Only a body needs the check; the statement itself is refused by its own kind. */
    private void refuseShardedDatabases() {
        if (statement.kind() != StatementKind.ROUTINE && statement.kind() != StatementKind.COMPOUND) {
            return;
        }
        for (String database : named.defined()) {
            if (catalog.keyspace(database) instanceof Keyspace.Sharded) {
                throw unsupported(ofTopology(database));
            }
        }
    }

    private void refuseUnlogged() {
        String reason = UnloggedState.reason(statement, tokens);
        if (reason != null) {
            throw unsupported(reason);
        }
    }

    private static String ofTopology(String keyspace) {
        return keyspace + " is a sharded keyspace: its databases are made and dropped by opening and closing shards in"
                + " the topology";
    }

    /** {@code EXPLAIN FOR SCHEMA}: MySQL finds unqualified names in that database, and Pinion in the session's. */
    private void refuseExplainedElsewhere() {
        String database = named.explainedIn();
        if (database != null && (!named.sharded().isEmpty() || InformationSchema.is(database))) {
            throw unsupported(
                    "EXPLAIN FOR SCHEMA finds names in a database of one server, which no sharded keyspace and no"
                            + " information_schema of Pinion's is: write the database before the names of the tables");
        }
    }

    /**
     * Whether the statement's connection is in the session's database, so that {@code DATABASE()} needs no replacing:
     * all names are on the pair of that database.
     */
    private boolean databaseIsServers() {
        return current instanceof CurrentDatabase.OfServer server
                && !statement.mentions(Mention.USER_LOCK)
                && information.isEmpty()
                && named.sharded().isEmpty()
                && named.whole().stream().allMatch(database -> isOn(server.pair(), database));
    }

    private boolean isOn(String pair, UnshardedRoute.Named database) {
        // The shard that an anchor names isn't part of the shape.
        return database instanceof UnshardedRoute.Named.ByName(String name)
                && pair.equals(catalog.meaningOf(name).pair());
    }

    private PlanTemplate ofInformation() {
        if (!named.sharded().isEmpty()) {
            throw unsupported("tables of information_schema and of " + String.join(", ", named.sharded())
                    + " can't be reached by one statement: send one for each");
        }
        List<UnshardedRoute.Named> others = named.whole().stream()
                .filter(other -> !(other instanceof UnshardedRoute.Named.ByName(String database)
                        && InformationSchema.is(database)))
                .toList();
        boolean unqualified = !current.isInformationSchema() && (named.unqualified() || dependsOnCurrent());
        UnshardedRoute beside = others.isEmpty() && !unqualified
                ? null
                : new UnshardedRoute(others, unqualified, isMultiTableDelete(), List.of(), effects);
        return new InformationRoute(information, edits.inOrder(), beside, effects);
    }

    /** Where a scan of the tokens may miss names, the session's database counts as named. */
    private boolean dependsOnCurrent() {
        return current instanceof CurrentDatabase.OfServer
                && switch (statement.kind()) {
                    case SELECT, TABLE, VALUES, INSERT, REPLACE, UPDATE, DELETE -> false;
                    case CREATE_DATABASE, ALTER_DATABASE, DROP_DATABASE -> false;
                    case ROUTINE, OTHER_DEFINITION -> !dropsNamed();
                    default -> true;
                };
    }

    /** {@code DROP EVENT legacy.e}: nothing else is named. */
    private boolean dropsNamed() {
        StoredObject object = StoredObject.of(tokens);
        return tokens.isWord(0, "DROP") && object != null && object.schema() >= 0;
    }

    /** {@code DELETE p FROM … p}: the names before FROM. */
    private boolean isMultiTableDelete() {
        if (statement.kind() != StatementKind.DELETE) {
            return false;
        }
        int from = 1;
        while (from < tokens.count() && !tokens.isWord(from, "FROM")) {
            from++;
        }
        return tokens.isName(from - 1) && !tokens.isOneOf(from - 1, "DELETE", "LOW_PRIORITY", "QUICK", "IGNORE");
    }

    // --- sharded keyspaces

    private PlanTemplate sharded() {
        PlanTemplate between = between();
        if (between != null) {
            return between;
        }
        if (named.sharded().size() > 1) {
            throw unsupported("one statement can't reach several sharded keyspaces ("
                    + String.join(", ", named.sharded()) + ") yet: send one for each");
        }
        String name = named.sharded().iterator().next();
        if (!(catalog.keyspace(name) instanceof Keyspace.Sharded keyspace)) {
            throw new IllegalStateException(name + " was sharded a moment ago");
        }
        return switch (statement.kind()) {
            case SELECT, INSERT, REPLACE, UPDATE, DELETE, EXPLAIN -> {
                List<Edit> tables = TableStatement.asSelect(tokens);
                yield tables.isEmpty() ? analysed(keyspace) : new PlanTemplate.Replaced(tables);
            }
            case CREATE_DATABASE, ALTER_DATABASE, DROP_DATABASE -> {
                if (tokens.isWord(0, "CREATE") && tokens.isWord(2, "IF")) {
                    yield existsAlready(name);
                }
                throw unsupported(ofTopology(name));
            }
            case LOAD_DATA -> load(keyspace);
            case LOCK_TABLES -> locks(keyspace);
            case TABLE ->
                statement.rules().dialect() == SqlDialect.MYSQL
                        ? new PlanTemplate.Replaced(TableStatement.asSelect(tokens))
                        : onEachByHand(keyspace);
            case SET ->
                unanalysed(
                        keyspace,
                        "SET can't read tables of " + keyspace.name()
                                + ": select the value first, then set the variable to it");
            case CREATE_TABLE,
                    ALTER_TABLE,
                    DROP_TABLE,
                    RENAME_TABLE,
                    TRUNCATE,
                    CREATE_INDEX,
                    DROP_INDEX,
                    VIEW,
                    TABLE_MAINTENANCE -> definition(keyspace);
            case UNKNOWN -> unknown(keyspace);
            default -> onEachByHand(keyspace);
        };
    }

    /** A slip of the pen, or what servers alone know. */
    private PlanTemplate unknown(Keyspace.Sharded keyspace) {
        if (isOnOneShard(keyspace)) {
            return onEachByHand(keyspace);
        }
        // A literal is told apart from others by its statement alone, and the template is for all of them.
        String first = tokens.anchor(0) == Tokens.NO_ANCHOR ? "'" + tokens.text(0) + "'" : "a value";
        throw new UnplannableException(Refusals.syntax("Pinion knows no statement that begins with " + first
                + "; one that servers know goes to each shard by the name of its database, or with a hint (/* pinion:"
                + " shard=… */)"));
    }

    private PlanTemplate onEachByHand(Keyspace.Sharded keyspace) {
        return unanalysed(
                keyspace,
                called() + " needs all shards of " + keyspace.name()
                        + ", which Pinion doesn't do yet: "
                        + (statement.kind() == StatementKind.LOCK_TABLES ? "use a transaction, or " : "")
                        + "send it to each shard by the name of its database, or with a hint (/* pinion: shard=… */)");
    }

    /** {@code CREATE DATABASE IF NOT EXISTS}, with which the dump of a keyspace begins. */
    private static PlanTemplate existsAlready(String keyspace) {
        Condition note = new Condition(
                Condition.NOTE, NOTE_EXISTS, "HY000", "Can't create database '" + keyspace + "'; database exists");
        return new PlanTemplate.Always(LocalAnswer.Done.with(note));
    }

    private PlanTemplate locks(Keyspace.Sharded keyspace) {
        boolean others = !named.whole().isEmpty() || named.unqualified();
        boolean dumps = !others && !isOnOneShard(keyspace) && DumpLocks.isDumps(tokens);
        return dumps ? DumpLocks.template(keyspace) : onEachByHand(keyspace);
    }

    /** The statement's name, by its first words. */
    private String called() {
        return switch (statement.kind()) {
            case LOCK_TABLES, CALL, HANDLER, VALUES, DO ->
                statement.kind().name().replace('_', ' ');
            case COMPOUND -> "a compound statement";
            default -> "this kind of statement";
        };
    }

    private PlanTemplate load(Keyspace.Sharded keyspace) {
        if (!LoadReader.isLocal(tokens)) {
            return unanalysed(
                    keyspace,
                    "a file on a server, or of XML, can't be split over the shards of " + keyspace.name()
                            + ": write LOAD DATA LOCAL INFILE, which sends a file of the client's");
        }
        if (!named.whole().isEmpty() || named.unqualified()) {
            throw unsupported(
                    "tables of " + keyspace.name() + " and of other databases can't be reached by one statement");
        }
        String name = keyspace.name();
        SessionEffects its = effects;
        return request -> LoadPlanning.plan(request, name, its);
    }

    /** The plan of an INSERT … SELECT that names sharded tables and others; null for any other statement. */
    private @Nullable PlanTemplate between() {
        boolean inserts = statement.kind() == StatementKind.INSERT || statement.kind() == StatementKind.REPLACE;
        boolean others = named.sharded().size() > 1 || !named.whole().isEmpty() || named.unqualified();
        List<TableNames.Name> names = inserts && others ? TableNames.in(tokens, charset) : List.of();
        String database =
                switch (current) {
                    case CurrentDatabase.Logical logical -> logical.keyspace().name();
                    case CurrentDatabase.Whole whole -> whole.database();
                    case CurrentDatabase.None none -> "";
                    case CurrentDatabase other -> null;
                };
        if (names.isEmpty() || database == null || statement.hint().isPresent()) {
            return null;
        }
        if (database.isEmpty() && names.stream().anyMatch(name -> name.schema() < 0)) {
            return new PlanTemplate.Always(Refusals.noDatabase());
        }
        int schema = names.getFirst().schema();
        return catalog.keyspace(named.sharded().iterator().next()) instanceof Keyspace.Sharded keyspace
                ? CrossKeyspaceInsert.template(
                        tokens,
                        charset,
                        effects,
                        catalog.keyspace(schema < 0 ? database : tokens.name(schema, charset))
                                        instanceof Keyspace.Sharded target
                                ? target
                                : null,
                        keyspace,
                        database)
                : null;
    }

    /** A hint, or {@code keyspace:shard}, means the definition on that shard alone, with physical names. */
    private PlanTemplate definition(Keyspace.Sharded keyspace) {
        if (isOnOneShard(keyspace)) {
            return unanalysed(keyspace, "DDL that runs on one shard is written as for that shard's server");
        }
        if (!named.whole().isEmpty() || named.unqualified()) {
            throw unsupported(
                    "tables of " + keyspace.name() + " and of other databases can't be changed by one statement");
        }
        String name = keyspace.name();
        return request -> SchemaPlanning.plan(request, name);
    }

    /** A shard's stored objects are made in the server's own terms, so no keyspace's name may stand in them. */
    private PlanTemplate stored(StoredObject object, Keyspace.Sharded keyspace) {
        if (object.schema() >= 0) {
            throw unsupported(object.refusal(keyspace));
        }
        return unanalysed(keyspace, object.refusal(keyspace));
    }

    private PlanTemplate analysed(Keyspace.Sharded keyspace) {
        Bulk.refuse(tokens);
        String unclear = TableNames.unclear(tokens, charset);
        if (unclear != null) {
            throw unsupported(
                    "servers don't agree whether '" + unclear + "' is a table or a common table expression, inside of"
                            + " another one that a subquery begins with: rename the common table expression '" + unclear
                            + "', or move the inner WITH to the beginning of the statement");
        }
        return switch (StatementAnalyzer.analyze(tokens, charset)) {
            case Analysis.Read(StatementFacts facts) -> {
                Bulk.refuse(facts);
                yield planning(keyspace, facts).template();
            }
            case Analysis.InPart(StatementFacts facts, String reason) -> {
                if (isOnOneShard(keyspace)) {
                    yield unanalysed(keyspace, reason);
                }
                refuseUnreadStars(keyspace, reason);
                yield planning(keyspace, facts).onKnownShard(reason);
            }
            case Analysis.Unreadable(String reason) -> {
                if (!isOnOneShard(keyspace)) {
                    throw new UnplannableException(Refusals.unreadable(reason, keyspace));
                }
                yield unanalysed(keyspace, reason);
            }
        };
    }

    private ShardedPlanning planning(Keyspace.Sharded keyspace, StatementFacts facts) {
        boolean isCurrent = keyspace.equals(current.sharded());
        return new ShardedPlanning(keyspace, isCurrent, tokens, charset, facts, effects, edits, step);
    }

    /** {@code SELECT *} names the columns of the shards' own tables. */
    private void refuseUnreadStars(Keyspace.Sharded keyspace, String reason) {
        if (keyspace instanceof Keyspace.Id && tokens.has(this::isStar)) {
            throw new UnplannableException(Refusals.unreadable(reason, keyspace));
        }
    }

    private boolean isStar(int token) {
        return tokens.isSymbol(token, "*") && !tokens.isSymbol(token - 1, "(");
    }

    private boolean isOnOneShard(Keyspace.Sharded keyspace) {
        return statement.hint().isPresent()
                || (current instanceof CurrentDatabase.OneShard one
                        && one.keyspace().equals(keyspace));
    }

    /**
     * Plans a statement that a hint, or {@code keyspace:shard}, sends to one shard: the text can run unchanged in the
     * shard's database, unless it names columns that only the logical tables have.
     */
    private PlanTemplate unanalysed(Keyspace.Sharded keyspace, String otherwise) {
        if (!isOnOneShard(keyspace)) {
            throw unsupported(otherwise);
        }
        if (!named.whole().isEmpty()) {
            throw unsupported(
                    "tables of " + keyspace.name() + " and of other databases can't be reached by one statement");
        }
        for (TableNames.Name name : TableNames.in(tokens, charset)) {
            if (name.schema() >= 0) {
                edits.replace(
                        new Span(tokens.start(name.schema()), tokens.end(name.schema())), new Piece.ShardDatabase());
            }
        }
        for (int token = 0; token < tokens.count(); token++) {
            String name = tokens.isName(token) ? tokens.name(token, charset) : "";
            boolean id = name.equalsIgnoreCase("id") || RowIdAlias.is(name);
            if ((id || isStar(token)) && keyspace instanceof Keyspace.Id) {
                throw new UnplannableException(Refusals.unreadable(
                        "it may speak of ids, and Pinion can't rewrite them there (" + otherwise + ")", keyspace));
            }
        }
        Placement never = new Placement.Missing(otherwise);
        return new ShardRoute(
                keyspace,
                never,
                List.of(),
                List.of(),
                edits.inOrder(),
                false,
                -1,
                false,
                effects,
                new MultiShardStrategy.Impossible(otherwise));
    }
}

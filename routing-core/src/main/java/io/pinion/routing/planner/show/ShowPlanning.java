package io.pinion.routing.planner.show;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.rights.Privilege;
import io.pinion.routing.planner.session.PreviousReading;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.session.ShowReader;
import io.pinion.routing.session.ShowStatement;
import io.pinion.routing.session.ShowStatement.RowFilter;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnshardedRoute;
import io.pinion.routing.text.AdminOpening;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.TokenType;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * SHOW, DESCRIBE, EXPLAIN ROUTE and HELP. The catalog answers for a sharded keyspace, since a shard would answer with
 * its own names; statements about other databases go to their servers.
 */
public final class ShowPlanning {
    private final Request request;
    private final Catalog catalog;
    private final Tokens tokens;
    private final LogicalSchema schema;
    private final AdminOpenings adminOpenings;

    public ShowPlanning(Request request, AdminOpenings adminOpenings) {
        this.request = request;
        this.catalog = request.catalog();
        this.tokens = Tokens.of(request.statement());
        this.schema = new LogicalSchema(request);
        this.adminOpenings = adminOpenings;
    }

    public RoutePlan plan() {
        if (ExplainPlanning.isOfConnection(tokens)) {
            return ExplainPlanning.ofConnection();
        }
        Optional<AdminOpening> admin = adminOpenings.find(tokens);
        if (admin.isPresent() && !isHelpOfServer(admin.get())) {
            return admin(admin.get());
        }
        Optional<ShowStatement> show = ShowReader.read(tokens, request.session().charset());
        boolean unread = show.isEmpty() || show.get() instanceof ShowStatement.Other;
        if (unread && request.session().admin() && adminOpenings.isNearly(request.statement())) {
            return request.ofPinion();
        }
        if (tokens.isWord(1, "CREATE")
                && tokens.isWord(2, "USER")
                && !request.session().admin()) {
            // A server would show Pinion's account, and its password's hash.
            return Privilege.CREATE_USER.refusal();
        }
        if (show.isEmpty()) {
            return toServer();
        }
        RoutePlan limited = request.session().seesAll() ? null : new LimitedShow(request, tokens).plan(show.get());
        return limited == null ? plan(show.get()) : limited;
    }

    private RoutePlan plan(ShowStatement show) {
        return switch (show) {
            case ShowStatement.Databases(RowFilter filter) -> schema.databases(catalog, filter);
            case ShowStatement.Tables(boolean full, Optional<String> database, RowFilter filter) ->
                inDatabase(database, keyspace -> schema.tables(keyspace, full, filter));
            case ShowStatement.TableStatus(Optional<String> database, RowFilter filter) ->
                inDatabase(database, schema::tableStatus);
            case ShowStatement.Columns(boolean full, ShowStatement.TableName table, RowFilter filter) ->
                ofTable(table, (keyspace, found) -> schema.columns(keyspace, found, full, filter));
            case ShowStatement.Index(ShowStatement.TableName table, RowFilter filter) ->
                ofTable(table, (keyspace, found) -> schema.indexes(keyspace, found, filter));
            case ShowStatement.CreateTable(ShowStatement.TableName table) -> ofTable(table, schema::createTable);
            case ShowStatement.CreateDatabase(String database, boolean conditional) ->
                inDatabase(Optional.of(database), keyspace -> schema.createDatabase(keyspace, conditional));
            case ShowStatement.Conditions conditions -> ofPrevious(PreviousReading.conditions(request, conditions));
            case ShowStatement.ConditionCount count -> ofPrevious(PreviousReading.conditionCount(request, count));
            case ShowStatement.Variables variables -> {
                RoutePlan own = VariableList.show(request, variables);
                yield own == null ? toServer() : own;
            }
            case ShowStatement.Status status -> schema.status(status).orElseGet(this::toServer);
            case ShowStatement.Grants grants -> schema.grants(grants);
            case ShowStatement.Other other -> toServer();
        };
    }

    /** @param known the answer, if it needs no server */
    private RoutePlan ofPrevious(@Nullable RoutePlan known) {
        return known == null
                ? AnyRoute.readingPrevious(SessionEffects.READS_PREVIOUS).bind(request)
                : known;
    }

    /** Servers have HELP, too, for users who are no operators. */
    private boolean isHelpOfServer(AdminOpening opening) {
        return tokens.isWord(0, "HELP")
                && !opening.forEverybody()
                && !request.session().admin();
    }

    private RoutePlan admin(AdminOpening opening) {
        return opening.forEverybody() || request.session().admin() ? request.ofPinion() : Refusals.adminOnly();
    }

    /** Any server; or that of the database behind FROM or before an object's name, if one is named. */
    private RoutePlan toServer() {
        if (tokens.isWord(1, "CREATE") && !tokens.isWord(2, "USER") && !tokens.isWord(2, "SERVER")) {
            return definition();
        }
        SessionEffects effects =
                request.statement().mentions(Mention.FOUND_ROWS) ? SessionEffects.READS_PREVIOUS : SessionEffects.PLAIN;
        boolean fullTriggers = tokens.isWord(1, "FULL") && tokens.isWord(2, "TRIGGERS");
        boolean ofDatabase = fullTriggers || tokens.isOneOf(1, "TRIGGERS", "EVENTS");
        for (int token = 1; token < tokens.count() && !endsNames(token); token++) {
            boolean behindFrom = tokens.isOneOf(token - 1, "FROM", "IN");
            if (behindFrom && tokens.type(token) != TokenType.SYMBOL && tokens.isName(token)) {
                String database = tokens.name(token, request.session().charset());
                if (!(catalog.meaningOf(database) instanceof DatabaseMeaning.Logical(Keyspace.Sharded keyspace))) {
                    return new UnshardedRoute(
                                    List.of(new UnshardedRoute.Named.ByName(database)),
                                    false,
                                    false,
                                    List.of(),
                                    effects)
                            .bind(request);
                }
                if (ofDatabase) {
                    Span name = new Span(tokens.start(token), tokens.end(token));
                    return inDatabase(Optional.of(database), sharded -> ofNone(name));
                }
            }
        }
        if (ofDatabase) {
            return ofCurrent();
        }
        return new AnyRoute(List.of(), effects).bind(request);
    }

    /** In a condition, FROM belongs to a function. */
    private boolean endsNames(int token) {
        return tokens.isOneOf(token, "WHERE", "LIKE");
    }

    /** A sharded keyspace has no triggers and events; a system database without any gives the empty answer. */
    private RoutePlan ofCurrent() {
        return whole(request.current().sharded() == null ? Optional.empty() : Optional.of("information_schema"), true);
    }

    /** The same statement for a database that exists on every server and has none. */
    private RoutePlan ofNone(Span database) {
        Edits edits = new Edits(request.statement());
        edits.replace(database, Piece.Fixed.of(Catalog.INFORMATION_SCHEMA));
        return new UnshardedRoute(
                        List.of(new UnshardedRoute.Named.ByName(Catalog.INFORMATION_SCHEMA)),
                        false,
                        false,
                        edits.inOrder(),
                        SessionEffects.PLAIN)
                .bind(request);
    }

    /** {@code SHOW CREATE PROCEDURE legacy.p}: objects that aren't in the catalog. */
    private RoutePlan definition() {
        String charset = request.session().charset();
        int name = 3;
        boolean packageBody = tokens.isWord(2, "PACKAGE") && tokens.isWord(3, "BODY");
        if (packageBody) {
            name = 4;
        }
        if (tokens.isWord(name, "IF") && tokens.isWord(name + 1, "NOT")) {
            name += 3;
        }
        Optional<String> database =
                tokens.isSymbol(name + 1, ".") ? Optional.of(tokens.name(name, charset)) : Optional.empty();
        return inDatabase(
                database,
                keyspace -> Refusals.unsupported(
                        "a sharded keyspace has tables only: what else its shards hold is shown by the name of"
                                + " a shard's database (SHOW CREATE … " + Refusals.shardDatabase(keyspace) + ".name)"));
    }

    /** Answers for a sharded keyspace; passes everything else to the server of the database. */
    private RoutePlan inDatabase(Optional<String> database, Function<Keyspace.Sharded, RoutePlan> answer) {
        Keyspace.Sharded keyspace = database.isPresent()
                ? sharded(database.get())
                : request.current().sharded();
        if (keyspace == null) {
            return whole(database);
        }
        Refused denied = Access.check(request.session(), new DatabaseMeaning.Logical(keyspace), keyspace.name());
        return denied == null ? answer.apply(keyspace) : denied;
    }

    private RoutePlan ofTable(ShowStatement.TableName name, BiFunction<Keyspace.Sharded, Table, RoutePlan> answer) {
        return inDatabase(name.database(), keyspace -> {
            Table table = keyspace.table(name.table());
            return table == null ? Refusals.unknownTable(keyspace.name(), name.table()) : answer.apply(keyspace, table);
        });
    }

    private RoutePlan whole(Optional<String> database) {
        return whole(database, false);
    }

    private RoutePlan whole(Optional<String> database, boolean needsDatabase) {
        boolean current = database.isEmpty();
        List<UnshardedRoute.Named> named =
                current ? List.of() : List.of(new UnshardedRoute.Named.ByName(database.get()));
        return new UnshardedRoute(named, current, needsDatabase, List.of(), SessionEffects.PLAIN).bind(request);
    }

    private Keyspace.@Nullable Sharded sharded(String database) {
        return catalog.keyspace(database) instanceof Keyspace.Sharded keyspace ? keyspace : null;
    }
}

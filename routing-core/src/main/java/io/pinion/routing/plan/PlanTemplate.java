package io.pinion.routing.plan;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.Rewritten;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.Hint;
import io.pinion.routing.text.Mention;
import io.pinion.routing.text.Statement;
import java.util.Collections;
import java.util.List;

/**
 * What is known of all statements of one shape in one database under one topology. Values decide only in {@link #bind},
 * so that a cached template and a fresh one give equal plans.
 */
sealed interface PlanTemplate
        permits PlanTemplate.Always,
                PlanTemplate.SessionRow,
                PlanTemplate.Replaced,
                PlanTemplate.Guarded,
                PlanTemplate.MayNameOthers,
                PlanTemplate.CallsFunction,
                PlanTemplate.Privileged,
                PlanTemplate.SystemChange,
                PlanTemplate.TellsOfDatabases,
                PlanTemplate.RunsUnseenText,
                PlanTemplate.NamesBranches,
                PlanTemplate.Body,
                PlanTemplate.HintUnreadable,
                NumberedRoute,
                WholeRoute,
                AnyRoute,
                InformationRoute,
                SchemaRoute,
                LoadRoute,
                ShardRoute,
                FoundOnly,
                GatherOnly,
                BetweenRoute {

    /** @return the plan of this one statement; templates are shared by threads and keep nothing of it */
    RoutePlan bind(Request request);

    /** The same for every statement of the shape. */
    record Always(RoutePlan plan) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return plan;
        }
    }

    /** A hint that says nothing, wherever the statement would have gone without: it was meant to matter. */
    record HintUnreadable() implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            String reason = request.statement().hint().orElse(null) instanceof Hint.Invalid(String why) ? why : "";
            return Refusals.unreadableHint(reason);
        }
    }

    /** One row of what the session itself knows: {@code SELECT DATABASE()}. */
    record SessionRow(String column, SessionFunction function) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            String value = request.textOf(function);
            return new RoutePlan.Local(new LocalAnswer.Rows(
                    LocalAnswer.Rows.textColumns(column), List.of(Collections.singletonList(value))));
        }
    }

    /** Planned anew with what the session answers in place: {@code WHERE id = LAST_INSERT_ID()} is routed by its value. */
    record Replaced(List<Edit> edits) implements PlanTemplate {
        public Replaced {
            edits = List.copyOf(edits);
        }

        @Override
        public RoutePlan bind(Request request) {
            if (request.session().lastInsertId().isEmpty()
                    && request.statement().mentions(Mention.LAST_INSERT_ID)) {
                return Refusals.unsupported("LAST_INSERT_ID() can't place a statement that also asks for the previous"
                        + " one's ROW_COUNT() or FOUND_ROWS(): ask for them one by one");
            }
            return plan(request, edits, true);
        }

        /** @param bare numbers of the session stand alone, so that they can place the statement */
        static RoutePlan plan(Request request, List<Edit> edits, boolean bare) {
            Rewritten rewritten =
                    Rewriter.rewriteBound(request.statement(), edits, new ShardValues(request, -1, null, bare));
            return switch (request.replan(rewritten.sql())) {
                case RoutePlan.SingleShard single
                when single.text() instanceof StatementText.Original ->
                    new RoutePlan.SingleShard(
                            single.target(),
                            StatementText.of(rewritten),
                            single.context(),
                            single.insertedId(),
                            single.traits(),
                            single.warnings());
                case RoutePlan.AnyServer any
                when any.text() instanceof StatementText.Original ->
                    new RoutePlan.AnyServer(
                            any.pair(), StatementText.of(rewritten), any.context(), any.traits(), any.warnings());
                case RoutePlan.ChangeSession(SessionChange change, StatementText.Original original) ->
                    new RoutePlan.ChangeSession(change, StatementText.of(rewritten));
                case RoutePlan plan -> plan;
            };
        }
    }

    /** Databases are named elsewhere than where tables stand ({@code SELECT legacy.f()}): these, too, need the right. */
    record Guarded(List<String> databases, PlanTemplate inner) implements PlanTemplate {
        public Guarded {
            databases = List.copyOf(databases);
        }

        @Override
        public RoutePlan bind(Request request) {
            for (int i = 0; i < databases.size(); i++) {
                String database = databases.get(i);
                RoutePlan.Refused denied =
                        Access.check(request.session(), request.catalog().meaningOf(database), database);
                if (denied != null) {
                    return denied;
                }
            }
            return inner.bind(request);
        }
    }

    /** Names stand before a dot that may be databases': users with rights to some must have the right to all of them. */
    record MayNameOthers(List<String> databases, PlanTemplate inner) implements PlanTemplate {
        public MayNameOthers {
            databases = List.copyOf(databases);
        }

        @Override
        public RoutePlan bind(Request request) {
            if (!request.session().rights().mayUse(Rights.ALL)) {
                for (int i = 0; i < databases.size(); i++) {
                    String database = databases.get(i);
                    RoutePlan.Refused denied =
                            Access.check(request.session(), request.catalog().meaningOf(database), database);
                    if (denied != null) {
                        return denied;
                    }
                }
            }
            return inner.bind(request);
        }
    }

    /**
     * Calls a function that no database qualifies. It is the session's database's; on a shard, the shard's. Without this, the
     * server would take that of the database which the connection was left in.
     */
    record CallsFunction(String function, PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return inDatabase(request, inner.bind(request));
        }

        private RoutePlan inDatabase(Request request, RoutePlan bound) {
            return switch (bound) {
                case RoutePlan.Admin(String sql, var then)
                when then.isPresent() ->
                    new RoutePlan.Admin(sql, then.map(next -> rows -> inDatabase(request, next.with(rows))));
                case RoutePlan.SingleShard single
                when !(single.context() instanceof RoutePlan.DatabaseContext.Required) -> onServer(request, single);
                case RoutePlan.Refused refused
                when refused.isUnsupported()
                        && !NeverOnSeveral.isConstruct(function)
                        && request.current() instanceof CurrentDatabase.Logical(Keyspace.Sharded keyspace) ->
                    Refusals.unknownFunction(keyspace, function, refused.reason());
                case RoutePlan.AnyServer any
                when !(any.context() instanceof RoutePlan.DatabaseContext.Required) -> onServer(request, any);
                case RoutePlan plan -> plan;
            };
        }

        private RoutePlan onServer(Request request, RoutePlan.SingleShard single) {
            RoutePlan.SingleShard inItsDatabase = new RoutePlan.SingleShard(
                    single.target(),
                    single.text(),
                    new RoutePlan.DatabaseContext.Required(single.target().database()),
                    single.insertedId(),
                    single.traits(),
                    single.warnings());
            return switch (request.current()) {
                case CurrentDatabase.Whole(String database, String pair) -> inCurrent(request, single, pair, database);
                case CurrentDatabase.Physical physical ->
                    inCurrent(request, single, physical.pair(), physical.database());
                case CurrentDatabase.Logical(Keyspace.Sharded keyspace) ->
                    keyspace.databases().shardIn(single.target().database()) >= 0
                            ? inItsDatabase
                            : unknown(keyspace.name() + ".");
                case CurrentDatabase.OneShard oneShard ->
                    oneShard.keyspace().databases().shardIn(single.target().database()) >= 0
                            ? inItsDatabase
                            : unknown(oneShard.keyspace().name() + ".");
                case CurrentDatabase.None none -> unknown("");
                case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
            };
        }

        private RoutePlan inCurrent(Request request, RoutePlan.SingleShard single, String pair, String database) {
            boolean denied = Access.check(request.session(), request.catalog().meaningOf(database), database) != null;
            return denied || !pair.equals(single.target().pair())
                    ? unknown(database + ".")
                    : new RoutePlan.SingleShard(
                            single.target(),
                            single.text(),
                            new RoutePlan.DatabaseContext.Required(database),
                            single.insertedId(),
                            single.traits(),
                            single.warnings());
        }

        /** Only a session in no database, or in a sharded one, has no database to require. */
        private RoutePlan onServer(Request request, RoutePlan.AnyServer any) {
            return switch (request.current()) {
                case CurrentDatabase.OneShard oneShard ->
                    new RoutePlan.AnyServer(
                            any.pair(),
                            any.text(),
                            new RoutePlan.DatabaseContext.Required(
                                    oneShard.keyspace().databases().databaseOf(new ShardId(oneShard.shard()))),
                            any.traits());
                case CurrentDatabase.Logical(Keyspace.Sharded keyspace) -> unknown(keyspace.name() + ".");
                case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
                case CurrentDatabase.None none -> unknown("");
                case CurrentDatabase.Whole whole -> any;
                case CurrentDatabase.Physical physical -> any;
            };
        }

        private RoutePlan unknown(String prefix) {
            return Refusals.unknownFunction(prefix + function);
        }
    }

    /** A server would ask for a privilege that the data account may have and the user has not. */
    record Privileged(Privilege privilege, PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().admin() ? inner.bind(request) : privilege.refusal();
        }
    }

    /** Changes the system's own database. */
    record SystemChange(String database, PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().admin() ? inner.bind(request) : Refusals.accessDenied(request.session(), database);
        }
    }

    /** Reads tables of {@code information_schema} that tell of databases which the user may not see. */
    record TellsOfDatabases(List<String> tables, PlanTemplate inner) implements PlanTemplate {
        public TellsOfDatabases {
            tables = List.copyOf(tables);
        }

        @Override
        public RoutePlan bind(Request request) {
            return request.session().seesAll()
                    ? inner.bind(request)
                    : Refusals.informationDenied(request.session(), tables);
        }
    }

    /** A body, in which names stand where no scan of tokens finds all of them: of a shard, only users who may name all run it. */
    record Body(PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().seesAll() || !isOfShard(request)
                    ? inner.bind(request)
                    : Refusals.unsupported(
                            "a compound statement and the body of a routine, a trigger or an event run in a"
                                    + " shard only for users with the right to all keyspaces, since Pinion can't find every"
                                    + " name in them");
        }

        private static boolean isOfShard(Request request) {
            boolean current =
                    switch (request.current()) {
                        case CurrentDatabase.Logical logical -> true;
                        case CurrentDatabase.OneShard oneShard -> true;
                        case CurrentDatabase.Physical physical -> true;
                        case CurrentDatabase.Whole whole -> false;
                        case CurrentDatabase.None none -> false;
                        case CurrentDatabase.Gone gone -> false;
                    };
            return current || request.statement().hint().isPresent() || namesShard(request.statement());
        }

        private static boolean namesShard(Statement statement) {
            for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
                if (statement.anchorKind(anchor) == AnchorKind.SHARD_DATABASE) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Runs text that Pinion can't see, in a routine's body. */
    record RunsUnseenText(PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().seesAll()
                    ? inner.bind(request)
                    : Refusals.unsupported("PREPARE and EXECUTE IMMEDIATE in the body of a routine are only for users"
                            + " with the right to all keyspaces, since Pinion can't see which ones they name");
        }
    }

    /** A body names branches of XA, which would be there without the user in their names. */
    record NamesBranches(PlanTemplate inner) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return request.session().admin()
                    ? inner.bind(request)
                    : Refusals.unsupported(
                            "XA in a compound statement or in the body of a routine or an event is only for"
                                    + " users with the admin right, since the names of branches there don't carry the user: send"
                                    + " the statements one by one");
        }
    }
}

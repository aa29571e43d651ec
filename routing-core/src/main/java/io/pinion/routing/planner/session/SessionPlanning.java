package io.pinion.routing.planner.session;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.planner.rights.NamedDatabases;
import io.pinion.routing.planner.rights.Privilege;
import io.pinion.routing.rewrite.Argument;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.session.SessionStatements;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.SessionValues;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TextProblem;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Statements that change the session. */
public final class SessionPlanning {
    private static final Pattern OWN_PASSWORD = Pattern.compile("(?i)PASSWORD\\s*(=|TO\\b)");

    /**
     * Variables that decide how a server reads the text behind SET STATEMENT … FOR EXECUTE IMMEDIATE, PREPARE and the
     * like.
     */
    private static final Set<String> TEXT_RULES =
            Set.of("sql_mode", "character_set_client", "character_set_connection", "collation_connection", "old_mode");

    /** The variable by which a server goes on recording after the statement, and after the session. */
    private static final String PROFILING = "profiling";

    /** Variables by which a connection tells of a statement what only its session may know. */
    private static final Set<String> RECORDING = Set.of(PROFILING, "optimizer_trace");

    private static final Pattern TIME_ONLY = Pattern.compile(
            "(?i)\\s*SET\\s+STATEMENT\\s+max_statement_time\\s*=\\s*[0-9]{1,10}(?:\\.[0-9]{0,9})?\\s+FOR\\s*");

    private final Request request;
    private final Tokens tokens;
    private final String charset;

    public SessionPlanning(Request request) {
        this.request = request;
        this.tokens = Tokens.of(request.statement());
        this.charset = request.session().charset();
    }

    public RoutePlan plan() {
        if (request.statement().kind() == StatementKind.SET_STATEMENT) {
            if (names(TEXT_RULES::contains)) {
                return UnreadText.plan(request, TextProblem.RULES_FOR_ONE_STATEMENT);
            }
            if (names(name -> name.equals(PROFILING) || Privilege.isOfReplication(name))
                    && !request.session().admin()) {
                return Privilege.SUPER.refusal();
            }
            Refused unlogged = UnloggedState.refusalBefore(tokens);
            if (unlogged != null) {
                return unlogged;
            }
        }
        if (SessionFunctions.mayStandIn(request.statement())) {
            RoutePlan replaced = planReplaced();
            if (replaced != null) {
                return replaced;
            }
        }
        OptionalInt behindSet = SessionStatements.statementBehindSet(tokens);
        if (behindSet.isPresent()) {
            RoutePlan plan = planBehindSet(behindSet.getAsInt());
            return names(RECORDING::contains) ? recorded(plan) : plan;
        }
        Optional<SessionChange> change =
                SessionStatements.read(tokens, charset, PreviousReading.readsCounts(request.statement()));
        if (change.isEmpty()) {
            // Not well-formed: the server's own error is the right answer, but the server may know a grammar that
            // Pinion doesn't.
            return request.session().rights().mayUse(Rights.ALL)
                    ? new AnyRoute(List.of(), Traits.of(request.statement())).bind(request)
                    : request.template().bind(request);
        }
        Refused refused =
                switch (change.get()) {
                    case SessionChange.Assign assign -> refusal(assign);
                    case SessionChange.Use(String database) -> useFailure(database);
                    case SessionChange other -> null;
                };
        if (refused != null) {
            return refused;
        }
        return change.get() instanceof SessionChange.Assign assign && NamedDatabases.any(tokens, charset)
                ? planFromNames(assign)
                : new RoutePlan.ChangeSession(change.get());
    }

    private @Nullable Refused refusal(SessionChange.Assign assign) {
        if (!request.session().admin() && isPrivileged(assign)) {
            return Privilege.SUPER.refusal();
        }
        Optional<Refused> refused = LongSetting.refusal(assign)
                .or(() -> WideCharset.refusal(assign))
                .or(() -> UnloggedState.refusal(assign));
        if (refused.isEmpty() && changesOwnPassword(assign)) {
            return Refusals.unsupported(
                    "this would change the password of Pinion's own account, on one server: name the"
                            + " account that you mean (SET PASSWORD FOR …); users of Pinion have theirs in the topology");
        }
        return refused.orElse(null);
    }

    /** Whether the text names one of the variables anywhere: only the server knows which FOR ends the settings. */
    private boolean names(Predicate<String> variables) {
        return tokens.has(
                2,
                tokens.count(),
                token -> tokens.isName(token)
                        && variables.test(tokens.name(token, charset).toLowerCase(Locale.ROOT)));
    }

    /** {@code SET @x = LAST_INSERT_ID()} is planned as {@code SET @x = 42}. Null when there is nothing to replace. */
    private @Nullable RoutePlan planReplaced() {
        Edits edits = new Edits(request.statement());
        SessionFunctions.replace(tokens, edits, false);
        if (edits.isEmpty()) {
            return null;
        }
        byte[] sql = Rewriter.rewrite(request.statement(), edits.inOrder(), new SessionValues(request));
        // The server must not get the functions in the client's own text.
        return switch (request.replan(sql)) {
            case RoutePlan.ChangeSession(SessionChange change, StatementText.Original original) ->
                new RoutePlan.ChangeSession(change, new StatementText.Edited(sql));
            case RoutePlan plan -> plan;
        };
    }

    /**
     * {@code SET STATEMENT x=1 FOR SELECT …}: goes to the server of the inner statement, with the settings before it.
     * Parameters stay in a preparation only: an execution is planned with their values written in.
     */
    private RoutePlan planBehindSet(int token) {
        Statement outer = request.statement();
        int offset = tokens.start(token);
        if (!beginsStatement(token)) {
            // Where another FOR ends the settings, the server would run a statement that Pinion has not planned; and
            // each SET
            // STATEMENT behind another one would be read anew with all that follows.
            return notBehindSet();
        }
        Request inner = UnloggedState.ofDefinitions(tokens)
                .map(name -> request.in(request.session().withUnlogged(name)))
                .orElse(request);
        RoutePlan plan = inner.replan(Arrays.copyOfRange(outer.sql(), offset, outer.end()));
        return switch (plan) {
            case RoutePlan.OnServer one
            when one.text() instanceof StatementText.Edited(byte[] sql) ->
                one.with(new StatementText.Edited(behindSettings(offset, sql)));
            case RoutePlan.OnServer one
            when one.text() instanceof StatementText.Parameterized(byte[] sql, List<Argument> arguments) -> {
                int before = outer.parametersBefore(offset);
                List<Argument> all = new ArrayList<>();
                for (int parameter = 0; parameter < before + arguments.size(); parameter++) {
                    all.add(new Argument.Bound(parameter));
                }
                yield one.with(new StatementText.Parameterized(behindSettings(offset, sql), all));
            }
            case RoutePlan.OnServer one -> one;
            case RoutePlan.Refused refused -> refused;
            case RoutePlan.Local local -> local;
            // Pinion measures the time itself, over all shards.
            case RoutePlan.FanOut fanOut -> setsTimeOnly(offset) ? fanOut : notBehindSet();
            case RoutePlan.Gather gather -> setsTimeOnly(offset) ? gather : notBehindSet();
            case RoutePlan other -> notBehindSet();
        };
    }

    /**
     * {@code SET STATEMENT max_statement_time = 1.5 FOR}, with comments and other bytes that aren't part of the text.
     */
    private boolean setsTimeOnly(int offset) {
        Statement outer = request.statement();
        String before = new String(outer.sql(), outer.start(), offset - outer.start(), StandardCharsets.ISO_8859_1);
        return TIME_ONLY.matcher(before).matches();
    }

    private byte[] behindSettings(int offset, byte[] sql) {
        Statement outer = request.statement();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(outer.sql(), outer.start(), offset - outer.start());
        whole.writeBytes(sql);
        return whole.toByteArray();
    }

    /** No other plan goes to a server behind such a setting. */
    private static RoutePlan recorded(RoutePlan plan) {
        return plan instanceof RoutePlan.OnServer one
                ? one.with(one.effects().alsoLeaving(RetainedState.RECORDING))
                : plan;
    }

    private boolean beginsStatement(int token) {
        int first = token;
        while (tokens.isSymbol(first, "(")) {
            first++;
        }
        Statement statement = request.statement();
        StatementKind kind = StatementKind.at(statement.sql(), tokens.start(first), statement.end(), statement.rules());
        return kind != StatementKind.UNKNOWN && kind != StatementKind.SET_STATEMENT;
    }

    private static Refused notBehindSet() {
        return Refusals.unsupported(
                "SET STATEMENT … FOR can't go before this kind of statement; before one over several"
                        + " shards it may be SET STATEMENT max_statement_time = <seconds> FOR");
    }

    /**
     * {@code SET @x = (SELECT … FROM t)}, {@code SET @x = f()}: goes to the server of the names, as {@code SELECT …
     * INTO @x} would. Otherwise the server would look them up in the connection's accidental database.
     */
    private RoutePlan planFromNames(SessionChange.Assign assign) {
        boolean variables = assign.assignments().stream()
                .allMatch(assignment ->
                        assignment instanceof Assignment.UserVariable || assignment instanceof Assignment.WithinValue);
        if (!variables) {
            return Refusals.unsupported(
                    "a setting can't get its value from a table or a stored function: assign that to a"
                            + " user variable first (SET @x = …), and then the variable's value to the setting");
        }
        return switch (request.template().bind(request)) {
            case RoutePlan.OnServer one -> one;
            case Refused refused -> refused;
            case RoutePlan other -> throw new IllegalStateException("SET was planned as " + other);
        };
    }

    /** {@code SET PASSWORD} without FOR means the logged-in account, which on a server is Pinion's. */
    private static boolean changesOwnPassword(SessionChange.Assign assign) {
        return assign.assignments().stream()
                .anyMatch(assignment -> assignment instanceof Assignment.Other(String text)
                        && OWN_PASSWORD.matcher(text).lookingAt());
    }

    /** {@code SET GLOBAL} and {@code SET PASSWORD} last longer than the session, as a variable of replication does. */
    private static boolean isPrivileged(SessionChange.Assign assign) {
        for (Assignment assignment : assign.assignments()) {
            if (assignment instanceof Assignment.GlobalVariable
                    || (assignment instanceof Assignment.SessionVariable variable
                            && Privilege.isOfReplication(variable.name()))) {
                return true;
            }
            if (assignment instanceof Assignment.Other(String text)
                    && !text.toUpperCase(Locale.ROOT).startsWith("ROLE")) {
                return true;
            }
        }
        return false;
    }

    /** The reason why a database can't be used; null when it can. */
    private @Nullable Refused useFailure(String database) {
        Catalog catalog = request.catalog();
        int colon = database.indexOf(':');
        if (colon > 0 && catalog.keyspace(database.substring(0, colon)) instanceof Keyspace.Sharded keyspace) {
            Refused denied = Access.check(request.session(), new DatabaseMeaning.Logical(keyspace), database);
            if (denied != null) {
                return denied;
            }
            return CurrentDatabase.of(catalog, database) instanceof CurrentDatabase.OneShard one
                    ? useFailure(Catalog.physical(keyspace, new ShardId(one.shard())), database)
                    : Refusals.unknownDatabase(database);
        }
        return useFailure(catalog.meaningOf(database), database);
    }

    private @Nullable Refused useFailure(DatabaseMeaning meaning, String database) {
        Refused denied = Access.check(request.session(), meaning, database);
        if (denied != null) {
            return denied;
        }
        return switch (meaning) {
            case DatabaseMeaning.NotOpen notOpen ->
                Refusals.notOpen(notOpen.keyspace().name(), notOpen.shard().number());
            case DatabaseMeaning.Unknown unknown -> Refusals.unknownDatabase(database);
            case DatabaseMeaning.Logical logical -> null;
            case DatabaseMeaning.Physical physical -> null;
            case DatabaseMeaning.AtHome home -> null;
        };
    }
}

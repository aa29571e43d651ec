package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.planner.rights.ReadOnlyUser;
import io.pinion.routing.planner.rights.UnsafeNames;
import io.pinion.routing.planner.session.LastGtid;
import io.pinion.routing.planner.session.PreparePlanning;
import io.pinion.routing.planner.session.PreviousReading;
import io.pinion.routing.planner.session.SessionFunctions;
import io.pinion.routing.planner.session.SessionPlanning;
import io.pinion.routing.planner.session.UnloggedState;
import io.pinion.routing.planner.session.UnreadText;
import io.pinion.routing.planner.session.UserLocks;
import io.pinion.routing.planner.session.XaPlanning;
import io.pinion.routing.planner.show.ExplainPlanning;
import io.pinion.routing.planner.show.InformationReading;
import io.pinion.routing.planner.show.ShowPlanning;
import io.pinion.routing.template.BoundCounts;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Replanning;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.Fingerprint;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.Nesting;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Statement → plan. Not thread-safe: each event loop has its own, and all share one {@link PlanCache} and one
 * {@link FingerprintKey}. Never blocks; a known template takes about a microsecond, the parser up to a millisecond.
 */
public final class RoutePlanner implements StatementPlanner, Replanning {
    /** The time of parsing and planning grows with the words of a text, not with its bytes. */
    private static final int MANY_TOKENS = 200;

    /** In longer texts even what is done for a known shape takes milliseconds, as for each row of an INSERT. */
    private static final int MANY_KNOWN_BYTES = 16 * 1024;

    private static final InsertedId AS_REPORTED = new InsertedId.AsReported();

    private final PlanCache cache;
    private final SqlDialect dialect;
    private final int serverVersion;
    private final RandomGenerator random;
    private final ServerModes serverModes;
    private final AdminOpenings adminOpenings;
    private final SqlTokenizer tokenizer;

    /** The catalog of the statement being planned, which tells the tokenizer the names of shard databases. */
    private @Nullable Catalog catalog;

    // The flags of the statement before: most sessions of one loop have the same.
    private SessionView.SqlModeFlags lastFlags = SessionView.SqlModeFlags.DEFAULT;
    private String lastCharset = "utf8mb4";
    private ServerModes.Doubt lastDoubt = ServerModes.Doubt.NONE;
    private TextRules lastRules;

    private @Nullable Fingerprint shape;

    /** The scan of a text that is most likely planned next; scanning one of 16 MB takes tens of milliseconds. */
    private @Nullable LookedAt lookedAt;

    private record LookedAt(Catalog catalog, TextRules rules, Statement statement) {
        /** The catalog must be the same, since names of shards' databases are part of a shape. */
        boolean is(Catalog current, TextRules now, byte[] sql) {
            return statement.sql() == sql && catalog == current && rules.equals(now);
        }
    }

    /**
     * @param cache shared by the planners of all event loops
     * @param key drawn once per process and shared
     * @param dialect of the servers, for version comments
     * @param serverVersion as version comments write it: 101119 for 10.11.19
     * @param random chooses shards of new objects; used by this planner's thread only
     */
    public RoutePlanner(
            PlanCache cache, FingerprintKey key, SqlDialect dialect, int serverVersion, RandomGenerator random) {
        this(cache, key, dialect, serverVersion, random, new ServerModes(), AdminOpenings.NONE);
    }

    /**
     * @param serverModes the servers' own modes as far as known, which may change at any time
     * @param adminOpenings the beginnings of the statements that Pinion answers itself
     */
    public RoutePlanner(
            PlanCache cache,
            FingerprintKey key,
            SqlDialect dialect,
            int serverVersion,
            RandomGenerator random,
            ServerModes serverModes,
            AdminOpenings adminOpenings) {
        this.serverModes = serverModes;
        this.adminOpenings = adminOpenings;
        this.cache = cache;
        this.dialect = dialect;
        this.serverVersion = serverVersion;
        this.random = random;
        this.tokenizer = new SqlTokenizer(key, this::isShardDatabase);
        this.lastRules = rules(lastFlags, lastCharset);
    }

    @Override
    public SqlDialect dialect() {
        return dialect;
    }

    /**
     * Plans the statement or statements of one packet.
     *
     * @param sql in the client's character set; the plan keeps no reference to it
     */
    @Override
    public RoutePlan plan(Catalog current, SessionView session, byte[] sql) {
        catalog = current;
        Statement statement = scanned(current, session, sql);
        shape = statement.next() < 0 || isNothing(statement) ? statement.fingerprint() : null;
        return statement.next() < 0 || isNothing(statement)
                ? planFirst(current, session, statement)
                : new RoutePlan.Split(split(session, sql, statement));
    }

    /** Servers refuse a semicolon with nothing before it, so that what stands from there on is one text, refused in its turn. */
    private List<byte[]> split(SessionView session, byte[] sql, Statement first) {
        List<byte[]> statements = new ArrayList<>();
        Statement statement = first;
        int from = 0;
        while (statement.next() >= 0 && !isNothing(statement)) {
            statements.add(Arrays.copyOfRange(sql, from, statement.end()));
            from = statement.next();
            statement = scan(session, sql, from, Parameters.NONE);
        }
        statements.add(Arrays.copyOfRange(sql, from, statement.next() < 0 ? statement.end() : sql.length));
        return statements;
    }

    private static boolean isNothing(Statement statement) {
        return statement.kind() == StatementKind.EMPTY && statement.anchorCount() == 0;
    }

    @Override
    public @Nullable Fingerprint shape() {
        return shape;
    }

    /** Plans a statement behind another text, whose diagnostics the session may have. */
    private RoutePlan planFirst(Catalog current, SessionView session, Statement statement) {
        Request request = request(current, session, statement, false, false, AS_REPORTED);
        RoutePlan ofPrevious = statement.problem().isPresent() ? null : PreviousReading.plan(request);
        return ofPrevious == null ? plan(request) : ofPrevious;
    }

    /**
     * Whether planning a text takes a few milliseconds at most: it has few words, whatever the length of its strings, and
     * isn't nested deep, or it isn't very long, and a text of its shape has been planned before. The scan of it is kept for
     * {@link #plan}, if that comes next.
     */
    @Override
    public boolean isQuick(Catalog current, SessionView session, byte[] sql, Parameters parameters) {
        catalog = current;
        Statement statement = scan(session, sql, parameters);
        lookedAt = parameters == Parameters.NONE ? new LookedAt(current, statement.rules(), statement) : null;
        return statement.next() < 0
                && !holdsText(statement.kind())
                && (isKnown(current, session, statement) || isSimple(Tokens.of(statement), sql.length));
    }

    private static boolean isSimple(Tokens tokens, int bytes) {
        return (bytes < SHORT_BYTES || tokens.count() < MANY_TOKENS) && Nesting.isLow(tokens);
    }

    private boolean isKnown(Catalog current, SessionView session, Statement statement) {
        return statement.sql().length < MANY_KNOWN_BYTES
                && cache.find(keyOf(request(current, session, statement, true, false, AS_REPORTED))) != null;
    }

    /** Whether one word of it may be a statement that is planned, too. */
    private static boolean holdsText(StatementKind kind) {
        return kind == StatementKind.PREPARE || kind == StatementKind.EXECUTE;
    }

    /**
     * Plans one execution of a prepared statement.
     *
     * <p>A text that goes to a server as {@link StatementText.Original} takes the arguments as they came. Statements
     * that Pinion runs or answers itself are planned with the values written in, as {@link #withLiterals} gives them.
     *
     * @param sql as it was prepared
     * @param parameters the values of its {@code ?}
     */
    @Override
    public RoutePlan plan(Catalog current, SessionView session, byte[] sql, Parameters parameters) {
        catalog = current;
        Statement statement = scan(session, sql, parameters);
        shape = statement.fingerprint();
        if (statement.next() >= 0) {
            return Refusals.severalPrepared();
        }
        if (statement.parameterCount() != parameters.size()) {
            return Refusals.otherArguments();
        }
        return planFirst(current, session, isWrittenOut(statement) ? withLiterals(session, statement) : statement);
    }

    /**
     * Plans the preparation of a statement: a server that can prepare its text, so that the client learns the metadata.
     * The text has as many {@code ?} as the client's. Where the shard depends on values, which are still missing, it is
     * the lowest open one. A statement that is wrong with any values is refused as at its execution.
     */
    @Override
    public RoutePlan describe(Catalog current, SessionView session, byte[] sql) {
        catalog = current;
        Statement statement = scan(session, sql, Parameters.UNSET);
        shape = null;
        // The text is prepared as it is for any statement that stands before its executions.
        if (statement.next() >= 0) {
            return Refusals.severalPrepared();
        }
        return statement.kind() == StatementKind.EMPTY && dialect == SqlDialect.MYSQL
                ? Refusals.emptyQuery()
                : plan(current, session.behindAnother(), statement, true, AS_REPORTED);
    }

    /**
     * A held shard that makes a statement wait before any of it is sent to a server.
     *
     * @param current the catalog that {@code plan} was made with
     * @param sql the client's text
     * @return null when the plan touches no held shard
     */
    @Override
    public @Nullable HeldShard heldShard(Catalog current, SessionView session, byte[] sql, RoutePlan plan) {
        catalog = current;
        return current.holdsShards() ? new TouchedShards(this, current, session).held(sql, plan) : null;
    }

    private Statement scanned(Catalog current, SessionView session, byte[] sql) {
        LookedAt before = lookedAt;
        lookedAt = null;
        TextRules rules = rulesOf(session);
        return before != null && before.is(current, rules, sql) ? before.statement() : tokenizer.scan(sql, rules);
    }

    /** The number of {@code ?} in a text to prepare; 0 for an unreadable one. */
    @Override
    public int parameterCount(SessionView session, byte[] sql) {
        return scan(session, sql, Parameters.NONE).parameterCount();
    }

    @Override
    public BoundCounts ofVariables(SessionView session, byte[] sql, Parameters values) {
        return BoundCounts.of(scan(session, sql, 0, values), dialect, BoundCounts.Way.VARIABLES);
    }

    /**
     * The text of a prepared statement with its bound values written in as literals: a statement that Pinion runs or
     * answers itself ({@code SET time_zone = ?}) is then like any other.
     *
     * @return in the client's character set, right under its sql_mode; {@code sql} itself when no value is bound
     */
    @Override
    public byte[] withLiterals(SessionView session, byte[] sql, Parameters parameters) {
        return parameters == Parameters.NONE
                ? sql
                : scan(session, sql, parameters).withLiterals(session.charset());
    }

    private Statement withLiterals(SessionView session, Statement statement) {
        return scan(session, statement.withLiterals(session.charset()), Parameters.NONE);
    }

    /** Whether values change the meaning that a statement of this kind has for Pinion, and not only its routing. */
    private boolean isWrittenOut(Statement statement) {
        return statement.parameterCount() > 0
                && statement.problem().isEmpty()
                && switch (statement.kind()) {
                    case USE, SET, SET_STATEMENT, BEGIN, COMMIT, ROLLBACK, SAVEPOINT -> true;
                    case SHOW, DESCRIBE, EXPLAIN_ROUTE, HELP, PREPARE, EXECUTE, KILL, DIAGNOSTICS -> true;
                    // An admin statement too, but only a miss of the plan cache tells: see cached().
                    default -> false;
                };
    }

    @Override
    public Statement scan(SessionView session, byte[] sql, Parameters parameters) {
        return scan(session, sql, 0, parameters);
    }

    /** The statement that begins at {@code offset}. */
    Statement scan(SessionView session, byte[] sql, int offset, Parameters parameters) {
        return tokenizer.scan(sql, offset, sql.length - offset, rulesOf(session), parameters);
    }

    /**
     * Plans a {@link RoutePlan.Numbered} once its numbers are taken; never returns another.
     *
     * @param first the first of the numbers; not used when there are none
     */
    @Override
    public RoutePlan planNumbered(SessionView session, RoutePlan.Numbered numbered, long first) {
        catalog = numbered.catalog();
        Statement statement = scan(session, numbered.text(first), Parameters.NONE);
        return switch (plan(numbered.catalog(), session, statement, false, numbered.inserted(first))) {
            case RoutePlan.SingleShard single
            when single.text() instanceof StatementText.Original ->
                throw new IllegalStateException("a text with a table of a keyspace was not edited");
            case RoutePlan plan -> plan;
        };
    }

    /** @param described see {@link Request}, as for the others */
    @Override
    public RoutePlan plan(
            Catalog current, SessionView session, Statement statement, boolean described, InsertedId inserted) {
        return plan(request(current, session, statement, described, false, inserted));
    }

    /** Plans an INSERT of rows that the query of a statement has found: see {@link Request}. */
    @Override
    public RoutePlan planCarried(Catalog current, SessionView session, byte[] sql) {
        catalog = current;
        return planStep(current, session, scan(session, sql, Parameters.NONE));
    }

    @Override
    public RoutePlan planStep(Catalog current, SessionView session, Statement statement) {
        return plan(request(current, session, statement, false, true, AS_REPORTED));
    }

    private Request request(
            Catalog current,
            SessionView session,
            Statement statement,
            boolean described,
            boolean step,
            InsertedId inserted) {
        CurrentDatabase database = session.database().isPresent()
                ? CurrentDatabase.of(current, session.database().get())
                : new CurrentDatabase.None();
        return new Request(this, current, session, statement, database, random, described, step, inserted);
    }

    private RoutePlan plan(Request request) {
        Statement statement = request.statement();
        RoutePlan.Refused unsafe = UnsafeNames.refusal(request);
        if (unsafe != null) {
            return unsafe;
        }
        Optional<TextProblem> problem = statement.problem();
        if (problem.isPresent() && problem.get().isDoubt()) {
            RoutePlan own = problem.get().isOfRules() ? planRead(request) : null;
            // No server reads a statement that Pinion answers itself.
            return own instanceof RoutePlan.Admin || own instanceof RoutePlan.Local
                    ? own
                    : UnreadText.plan(request, problem.get());
        }
        if (problem.isPresent() && problem.get() != TextProblem.TOO_MANY_LITERALS) {
            return Refusals.syntax(problem.get().message());
        }
        boolean ofServer = request.session().sqlMode().ofServer();
        if (ofServer && serverModes.doubt().concerns(statement.sql(), statement.start(), statement.end())) {
            return UnreadText.plan(request, TextProblem.UNKNOWN_SQL_MODE);
        }
        return planRead(request);
    }

    private RoutePlan planRead(Request request) {
        String unlogged = UnloggedState.reason(request.statement(), request.session());
        if (unlogged != null) {
            return Refusals.unsupported(unlogged);
        }
        RoutePlan.Refused ofOthers = LastGtid.refusal(request.statement());
        if (ofOthers != null) {
            return ofOthers;
        }
        RoutePlan plan = planAllowed(request);
        return UserLocks.areUsedBy(request.statement()) ? UserLocks.check(request, plan) : plan;
    }

    private RoutePlan planAllowed(Request request) {
        Statement statement = request.statement();
        if (!request.session().rights().readsOnly()) {
            return planByKind(request);
        }
        if (!ReadOnlyUser.mayRun(statement, adminOpenings)) {
            return Refusals.readOnly(request.session());
        }
        RoutePlan plan = planByKind(request);
        return ReadOnlyUser.mayRun(statement, plan, adminOpenings) ? plan : Refusals.readOnly(request.session());
    }

    private RoutePlan planByKind(Request request) {
        try {
            return planKind(request);
        } catch (StackOverflowError e) {
            // The parser goes one call deeper for each operator of a row.
            return Refusals.tooDeep();
        }
    }

    private RoutePlan planKind(Request request) {
        Statement statement = request.statement();
        if (sessionsInside(statement.kind()) && InformationReading.showsSessions(request, Tokens.of(statement))) {
            return Refusals.sessionsOfAll();
        }
        // A preparation runs nothing, and there may be another insert before its execution.
        if (request.session().lastInsertId() instanceof LastInsertId.Lost
                && !request.described()
                && SessionFunctions.readsInsertId(statement)) {
            return Refusals.insertIdLost();
        }
        if (isAskedFirst(statement.kind()) && isAdmin(statement)) {
            return ofPinion(request);
        }
        return switch (statement.kind()) {
            case EMPTY -> empty(statement);
            case USE, SET, SET_STATEMENT, BEGIN, COMMIT, ROLLBACK, SAVEPOINT -> new SessionPlanning(request).plan();
            case SHOW, DESCRIBE, EXPLAIN_ROUTE, HELP -> new ShowPlanning(request, adminOpenings).plan();
            case PREPARE -> new PreparePlanning(request).plan();
            case EXECUTE ->
                PreparePlanning.isImmediate(statement) ? new PreparePlanning(request).plan() : keptOrCached(request);
            case DEALLOCATE -> keptOrCached(request);
            case KILL -> request.ofPinion();
            case XA -> {
                if (statement.parameterCount() > 0) {
                    yield request.withLiterals();
                }
                yield XaPlanning.plan(request, analysed(request));
            }
            case EXPLAIN -> {
                RoutePlan explained = statement.problem().isPresent() ? null : ExplainPlanning.plan(request);
                yield explained == null ? analysed(request) : explained;
            }
            default -> analysed(request);
        };
    }

    /** Whether this kind of statement isn't planned by its tables alone, and may contain a query. */
    private static boolean sessionsInside(StatementKind kind) {
        return switch (kind) {
            case SET, SHOW, EXECUTE -> true;
            default -> false;
        };
    }

    /**
     * Whether a text of this kind may be an admin statement, and no plan cache stands before it. Of the other kinds,
     * SHOW and its like ask in the course of their planning, and those with a template when the cache has none: it has
     * none of admin statements.
     */
    private static boolean isAskedFirst(StatementKind kind) {
        return switch (kind) {
            case USE, SET, SET_STATEMENT, BEGIN, COMMIT, ROLLBACK, SAVEPOINT -> true;
            case PREPARE, EXECUTE, DEALLOCATE, XA, EXPLAIN -> true;
            default -> false;
        };
    }

    private boolean isAdmin(Statement statement) {
        return adminOpenings
                .find(statement)
                .filter(opening -> statement.kind() != StatementKind.XA || !XaPlanning.isOfServers(opening))
                .isPresent();
    }

    /** The plan of an admin statement, in whose text values are written. */
    private RoutePlan ofPinion(Request request) {
        Statement statement = request.statement();
        return statement.parameters().size() == 0
                ? request.ofPinion()
                : plan(
                        request.catalog(),
                        request.session(),
                        withLiterals(request.session(), statement),
                        request.described(),
                        request.inserted());
    }

    private RoutePlan keptOrCached(Request request) {
        RoutePlan kept = request.session().textStatements().isEmpty() ? null : new PreparePlanning(request).planKept();
        return kept == null ? analysed(request) : kept;
    }

    private RoutePlan analysed(Request request) {
        return request.statement().problem().isPresent() ? template(request).bind(request) : cached(request);
    }

    /** Servers refuse an empty text, but a comment alone is a statement without effect. */
    private static RoutePlan empty(Statement statement) {
        if (statement.next() >= 0) {
            return Refusals.syntax("nothing stands before a semicolon, and more behind it");
        }
        return statement.anchorCount() == 0 ? Refusals.emptyQuery() : new RoutePlan.Local(new LocalAnswer.Done());
    }

    @Override
    public PlanTemplate template(Request request) {
        return new StatementPlanning(request).template();
    }

    private RoutePlan cached(Request request) {
        PlanCache.Key key = keyOf(request);
        PlanTemplate template = cache.find(key);
        if (template == null) {
            if (isAdmin(request.statement())) {
                return ofPinion(request);
            }
            boolean misspelt = adminOpenings.isNearly(request.statement());
            if (misspelt && request.session().admin()) {
                return ofPinion(request);
            }
            template = template(request);
            // Those without the admin right get the server's answer, which must not be found for an operator.
            if (!misspelt) {
                cache.keep(key, template);
            }
        }
        return template.bind(request);
    }

    private static PlanCache.Key keyOf(Request request) {
        return new PlanCache.Key(
                request.statement().fingerprint(),
                request.current().cacheKey(),
                request.catalog().edition(),
                request.catalog().schema().version(),
                request.step());
    }

    private boolean isShardDatabase(byte[] text, int from, int to) {
        return catalog != null && catalog.isShardDatabase(text, from, to);
    }

    private TextRules rulesOf(SessionView session) {
        ServerModes.Doubt doubt = serverModes.doubt();
        boolean same =
                session.sqlMode().equals(lastFlags) && session.charset().equals(lastCharset) && doubt.equals(lastDoubt);
        if (!same) {
            lastDoubt = doubt;
            lastFlags = session.sqlMode();
            lastCharset = session.charset();
            lastRules = rules(lastFlags, lastCharset);
        }
        return lastRules;
    }

    private TextRules rules(SessionView.SqlModeFlags flags, String charset) {
        return new TextRules(
                flags.ansiQuotes(),
                flags.noBackslashEscapes(),
                flags.pipesAsConcat(),
                flags.ignoreSpace(),
                CharsetClass.of(charset),
                dialect,
                serverVersion,
                !flags.unknownMode().isEmpty()
                        || (flags.ofServer() && !lastDoubt.modes().isEmpty() && !lastDoubt.ofMarks()));
    }

    @Override
    public String unknownMode(SessionView.SqlModeFlags flags) {
        return flags.unknownMode().isEmpty() && flags.ofServer()
                ? serverModes.doubt().modes()
                : flags.unknownMode();
    }
}

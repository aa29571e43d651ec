package io.pinion.routing.planner.session;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.TextPreparedStatement;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code PREPARE name FROM 'text'}, {@code EXECUTE}, {@code DEALLOCATE PREPARE} and {@code EXECUTE IMMEDIATE 'text'}.
 *
 * <p>In a database that isn't sharded, or a shard by its own name, an unchanged text goes to its server, which keeps
 * it. Pinion keeps every other text itself ({@link TextPreparedStatement}) and plans it at each EXECUTE, with the
 * values in it.
 */
public final class PreparePlanning {
    private final Request request;
    private final Tokens tokens;
    private final String charset;
    private final boolean immediate;
    private final String verb;

    public PreparePlanning(Request request) {
        this.request = request;
        this.tokens = Tokens.of(request.statement());
        this.charset = request.session().charset();
        this.immediate = isImmediate(request.statement());
        this.verb = immediate ? "EXECUTE IMMEDIATE" : "PREPARE … FROM";
    }

    /** {@code EXECUTE IMMEDIATE}, which is PREPARE and EXECUTE in one. */
    public static boolean isImmediate(Statement statement) {
        return Tokens.of(statement).isWord(1, "IMMEDIATE");
    }

    public RoutePlan plan() {
        byte[] inner = innerText();
        RoutePlan plan = inner == null ? planUnseen() : plan(inner);
        return plan instanceof RoutePlan.Refused refused && !immediate && tokens.isName(1)
                ? new RoutePlan.Named(new TextPreparedStatement.Unprepared(nameAt(1), refused))
                : plan;
    }

    /** EXECUTE and DEALLOCATE of a text that Pinion keeps; null when it keeps none of that name. */
    public @Nullable RoutePlan planKept() {
        boolean executes = tokens.isWord(0, "EXECUTE");
        int place = executes ? 1 : 2;
        if (!tokens.isName(place)) {
            return null;
        }
        String name = nameAt(place);
        if (!request.session().textStatements().contains(name)) {
            return null;
        }
        if (!executes) {
            return new RoutePlan.Named(new TextPreparedStatement.Deallocate(name));
        }
        List<String> variables = variablesBehind(place + 1);
        return variables == null
                ? onlyVariables()
                : new RoutePlan.Named(new TextPreparedStatement.Execute(name, variables));
    }

    /** Only the server knows the text in a variable or an expression. */
    private RoutePlan planUnseen() {
        return switch (request.current()) {
            case CurrentDatabase.OfServer server -> onServerUnseen();
            case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
            case CurrentDatabase.None none -> Refusals.noDatabase();
            case CurrentDatabase.OfShards shards -> keptFromVariable();
        };
    }

    private RoutePlan onServerUnseen() {
        if (request.session().rights().readsOnly()) {
            return Refusals.readOnly(request.session());
        }
        if (!request.session().rights().mayUse("*")) {
            return Refusals.unsupported(
                    verb + " from a variable or an expression is only for users with the right to all"
                            + " keyspaces, since Pinion can't see which ones it names: give the text itself");
        }
        return new AnyRoute(List.of(), unseenEffects()).bind(request);
    }

    private RoutePlan keptFromVariable() {
        int place = sourcePlace();
        String variable = variableAt(place);
        boolean alone = tokens.count() == place + 1 || immediate;
        if (variable == null || !alone) {
            return Refusals.unsupported(verb + " from an expression needs a current database that isn't sharded, or"
                    + " a shard's by its physical name: SET a user variable to it, and prepare from that");
        }
        return kept(new TextPreparedStatement.Source.Variable(variable));
    }

    private RoutePlan plan(byte[] inner) {
        return switch (request.describe(inner)) {
            case RoutePlan.OnServer one
            when one.text() instanceof StatementText.Original && staysOnServer(one.effects()) -> one.with(effects());
            case RoutePlan.Refused refused -> refused;
            case RoutePlan.Split split -> Refusals.syntax("several statements in one text can't be prepared");
            case RoutePlan.LoadRows rows -> Refusals.unpreparable();
            case RoutePlan.Named named -> Refusals.unpreparable();
            case RoutePlan.OnServer one -> kept(new TextPreparedStatement.Source.Written(inner));
            case RoutePlan.ChangeSession change -> kept(new TextPreparedStatement.Source.Written(inner));
            case RoutePlan.Local local -> kept(new TextPreparedStatement.Source.Written(inner));
            case RoutePlan.Admin admin -> kept(new TextPreparedStatement.Source.Written(inner));
            case RoutePlan.ChangeSchema change -> kept(new TextPreparedStatement.Source.Written(inner));
            case RoutePlan other -> throw new IllegalStateException("what is prepared is described on one shard");
        };
    }

    /**
     * In a sharded keyspace the text may be the same on every shard, but a value decides the shard. What renames tables
     * depends on what the session has made by then, and what commits must commit on all pairs of the transaction.
     */
    private boolean staysOnServer(SessionEffects effects) {
        return !effects.renamesTables()
                && effects.commits() == CommitEffect.NONE
                && !(request.current() instanceof CurrentDatabase.OfShards);
    }

    private RoutePlan kept(TextPreparedStatement.Source source) {
        if (!immediate) {
            return new RoutePlan.Named(new TextPreparedStatement.Prepare(nameAt(1), source));
        }
        List<String> variables = variablesBehind(sourcePlace() + 1);
        return variables == null
                ? onlyVariables()
                : new RoutePlan.Named(new TextPreparedStatement.Immediate(source, variables));
    }

    private int sourcePlace() {
        return immediate ? 2 : 3;
    }

    private byte @Nullable [] innerText() {
        int place = sourcePlace();
        boolean alone = tokens.count() == place + 1 || (immediate && tokens.isWord(place + 1, "USING"));
        if (!(immediate || tokens.isWord(2, "FROM"))
                || !alone
                || !tokens.type(place).isString()) {
            return null;
        }
        return tokens.value(place, charset) instanceof LiteralValue.Text text && isKept(text) ? text.bytes() : null;
    }

    /**
     * Whether the server prepares what is written: MariaDB converts the literal to {@code character_set_connection} and back,
     * by which a character may become a backslash, and a backslash none.
     */
    private boolean isKept(LiteralValue.Text text) {
        return Stream.of(charset, request.session().connectionCharset())
                .allMatch(converted -> converted.equals("utf8mb4")
                        || text.bytesIn(converted)
                                .filter(bytes -> Arrays.equals(bytes, text.bytes()))
                                .isPresent());
    }

    /** {@code USING @a, @b}: empty without USING, null for any other text. */
    private @Nullable List<String> variablesBehind(int from) {
        List<String> variables = new ArrayList<>();
        if (from == tokens.count()) {
            return variables;
        }
        if (!tokens.isWord(from, "USING")) {
            return null;
        }
        for (int token = from + 1; token < tokens.count(); token += 2) {
            String variable = variableAt(token);
            boolean ends = token + 1 == tokens.count();
            if (variable == null || !(ends || tokens.isSymbol(token + 1, ","))) {
                return null;
            }
            variables.add(variable);
        }
        return variables.isEmpty() || tokens.isSymbol(tokens.count() - 1, ",") ? null : variables;
    }

    /** The name of the user variable at the token; null for any other token. */
    private @Nullable String variableAt(int token) {
        if (tokens.type(token) != TokenType.USER_VARIABLE) {
            return null;
        }
        String name = tokens.text(token).substring(1);
        boolean plain = name.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "_$.".indexOf(c) >= 0));
        if (plain && !name.isEmpty()) {
            return name;
        }
        boolean quoted = name.length() > 2 && "`'\"".indexOf(name.charAt(0)) >= 0;
        String inside = quoted ? name.substring(1, name.length() - 1) : "";
        return quoted && inside.chars().allMatch(c -> c >= ' ' && c < 0x7F && "`'\"\\".indexOf(c) < 0) ? inside : null;
    }

    /** Names of prepared statements ignore case. */
    private String nameAt(int token) {
        return tokens.name(token, charset).toLowerCase(Locale.ROOT);
    }

    private RoutePlan onlyVariables() {
        return Refusals.unsupported(
                "EXECUTE … USING takes user variables only (USING @a, @b) where Pinion keeps the text, which it does in"
                        + " sharded keyspaces: SET variables to the values");
    }

    private SessionEffects effects() {
        return Traits.of(request.statement()).committing(CommitEffect.NONE);
    }

    private SessionEffects unseenEffects() {
        SessionEffects effects = effects();
        return immediate ? effects.committing(CommitEffect.WITHIN) : effects.alsoLeaving(RetainedState.UNSEEN_TEXT);
    }
}

package io.pinion.routing.plan;

import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code PREPARE name FROM 'text'} and {@code EXECUTE IMMEDIATE 'text'}: goes where the text inside would go as it stands. What EXECUTE runs later is not
 * looked at again, so that the text must need no rewriting, and the user the right to all it names.
 */
final class PreparePlanning {
    private final Request request;
    private final Tokens tokens;
    private final boolean immediate;
    private final String verb;

    PreparePlanning(Request request) {
        this.request = request;
        this.tokens = Tokens.of(request.statement());
        this.immediate = isImmediate(request.statement());
        this.verb = immediate ? "EXECUTE IMMEDIATE" : "PREPARE … FROM";
    }

    /** {@code EXECUTE IMMEDIATE}, which is PREPARE and EXECUTE in one. */
    static boolean isImmediate(Statement statement) {
        return Tokens.of(statement).isWord(1, "IMMEDIATE");
    }

    RoutePlan plan() {
        byte[] inner = innerText();
        return inner == null ? planUnseen() : plan(inner);
    }

    /** What a variable or an expression holds is known to the server alone. */
    private RoutePlan planUnseen() {
        if (request.session().rights().readsOnly()) {
            return Refusals.readOnly(request.session());
        }
        if (!request.session().rights().mayUse("*")) {
            return Refusals.unsupported(
                    verb + " from a variable or an expression is only for users with the right to all"
                            + " keyspaces, since Pinion can't see which ones it names: give the text itself");
        }
        return switch (request.current()) {
            case CurrentDatabase.Whole whole -> new AnyRoute(List.of(), traits()).bind(request);
            case CurrentDatabase.Physical physical -> new AnyRoute(List.of(), traits()).bind(request);
            case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
            case CurrentDatabase.None none -> Refusals.noDatabase();
            case CurrentDatabase.Logical logical -> needsWholeDatabase();
            case CurrentDatabase.OneShard oneShard -> needsWholeDatabase();
        };
    }

    private RoutePlan needsWholeDatabase() {
        return Refusals.unsupported(
                verb + " from a variable or an expression needs a current database that isn't sharded, or"
                        + " a shard's by its own name (USE db00000), since Pinion can't see which tables it names");
    }

    private RoutePlan plan(byte[] inner) {
        return switch (request.replan(inner)) {
            case RoutePlan.SingleShard single
            when single.text() instanceof StatementText.Original ->
                new RoutePlan.SingleShard(
                        single.target(),
                        single.text(),
                        single.context(),
                        single.insertedId(),
                        traits(),
                        single.warnings());
            case RoutePlan.SingleShard rewritten -> needsRewriting();
            case RoutePlan.AnyServer any
            when any.text() instanceof StatementText.Original ->
                new RoutePlan.AnyServer(any.pair(), any.text(), any.context(), traits());
            case RoutePlan.AnyServer rewritten -> needsRewriting();
            case RoutePlan.Refused refused -> refused;
            case RoutePlan.ChangeSession change -> needsRewriting();
            case RoutePlan.Local local -> needsRewriting();
            case RoutePlan.Admin admin -> needsRewriting();
            case RoutePlan.Split split -> Refusals.syntax("several statements in one text can't be prepared");
        };
    }

    private byte @Nullable [] innerText() {
        int place = immediate ? 2 : 3;
        boolean alone = tokens.count() == place + 1 || (immediate && tokens.isWord(place + 1, "USING"));
        if (!(immediate || tokens.isWord(2, "FROM"))
                || !alone
                || !tokens.type(place).isString()) {
            return null;
        }
        return tokens.value(place, request.session().charset()) instanceof LiteralValue.Text text ? text.bytes() : null;
    }

    private RoutePlan needsRewriting() {
        return Refusals.unsupported(verb + " is not supported yet for a statement that Pinion rewrites or answers"
                + " itself: use your driver's prepared statements, or send it as text");
    }

    private StatementTraits traits() {
        return Traits.of(request.statement());
    }
}

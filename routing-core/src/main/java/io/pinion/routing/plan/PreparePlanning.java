package io.pinion.routing.plan;

import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Tokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code PREPARE name FROM 'text'}: goes where the text inside would go as it stands. What EXECUTE runs later is not
 * looked at again, so that the text must need no rewriting, and the user the right to all it names.
 */
final class PreparePlanning {
    private final Request request;
    private final Tokens tokens;

    PreparePlanning(Request request) {
        this.request = request;
        this.tokens = Tokens.of(request.statement());
    }

    RoutePlan plan() {
        byte[] inner = innerText();
        if (inner == null) {
            // FROM @variable: what it holds is known to the server alone.
            return request.session().rights().mayUse("*")
                    ? new AnyRoute(List.of(), traits()).bind(request)
                    : Refusals.unsupported("PREPARE from a variable is only for users with the right to all keyspaces,"
                            + " since Pinion can't see which ones it names: give the text itself");
        }
        return switch (request.replan(inner)) {
            case RoutePlan.SingleShard single
            when single.text() instanceof StatementText.Original ->
                new RoutePlan.SingleShard(
                        single.target(), single.text(), single.context(), single.insertedId(), traits());
            case RoutePlan.SingleShard rewritten -> needsRewriting();
            case RoutePlan.AnyServer any
            when any.text() instanceof StatementText.Original ->
                new RoutePlan.AnyServer(any.pair(), any.text(), any.context(), traits());
            case RoutePlan.AnyServer rewritten -> needsRewriting();
            case RoutePlan.Refused refused -> refused;
            case RoutePlan.ChangeSession change -> needsRewriting();
            case RoutePlan.Local local -> needsRewriting();
            case RoutePlan.Admin admin -> needsRewriting();
        };
    }

    private byte @Nullable [] innerText() {
        int last = tokens.count() - 1;
        if (!tokens.isWord(2, "FROM") || last != 3 || !tokens.type(last).isString()) {
            return null;
        }
        return tokens.value(last, request.session().charset()) instanceof LiteralValue.Text text ? text.bytes() : null;
    }

    private static RoutePlan needsRewriting() {
        return Refusals.unsupported(
                "PREPARE … FROM is not supported yet for a statement that Pinion rewrites or answers"
                        + " itself: use your driver's prepared statements, or send it as text");
    }

    private static StatementTraits traits() {
        return StatementTraits.leaving(LeftBehind.PREPARED_TEXT);
    }
}

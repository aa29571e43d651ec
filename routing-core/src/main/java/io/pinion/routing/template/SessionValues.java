package io.pinion.routing.template;

import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.rewrite.Values;

/**
 * The session's own values, for the edits in a template of a statement without a shard.
 *
 * @param bare numbers of the session stand alone, so that a statement can be placed by them
 */
public record SessionValues(Request request, boolean bare) implements Values {
    public SessionValues(Request request) {
        this(request, false);
    }

    @Override
    public String literalOf(SessionFunction function) {
        return bare ? request.bareLiteralOf(function) : request.literalOf(function);
    }

    @Override
    public String charset() {
        return request.session().charset();
    }
}

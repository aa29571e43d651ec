package io.pinion.routing.template;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;

/** Planning a shape ends in a refusal; thrown and caught inside of planning, never on the hit path. */
public final class UnplannableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient RoutePlan.Refused refused;

    public UnplannableException(RoutePlan.Refused refused) {
        super(refused.reason(), null, false, false);
        this.refused = refused;
    }

    /** @param reason see {@link Refusals#unsupported} */
    public static UnplannableException unsupported(String reason) {
        return new UnplannableException(Refusals.unsupported(reason));
    }

    public RoutePlan.Refused refused() {
        return refused;
    }
}

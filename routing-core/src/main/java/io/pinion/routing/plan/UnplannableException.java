package io.pinion.routing.plan;

/** Planning a shape ends in a refusal; thrown and caught inside this package, never on the hit path. */
final class UnplannableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient RoutePlan.Refused refused;

    UnplannableException(RoutePlan.Refused refused) {
        super(refused.reason(), null, false, false);
        this.refused = refused;
    }

    RoutePlan.Refused refused() {
        return refused;
    }
}

package io.pinion.server.admin;

import io.pinion.operations.server.finding.Cure;
import org.jspecify.annotations.Nullable;

/**
 * What an operator types about a finding.
 *
 * @param statement for a proxy, whole; null where there is none, or several to choose from
 * @param advice such as when to type it, or what to do instead; null where the statement says all
 */
record NextStep(@Nullable String statement, @Nullable String advice) {
    static final NextStep NONE = new NextStep(null, null);

    static NextStep of(String statement) {
        return new NextStep(statement, null);
    }

    static NextStep of(Cure.Admin cure) {
        return of(cure.statement(), cure.words());
    }

    /** @param advice empty for none */
    static NextStep of(String statement, String advice) {
        return new NextStep(statement, advice.isEmpty() ? null : advice);
    }

    static NextStep advice(String words) {
        return new NextStep(null, words);
    }

    /** @param first what has to be done before, in words */
    NextStep behind(String first) {
        return advice(first + "; then " + statement + (advice == null ? "" : ", " + advice));
    }
}

package io.pinion.routing.planner.shard;

import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.LiteralValue;
import java.math.BigInteger;

/** The constants of a LIMIT, which may be as large as a BIGINT UNSIGNED. */
public final class RowCounts {
    /** The largest number that LIMIT takes. */
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private RowCounts() {}

    /** The sum, at most the largest number that LIMIT takes. */
    static BigInteger sum(Request request, int offset, int count) {
        BigInteger rows = of(request, count);
        return (offset < 0 ? rows : rows.add(of(request, offset))).min(MOST);
    }

    /** @param offset its anchor, or -1 */
    public static RowLimit limit(Request request, int offset, int count) {
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        return new RowLimit(
                offset < 0 ? 0 : of(request, offset).min(most).longValue(),
                of(request, count).min(most).longValue());
    }

    /** Whether the anchor is a number that LIMIT takes; servers refuse the others. */
    public static boolean isCount(Request request, int anchor) {
        return anchor < 0
                || switch (request.statement()
                        .literal(anchor, 0, request.session().charset())) {
                    case LiteralValue.Int number -> true;
                    case LiteralValue.BigInt(BigInteger number) -> number.bitLength() <= 64;
                    case LiteralValue other -> false;
                };
    }

    private static BigInteger of(Request request, int anchor) {
        return switch (request.statement().literal(anchor, 0, request.session().charset())) {
            case LiteralValue.Int(long number) -> BigInteger.valueOf(number);
            case LiteralValue.BigInt(BigInteger number) -> number;
            default -> throw new IllegalStateException("the LIMIT was checked to be a number");
        };
    }
}

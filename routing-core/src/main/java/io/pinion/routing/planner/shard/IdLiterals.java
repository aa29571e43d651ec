package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads constants that stand for global ids. */
public final class IdLiterals {
    /** The constant isn't an integer that an id could be. */
    public static final long NO_ID = -1;

    /** Follows the {@link #problem} in a warning. */
    public static final String MATCHED_NO_ROW = " (it matched no row)";

    /** 2^53: from here on several integers share a double. */
    private static final double EXACT_BELOW = 0x1p53;

    /** The double that is nearest to the highest id. */
    private static final double HIGHEST = 0x1p62;

    private IdLiterals() {}

    /** The value of an integer, a string of digits or a hex number (0x1F) within 62 bits; else {@link #NO_ID}. */
    public static long read(Statement statement, int anchor, int element, String charset) {
        if (statement.anchorKind(anchor) == AnchorKind.INTEGER && !statement.isParameter(anchor, element)) {
            return digits(
                    statement.sql(), statement.elementStart(anchor, element), statement.elementEnd(anchor, element));
        }
        return switch (statement.literal(anchor, element, charset)) {
            case LiteralValue.Binary(byte[] bytes) -> isNumber(statement, anchor, element) ? unsigned(bytes) : NO_ID;
            case LiteralValue other -> valid(other.whole().orElse(NO_ID));
        };
    }

    /** @param negative a minus stands before the constant, which is no id then */
    public static long read(Request request, int anchor, int element, boolean negative) {
        return negative
                ? NO_ID
                : read(request.statement(), anchor, element, request.session().charset());
    }

    /** 0x1F is a number beside one; x'1F' is text on MariaDB, and so is a literal behind _binary. */
    private static boolean isNumber(Statement statement, int anchor, int element) {
        int from = statement.elementStart(anchor, element);
        return statement.anchorKind(anchor) == AnchorKind.HEX
                && statement.sql()[from] == '0'
                && statement.sql()[from + 1] == 'x';
    }

    private static long valid(long value) {
        return GlobalId.isValid(value) ? value : NO_ID;
    }

    private static long digits(byte[] sql, int from, int to) {
        int at = from;
        while (at < to - 1 && sql[at] == '0') {
            at++;
        }
        if (to - at > 19) {
            return NO_ID;
        }
        long value = 0;
        for (; at < to; at++) {
            value = value * 10 + (sql[at] - '0');
        }
        return valid(value);
    }

    private static long unsigned(byte[] bytes) {
        BigInteger value = new BigInteger(1, bytes);
        return value.bitLength() <= 62 ? value.longValue() : NO_ID;
    }

    /**
     * The reason why a constant names nothing: it is no id of this keyspace on an open shard. Null when it is one.
     *
     * @param id what was {@link #read}
     */
    public static RoutePlan.@Nullable Refused problem(
            Keyspace.Id keyspace, long id, Request request, int anchor, int element, boolean negative) {
        if (id != NO_ID) {
            return problem(keyspace, id);
        }
        String written = request.statement().written(anchor, element);
        return negative
                ? Refusals.general("-" + written + " is no id: ids are never negative")
                : notAnId(written, request.statement().anchorKind(anchor));
    }

    public static RoutePlan.@Nullable Refused problem(Keyspace.Id keyspace, long value) {
        GlobalId id = new GlobalId(value);
        if (keyspace.ranges().pairOf(id.shard().number()) == null) {
            return Refusals.general("id " + value + " is on shard " + id.shard() + " of " + keyspace.name()
                    + ", which is not open: no range of the topology holds it");
        }
        if (keyspace.tableOfType(id.type()) == null) {
            return Refusals.general("id " + value + " has type " + id.type() + ", which no table of " + keyspace.name()
                    + " has: it isn't an id of this keyspace");
        }
        return null;
    }

    /** The reason why an id of this keyspace can't be that of a new row of the table; null when it can. */
    public static RoutePlan.@Nullable Refused newIdProblem(GlobalId id, Table.ObjectTable table) {
        if (id.type() != table.type()) {
            return Refusals.general("id " + id + " has type " + id.type() + ", but the ids of " + table.name()
                    + " have type " + table.type());
        }
        if (id.local() == 0) {
            return Refusals.general("id " + id + " has local id 0, which MySQL takes as a wish for a new one");
        }
        Optional<Integer> elsewhere = table.hashed()
                .filter(hashed -> hashed.has(id.local()))
                .map(hashed -> hashed.shardOf(id.local()))
                .filter(shard -> shard != id.shard().number());
        if (elsewhere.isPresent()) {
            return Refusals.general(
                    "id " + id + " has the local id " + id.local() + " on shard " + id.shard() + ", and " + table.name()
                            + " is declared such that its row would be looked for on shard " + elsewhere.get());
        }
        return id.local() >= GlobalId.EXHAUSTED_FROM
                ? Refusals.general("id " + id + " has the local id " + id.local()
                        + ", of the last 2^20: the next one that its shard makes could be of another type")
                : null;
    }

    private static RoutePlan.Refused notAnId(String written, AnchorKind kind) {
        String why =
                switch (kind) {
                    case INTEGER -> "has a reserved bit set: ids are below 2^62";
                    case DECIMAL, FLOAT -> "is not an integer: a float can't hold an id exactly";
                    case STRING, NATIONAL_STRING, HEX, BIT -> "is not an integer below 2^62";
                    case NULL, NEGATIVE_INTEGER, NEGATIVE_NUMBER, UNSET, SHARD_DATABASE, COMMENT, HINT ->
                        "is no literal";
                };
        return Refusals.general(written + " is no id: it " + why);
    }

    /**
     * Whether a server may take a constant that is no id for equal to ids: as a double, which neighbouring ids share, or
     * as a number that is written in another way. Any other such constant equals none.
     */
    public static boolean mayEqualIds(Request request, int anchor, int element) {
        Statement statement = request.statement();
        if (statement.isTemporal(anchor, element)) {
            return true;
        }
        return switch (statement.literal(anchor, element, request.session().charset())) {
            case LiteralValue.Int number -> false;
            case LiteralValue.BigInt number -> false;
            case LiteralValue.Decimal(BigDecimal value) ->
                value.signum() > 0 && value.stripTrailingZeros().scale() <= 0;
            case LiteralValue.Floating floating ->
                floating.whole().isEmpty() && mayEqualIds(Double.parseDouble(floating.text()));
            case LiteralValue.Text text -> text.integer().isEmpty() && mayEqualIds(text);
            case LiteralValue.Binary bytes -> !isNumber(statement, anchor, element);
        };
    }

    /** Servers compare the number that a text begins with. */
    private static boolean mayEqualIds(LiteralValue.Text text) {
        String written = text.string().orElse("1").strip();
        try {
            return mayEqualIds(Double.parseDouble(written));
        } catch (NumberFormatException e) {
            return !written.isEmpty() && "+.0123456789".indexOf(written.charAt(0)) >= 0;
        }
    }

    private static boolean mayEqualIds(double value) {
        boolean fraction = Math.abs(value) < EXACT_BELOW && value != Math.rint(value);
        return !fraction && value > 0 && value <= HIGHEST;
    }

    /** A bound of an ordered comparison, clamped to the range that matters: -1 to 2^62. Null when it is no integer. */
    public static @Nullable Long bound(Statement statement, int anchor, boolean negative, String charset) {
        BigInteger value =
                switch (statement.literal(anchor, 0, charset)) {
                    case LiteralValue.BigInt(BigInteger number) -> number;
                    case LiteralValue.Binary(byte[] bytes) ->
                        isNumber(statement, anchor, 0) ? new BigInteger(1, bytes) : null;
                    case LiteralValue other ->
                        other.whole().isPresent()
                                ? BigInteger.valueOf(other.whole().getAsLong())
                                : null;
                };
        if (value == null) {
            return null;
        }
        if (negative && value.signum() > 0) {
            return -1L;
        }
        return value.bitLength() > 62 ? 1L << 62 : value.longValue();
    }
}

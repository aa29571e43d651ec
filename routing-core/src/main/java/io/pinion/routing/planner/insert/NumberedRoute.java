package io.pinion.routing.planner.insert;

import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Numbered;
import io.pinion.routing.plan.RoutePlan.Numbered.Told;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.planner.shard.UnmetKeys;
import io.pinion.routing.rewrite.TextPosition;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A statement that may give values to the column of a sequence: rows without one get theirs first, and the sequence
 * learns the values that the statement gives, so that no later row gets them.
 *
 * @param slots the places of present and missing values, in their order
 * @param rows of the text
 * @param told of a statement in which a row gets a number
 * @param unmet what can't be met by a row that gets a number
 * @param inner plans the statement once all numbers are written
 */
record NumberedRoute(
        Sequence sequence, List<Slot> slots, int rows, Told told, Optional<UnmetKeys> unmet, PlanTemplate inner)
        implements PlanTemplate {

    /**
     * A place in the text.
     *
     * @param before replaces the text there; then the number, if any, then {@code after}
     */
    record Slot(TextPosition from, TextPosition to, String before, String after, Wish wish) {}

    /** Whether a place asks for a number. */
    sealed interface Wish {
        record Wanted() implements Wish {}

        /** A place for the column's name, not for a number. */
        record Name() implements Wish {}

        /** A constant: 0 asks for a number, unless the sql_mode or {@code assigned} says otherwise. */
        record Constant(int anchor, boolean negative, boolean assigned) implements Wish {}
    }

    NumberedRoute {
        slots = List.copyOf(slots);
    }

    @Override
    public RoutePlan bind(Request request) {
        if (request.described() || request.isNumbered()) {
            return inner.bind(request);
        }
        if (!request.session().rights().mayUse(sequence.keyspace())) {
            return Refusals.accessDenied(request.session(), sequence.keyspace());
        }
        Statement statement = request.statement();
        if (statement.parameterCount() > 0) {
            return request.withLiterals();
        }
        List<byte[]> pieces = new ArrayList<>();
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        int copied = statement.start();
        long largest = 0;
        for (Slot slot : slots) {
            if (slot.wish() instanceof Wish.Constant constant) {
                OptionalLong given = constant.negative() ? OptionalLong.of(0) : given(constant.anchor(), request);
                if (given.isEmpty()) {
                    return Refusals.unsupported("the value of " + sequence.column() + " of a row of " + sequence.table()
                            + " must be an integer of at most 2^63 - 2, so that later rows get others: "
                            + statement.written(constant.anchor(), 0) + " is none");
                }
                largest = Math.max(largest, given.getAsLong());
                boolean zero = !constant.negative() && given.getAsLong() == 0;
                if (!zero || constant.assigned() || request.session().sqlMode().noAutoValueOnZero()) {
                    continue;
                }
            }
            piece.write(statement.sql(), copied, slot.from().in(statement) - copied);
            piece.writeBytes(slot.before().getBytes(StandardCharsets.UTF_8));
            if (!(slot.wish() instanceof Wish.Name)) {
                pieces.add(piece.toByteArray());
                piece.reset();
            }
            piece.writeBytes(slot.after().getBytes(StandardCharsets.UTF_8));
            copied = slot.to().in(statement);
        }
        if (pieces.isEmpty() && largest == 0) {
            return inner.bind(request);
        }
        piece.write(statement.sql(), copied, statement.end() - copied);
        Refused refused = pieces.isEmpty()
                ? null
                : unmet.map(keys -> keys.refusal(request)).orElse(null);
        if (refused != null) {
            return refused;
        }
        Told itsTold = pieces.isEmpty() ? Told.NEVER : told;
        pieces.add(piece.toByteArray());
        return new Numbered(sequence, pieces, largest, rows, itsTold, request.catalog());
    }

    /** Empty unless it is an integer below the largest. */
    private static OptionalLong given(int anchor, Request request) {
        OptionalLong value = request.statement()
                .literal(anchor, 0, request.session().charset())
                .whole();
        return value.isPresent() && value.getAsLong() == Long.MAX_VALUE ? OptionalLong.empty() : value;
    }
}

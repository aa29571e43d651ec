package io.pinion.server.session;

import io.pinion.protocol.server.ServerError;
import java.util.List;
import java.util.Optional;

/**
 * The phase of a session's transaction.
 *
 * <pre>
 *            BEGIN                first statement            COMMIT, ROLLBACK
 *   None ────────────▶ Deferred ────────────────▶ Open ────────────────────▶ None
 *     └── the server says so: autocommit=0, XA ────▶┤▲
 *                                                   │└ another pair joins
 *                                                   └──▶ Broken ── the next statement is told ──▶ None
 * </pre>
 */
public sealed interface TransactionPhase {

    /** Nothing is open. With autocommit off, the next statement that touches a table opens a transaction. */
    record None() implements TransactionPhase {}

    /**
     * The client was told that its transaction has begun, but no server was: Pinion doesn't know yet which server it
     * needs.
     *
     * @param statement the statement that begins it, such as {@code BEGIN} or {@code START TRANSACTION READ ONLY}
     */
    record Deferred(String statement) implements TransactionPhase {}

    /**
     * A transaction is open on the primaries of these pairs, in the order in which they joined.
     *
     * @param participants at least one; the first is always {@link Branch.Plain}
     */
    record Open(List<Participant> participants, Beginning beginning) implements TransactionPhase {
        public Open {
            participants = List.copyOf(participants);
            if (participants.isEmpty()) {
                throw new IllegalArgumentException("a transaction that nobody takes part in is none");
            }
        }

        /** The pair that joined first. */
        public String pair() {
            return participants.getFirst().pair();
        }

        public Optional<Participant> on(String pair) {
            for (Participant participant : participants) {
                if (participant.pair().equals(pair)) {
                    return Optional.of(participant);
                }
            }
            return Optional.empty();
        }

        /** More than one pair takes part. */
        public boolean isShared() {
            return participants.size() > 1;
        }
    }

    /**
     * The transaction has ended against the client's will after an answer that the client already has. {@code reason}
     * answers the client's next statement, so that no COMMIT is acknowledged.
     */
    record Broken(ServerError reason) implements TransactionPhase {}
}

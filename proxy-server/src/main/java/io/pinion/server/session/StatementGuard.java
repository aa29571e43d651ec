package io.pinion.server.session;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The savepoint that undoes one statement on all its shards, on the pairs of the statement. Lives on the session's
 * event loop.
 */
final class StatementGuard {
    /** A name that no client uses. */
    private static final String NAME = "`pinion statement`";

    /** Sets the savepoint. */
    static final String SET = "SAVEPOINT " + NAME;

    /** Undoes the statement on a server that has the savepoint. */
    static final String UNDO = "ROLLBACK TO SAVEPOINT " + NAME;

    /** Pairs that need the savepoint before the running statement. */
    private final Set<String> wanted = new HashSet<>();

    /** Pairs that have received it. Other pairs may still have an earlier statement's, of the same name. */
    private final Set<String> set = new HashSet<>();

    /** Of all these, the pairs on which no other statement of the transaction has changed rows. */
    private final Set<String> first = new HashSet<>();

    /** The statement needs it on those of these pairs that take part. */
    void want(Set<String> pairs, List<Participant> participants) {
        for (Participant participant : participants) {
            String pair = participant.pair();
            if (pairs.contains(pair) && !set.contains(pair)) {
                wanted.add(pair);
                if (!participant.wrote()) {
                    first.add(pair);
                }
            }
        }
    }

    /** Another statement begins, with savepoints of its own. */
    void begin() {
        set.clear();
    }

    boolean isWanted(String pair) {
        return wanted.contains(pair);
    }

    boolean isSet(String pair) {
        return set.contains(pair);
    }

    /** What was outstanding for the pair has been sent. */
    void sent(String pair) {
        if (wanted.remove(pair)) {
            set.add(pair);
        }
    }

    /** The participant once the statement is undone there, as if the statement had only read. */
    Participant undone(Participant participant) {
        return first.contains(participant.pair()) ? participant.unwritten() : participant;
    }

    /** The statement is over. */
    void end() {
        set.clear();
        wanted.clear();
        first.clear();
    }
}

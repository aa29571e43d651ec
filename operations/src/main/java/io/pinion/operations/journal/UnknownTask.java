package io.pinion.operations.journal;

import java.util.Set;

/**
 * The task of a kind that only another version of Pinion knows: people see it, and no proxy of this version runs it.
 *
 * @param kind its name in the journal
 */
public record UnknownTask(String kind, String keyspace) implements Task {
    @Override
    public boolean goesOnUnasked() {
        return false;
    }

    @Override
    public String statement() {
        return kind + ", which this version of Pinion doesn't know";
    }

    @Override
    public String subject() {
        return "what only another version of Pinion knows";
    }

    @Override
    public Set<String> locks() {
        return Set.of();
    }
}

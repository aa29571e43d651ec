package io.pinion.operations.control;

import io.pinion.config.topology.User;
import io.pinion.operations.journal.Operation;
import java.util.Optional;

/** The person who asks about operations, which decides which operations are visible. */
public sealed interface Asker {
    boolean sees(Operation operation);

    record Operator() implements Asker {
        @Override
        public boolean sees(Operation operation) {
            return true;
        }
    }

    /**
     * A user, to whom only their own operations are visible. An operation runs with the account that it was begun with,
     * so it is no longer theirs when their statements have another account, or when they have lost the keyspace.
     *
     * @param user the user in the running topology; empty when it has none
     */
    record Owner(Optional<User> user) implements Asker {
        @Override
        public boolean sees(Operation operation) {
            return user.filter(owner -> owner.name().equals(operation.origin().user())
                            && owner.account().equals(operation.origin().account())
                            && owner.mayUse(operation.task().keyspace())
                            && !owner.readsOnly())
                    .isPresent();
        }
    }
}

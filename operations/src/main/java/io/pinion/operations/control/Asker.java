package io.pinion.operations.control;

import io.pinion.config.topology.User;
import io.pinion.operations.journal.Operation;
import java.util.Optional;

/** Who asks for an operation, which says which there are for them. */
public sealed interface Asker {
    boolean sees(Operation operation);

    record Operator() implements Asker {
        @Override
        public boolean sees(Operation operation) {
            return true;
        }
    }

    /**
     * A user who has their own operations alone. Since an operation runs with the account that it was begun with, it is no longer
     * theirs when their statements have another one, or they have lost the keyspace.
     *
     * @param user as the running topology has the user, if it has
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

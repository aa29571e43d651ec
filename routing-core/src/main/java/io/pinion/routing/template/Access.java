package io.pinion.routing.template;

import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import org.jspecify.annotations.Nullable;

/** Whether a user may name a database: a keyspace's right covers all of its shards. */
public final class Access {
    private Access() {}

    /** Null when allowed. {@code information_schema} is allowed to all users, since it shows each only its own rows. */
    public static RoutePlan.@Nullable Refused check(SessionView session, DatabaseMeaning meaning, String database) {
        String asked = meaning.ofKeyspace().map(Keyspace::name).orElse(database);
        return session.rights().mayUse(asked) || InformationSchema.is(database)
                ? null
                : Refusals.accessDenied(session, database);
    }
}

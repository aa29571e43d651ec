package io.pinion.server.shadow;

import io.pinion.config.topology.User;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.server.session.SessionVariables;

/**
 * A client's read, to be asked again, with all of its session that the answer may depend on.
 *
 * @param keyspace the session's current database
 * @param user whose limits of scatters hold, too
 * @param variables a copy
 */
record ShadowRead(String keyspace, byte[] sql, User user, SessionVariables variables, Capabilities capabilities) {}

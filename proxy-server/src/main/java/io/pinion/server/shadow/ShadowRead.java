package io.pinion.server.shadow;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.server.session.SessionVariables;

/**
 * A client's read, to be asked again, with all of its session that the answer may depend on.
 *
 * @param keyspace the session's current database
 * @param variables a copy
 */
record ShadowRead(String keyspace, byte[] sql, SessionVariables variables, Capabilities capabilities) {}

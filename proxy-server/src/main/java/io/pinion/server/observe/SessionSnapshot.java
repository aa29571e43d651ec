package io.pinion.server.observe;

import java.util.List;

/**
 * One client's session at a moment.
 *
 * @param id the number that {@code SELECT CONNECTION_ID()} answers and {@code KILL} takes
 * @param user empty until the client has logged in
 * @param client the client's address and port
 * @param database the session's current database, or empty
 * @param phase authenticating, ready, running, sending a file, refusing, draining or closed
 * @param phaseMillis the time since the session entered the phase
 * @param waitsFor the reason why its statement waits before it begins, such as
 *     {@code shard 7 of pinterest, which is held}; empty when no statement waits
 * @param inTransaction whether the client sees IN_TRANS
 * @param pinnedBecause the reason why it keeps its connection between statements, such as {@code temporary table};
 *     empty when it doesn't
 * @param servers the servers that it has a connection to now
 * @param statements the number of statements that it has run
 * @param statement the running statement, literals and all: for its own user and operators only; empty when none runs
 * @param program the client's name for itself, such as {@code mysqldump}; empty when it gives none
 */
public record SessionSnapshot(
        long id,
        String user,
        String client,
        String database,
        String phase,
        long phaseMillis,
        String waitsFor,
        boolean inTransaction,
        String pinnedBecause,
        List<String> servers,
        long statements,
        String statement,
        String program) {
    public SessionSnapshot {
        servers = List.copyOf(servers);
    }
}

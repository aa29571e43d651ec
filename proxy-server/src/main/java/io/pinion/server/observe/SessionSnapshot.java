package io.pinion.server.observe;

import java.util.List;

/**
 * One client's session at a moment.
 *
 * @param id what {@code SELECT CONNECTION_ID()} answers and {@code KILL} takes
 * @param user empty until the client has logged in
 * @param client the client's address and port
 * @param database what the client chose by {@code USE}, or empty
 * @param phase one word: greeting, authenticating, ready, running, draining
 * @param phaseMillis for how long it has been in that phase
 * @param waitsFor what its statement waits for before it begins, such as {@code shard 7 of pinterest, which is held};
 *     empty when none does
 * @param inTransaction whether the client sees IN_TRANS
 * @param pinnedBecause why it keeps its connection between statements, such as {@code temporary table}; empty when it
 *     doesn't
 * @param servers the servers it holds a connection to now
 * @param statements how many it has run
 * @param statement the text that runs now, literals and all: for its own user and operators only; empty when none does
 * @param program what the client says that it is, such as {@code mysqldump}; empty when it says nothing
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

package io.pinion.server.observe;

/**
 * How the connections of one event loop to one server stood at a moment.
 *
 * @param pair the pair that the server belongs to
 * @param server the server's name in the topology
 * @param account the account that the connections are logged in with
 * @param loop the number of the event loop, from 0
 * @param busy connections that a session holds, pinned ones included
 * @param idle connections that anybody on the loop may have
 * @param opening connections that are being made
 * @param waiting sessions waiting for one
 * @param limit how many connections all loops together may have to this server
 */
public record PoolSnapshot(
        String pair, String server, String account, int loop, int busy, int idle, int opening, int waiting, int limit) {

    /** Connections that count against the limit. */
    public int total() {
        return busy + idle + opening;
    }
}

package io.pinion.server.observe;

/**
 * The connections of one event loop to one server at a moment.
 *
 * @param pair the pair that the server belongs to
 * @param server the server's name in the topology
 * @param account the account that the connections are logged in with
 * @param loop the number of the event loop, from 0
 * @param busy connections that a session has, pinned ones included
 * @param idle connections that any session on the loop may get
 * @param opening connections that are being opened
 * @param waiting sessions that wait for a connection
 * @param limit the limit of connections to this server for all loops together
 */
public record PoolSnapshot(
        String pair, String server, String account, int loop, int busy, int idle, int opening, int waiting, int limit) {

    /** Connections that count against the limit. */
    public int total() {
        return busy + idle + opening;
    }
}

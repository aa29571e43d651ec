package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;

/**
 * Writes the commands of a connection, in order. A command waits where a KILL QUERY is under way that may hit it: a KILL that arrives after the end of
 * its statement hits the next one, and does nothing when none runs (measured on MariaDB 11.4 and MySQL 9.7, 200 times
 * each). So the first command after that statement isn't sent before the server has answered each KILL. Lives on the
 * connection's event loop.
 */
final class CommandWriter {
    private final Channel channel;
    private final ArrayDeque<Object> underWay = new ArrayDeque<>();
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
    private boolean holding;

    CommandWriter(Channel channel) {
        this.channel = channel;
    }

    boolean isEmpty() {
        return underWay.isEmpty();
    }

    /** @return to be run when the server has answered this KILL, or never will */
    Runnable begin() {
        Object kill = new Object();
        underWay.add(kill);
        return () -> {
            underWay.remove(kill);
            releaseIfSettled();
        };
    }

    /** Called when a statement was interrupted: the first KILL has hit, whenever its answer comes. */
    void hit() {
        underWay.poll();
        releaseIfSettled();
    }

    /** Called when the next command is the first after a statement that a KILL was meant for. */
    void nothingRuns() {
        holding |= !underWay.isEmpty();
    }

    /** Ownership of {@code command} passes. */
    void write(ByteBuf command) {
        if (holding) {
            waiting.add(command);
        } else {
            channel.write(command, channel.voidPromise());
        }
    }

    void flush() {
        if (!holding) {
            channel.flush();
        }
    }

    private void releaseIfSettled() {
        if (holding && underWay.isEmpty()) {
            holding = false;
            for (ByteBuf command = waiting.poll(); command != null; command = waiting.poll()) {
                channel.write(command, channel.voidPromise());
            }
            channel.flush();
        }
    }

    /** Called when the connection is closed: waiting commands are never sent. */
    void close() {
        holding = false;
        for (ByteBuf command = waiting.poll(); command != null; command = waiting.poll()) {
            command.release();
        }
    }
}

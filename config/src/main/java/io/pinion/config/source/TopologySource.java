package io.pinion.config.source;

import io.pinion.config.topology.Topology;

/** Watches the place of the topology document and serves the last valid topology. Any thread may call it. */
public interface TopologySource extends AutoCloseable {

    /** The running topology; there is one from the moment that the source has opened, and still after it has closed. */
    Topology current();

    SourceStatus status();

    /**
     * Calls the listener with the running topology, then with each later one, on the source's own thread: never two
     * calls at once, and none after {@link Subscription#cancel} on that same thread.
     */
    Subscription subscribe(TopologyListener listener);

    /** The store behind the source, for reading and changing the document. */
    TopologyStore store();

    /** Stops watching; the running topology stays readable. Waits a moment for a listener that is being called. */
    @Override
    void close();

    /** Adopts a topology. */
    @FunctionalInterface
    interface TopologyListener {
        /** Runs on the source's thread, so a slow listener delays the next topology; what it throws is logged. */
        void adopt(Topology topology);
    }

    /** A subscriber's means to unsubscribe. */
    @FunctionalInterface
    interface Subscription {
        void cancel();
    }
}

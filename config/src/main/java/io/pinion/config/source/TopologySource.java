package io.pinion.config.source;

import io.pinion.config.topology.Topology;

/** Watches where the document lives and serves the last topology that was right. Any thread may call it. */
public interface TopologySource extends AutoCloseable {

    /** The running topology; there is one from the moment that the source has opened until it closes, and after. */
    Topology current();

    SourceStatus status();

    /**
     * Calls the listener with the running topology, then with each later one, on the source's own thread: never two calls
     * at once, and none after {@link Subscription#cancel} on that same thread.
     */
    Subscription subscribe(TopologyListener listener);

    /** The text behind the source, for those who read or change it. */
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

    /** What a subscriber holds to be forgotten again. */
    @FunctionalInterface
    interface Subscription {
        void cancel();
    }
}

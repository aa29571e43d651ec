package io.pinion.server.backend;

/**
 * Whether the proxy may use servers at this moment: without it no statement begins, and running ones are ended.
 * Thread-safe.
 */
@FunctionalInterface
public interface ServingLease {
    /** The lease of a proxy that keeps serving with its topology, without other proxies' consent. */
    ServingLease FOR_EVER = () -> true;

    boolean holds();
}

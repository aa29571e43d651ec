package io.pinion.server.backend;

/** Whether servers may be used at this moment: without it nothing new begins, and what was begun is ended. Any thread asks. */
@FunctionalInterface
public interface ServingLease {
    /** Of a proxy that goes on with what it knows, whatever others do. */
    ServingLease FOR_EVER = () -> true;

    boolean holds();
}

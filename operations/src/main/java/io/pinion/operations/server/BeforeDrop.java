package io.pinion.operations.server;

/**
 * Asked before each of many pieces of work on a server whether it may begin, so that an operation hears its CANCEL between
 * them.
 *
 * @param <E> the refusal
 */
@FunctionalInterface
public interface BeforeDrop<E extends Exception> {
    void check(String database) throws E;
}

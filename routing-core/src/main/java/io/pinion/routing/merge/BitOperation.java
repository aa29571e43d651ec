package io.pinion.routing.merge;

/** An operation on all bits of two numbers. */
@FunctionalInterface
interface BitOperation {
    long apply(long a, long b);
}

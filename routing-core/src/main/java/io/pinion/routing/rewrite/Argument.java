package io.pinion.routing.rewrite;

/** The value of a {@code ?} of a rewritten text at its execution. */
public sealed interface Argument {

    /**
     * The value that the client bound to a {@code ?} of its own text, as it came.
     *
     * @param parameter the number of that {@code ?}, from 0
     */
    record Bound(int parameter) implements Argument {}

    /** A number in place of the client's value: a local id for a global one. Signed, 64 bits. */
    record Int(long value) implements Argument {}
}

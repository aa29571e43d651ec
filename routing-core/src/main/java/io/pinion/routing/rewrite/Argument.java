package io.pinion.routing.rewrite;

/** What a {@code ?} of a rewritten text gets when it is executed. */
public sealed interface Argument {

    /**
     * What the client bound to the {@code ?} of its own text, as it came.
     *
     * @param parameter which one, from 0
     */
    record Bound(int parameter) implements Argument {}

    /** A number in place of what the client bound: a local id for a global one. Signed, 64 bits. */
    record Int(long value) implements Argument {}
}

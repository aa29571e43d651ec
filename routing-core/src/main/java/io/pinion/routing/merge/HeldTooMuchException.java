package io.pinion.routing.merge;

/** A merge would exceed the cap of bytes held. Dropping the merger frees what it held. */
public final class HeldTooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HeldTooMuchException(long heldBytes, long maxHeldBytes) {
        super("the merge needs to hold more than " + heldBytes + " bytes, of at most " + maxHeldBytes);
    }
}

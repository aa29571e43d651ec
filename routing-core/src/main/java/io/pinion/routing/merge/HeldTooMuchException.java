package io.pinion.routing.merge;

/** A merge would exceed the cap of bytes held. Dropping the merger frees what it held. */
public final class HeldTooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long heldBytes;
    private final long maxHeldBytes;

    HeldTooMuchException(long heldBytes, long maxHeldBytes) {
        super("the merge needs to hold more than " + heldBytes + " bytes, of at most " + maxHeldBytes);
        this.heldBytes = heldBytes;
        this.maxHeldBytes = maxHeldBytes;
    }

    /** The number of bytes held when the next row no longer fitted. */
    public long heldBytes() {
        return heldBytes;
    }

    public long maxHeldBytes() {
        return maxHeldBytes;
    }
}

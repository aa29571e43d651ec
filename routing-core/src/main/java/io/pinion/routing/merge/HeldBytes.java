package io.pinion.routing.merge;

/** Counts the bytes that a merge holds, and refuses to exceed the cap. */
final class HeldBytes {
    private final long max;
    private long held;

    HeldBytes(long max) {
        this.max = max;
    }

    void hold(long more) {
        if (more > max - held) {
            throw new HeldTooMuchException(held, max);
        }
        held += more;
    }

    void release(long fewer) {
        held -= fewer;
    }

    long held() {
        return held;
    }
}

package io.pinion.routing.text;

/** 128 bits that identify a statement's shape within this process: equal for statements that differ in anchors only. */
public record Fingerprint(long high, long low) {
    @Override
    public int hashCode() {
        return (int) low;
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}

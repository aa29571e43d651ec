package io.pinion.config.settings;

import java.util.Optional;

/** A number of bytes a second, written as {@code 50MB/s} (powers of 1024), or {@code unlimited}. */
public record ByteRate(long bytesPerSecond) {
    public static final ByteRate UNLIMITED = new ByteRate(Long.MAX_VALUE);

    private static final String PER_SECOND = "/s";
    private static final String NO_BOUND = "unlimited";

    static ByteRate megabytes(long megabytes) {
        return new ByteRate(megabytes << 20);
    }

    static Optional<ByteRate> parse(String text) {
        String written = text.strip();
        if (written.equalsIgnoreCase(NO_BOUND)) {
            return Optional.of(UNLIMITED);
        }
        return written.endsWith(PER_SECOND)
                ? ByteSize.parse(written.substring(0, written.length() - PER_SECOND.length()))
                        .map(size -> new ByteRate(size.bytes()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return equals(UNLIMITED) ? NO_BOUND : new ByteSize(bytesPerSecond) + PER_SECOND;
    }
}

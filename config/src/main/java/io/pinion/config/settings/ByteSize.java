package io.pinion.config.settings;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as {@code 64MB}, {@code 16KB}, {@code 1GB} (powers of 1024) or plainly. */
public record ByteSize(long bytes) {
    private static final Pattern SYNTAX =
            Pattern.compile("(\\d{1,12})\\s*(|B|KB|MB|GB|K|M|G)", Pattern.CASE_INSENSITIVE);

    static ByteSize megabytes(long megabytes) {
        return new ByteSize(megabytes << 20);
    }

    static Optional<ByteSize> parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2);
        int shift = unit.isEmpty()
                ? 0
                : switch (Character.toUpperCase(unit.charAt(0))) {
                    case 'K' -> 10;
                    case 'M' -> 20;
                    case 'G' -> 30;
                    default -> 0;
                };
        return Optional.of(new ByteSize(Long.parseLong(matcher.group(1)) << shift));
    }

    @Override
    public String toString() {
        String[] units = {"B", "KB", "MB", "GB"};
        int unit = 0;
        long count = bytes;
        while (unit < units.length - 1 && count != 0 && count % 1024 == 0) {
            count /= 1024;
            unit++;
        }
        return count + units[unit];
    }
}

package io.pinion.routing.text;

/** A prefix and five digits. */
record DecimalShardNames(String prefix) implements ShardNames {
    private static final int DIGITS = 5;

    @Override
    public boolean isShardDatabase(byte[] text, int from, int to) {
        if (to - from != prefix.length() + DIGITS) {
            return false;
        }
        for (int index = 0; index < to - from; index++) {
            int value = text[from + index];
            boolean fits = index < prefix.length() ? value == prefix.charAt(index) : value >= '0' && value <= '9';
            if (!fits) {
                return false;
            }
        }
        return true;
    }
}

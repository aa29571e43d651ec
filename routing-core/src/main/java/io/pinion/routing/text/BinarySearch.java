package io.pinion.routing.text;

import java.util.function.IntPredicate;

/** The search for a place among numbered things in their order. */
public final class BinarySearch {
    private BinarySearch() {}

    /**
     * The first of the numbers from 0 to before {@code count} that is reached; {@code count} when none is.
     *
     * @param reached true of each number behind one of which it is true
     */
    public static int first(int count, IntPredicate reached) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (reached.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}

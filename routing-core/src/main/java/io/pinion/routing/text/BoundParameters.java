package io.pinion.routing.text;

import java.util.Arrays;

/**
 * The {@code ?} of one text and what they stand for.
 *
 * @param places of each in the text, ascending
 */
record BoundParameters(Parameters values, int[] places) {

    /** How many stand before {@code position}: the number of the one that stands there. */
    int before(int position) {
        int found = Arrays.binarySearch(places, position);
        return found >= 0 ? found : -found - 1;
    }
}

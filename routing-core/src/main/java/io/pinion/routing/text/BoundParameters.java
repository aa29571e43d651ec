package io.pinion.routing.text;

import java.util.Arrays;

/**
 * The {@code ?} of one text and their values.
 *
 * @param places of each in the text, ascending
 */
record BoundParameters(Parameters values, int[] places) {

    /** The number of {@code ?} before {@code position}, which is the index of the one that stands there. */
    int before(int position) {
        int found = Arrays.binarySearch(places, position);
        return found >= 0 ? found : -found - 1;
    }
}

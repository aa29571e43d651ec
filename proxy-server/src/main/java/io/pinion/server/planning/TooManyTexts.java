package io.pinion.server.planning;

/** So many texts of one user wait to be planned that no other may. */
public final class TooManyTexts extends Exception {
    TooManyTexts() {
        super("too many long statements of this user wait to be planned: send fewer at a time, or shorter ones");
    }
}

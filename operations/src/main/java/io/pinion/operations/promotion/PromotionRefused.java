package io.pinion.operations.promotion;

/** The pair's primary is the same as before; the message says why, and what to do. */
final class PromotionRefused extends Exception {
    private static final long serialVersionUID = 1;

    PromotionRefused(String message) {
        super(message);
    }
}

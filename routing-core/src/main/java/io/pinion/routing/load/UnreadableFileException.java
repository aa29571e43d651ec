package io.pinion.routing.load;

/** A row of a file can't be read, or not placed; the message says which row, why, and what would help. */
public final class UnreadableFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final String words;

    /** @param row counted from 1, without the lines that are ignored */
    public UnreadableFileException(long row, String reason) {
        super("row " + row + " of the file " + reason);
        this.words = "row " + row + " of the file " + reason;
    }

    /** The message, which is there. */
    public String words() {
        return words;
    }
}

package io.pinion.routing.load;

/** A row of a file can't be read or placed; the message names the row, the reason and the way out. */
public final class UnreadableFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final String words;

    /** @param row counted from 1, without the lines that are ignored */
    public UnreadableFileException(long row, String reason) {
        super("row " + row + " of the file " + reason);
        this.words = "row " + row + " of the file " + reason;
    }

    /** The message, never null. */
    public String words() {
        return words;
    }
}

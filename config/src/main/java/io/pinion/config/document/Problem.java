package io.pinion.config.document;

/**
 * One thing that is wrong in a document.
 *
 * @param place the path of the value, such as {@code keyspaces.pinterest.ranges[2].pair}; empty for the whole document
 * @param line the line it stands on, from 1; 0 when the place is not in the text
 * @param what what is wrong, a sentence without its full stop
 * @param cure what to write instead
 */
public record Problem(Severity severity, String place, int line, String what, String cure) {

    public enum Severity {
        /** The document is refused. */
        ERROR,
        /** The document is accepted, but somebody should look at it. */
        WARNING
    }

    public boolean refuses() {
        return severity == Severity.ERROR;
    }

    /** {@code line 12, users.app.account: no account is called dat; did you mean data?} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (severity == Severity.WARNING) {
            text.append("warning: ");
        }
        if (line > 0) {
            text.append("line ").append(line).append(place.isEmpty() ? ": " : ", ");
        }
        if (!place.isEmpty()) {
            text.append(place).append(": ");
        }
        text.append(what);
        if (!cure.isEmpty()) {
            text.append("; ").append(cure);
        }
        return text.toString();
    }
}

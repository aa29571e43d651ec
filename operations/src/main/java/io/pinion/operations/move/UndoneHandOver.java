package io.pinion.operations.move;

import io.pinion.operations.engine.OperationCancelled;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.ServerWork;
import java.sql.SQLException;

/**
 * A hand-over that has failed while clients waited. The hand-over is undone, and the refusal names the statement that
 * tries it again.
 *
 * @param operation its number
 * @param back whether it was the way back, for which REVERT OPERATION is said again
 * @param left the state in which servers and proxies may be when it can't be undone, for people
 */
public record UndoneHandOver(long operation, boolean back, String left) {
    /**
     * Undoes the hand-over, and gives the reason for the person who asked for it.
     *
     * @param undo lets clients go on where they were
     */
    public OperationRefused after(Exception why, ServerWork undo) {
        StringBuilder message = new StringBuilder(String.valueOf(why.getMessage()));
        boolean undone = false;
        try {
            undo.run();
            undone = true;
            if (why instanceof OperationCancelled || why instanceof ProxyStopping) {
                return (OperationRefused) why;
            }
        } catch (SQLException | OperationRefused e) {
            message.append("; ").append(left).append(": ").append(e.getMessage());
        }
        String again = (undone && back ? "REVERT" : "RESUME") + " OPERATION " + operation;
        return new OperationRefused(
                message.indexOf(again) >= 0 ? message.toString() : message + "; " + again + " tries again");
    }
}

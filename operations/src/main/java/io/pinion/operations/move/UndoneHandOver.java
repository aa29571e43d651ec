package io.pinion.operations.move;

import io.pinion.operations.engine.OperationCancelled;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.ServerWork;
import java.sql.SQLException;

/**
 * A hand-over that has failed while clients waited: it is undone, and told with what goes on from there.
 *
 * @param operation its number
 * @param back whether it was the way back, which is asked for anew
 * @param left what servers and proxies may be left with when it can't be undone, for people
 */
public record UndoneHandOver(long operation, boolean back, String left) {
    /**
     * The reason for whoever asked, behind the attempt to undo it.
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

package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Progress;
import java.time.Duration;

/** In the journal: how long clients have waited while something was handed over. */
public final class HandOverPause {
    private static final String PAUSE = "pause_ms";

    private HandOverPause() {}

    /**
     * Notes the pause. It is too late then to give the operation up: a wish for that is refused once it waits for its
     * end.
     */
    public static void note(RunningOperation operation, Duration pause) throws OperationRefused {
        operation.update(progress ->
                progress.withFact(PAUSE, String.valueOf(pause.toMillis())).withoutCancelAsked());
    }

    /** The pause, for people; empty when the proxy that knew it has died. */
    public static String told(Progress progress) {
        String millis = progress.facts().get(PAUSE);
        return millis == null ? "" : ", after a pause of " + millis + " ms";
    }
}

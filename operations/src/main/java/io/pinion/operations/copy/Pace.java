package io.pinion.operations.copy;

/** Limits how fast work writes rows, batch by batch. Blocks; for one thread. */
public final class Pace {
    private final CopyControl control;
    private final Throttle throttle;
    private long rows;
    private long bytes;

    public Pace(CopySpeed speed, CopyControl control) {
        this.control = control;
        this.throttle = new Throttle(speed, control);
    }

    /** Call this before a batch that only reads. */
    public void look() throws CopyBroken {
        if (control.isCancelled()) {
            throw CopyBroken.cancelled(new Throttle.Cancelled("cancelled"));
        }
        tell("");
    }

    /** Counts rows that are written with the next batch. */
    void count(long moreRows, long moreBytes) {
        rows += moreRows;
        bytes += moreBytes;
    }

    /** Call this after each batch; waits until the next one may begin. */
    public void wrote(long rowsOfBatch, long bytesOfBatch) throws CopyBroken {
        rows += rowsOfBatch;
        bytes += bytesOfBatch;
        tell("");
        try {
            throttle.pace(rows, bytes, this::tell);
        } catch (Throttle.Cancelled e) {
            throw CopyBroken.cancelled(e);
        }
    }

    private void tell(String waitsFor) {
        control.progressed(new CopyProgress(0, 0, 0, rows, bytes, 0, throttle.elapsed(), waitsFor));
    }
}

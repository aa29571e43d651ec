package io.pinion.operations.copy;

/** How fast rows may be written, for work that goes from batch to batch. Blocks; one thread's. */
public final class Pace {
    private final CopyControl control;
    private final Throttle throttle;
    private long rows;
    private long bytes;

    public Pace(CopySpeed speed, CopyControl control) {
        this.control = control;
        this.throttle = new Throttle(speed, control);
    }

    /** So many have been written. */
    public long rows() {
        return rows;
    }

    /** Before what only reads. */
    public void look() throws CopyBroken {
        if (control.isCancelled()) {
            throw CopyBroken.cancelled(new Throttle.Cancelled("cancelled"));
        }
        tell("");
    }

    /** Written with the next batch. */
    void count(long moreRows, long moreBytes) {
        rows += moreRows;
        bytes += moreBytes;
    }

    /** Behind each batch; waits until the next one may begin. */
    void wrote(long rowsOfBatch, long bytesOfBatch) throws CopyBroken {
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
        control.progressed(new CopyProgress(0, 0, rows, bytes, 0, throttle.elapsed(), waitsFor));
    }
}

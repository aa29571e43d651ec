package io.pinion.server.bootstrap;

import java.util.concurrent.atomic.AtomicBoolean;

/** Does a work that blocks on a thread of its own, one time after the other: wishes for it meanwhile are one wish. */
final class CoalescedWork {
    private final Runnable work;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private final AtomicBoolean working = new AtomicBoolean();

    CoalescedWork(Runnable work) {
        this.work = work;
    }

    /** Doesn't block. */
    void wish() {
        wanted.set(true);
        if (working.compareAndSet(false, true)) {
            var unused = Thread.ofVirtual().start(this::run);
        }
    }

    private void run() {
        do {
            try {
                while (wanted.getAndSet(false)) {
                    work.run();
                }
            } finally {
                working.set(false);
            }
        } while (wanted.get() && working.compareAndSet(false, true));
    }
}

package io.pinion.server.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails a test class during which a buffer was lost. Netty tells by a log line, some time after a garbage collection; what the
 * buffer went through is told under {@code -Dpinion.leak.records=8} only, since the traces take half of the tests' time.
 */
public final class LeakWatch implements BeforeAllCallback, AfterAllCallback {
    private static final int ROUNDS = 5;
    private static final int COLLECTIONS = 10;
    private static final long COLLECTION_MILLIS = 3_000;

    private final ListAppender<ILoggingEvent> told = new ListAppender<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        begin();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end();
    }

    void begin() {
        if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
            throw new AssertionError(
                    "lost buffers aren't looked for: run with -Dio.netty.leakDetection.level=paranoid");
        }
        told.start();
        detector().addAppender(told);
    }

    void end() {
        for (int round = 0; round < ROUNDS; round++) {
            awaitCollection();
            // Lost buffers are looked for when new ones are made.
            ByteBufAllocator.DEFAULT.directBuffer(16).release();
        }
        detector().detachAppender(told);
        if (!told.list.isEmpty()) {
            throw new AssertionError(told.list.getFirst().getFormattedMessage()
                    + " Run again with -Dpinion.leak.records=8: it tells what the buffer went through.");
        }
    }

    /** Returns when the JVM has told of what is unreachable now, which takes its own thread a while on a busy machine. */
    private static void awaitCollection() {
        ReferenceQueue<Object> told = new ReferenceQueue<>();
        Reference<Object> lost = new WeakReference<>(new Object(), told);
        try {
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
                if (told.remove(COLLECTION_MILLIS) == lost) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Logger detector() {
        return (Logger) LoggerFactory.getLogger("io.netty.util.ResourceLeakDetector");
    }
}

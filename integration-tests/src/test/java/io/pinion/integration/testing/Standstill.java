package io.pinion.integration.testing;

import io.pinion.demo.LocalServer;
import java.io.IOException;

/** A server that stands still (SIGSTOP): it takes what it is sent, and does nothing with it before it goes on. */
public final class Standstill {
    private Standstill() {}

    /** What happens meanwhile. */
    public interface Action {
        void run() throws Exception;
    }

    /** It goes on when {@code action} has ended, however. */
    public static void of(LocalServer server, Action action) throws Exception {
        long pid = server.pid();
        signal(pid, "STOP");
        try {
            action.run();
        } finally {
            signal(pid, "CONT");
        }
    }

    private static void signal(long pid, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }
}

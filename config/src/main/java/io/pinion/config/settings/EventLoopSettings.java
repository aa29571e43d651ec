package io.pinion.config.settings;

/**
 * The threads that own all sockets.
 *
 * @param transport how they talk to the kernel; auto takes the best that this machine allows
 * @param threads how many; 0 is one per processor
 */
public record EventLoopSettings(Transport transport, int threads) {
    public static final EventLoopSettings DEFAULT = new EventLoopSettings(Transport.AUTO, 0);

    /** The kinds of Netty transport. */
    public enum Transport {
        AUTO,
        IO_URING,
        EPOLL,
        NIO
    }

    public EventLoopSettings {
        WrongSetting.between("threads", threads, 0, 1024);
    }

    /** The number of threads on this machine. */
    public int threadCount() {
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }
}

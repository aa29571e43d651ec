package io.pinion.server.backend.login;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * Makes the kernel notice a host that has vanished without closing its connections, by a loss of power or network.
 * Nothing is sent while a statement runs, and a statement may take hours, so only the kernel can tell.
 *
 * <p>A silent peer is probed after {@link #IDLE_SECONDS}, and is dead when {@link #PROBES} probes go unanswered: 25
 * seconds in all. Sent bytes that stay unacknowledged end the connection after {@link #UNACKNOWLEDGED_MILLIS} (Linux
 * manual, tcp(7)).
 */
final class DeadPeers {
    static final int IDLE_SECONDS = 10;
    static final int INTERVAL_SECONDS = 5;
    static final int PROBES = 3;
    static final int UNACKNOWLEDGED_MILLIS = 25_000;

    private DeadPeers() {}

    /** NIO has no option for unacknowledged bytes: the kernel's own time applies there, about 15 minutes. */
    static void notice(Bootstrap bootstrap, Class<? extends Channel> channel) {
        options(channel).forEach((option, value) -> bootstrap.option(option, value));
        bootstrap.option(ChannelOption.SO_KEEPALIVE, true);
    }

    private static Map<ChannelOption<Integer>, Integer> options(Class<? extends Channel> channel) {
        if (channel == EpollSocketChannel.class) {
            return Map.of(
                    EpollChannelOption.TCP_KEEPIDLE, IDLE_SECONDS,
                    EpollChannelOption.TCP_KEEPINTVL, INTERVAL_SECONDS,
                    EpollChannelOption.TCP_KEEPCNT, PROBES,
                    EpollChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
        }
        if (channel == IoUringSocketChannel.class) {
            return Map.of(
                    IoUringChannelOption.TCP_KEEPIDLE, IDLE_SECONDS,
                    IoUringChannelOption.TCP_KEEPINTVL, INTERVAL_SECONDS,
                    IoUringChannelOption.TCP_KEEPCNT, PROBES,
                    IoUringChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
        }
        return Map.of(
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), IDLE_SECONDS,
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), INTERVAL_SECONDS,
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), PROBES);
    }
}

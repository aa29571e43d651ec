package io.pinion.server.backend.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.eventloop.EventLoops.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

class DeadPeersTest {
    @Test
    void theKernelKnowsWhenToGiveAPeerUp() throws IOException {
        assertThat(option(Transport.EPOLL, EpollChannelOption.TCP_USER_TIMEOUT))
                .isEqualTo(DeadPeers.UNACKNOWLEDGED_MILLIS);
        assertThat(option(Transport.EPOLL, EpollChannelOption.TCP_KEEPIDLE)).isEqualTo(DeadPeers.IDLE_SECONDS);
        assertThat(option(Transport.NIO, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT)))
                .isEqualTo(DeadPeers.PROBES);
    }

    private static int option(Transport transport, ChannelOption<Integer> option) throws IOException {
        try (EventLoops loops = new EventLoops(transport, 1);
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Bootstrap bootstrap = new Bootstrap()
                    .group(loops.group())
                    .channel(loops.connectedChannel())
                    .handler(new ChannelInboundHandlerAdapter());
            DeadPeers.notice(bootstrap, loops.connectedChannel());
            Channel channel = bootstrap
                    .connect(server.getInetAddress(), server.getLocalPort())
                    .syncUninterruptibly()
                    .channel();
            return channel.config().getOption(option);
        }
    }
}

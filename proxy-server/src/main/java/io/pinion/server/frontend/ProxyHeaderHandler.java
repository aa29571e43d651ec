package io.pinion.server.frontend;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol.AddressFamily;
import io.pinion.server.observe.LogKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the PROXY header of a trusted load balancer, and fires the {@link ClientAddress} in it as an event. It
 * stands behind Netty's decoder; both remove themselves after the header.
 */
final class ProxyHeaderHandler extends SimpleChannelInboundHandler<HAProxyMessage> {
    private static final Logger log = LoggerFactory.getLogger(ProxyHeaderHandler.class);

    @Override
    protected void channelRead0(ChannelHandlerContext context, HAProxyMessage header) {
        ClientAddress client = ClientAddress.of(source(header, context.channel().remoteAddress()));
        context.pipeline().remove(this);
        context.pipeline().fireUserEventTriggered(client);
    }

    /** The client's address, or the balancer's: a health check has a header without an address. */
    private static SocketAddress source(HAProxyMessage header, SocketAddress balancer) {
        AddressFamily family = header.proxiedProtocol().addressFamily();
        boolean known = header.command() == HAProxyCommand.PROXY
                && (family == AddressFamily.AF_IPv4 || family == AddressFamily.AF_IPv6);
        if (!known) {
            return balancer;
        }
        try {
            // The decoder has checked that this is a numeric address, so the lookup doesn't block.
            return new InetSocketAddress(InetAddress.getByName(header.sourceAddress()), header.sourcePort());
        } catch (UnknownHostException e) {
            throw new HAProxyProtocolException("no address: " + header.sourceAddress(), e);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        log.atInfo()
                .addKeyValue(LogKeys.CLIENT, context.channel().remoteAddress())
                .addKeyValue(LogKeys.REASON, cause.getMessage())
                .log("No PROXY header came from an address in listener.proxy_protocol_from");
        context.close();
    }
}

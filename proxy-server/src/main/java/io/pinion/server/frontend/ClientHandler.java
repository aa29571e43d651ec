package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** Turns Netty's callbacks into events of a session; decides nothing. */
final class ClientHandler extends ChannelInboundHandlerAdapter {
    private final ClientSession session;
    private final boolean afterProxyHeader;

    /** @param afterProxyHeader whether a {@link ProxyHeaderHandler} will fire the client's address */
    ClientHandler(ClientSession session, boolean afterProxyHeader) {
        this.session = session;
        this.afterProxyHeader = afterProxyHeader;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        session.onConnected();
        if (!afterProxyHeader) {
            session.onAddress(ClientAddress.of(context.channel().remoteAddress()));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        session.onBytes((ByteBuf) message);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        session.onWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls) {
            if (tls.isSuccess()) {
                session.onEncrypted();
            } else {
                session.onFailure(tls.cause());
            }
        } else if (event instanceof ChannelInputShutdownEvent) {
            session.onInputEnded();
        } else if (event instanceof ClientAddress address) {
            session.onAddress(address);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        session.onClosed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        session.onFailure(cause);
    }
}

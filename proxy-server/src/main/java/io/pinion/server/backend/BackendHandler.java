package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Turns Netty's callbacks into events of a logged-in connection; decides nothing. */
public final class BackendHandler extends ChannelInboundHandlerAdapter {
    private final BackendConnection connection;

    public BackendHandler(BackendConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        connection.onBytes((ByteBuf) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        connection.onReadPaused();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        connection.onWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connection.onClosed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        connection.onFailure(cause);
    }
}

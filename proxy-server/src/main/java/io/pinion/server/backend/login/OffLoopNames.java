package io.pinion.server.backend.login;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves host names on a virtual thread: the answer may take seconds, and an event loop must not wait. */
final class OffLoopNames extends AddressResolverGroup<InetSocketAddress> {
    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new InetNameResolver(executor) {
            @Override
            protected void doResolve(String host, Promise<InetAddress> promise) {
                Thread.ofVirtual().name("resolve " + host).start(() -> {
                    try {
                        promise.setSuccess(InetAddress.getByName(host));
                    } catch (UnknownHostException e) {
                        promise.setFailure(e);
                    }
                });
            }

            @Override
            protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
                throw new UnsupportedOperationException("one address is enough");
            }
        }.asAddressResolver();
    }
}

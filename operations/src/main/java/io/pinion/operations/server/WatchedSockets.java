package io.pinion.operations.server;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * Sockets on which a host that is gone without a word is found out within half a minute, however long an answer may
 * take: whoever waits for it keeps a pair's lock, which a promotion needs. Connector/J makes one of these for each
 * connection.
 */
public final class WatchedSockets extends StandardSocketFactory {
    private static final Map<SocketOption<Integer>, Integer> OPTIONS = Map.of(
            ExtendedSocketOptions.TCP_KEEPIDLE, 15,
            ExtendedSocketOptions.TCP_KEEPINTERVAL, 5,
            ExtendedSocketOptions.TCP_KEEPCOUNT, 3);

    @Override
    protected void configureSocket(Socket socket, PropertySet settings) throws IOException {
        // The driver itself switches keep-alives on.
        super.configureSocket(socket, settings);
        for (Map.Entry<SocketOption<Integer>, Integer> option : OPTIONS.entrySet()) {
            if (socket.supportedOptions().contains(option.getKey())) {
                socket.setOption(option.getKey(), option.getValue());
            }
        }
    }
}

package io.pinion.config.source;

import io.pinion.config.network.AnyCertificate;
import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception.SSLContextException;

/**
 * Finds out why there is no connection to ZooKeeper: its client only tries again, and says nothing of why. Blocks for
 * some seconds at most.
 */
public record ZooKeeperProbe(ZooKeeperAccess access) {
    private static final int TIMEOUT_MILLIS = 2_000;

    /** What each of the servers does. */
    public String look(String servers) {
        List<String> found = new ArrayList<>();
        for (InetSocketAddress address : new ConnectStringParser(servers).getServerAddresses()) {
            found.add(address.getHostString() + ":" + address.getPort() + " " + look(address));
        }
        return String.join("; ", found);
    }

    private String look(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return access.tls() == ZooKeeperTls.OFF ? withoutTls(socket, address) : withTls(socket, address);
        } catch (IOException | GeneralSecurityException | SSLContextException e) {
            return "can't be reached: " + e.getMessage();
        }
    }

    private static String withoutTls(Socket socket, InetSocketAddress address)
            throws IOException, GeneralSecurityException {
        // Nothing is sent after the handshake, so it doesn't matter to whom.
        SSLContext any = SSLContext.getInstance("TLS");
        any.init(null, new TrustManager[] {new AnyCertificate()}, null);
        try {
            handshake(any, socket, address, false);
            return "speaks TLS: set zookeeper.tls and zookeeper.tls_ca, or take the port without TLS";
        } catch (SSLException plain) {
            return "takes connections, but no session begins: is it ZooKeeper, and has it a majority?";
        }
    }

    private String withTls(Socket socket, InetSocketAddress address) throws IOException, SSLContextException {
        try (ClientX509Util tls = new ClientX509Util()) {
            SSLContext context =
                    tls.createSSLContextAndOptions(access.clientConfig()).getSSLContext();
            handshake(context, socket, address, true);
            return "speaks TLS, but no session begins: is it ZooKeeper, and has it a majority?";
        } catch (SSLException refused) {
            return "can't be used with TLS: " + refused.getMessage()
                    + " (is that its secureClientPort, and does zookeeper.tls_ca hold the authority of its"
                    + " certificate?)";
        }
    }

    private static void handshake(SSLContext context, Socket socket, InetSocketAddress address, boolean verifiesHost)
            throws IOException {
        // ZooKeeper's client looks up the name of an address, too.
        String host = ((InetSocketAddress) socket.getRemoteSocketAddress()).getHostName();
        SSLSocket encrypted =
                (SSLSocket) context.getSocketFactory().createSocket(socket, host, address.getPort(), false);
        if (verifiesHost) {
            SSLParameters parameters = encrypted.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            encrypted.setSSLParameters(parameters);
        }
        encrypted.startHandshake();
    }
}

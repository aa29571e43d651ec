package io.pinion.operations.transfer.binlog;

import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.SSLSocketFactory;
import io.pinion.config.network.AnyCertificate;
import io.pinion.config.topology.Secrets;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The way to a server's replication stream: with the account, the encryption and the certificates of all other
 * connections of Pinion's own.
 */
record LogServer(ServerLogin login, String password, Map<String, String> encryption) {
    /** Never prints the password. */
    @Override
    public String toString() {
        return login.toString();
    }

    static LogServer of(ServerLogin login) throws OperationRefused {
        ServerAccess access = login.access();
        try {
            return new LogServer(login, access.password(login.account()), access.encryption(login.server()));
        } catch (Secrets.SecretMissing e) {
            throw new OperationRefused("the account " + login.account().user() + " has no password: " + e.getMessage());
        }
    }

    String host() {
        return login.server().host();
    }

    int port() {
        return login.server().port();
    }

    String user() {
        return login.account().user();
    }

    SSLMode mode() {
        return SSLMode.valueOf(encryption.getOrDefault("sslMode", "PREFERRED"));
    }

    /** Sockets over those that are connected. */
    SSLSocketFactory sockets() throws OperationRefused {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own(), trusted(), null);
            return socket -> over(context, socket);
        } catch (GeneralSecurityException | IOException e) {
            throw new OperationRefused("the certificates for " + login + " can't be used: " + e.getMessage());
        }
    }

    private static SSLSocket over(SSLContext context, Socket socket) throws SocketException {
        try {
            return (SSLSocket) context.getSocketFactory()
                    .createSocket(socket, socket.getInetAddress().getHostName(), socket.getPort(), true);
        } catch (IOException e) {
            throw (SocketException) new SocketException(e.getMessage()).initCause(e);
        }
    }

    private KeyManager[] own() throws GeneralSecurityException, IOException {
        if (!encryption.containsKey("clientCertificateKeyStoreUrl")) {
            return new KeyManager[0];
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store("clientCertificate"), storePassword("clientCertificate"));
        return factory.getKeyManagers();
    }

    private TrustManager[] trusted() throws GeneralSecurityException, IOException {
        SSLMode mode = mode();
        if (mode != SSLMode.VERIFY_CA && mode != SSLMode.VERIFY_IDENTITY) {
            return new TrustManager[] {new AnyCertificate()};
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(encryption.containsKey("trustCertificateKeyStoreUrl") ? store("trustCertificate") : null);
        return factory.getTrustManagers();
    }

    /** As the driver's properties name it. */
    private KeyStore store(String use) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(encryption.getOrDefault(use + "KeyStoreType", "PKCS12"));
        Path file = Path.of(URI.create(encryption.getOrDefault(use + "KeyStoreUrl", "")));
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, storePassword(use));
        }
        return store;
    }

    private char[] storePassword(String use) {
        return encryption.getOrDefault(use + "KeyStorePassword", "").toCharArray();
    }
}

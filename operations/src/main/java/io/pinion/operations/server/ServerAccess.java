package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.ReplicationLogin;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The way to servers for what Pinion asks on its own account, one connection at a time: encrypted and verified as those
 * of statements are. Blocks. Thread-safe.
 */
public final class ServerAccess {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** A name, or an address of either kind. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|[0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*");

    /** The driver's property. */
    private static final String MODE = "sslMode";

    private final Secrets secrets;
    private final Supplier<Map<String, String>> encryption;
    private final LoginListener listener;

    /**
     * @param encryption properties of Connector/J (its manual, "Security"), asked for with each connection: files may
     *     have     changed
     */
    public ServerAccess(Secrets secrets, Supplier<Map<String, String>> encryption) {
        this(secrets, encryption, LoginListener.NONE);
    }

    /** @param listener is told of each login */
    public ServerAccess(Secrets secrets, Supplier<Map<String, String>> encryption, LoginListener listener) {
        this.secrets = secrets;
        this.encryption = encryption;
        this.listener = listener;
    }

    /** The same way to servers, with passwords from elsewhere. */
    public ServerAccess with(Secrets others) {
        return new ServerAccess(others, encryption);
    }

    /**
     * How another server logs in with this account, for replication; encrypted if Pinion insists on that for itself.
     */
    public ReplicationLogin replicationLogin(Account account) throws Secrets.SecretMissing {
        return new ReplicationLogin(account.user(), secrets.resolve(account.secret()), mustEncrypt(encryption.get()));
    }

    /**
     * Logs in. The caller closes the connection.
     *
     * @param timeout how long a silent server may take for each answer
     */
    public Connection open(Server server, Account account, Duration timeout)
            throws SQLException, Secrets.SecretMissing {
        Properties login = new Properties();
        login.putAll(encryption(server));
        login.setProperty("connectTimeout", String.valueOf(CONNECT_TIMEOUT.toMillis()));
        login.setProperty("socketTimeout", String.valueOf(timeout.toMillis()));
        login.setProperty("socketFactory", WatchedSockets.class.getName());
        // Who reads a stream of rows says itself for how long the server waits for a slow reader.
        login.setProperty("netTimeoutForStreamingResults", "0");
        login.setProperty("exceptionInterceptors", NamedFailures.class.getName());
        login.setProperty(NamedFailures.SERVER, server.name() + " (" + server.address() + ")");
        SentFile.offer(login);
        login.setProperty("user", account.user());
        String password = secrets.resolve(account.secret());
        login.setProperty("password", password);
        login.setProperty(WorkMark.KEY, WorkMark.keyOf(password));
        try {
            Connection connection = DriverManager.getConnection("jdbc:mysql://" + address(server) + "/", login);
            listener.loggedIn(server, account);
            return connection;
        } catch (SQLException e) {
            if (Failures.isDenied(e)) {
                listener.denied(server, account, e.getErrorCode());
            }
            // The driver tells this in a paragraph, which would stand in the middle of an operator's answer.
            throw ServerConnection.isLost(e)
                    ? new SQLException(Failures.cause(e), e.getSQLState(), e.getErrorCode(), e)
                    : e;
        }
    }

    /**
     * The driver reads more than an address there: properties, even in place of those that it is given.
     *
     * @throws SQLException of a host that is no name and no address
     */
    private static String address(Server server) throws SQLException {
        if (!HOST.matcher(server.host()).matches()) {
            throw new SQLException(server.name() + " has no address: '" + server.host() + "' is no host", "08001");
        }
        return server.address();
    }

    /**
     * The properties of Connector/J for a connection to this server.
     *
     * <p>The driver asks a server in clear for a key to encrypt the password with only where it needn't use TLS: whoever is
     * in the middle could send a key of his own. As for statements, TLS that is only preferred isn't used within this host.
     */
    public Map<String, String> encryption(Server server) {
        Map<String, String> properties = new HashMap<>(encryption.get());
        if (properties.getOrDefault(MODE, "").equals("PREFERRED") && isLoopback(server.host())) {
            properties.put(MODE, "DISABLED");
        }
        properties.put("allowPublicKeyRetrieval", Boolean.toString(!mustEncrypt(properties)));
        return properties;
    }

    private static boolean mustEncrypt(Map<String, String> properties) {
        String mode = properties.getOrDefault(MODE, "");
        return mode.equals("REQUIRED") || mode.startsWith("VERIFY");
    }

    /** Whether it is an address of this host alone. Looks names up, and blocks then. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            // The driver says so.
            return false;
        }
    }

    /** What a setting of this process refers to. */
    public String secret(String reference) throws Secrets.SecretMissing {
        return secrets.resolve(reference);
    }

    /** For a server that logs in on another one. */
    public String password(Account account) throws Secrets.SecretMissing {
        return secrets.resolve(account.secret());
    }
}

package io.pinion.config.topology;

/** One MySQL or MariaDB server as the document names it. */
public record Server(String name, String host, int port) {
    public static final int DEFAULT_PORT = 3306;

    /** {@code host:port}, the host in brackets when it is an IPv6 address. */
    public String address() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}

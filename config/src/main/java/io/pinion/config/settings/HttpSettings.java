package io.pinion.config.settings;

/**
 * The page for monitoring: {@code /metrics}, {@code /health/live}, {@code /health/ready}.
 *
 * @param enabled whether there is one
 * @param address the address to listen on; 0.0.0.0 is every one, for monitoring from another machine
 * @param port the port; 0 takes any free one
 */
public record HttpSettings(boolean enabled, String address, int port) {
    public static final HttpSettings DEFAULT = new HttpSettings(true, "127.0.0.1", 9104);

    public HttpSettings {
        WrongSetting.between("port", port, 0, 65535);
    }
}

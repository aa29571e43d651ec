package io.pinion.config.settings;

/**
 * The page for monitoring: {@code /metrics}, {@code /health/live}, {@code /health/ready}.
 *
 * @param enabled whether there is one
 * @param address the address to listen on
 * @param port the port; 0 takes any free one
 */
public record HttpSettings(boolean enabled, String address, int port) {
    public static final HttpSettings DEFAULT = new HttpSettings(true, "0.0.0.0", 9104);

    public HttpSettings {
        WrongSetting.between("port", port, 0, 65535);
    }
}

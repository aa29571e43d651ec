package io.pinion.config.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A setting's value is out of its bounds; thrown by the constructor of the record that has the setting. */
public final class WrongSetting extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String component;
    private final String cure;

    /** @param component the record component that is wrong, as Java spells it */
    public WrongSetting(String component, String what, String cure) {
        super(what);
        this.component = component;
        this.cure = cure;
    }

    String component() {
        return component;
    }

    /** The advice what to write instead. */
    public String cure() {
        return cure;
    }

    static void between(String component, long value, long least, long most) {
        require(value >= least && value <= most, component, "number", value, least, most);
    }

    static void between(String component, Duration value, Duration least, Duration most) {
        boolean fits = value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
        require(fits, component, "time", value, least, most);
    }

    static void between(String component, ByteSize value, ByteSize least, ByteSize most) {
        boolean fits = value.bytes() >= least.bytes() && value.bytes() <= most.bytes();
        require(fits, component, "size", value, least, most);
    }

    private static void require(boolean fits, String component, String kind, Object value, Object least, Object most) {
        if (!fits) {
            throw new WrongSetting(
                    component,
                    SettingText.of(value) + " is not possible",
                    "write a " + kind + " from " + SettingText.of(least) + " to " + SettingText.of(most));
        }
    }

    /** A certificate has its key beside it, in the components {@code tlsCertificate} and {@code tlsKey}. */
    static void unlessBoth(Optional<Path> certificate, Optional<Path> key) {
        if (certificate.isPresent() && key.isEmpty()) {
            throw new WrongSetting("tlsCertificate", "there is a certificate but no key", "add tls_key, its PEM file");
        }
        if (key.isPresent() && certificate.isEmpty()) {
            throw new WrongSetting("tlsKey", "there is a key but no certificate", "add tls_certificate, its PEM file");
        }
    }
}

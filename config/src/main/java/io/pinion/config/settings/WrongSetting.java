package io.pinion.config.settings;

import java.time.Duration;

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
        if (value < least || value > most) {
            throw new WrongSetting(
                    component, value + " is not possible", "write a number from " + least + " to " + most);
        }
    }

    static void between(String component, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new WrongSetting(
                    component,
                    SettingText.of(value) + " is not possible",
                    "write a time from " + SettingText.of(least) + " to " + SettingText.of(most));
        }
    }

    static void between(String component, ByteSize value, ByteSize least, ByteSize most) {
        if (value.bytes() < least.bytes() || value.bytes() > most.bytes()) {
            throw new WrongSetting(component, value + " is not possible", "write a size from " + least + " to " + most);
        }
    }
}

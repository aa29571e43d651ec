package io.pinion.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build has written to a resource. */
public final class Version implements IVersionProvider {
    private static final String RESOURCE = "/pinion-version.properties";

    /** The version's number, such as {@code 0.1.0}. */
    public static String number() {
        Properties built = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                built.load(in);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the class path breaks off in " + RESOURCE, e);
        }
        return built.getProperty("version", "unknown");
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "pinion " + number(),
            "java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch")
        };
    }
}

package io.pinion.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The login on new servers with which a proxy makes Pinion's accounts there. Its password is no argument. */
final class ServerLoginOptions {
    private static final String USUAL_VARIABLE = "PINION_SERVER_PASSWORD";

    @Option(
            names = "--using",
            paramLabel = "USER",
            description =
                    "A user on the new servers that makes Pinion's accounts there. Without it they must be there.")
    @Nullable
    String user;

    @Option(
            names = "--password-env",
            paramLabel = "VARIABLE",
            defaultValue = USUAL_VARIABLE,
            description = "The environment variable with that user's password; without it you are asked."
                    + " Default: ${DEFAULT-VALUE}.")
    String variable = "";

    @Option(
            names = "--accounts-from",
            paramLabel = "HOSTS",
            description = "The hosts from which Pinion's accounts log in, such as 10.0.%%. Default: all.")
    @Nullable
    String hosts;

    /** The end of the statement. */
    String sql(CliEnvironment environment) throws CliFailure {
        if (user == null) {
            if (hosts != null) {
                throw CliFailure.usage("--accounts-from is said with --using only");
            }
            return "";
        }
        return " USING " + text(user) + " IDENTIFIED BY "
                + text(environment.serverPassword(user, variable, "the new servers"))
                + Optional.ofNullable(hosts).map(from -> " FROM " + text(from)).orElse("");
    }

    /** A string as an admin statement has it. */
    static String text(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}

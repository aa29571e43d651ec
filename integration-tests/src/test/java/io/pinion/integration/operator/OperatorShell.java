package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.cli.ExitStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An operator at a shell: runs {@code pinion} commands against one proxy and one ZooKeeper. */
public final class OperatorShell {
    private static final Pattern GENERATION = Pattern.compile("generation (\\d+) is in");

    private final String port;
    private final String zooKeeper;
    private final String cluster;

    public OperatorShell(int port, String zooKeeper, String cluster) {
        this.port = Integer.toString(port);
        this.zooKeeper = zooKeeper;
        this.cluster = cluster;
    }

    /** What {@code pinion show …} prints to a script. */
    public String show(String... words) {
        Cli.Outcome outcome = run(words);
        assertThat(outcome.err()).isEmpty();
        return outcome.out();
    }

    /** What it prints when it fails. */
    public String failingShow(String... words) {
        Cli.Outcome outcome = run(words);
        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        return outcome.err();
    }

    /** What it says of the servers. */
    public Cli.Outcome checkServers() {
        return new Cli().environment(Map.of("PINION_PASSWORD", "admin")).run("check", "servers", "--port", port);
    }

    private Cli.Outcome run(String... words) {
        String[] arguments = new String[words.length + 3];
        arguments[0] = "show";
        System.arraycopy(words, 0, arguments, 1, words.length);
        arguments[words.length + 1] = "--port";
        arguments[words.length + 2] = port;
        return new Cli().environment(Map.of("PINION_PASSWORD", "admin")).run(arguments);
    }

    /** Gets the document, changes it and sets it; the generation that it has then. */
    public long changeTopology(UnaryOperator<String> change) {
        String before = new Cli()
                .run("topology", "get", "--zookeeper", zooKeeper, "--cluster", cluster)
                .out();
        Cli.Outcome set = new Cli()
                .input(change.apply(before))
                .run("topology", "set", "-", "--zookeeper", zooKeeper, "--cluster", cluster);
        Matcher matcher = GENERATION.matcher(set.out());
        assertThat(matcher.find()).as(set.toString()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Asks again until it is so. */
    public void await(Duration timeout, BooleanSupplier condition) {
        Instant end = Instant.now().plus(timeout);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(end);
        }
    }
}

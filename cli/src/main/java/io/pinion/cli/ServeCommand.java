package io.pinion.cli;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.WrongSetting;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.observe.LogFormat;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pinion serve}: runs a proxy until a signal or SHUTDOWN stops it. */
@Command(
        name = "serve",
        description = "Run a proxy.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nOptions win over the settings file. Examples:%n",
        footer = {
            "  pinion serve --config pinion.yaml",
            "  pinion serve --topology topology.json --port 3307",
            "  pinion serve --zookeeper zk1:2181,zk2:2181,zk3:2181 --cluster main"
        })
final class ServeCommand extends CliCommand {
    @Option(names = "--config", paramLabel = "FILE", description = "Settings in YAML: docs/configuration.md.")
    private @Nullable Path config;

    @ArgGroup
    private @Nullable Source source;

    @Option(names = "--port", description = "Where clients connect; 0 takes any free port.")
    private @Nullable Integer port;

    @Option(names = "--http-port", description = "Where metrics and health are; 0 takes any free port.")
    private @Nullable Integer httpPort;

    @Option(names = "--log-format", description = "${COMPLETION-CANDIDATES}.")
    private @Nullable LogFormat logFormat;

    /** The source of the topology: a file or ZooKeeper. */
    static final class Source {
        @Option(names = "--topology", paramLabel = "FILE", description = "The topology is this file.")
        @Nullable
        Path file;

        @ArgGroup(exclusive = false)
        StoreOptions.@Nullable ZooKeeper zooKeeper;
    }

    @Override
    public Integer call() throws CliFailure, TopologyUnavailable, InterruptedException {
        Settings settings = settled();
        logFormat(settings).apply(level(settings));
        RunningProxy proxy = ProxyStart.start(settings, environment());
        environment().lifetime().runUntilStopped(service(proxy));
        return ExitStatus.OK;
    }

    private void tell(RunningProxy proxy) {
        print("pinion " + Version.number() + " is ready: clients at "
                + ProxyStart.text(proxy.address())
                + (proxy.address().getAddress().isAnyLocalAddress() ? " and every other address of this host" : "")
                + proxy.httpAddress()
                        .map(page -> ", metrics at http://" + ProxyStart.text(page) + "/metrics")
                        .orElse("")
                + "\n");
    }

    private CliEnvironment.Service service(RunningProxy proxy) {
        return new CliEnvironment.Service(
                proxy.stopWanted(),
                () -> tell(proxy),
                () -> {
                    proxy.drain();
                    proxy.close();
                },
                proxy::hurry);
    }

    private LogFormat logFormat(Settings settings) {
        return logFormat != null
                ? logFormat
                : LogFormat.valueOf(settings.log().format().name());
    }

    private String level(Settings settings) {
        return PinionCommand.of(spec).debug
                ? "debug"
                : settings.log().level().name().toLowerCase(Locale.ROOT);
    }

    /** The settings with the options; an option may have a value that the file's reader would refuse. */
    private Settings settled() throws CliFailure {
        try {
            return settings();
        } catch (WrongSetting wrong) {
            throw new CliFailure(
                    "the settings are refused: " + wrong.getMessage() + "; " + wrong.cure(), ExitStatus.REFUSED, wrong);
        }
    }

    private Settings settings() throws CliFailure {
        Settings settings = config == null ? Settings.DEFAULT : environment().settings(config);
        Source where = source;
        if (where != null && where.file != null) {
            settings = settings.withTopology(settings.topology().withFile(where.file));
        }
        if (where != null && where.zooKeeper != null) {
            settings = settings.withTopology(
                    settings.topology().withZooKeeper(where.zooKeeper.hosts, where.zooKeeper.cluster));
        }
        Integer chosenPort = port;
        if (chosenPort != null) {
            settings = settings.withListener(
                    settings.listener().at(settings.listener().address(), chosenPort));
        }
        Integer chosenHttpPort = httpPort;
        if (chosenHttpPort != null) {
            settings = settings.withHttp(new HttpSettings(true, settings.http().address(), chosenHttpPort));
        }
        return settings;
    }
}

package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.source.RegisteredProxy;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.concurrent.CompletionStage;

/** {@code SHOW PROXIES}: the proxies of the cluster and the topology that each serves. */
final class ShowProxies extends ListCommand {
    ShowProxies() {
        super(
                "SHOW PROXIES",
                "the proxies of the cluster and the topology that each serves",
                text("proxy"),
                text("address"),
                text("version"),
                number("generation"),
                text("started"),
                text("as_of"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().proxies().thenApply(list -> {
            list.proxies().stream()
                    .sorted(Comparator.comparing(RegisteredProxy::name))
                    .forEach(proxy -> table.row(
                            proxy.name(),
                            proxy.address(),
                            proxy.version(),
                            proxy.served(),
                            proxy.startedAt().truncatedTo(ChronoUnit.SECONDS),
                            list.asOf().truncatedTo(ChronoUnit.SECONDS)));
            return table;
        });
    }
}

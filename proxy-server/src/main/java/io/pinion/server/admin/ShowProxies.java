package io.pinion.server.admin;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.statement.StatementArguments;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code SHOW PROXIES}: the proxies of the cluster and the topology that each serves. */
final class ShowProxies extends AdminTable<ShowProxies.ListedProxy> {
    /** A proxy of a list that was read at some time. */
    record ListedProxy(RegisteredProxy proxy, Instant asOf) {}

    ShowProxies() {
        super(
                "SHOW PROXIES",
                "the proxies of the cluster and the topology that each serves",
                text("proxy", listed -> listed.proxy().name(), "The name of the proxy"),
                text("address", listed -> listed.proxy().address(), "The address that clients connect to"),
                text("version", listed -> listed.proxy().version(), "The version of Pinion"),
                number("generation", listed -> listed.proxy().served(), "The oldest generation in use there"),
                time("started", listed -> listed.proxy().startedAt(), "When the proxy started"),
                time("as_of", ListedProxy::asOf, "When this was true"));
    }

    @Override
    CompletionStage<List<ListedProxy>> rows(StatementArguments arguments, AdminContext context) {
        return context.proxy().proxies().thenApply(list -> list.proxies().stream()
                .sorted(Comparator.comparing(RegisteredProxy::name))
                .map(proxy -> new ListedProxy(proxy, list.asOf()))
                .toList());
    }
}

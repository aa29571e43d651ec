package io.pinion.server;

import io.pinion.config.topology.Server;
import io.pinion.operations.server.ServerWatch;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.observe.ServerContacts;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of the answers of the servers that are watched: what admin statements know, and a line in the log. */
final class ServerChecks implements ServerWatch.Listener {
    private static final Logger log = LoggerFactory.getLogger(ServerChecks.class);

    private final ServerContacts contacts;
    private final ServerVersion planned;
    private final Map<String, String> versions = new ConcurrentHashMap<>();

    /** Those that were told of in the log. */
    private final Set<String> down = ConcurrentHashMap.newKeySet();

    /** @param planned the version that statements are planned for, which is also what clients are greeted with */
    ServerChecks(ServerContacts contacts, ServerVersion planned) {
        this.contacts = contacts;
        this.planned = planned;
    }

    @Override
    public void answered(Server server, String version) {
        contacts.answered(server.name());
        if (down.remove(server.name())) {
            log.atInfo().addKeyValue(LogKeys.SERVER, server.name()).log("A server answers again");
        }
        if (!version.equals(versions.put(server.name(), version))) {
            compare(server, new ServerVersion(version));
        }
    }

    /** Comments of versions are code, and clients choose their words by the greeting: a proxy learns both when it starts. */
    private void compare(Server server, ServerVersion found) {
        boolean same = found.dialect() == planned.dialect() && found.number() == planned.number();
        if (!same) {
            log.atWarn()
                    .addKeyValue(LogKeys.SERVER, server.name())
                    .addKeyValue("version", found.text())
                    .addKeyValue("planned_for", planned.text())
                    .log("A server has another version than the one that statements are planned for; restart this proxy"
                            + " when all have the new one");
        }
    }

    @Override
    public void failed(Server server, String reason) {
        contacts.didNotAnswer(server.name(), reason);
        if (down.add(server.name())) {
            log.atWarn()
                    .addKeyValue(LogKeys.SERVER, server.name())
                    .addKeyValue("address", server.address())
                    .addKeyValue(LogKeys.REASON, reason)
                    .log("A server doesn't answer; statements for it fail until it does");
        }
    }
}

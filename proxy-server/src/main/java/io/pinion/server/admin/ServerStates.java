package io.pinion.server.admin;

import io.pinion.server.observe.ServerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The states of servers, by name. */
final class ServerStates {
    private final Map<String, ServerSnapshot> byName;

    ServerStates(List<ServerSnapshot> servers) {
        byName = servers.stream().collect(Collectors.toMap(ServerSnapshot::server, Function.identity()));
    }

    boolean isDown(String server) {
        ServerSnapshot known = byName.get(server);
        return known != null && known.state() == ServerSnapshot.State.DOWN;
    }

    /** Whether it is there and refuses Pinion's logins: another server in its place would be none the better for it. */
    boolean refusesLogins(String server) {
        ServerSnapshot known = byName.get(server);
        return known != null
                && known.state() == ServerSnapshot.State.REFUSING
                && known.detail().startsWith(ServerSnapshot.ACCOUNT);
    }

    /** The state in one word, followed by the reason when the server is down. */
    String describe(String server) {
        ServerSnapshot known = byName.get(server);
        if (known == null) {
            return ServerSnapshot.State.UNKNOWN.label();
        }
        return known.detail().isEmpty() ? known.state().label() : known.state().label() + ": " + known.detail();
    }
}

package io.pinion.server.xa;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerAccess;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.session.XaNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over the primaries of all pairs. Finishes the branches whose proxy is gone, and deletes decisions without
 * branches.
 */
final class RecoveryPass implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RecoveryPass.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** XAER_NOTA: the branch is finished, or on MariaDB still bound to the connection that prepared it. */
    private static final int UNKNOWN_XID = 1397;

    private final Topology topology;
    private final ServerAccess access;
    private final XaNames names;
    private final Map<String, Connection> servers = new LinkedHashMap<>();
    private final Map<String, String> unreachable = new LinkedHashMap<>();
    private final Map<String, Boolean> decided = new HashMap<>();
    private final List<InDoubtSnapshot> inDoubt = new ArrayList<>();
    private int committed;
    private int rolledBack;

    RecoveryPass(Topology topology, ServerAccess access, XaNames names) {
        this.topology = topology;
        this.access = access;
        this.names = names;
    }

    /**
     * @param seenSince the time when each branch was first seen; by pair and transaction
     * @param abandoned whether a branch's proxy will no longer finish it
     */
    void run(Map<String, Instant> seenSince, AbandonedSince abandoned) {
        for (Pair pair : topology.pairs().values()) {
            open(pair);
        }
        // Decisions first, then branches: every decision is younger than its branches, so a decision whose branches
        // aren't found is finished.
        Map<String, List<String>> old = new LinkedHashMap<>();
        servers.forEach((pair, server) -> ask(pair, () -> old.put(pair, new DecisionLog(server).old())));
        List<XaBranch> branches = new ArrayList<>();
        servers.forEach((pair, server) -> ask(pair, () -> branches.addAll(XaBranch.on(pair, server, names))));
        Instant now = Instant.now();
        Set<String> seen = new HashSet<>();
        for (XaBranch branch : branches) {
            String key = branch.pair() + ' ' + branch.gtrid();
            seen.add(key);
            Instant since = seenSince.computeIfAbsent(key, unseen -> now);
            if (!names.isUnderWay(branch.gtrid())) {
                String state =
                        abandoned.test(branch.told().proxy(), since) ? finish(branch) : "its proxy may still finish it";
                if (!state.isEmpty()) {
                    inDoubt.add(new InDoubtSnapshot(
                            branch.pair(), branch.gtrid(), branch.told().proxy(), since, state));
                }
            }
        }
        seenSince.keySet().retainAll(seen);
        if (unreachable.isEmpty()) {
            forget(old, branches);
        }
    }

    /** Whether a proxy will no longer finish a branch that was first seen at {@code since}. */
    interface AbandonedSince {
        boolean test(String proxy, Instant since);
    }

    private void open(Pair pair) {
        if (pair.held()) {
            // The account's writes pass a MariaDB's fence, and would be lost on a primary that hands over.
            unreachable.put(pair.name(), "statements for it are held while its primary changes");
            return;
        }
        try {
            Account account = topology.account(Account.OPERATOR)
                    .or(() -> topology.account(Account.DATA))
                    .orElseThrow(() -> new SQLException("no account data"));
            Connection server = access.open(pair.primary(), account, TIMEOUT);
            if (isFenced(server)) {
                server.close();
                unreachable.put(
                        pair.name(),
                        "its primary " + pair.primary().name() + " is fenced, as while it changes (SHOW PAIRS)");
                return;
            }
            servers.put(pair.name(), server);
            new DecisionLog(server).open();
        } catch (SQLException | Secrets.SecretMissing e) {
            unreachable.put(pair.name(), String.valueOf(e.getMessage()));
        }
    }

    /** In a topology newer than this proxy's, the server may be the old primary of a pair that is no longer held. */
    private static boolean isFenced(Connection server) throws SQLException {
        try {
            return Dialect.ofVersion(server.getMetaData().getDatabaseProductVersion())
                    .isFenced(server);
        } catch (SQLException e) {
            server.close();
            throw e;
        }
    }

    /** Work on a server. */
    private interface Question {
        void ask() throws SQLException;
    }

    private void ask(String pair, Question question) {
        try {
            question.ask();
        } catch (SQLException e) {
            unreachable.put(pair, String.valueOf(e.getMessage()));
        }
    }

    /** The reason why the branch can't be finished yet; empty when it is finished. */
    private String finish(XaBranch branch) {
        Optional<String> home = topology.pairs().keySet().stream()
                .filter(matches(branch.told().home()))
                .findFirst();
        if (home.isEmpty()) {
            return "the topology has no pair whose name has the checksum "
                    + branch.told().home();
        }
        Connection homeServer = servers.get(home.get());
        Connection server = servers.get(branch.pair());
        if (homeServer == null || server == null) {
            return "pair " + home.get() + ", where its outcome is written, can't be asked: "
                    + unreachable.getOrDefault(home.get(), "it doesn't answer");
        }
        try {
            Boolean known = decided.get(branch.gtrid());
            boolean commit = known == null ? new DecisionLog(homeServer).decide(branch.gtrid()) : known;
            decided.put(branch.gtrid(), commit);
            try (Statement statement = server.createStatement()) {
                statement.execute(branch.finish(commit));
            }
            if (commit) {
                committed++;
            } else {
                rolledBack++;
            }
            log.atWarn()
                    .addKeyValue(LogKeys.TRANSACTION, branch.gtrid())
                    .addKeyValue(LogKeys.PAIR, branch.pair())
                    .addKeyValue(LogKeys.OUTCOME, commit ? "committed" : "rolled back")
                    .log("A branch of a two-phase commit that nobody took care of is finished");
            return "";
        } catch (SQLException e) {
            return e.getErrorCode() == UNKNOWN_XID
                    ? "finished meanwhile, or bound to a connection that its server hasn't found dead yet"
                    : String.valueOf(e.getMessage());
        }
    }

    private static Predicate<String> matches(String checksum) {
        return pair -> XaNames.checksum(pair).equals(checksum);
    }

    private void forget(Map<String, List<String>> old, List<XaBranch> branches) {
        Set<String> waiting = new HashSet<>();
        branches.forEach(branch -> waiting.add(branch.gtrid()));
        old.forEach((pair, gtrids) -> {
            Connection server = servers.get(pair);
            List<String> finished =
                    gtrids.stream().filter(gtrid -> !waiting.contains(gtrid)).toList();
            if (server != null && !finished.isEmpty()) {
                ask(pair, () -> new DecisionLog(server).forget(finished));
            }
        });
    }

    /** The branches that are left, with the reasons. */
    List<InDoubtSnapshot> inDoubt() {
        return List.copyOf(inDoubt);
    }

    /** Pairs that could not be asked, with the reason. */
    Map<String, String> unreachable() {
        return unreachable;
    }

    int committed() {
        return committed;
    }

    int rolledBack() {
        return rolledBack;
    }

    @Override
    public void close() {
        for (Connection server : servers.values()) {
            try {
                server.close();
            } catch (SQLException gone) {
                // The connection is closed, as intended.
            }
        }
    }
}

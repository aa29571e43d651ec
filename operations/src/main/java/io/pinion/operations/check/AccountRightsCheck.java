package io.pinion.operations.check;

import io.pinion.config.topology.Account;
import io.pinion.operations.check.AccountState.LoggedIn;
import io.pinion.operations.check.AccountState.NotTried;
import io.pinion.operations.check.AccountState.Refused;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.LackedRights;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether each of Pinion's accounts can log in, and has the rights of its role. */
final class AccountRightsCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return cluster.servers().stream()
                .flatMap(server -> server.accounts().stream().flatMap(state -> look(server, state).stream()));
    }

    private static Optional<Finding> look(ServerFacts server, AccountState state) {
        return switch (state) {
            case Refused(Account account, Optional<AccountRole> role, String reason) ->
                Optional.of(finding(
                        server,
                        account,
                        "can't log in on " + server + ": " + reason,
                        role.map(known -> remade(server, account, known))
                                .orElseGet(() -> new Cure.Words("the account as on the other servers"))));
            case NotTried(Account account, String reason) ->
                Optional.of(finding(
                        server,
                        account,
                        "can't be tried on " + server + ": " + reason,
                        new Cure.Words("mend what the error says, and CHECK SERVERS again")));
            case LoggedIn(Account account, Optional<AccountRole> role, String name, Set<String> lacking) ->
                lacking.isEmpty()
                        ? Optional.empty()
                        : Optional.of(ofRights(server, new LackedRights(account, role.orElseThrow(), name, lacking)));
        };
    }

    private static Finding finding(ServerFacts server, Account account, String problem, Cure cure) {
        return told(server, account, "account " + account.name() + " (" + account.user() + ") " + problem, cure);
    }

    private static Finding told(ServerFacts server, Account account, String problem, Cure cure) {
        return server.error("account " + account.name(), problem, cure);
    }

    private static Finding ofRights(ServerFacts server, LackedRights lacked) {
        return told(server, lacked.account(), lacked.problem(server.toString()), grant(server, lacked));
    }

    /** In words: a statement with a placeholder would set that as the password. */
    private static Cure remade(ServerFacts server, Account account, AccountRole role) {
        ServerAccount shown = new ServerAccount(role, account.user(), server.host(), "");
        String statements = String.join("; ", server.dialect().onItAlone(fenced(server), List.of("…")));
        return new Cure.Words(
                "CREATE USER or ALTER USER " + shown.quotedName() + ", with the password that the topology has"
                        + " for account " + account.name() + ", or ACCOUNT UNLOCK if it is locked; then "
                        + String.join("; ", server.dialect().grants(shown)) + "; on this server alone: " + statements
                        + (account.isManaged()
                                ? ""
                                : "; where every server refuses it, mend " + account.secret() + " instead"));
    }

    private static boolean fenced(ServerFacts server) {
        return server.report().fenced();
    }

    /**
     * The operator's account can't give itself what it lacks; and what that of clients may do, the clients notice.
     */
    private static Cure grant(ServerFacts server, LackedRights lacked) {
        List<String> grant = List.of(lacked.grant());
        List<String> alone = server.dialect().onItAlone(fenced(server), grant);
        return switch (lacked.role()) {
            case OPERATOR, DATA -> new Cure.Statements(alone, "");
            case MONITOR, REPLICATION -> new Cure.Grants(grant, alone);
        };
    }
}

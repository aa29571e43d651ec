package io.pinion.operations.check;

import io.pinion.config.topology.Account;
import io.pinion.operations.check.AccountState.LoggedIn;
import io.pinion.operations.check.AccountState.NotTried;
import io.pinion.operations.check.AccountState.Refused;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
                        : Optional.of(finding(
                                server,
                                account,
                                "lacks rights on " + server + ": " + words(lacking),
                                grant(server, role.orElse(AccountRole.OPERATOR), name, lacking)));
        };
    }

    private static Finding finding(ServerFacts server, Account account, String problem, Cure cure) {
        return Finding.error(
                server.pair(),
                server.server(),
                "account " + account.name(),
                "account " + account.name() + " (" + account.user() + ") " + problem,
                cure);
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
    private static Cure grant(ServerFacts server, AccountRole role, String name, Set<String> lacking) {
        String on = role == AccountRole.DATA ? "`%`.*" : "*.*";
        String grant = "GRANT " + words(lacking) + " ON " + on + " TO " + name;
        return switch (role) {
            case OPERATOR -> new Cure.Statements(alone(server, grant + " WITH GRANT OPTION"), "");
            case DATA -> new Cure.Statements(alone(server, grant), "");
            case MONITOR, REPLICATION -> new Cure.Grants(List.of(grant), alone(server, grant));
        };
    }

    private static List<String> alone(ServerFacts server, String grant) {
        return server.dialect().onItAlone(fenced(server), List.of(grant));
    }

    private static String words(Set<String> rights) {
        return String.join(", ", new TreeSet<>(rights));
    }
}

package io.pinion.operations.check;

import io.pinion.config.topology.Account;
import io.pinion.operations.check.AccountState.LoggedIn;
import io.pinion.operations.check.AccountState.Refused;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.ArrayList;
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
            case LoggedIn(Account account, Optional<AccountRole> role, String name, Set<String> lacking) ->
                lacking.isEmpty()
                        ? Optional.empty()
                        : Optional.of(finding(
                                server,
                                account,
                                "lacks rights on " + server + ": " + words(lacking),
                                grant(role.orElse(AccountRole.OPERATOR), name, lacking)));
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

    /** Whoever pastes it puts the password in. */
    private static Cure remade(ServerFacts server, Account account, AccountRole role) {
        ServerAccount shown = new ServerAccount(role, account.user(), server.host(), "…");
        List<String> statements = new ArrayList<>(server.dialect().createAccount(shown));
        statements.addAll(server.dialect().grants(shown));
        return new Cure.Statements(statements, "");
    }

    /** The operator's account can't give itself what it lacks. */
    private static Cure grant(AccountRole role, String name, Set<String> lacking) {
        String on = role == AccountRole.DATA ? "`%`.*" : "*.*";
        String grant = "GRANT " + words(lacking) + " ON " + on + " TO " + name;
        return role == AccountRole.OPERATOR
                ? new Cure.Statements(grant + " WITH GRANT OPTION")
                : new Cure.Grants(List.of(grant));
    }

    private static String words(Set<String> rights) {
        return String.join(", ", new TreeSet<>(rights));
    }
}

package io.pinion.server.admin;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.config.topology.User;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW USERS}: the users that may log in, and their rights. Passwords are left out. */
final class ShowUsers extends AdminTable<ShowUsers.ShownUser> {
    /** A user, and what is the matter with the account. */
    record ShownUser(User user, String grants) {}

    ShowUsers() {
        super(
                "SHOW USERS",
                "who may log in, and what each may do",
                text("user", shown -> shown.user().name(), "The name for the login"),
                text(
                        "keyspaces",
                        shown -> String.join(", ", new TreeSet<>(shown.user().keyspaces())),
                        "The keyspaces that the user may name"),
                text("rights", shown -> rights(shown.user()), "Whether admin, read only or both; empty for neither"),
                text("account", shown -> shown.user().account(), "The account for the user's statements"),
                text(
                        "grants",
                        ShownUser::grants,
                        "What is wrong with the account, exact for nothing; empty for one that Pinion doesn't manage"),
                text("networks", shown -> networks(shown.user()), "The networks that the user may come from"),
                text("encryption", shown -> encryption(shown.user()), "What the user's connection must have"),
                text("scatter", shown -> shown.user().scatter().words(), "What statements that name no shard may do"));
    }

    @Override
    CompletionStage<List<ShownUser>> rows(StatementArguments arguments, AdminContext context) {
        return CompletableFuture.completedStage(context.proxy().topology().users().values().stream()
                .map(user -> new ShownUser(user, grants(user, context)))
                .toList());
    }

    private static String rights(User user) {
        return user.readsOnly() ? user.admin() ? "admin, read only" : "read only" : user.admin() ? "admin" : "";
    }

    private static String networks(User user) {
        return user.admission().networks().isEmpty()
                ? "any"
                : user.admission().networks().toString();
    }

    /**
     * Differences between the account's rights on the servers and its grants; empty for accounts that Pinion doesn't
     * manage.
     */
    private static String grants(User user, AdminContext context) {
        Optional<Account> account = context.proxy().topology().account(user.account());
        List<String> problems =
                account.map(known -> context.proxy().accountProblems(known)).orElse(List.of());
        return problems.isEmpty() && account.filter(Account::isManaged).isPresent()
                ? "exact"
                : String.join("; ", problems);
    }

    private static String encryption(User user) {
        return switch (user.admission().tls()) {
            case TlsRequirement.Nothing nothing -> "optional";
            case TlsRequirement.Encrypted encrypted -> "required";
            case TlsRequirement.AnyCertificate any -> "any certificate";
            case TlsRequirement.CertificateOf(var subject) -> "certificate of " + subject.getName();
        };
    }
}

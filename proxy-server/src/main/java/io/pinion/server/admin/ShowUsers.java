package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.config.topology.User;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW USERS}: the users that may log in, and their rights. Passwords are left out. */
final class ShowUsers extends ListCommand {
    ShowUsers() {
        super(
                "SHOW USERS",
                "who may log in, and what each may do",
                text("user"),
                text("keyspaces"),
                text("rights"),
                text("account"),
                text("grants"),
                text("networks"),
                text("encryption"),
                text("scatter"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        for (User user : context.proxy().topology().users().values()) {
            table.row(
                    user.name(),
                    String.join(", ", new TreeSet<>(user.keyspaces())),
                    user.readsOnly() ? user.admin() ? "admin, read only" : "read only" : user.admin() ? "admin" : "",
                    user.account(),
                    grants(user, context),
                    user.admission().networks().isEmpty()
                            ? "any"
                            : user.admission().networks().toString(),
                    encryption(user.admission().tls()),
                    user.scatter().words());
        }
        return CompletableFuture.completedStage(table);
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

    private static String encryption(TlsRequirement required) {
        return switch (required) {
            case TlsRequirement.Nothing nothing -> "optional";
            case TlsRequirement.Encrypted encrypted -> "required";
            case TlsRequirement.AnyCertificate any -> "any certificate";
            case TlsRequirement.CertificateOf(var subject) -> "certificate of " + subject.getName();
        };
    }
}

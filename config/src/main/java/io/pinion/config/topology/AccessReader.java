package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problems;
import io.pinion.config.network.Network;
import io.pinion.config.network.Networks;
import io.pinion.routing.catalog.ScatterPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/** Reads {@code accounts}, with which Pinion logs in on servers, and {@code users}, who log in to Pinion. */
final class AccessReader {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]*");
    private static final int NATIVE_HEX_DIGITS = 40;
    private static final int SHA2_HEX_DIGITS = 64;
    private static final String SUBJECT_EXAMPLE =
            "write it as openssl x509 -noout -subject -nameopt RFC2253 does: \"CN=app,O=Example\"";

    private final Set<String> keyspaces;
    private final String cluster;
    private final Problems problems;
    private final AccountSharing sharing;
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final Map<String, User> users = new LinkedHashMap<>();

    AccessReader(Set<String> keyspaces, String cluster, Problems problems) {
        this.keyspaces = keyspaces;
        this.cluster = cluster;
        this.problems = problems;
        this.sharing = new AccountSharing(problems);
    }

    Map<String, Account> accounts() {
        return accounts;
    }

    Map<String, User> users() {
        return users;
    }

    void readAll(FieldReader root) {
        Set<String> named = new LinkedHashSet<>();
        for (Field field : root.entries("accounts")) {
            named.add(field.name());
            FieldReader.of(field.value(), problems)
                    .map(reader -> account(field.name(), reader))
                    .ifPresent(account -> accounts.put(account.name(), account));
        }
        if (!named.contains(Account.DATA)) {
            root.missing(
                    "accounts." + Account.DATA,
                    "state what Pinion logs in with on servers:"
                            + " \"accounts\": {\"data\": {\"user\": \"pinion\", \"secret\": \"env:PINION_DATA\"}}");
            named.add(Account.DATA);
        }
        for (Field field : root.entries("users")) {
            FieldReader.of(field.value(), problems)
                    .map(reader -> user(field, reader, named))
                    .ifPresent(user -> users.put(user.name(), user));
        }
        if (users.isEmpty()) {
            root.node("users")
                    .ifPresentOrElse(
                            node -> problems.warning(node, "nobody can log in", "add a user"),
                            () -> problems.warning(
                                    root.mapping(), "there are no users, so nobody can log in", "add \"users\""));
        }
    }

    private Account account(String name, FieldReader reader) {
        if (name.startsWith(ManagedAccounts.PREFIX)) {
            problems.error(
                    reader.mapping(),
                    "names that begin with " + ManagedAccounts.PREFIX + " are those of accounts that Pinion makes",
                    "choose another, or leave the account out");
        }
        String user = reader.requiredText("user", "name the account's user on the servers");
        String secret = reader.requiredText("secret", Secrets.HOW_TO_REFER);
        if (!secret.isEmpty() && !Secrets.isReference(secret)) {
            // The text isn't repeated: it is probably the password.
            problems.error(
                    reader.node("secret").orElseThrow(),
                    "a secret is never written into the document",
                    Secrets.HOW_TO_REFER);
        }
        reader.refuseOthers();
        return new Account(name, user, secret);
    }

    private User user(Field field, FieldReader reader, Set<String> accountNames) {
        if (field.name().isEmpty() || field.name().length() > 80) {
            problems.error(field.value(), "a user's name has 1 to 80 characters", "");
        }
        Optional<FieldReader> hashes = reader.node("password_hash").flatMap(node -> FieldReader.of(node, problems));
        Optional<String> nativeHash =
                hashes.flatMap(hash -> hash.node("native")).flatMap(node -> verifier(node, NATIVE_HEX_DIGITS));
        Optional<String> sha2Hash =
                hashes.flatMap(hash -> hash.node("sha2")).flatMap(node -> verifier(node, SHA2_HEX_DIGITS));
        Optional<String> saltedHash =
                hashes.flatMap(hash -> hash.node("caching_sha2")).flatMap(this::saltedVerifier);
        if (hashes.isEmpty() && reader.node("password_hash").isEmpty()) {
            reader.missing("password_hash", "make one with pinion user hash");
        }
        hashes.ifPresent(hash -> {
            if (hash.node("native").isEmpty()
                    && hash.node("sha2").isEmpty()
                    && hash.node("caching_sha2").isEmpty()) {
                hash.missing("native or sha2", "make both with pinion user hash");
            }
            hash.refuseOthers();
        });
        Set<String> allowed = allowed(reader);
        boolean admin = reader.flag("admin", false);
        boolean readsOnly = reader.flag("read_only", false);
        GrantSet grants = new GrantSet(allowed, readsOnly);
        String account = account(field, reader, grants, accountNames);
        Admission admission = new Admission(tls(reader), networks(reader));
        ScatterPolicy scatter = ScatterReader.read(reader, problems);
        reader.refuseOthers();
        return new User(
                field.name(), nativeHash, sha2Hash, saltedHash, allowed, admin, readsOnly, account, admission, scatter);
    }

    /** The account that the document names, or else the managed account of the user's rights. */
    private String account(Field user, FieldReader reader, GrantSet grants, Set<String> accountNames) {
        Optional<DocumentNode> node = reader.node("account");
        if (node.isPresent()) {
            String named = reader.text("account", Account.DATA);
            if (accountNames.contains(named)) {
                sharing.check(node.get(), user.name(), named, grants, accounts);
            } else {
                TopologyReader.unknown(node.get(), "account", named, accountNames, problems);
            }
            return named;
        }
        Account data = accounts.get(Account.DATA);
        if (grants.isEverything() || data == null) {
            return Account.DATA;
        }
        if (!accountNames.contains(Account.OPERATOR) && !grants.keyspaces().isEmpty()) {
            problems.error(
                    user.value(),
                    "a user with fewer rights than all needs an account of its own on the servers, which Pinion makes with the"
                            + " account " + Account.OPERATOR + ", and there is none",
                    "add \"operator\" to \"accounts\", or name an account that you have made with these rights alone");
        }
        Account managed = ManagedAccounts.of(grants, cluster, data);
        accounts.put(managed.name(), managed);
        return managed.name();
    }

    private Networks networks(FieldReader reader) {
        Optional<DocumentNode> node = reader.node("networks");
        List<DocumentNode> items = reader.items("networks");
        if (node.isPresent() && node.get() instanceof DocumentNode.Sequence && items.isEmpty()) {
            problems.error(
                    node.get(), "an empty list would let the user in from nowhere", "leave networks out for anywhere");
        }
        List<Network> networks = new ArrayList<>();
        for (DocumentNode item : items) {
            reader.asText(item).ifPresent(text -> Network.parse(text)
                    .ifPresentOrElse(
                            networks::add,
                            () -> problems.error(
                                    item,
                                    "'" + text + "' is no network",
                                    "write the first address and how many bits are fixed: 10.1.0.0/16,"
                                            + " 2001:db8::/32; or a single address")));
        }
        return new Networks(networks);
    }

    private TlsRequirement tls(FieldReader reader) {
        boolean encrypted = reader.flag("require_tls", false);
        Optional<DocumentNode> certificate = reader.node("require_certificate");
        if (certificate.isPresent()) {
            switch (certificate.get()) {
                case DocumentNode.Flag flag
                when flag.value() -> {
                    return new TlsRequirement.AnyCertificate();
                }
                case DocumentNode.Flag flag -> {
                    // The same as no field.
                }
                case Text subject -> {
                    return subject(subject);
                }
                default -> reader.expected(certificate.get(), "true or the subject's name", SUBJECT_EXAMPLE);
            }
        }
        return encrypted ? new TlsRequirement.Encrypted() : new TlsRequirement.Nothing();
    }

    private TlsRequirement subject(Text text) {
        try {
            return new TlsRequirement.CertificateOf(new X500Principal(text.value()));
        } catch (IllegalArgumentException e) {
            problems.error(text, "'" + text.value() + "' is no name of a certificate's subject", SUBJECT_EXAMPLE);
            return new TlsRequirement.AnyCertificate();
        }
    }

    /** The verifier in lower case, without the star that MySQL prints before native hashes. */
    private Optional<String> verifier(DocumentNode node, int digits) {
        if (!(node instanceof Text text)) {
            problems.error(node, "expected text, found " + node.kindName(), "");
            return Optional.empty();
        }
        String hex = text.value().startsWith("*") ? text.value().substring(1) : text.value();
        hex = hex.toLowerCase(Locale.ROOT);
        if (hex.length() != digits || !HEX.matcher(hex).matches()) {
            problems.error(
                    node,
                    "expected " + digits + " hex digits, found " + text.value().length() + " characters",
                    "make it with pinion user hash");
            return Optional.empty();
        }
        return Optional.of(hex);
    }

    private Optional<String> saltedVerifier(DocumentNode node) {
        if (!(node instanceof Text text)) {
            problems.error(node, "expected text, found " + node.kindName(), "");
            return Optional.empty();
        }
        Optional<String> salted = Verifiers.salted(text.value());
        if (salted.isEmpty()) {
            problems.error(
                    node,
                    "expected $A$005$ with 20 characters of salt and 43 of hash, found "
                            + text.value().length() + " characters",
                    "make it with pinion user hash --salted, or take HEX(authentication_string) of mysql.user, with 0x before"
                            + " it");
        }
        return salted;
    }

    private Set<String> allowed(FieldReader reader) {
        if (reader.node("keyspaces").isEmpty()) {
            reader.missing("keyspaces", "write \"keyspaces\": [\"*\"] for all of them");
        }
        Set<String> allowed = new LinkedHashSet<>();
        for (DocumentNode item : reader.items("keyspaces")) {
            reader.asText(item).ifPresent(name -> {
                if (!name.equals(User.ALL_KEYSPACES) && !keyspaces.contains(name)) {
                    TopologyReader.unknown(item, "keyspace", name, keyspaces, problems);
                }
                allowed.add(name);
            });
        }
        return allowed;
    }
}

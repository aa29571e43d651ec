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
import java.util.stream.Stream;
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
    private final AccountSharing sharing;
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final Map<String, User> users = new LinkedHashMap<>();

    AccessReader(Set<String> keyspaces, String cluster, Problems problems) {
        this.keyspaces = keyspaces;
        this.cluster = cluster;
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
            root.asObject(field.value()).ifPresent(reader -> accounts.put(field.name(), account(field.name(), reader)));
        }
        if (!named.contains(Account.DATA)) {
            root.missing(
                    "accounts." + Account.DATA,
                    "state what Pinion logs in with on servers:"
                            + " \"accounts\": {\"data\": {\"user\": \"pinion\", \"secret\": \"env:PINION_DATA\"}}");
            named.add(Account.DATA);
        }
        root.eachObject("users", (field, reader) -> users.put(field.name(), user(field, reader, named)));
        if (users.isEmpty()) {
            root.node("users")
                    .ifPresentOrElse(
                            node -> root.warn(node, "nobody can log in", "add a user"),
                            () -> root.warn(
                                    root.mapping(), "there are no users, so nobody can log in", "add \"users\""));
        }
    }

    private Account account(String name, FieldReader reader) {
        if (name.startsWith(ManagedAccounts.PREFIX)) {
            reader.wrong(
                    reader.mapping(),
                    "names that begin with " + ManagedAccounts.PREFIX + " are those of accounts that Pinion makes",
                    "choose another, or leave the account out");
        }
        String user = reader.requiredText("user", "name the account's user on the servers");
        String secret = reader.requiredText("secret", Secrets.HOW_TO_REFER);
        if (!secret.isEmpty() && !Secrets.isReference(secret)) {
            // The text isn't repeated: it is probably the password.
            reader.wrong(
                    reader.node("secret").orElseThrow(),
                    "a secret is never written into the document",
                    Secrets.HOW_TO_REFER);
        }
        reader.refuseOthers();
        return new Account(name, user, secret);
    }

    private User user(Field field, FieldReader reader, Set<String> accountNames) {
        if (field.name().isEmpty() || field.name().length() > 80) {
            reader.wrong(field.value(), "a user's name has 1 to 80 characters", "");
        }
        Optional<FieldReader> hashes = reader.required("password_hash", "make one with pinion user hash")
                .flatMap(reader::asObject);
        Optional<String> nativeHash = hashes.flatMap(hash -> verifier("native", hash, NATIVE_HEX_DIGITS));
        Optional<String> sha2Hash = hashes.flatMap(hash -> verifier("sha2", hash, SHA2_HEX_DIGITS));
        Optional<String> saltedHash = hashes.flatMap(AccessReader::saltedVerifier);
        hashes.ifPresent(hash -> {
            if (Stream.of("native", "sha2", "caching_sha2")
                    .allMatch(kind -> hash.node(kind).isEmpty())) {
                hash.missing("native or sha2", "make both with pinion user hash");
            }
            hash.refuseOthers();
        });
        Set<String> allowed = allowed(reader);
        boolean admin = reader.flag("admin", false);
        boolean readsOnly = reader.flag("read_only", false);
        String account = account(field, reader, new GrantSet(allowed, readsOnly), accountNames);
        Admission admission = new Admission(tls(reader), networks(reader));
        ScatterPolicy scatter = ScatterReader.read(reader);
        reader.refuseOthers();
        return new User(
                field.name(), nativeHash, sha2Hash, saltedHash, allowed, admin, readsOnly, account, admission, scatter);
    }

    /** The account that the document names, or else the managed account of the user's rights. */
    private String account(Field user, FieldReader reader, GrantSet grants, Set<String> accountNames) {
        Optional<DocumentNode> node = reader.node("account");
        if (node.isPresent()) {
            Optional<String> named = reader.asNameOf("account", node.get(), accountNames);
            named.ifPresent(name -> sharing.check(node.get(), user.name(), name, grants, accounts));
            return named.orElse(Account.DATA);
        }
        Account data = accounts.get(Account.DATA);
        if (grants.isEverything() || data == null) {
            return Account.DATA;
        }
        if (!accountNames.contains(Account.OPERATOR) && !grants.keyspaces().isEmpty()) {
            reader.wrong(
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
            reader.wrong(
                    node.get(), "an empty list would let the user in from nowhere", "leave networks out for anywhere");
        }
        List<Network> networks = new ArrayList<>();
        for (DocumentNode item : items) {
            reader.asText(item).ifPresent(text -> Network.parse(text)
                    .ifPresentOrElse(
                            networks::add,
                            () -> reader.wrong(
                                    item,
                                    "'" + text + "' is no network",
                                    "write the first address and how many bits are fixed: 10.1.0.0/16,"
                                            + " 2001:db8::/32; or a single address")));
        }
        return new Networks(networks);
    }

    private TlsRequirement tls(FieldReader reader) {
        boolean encrypted = reader.flag("require_tls", false);
        TlsRequirement otherwise = encrypted ? new TlsRequirement.Encrypted() : new TlsRequirement.Nothing();
        return reader.node("require_certificate")
                .map(certificate -> switch (certificate) {
                    case DocumentNode.Flag flag -> flag.value() ? new TlsRequirement.AnyCertificate() : otherwise;
                    case Text subject -> subject(subject, reader);
                    default -> {
                        reader.expected(certificate, "true or the subject's name", SUBJECT_EXAMPLE);
                        yield otherwise;
                    }
                })
                .orElse(otherwise);
    }

    private static TlsRequirement subject(Text text, FieldReader reader) {
        try {
            return new TlsRequirement.CertificateOf(new X500Principal(text.value()));
        } catch (IllegalArgumentException e) {
            reader.wrong(text, "'" + text.value() + "' is no name of a certificate's subject", SUBJECT_EXAMPLE);
            return new TlsRequirement.AnyCertificate();
        }
    }

    /** The verifier in lower case, without the star that MySQL prints before native hashes. */
    private static Optional<String> verifier(String kind, FieldReader hashes, int digits) {
        return written(kind, hashes).flatMap(text -> {
            String hex =
                    (text.value().startsWith("*") ? text.value().substring(1) : text.value()).toLowerCase(Locale.ROOT);
            if (hex.length() == digits && HEX.matcher(hex).matches()) {
                return Optional.of(hex);
            }
            hashes.wrong(
                    text,
                    "expected " + digits + " hex digits, found " + text.value().length() + " characters",
                    "make it with pinion user hash");
            return Optional.empty();
        });
    }

    private static Optional<String> saltedVerifier(FieldReader hashes) {
        return written("caching_sha2", hashes).flatMap(text -> {
            Optional<String> salted = Verifiers.salted(text.value());
            if (salted.isEmpty()) {
                hashes.wrong(
                        text,
                        "expected $A$005$ with 20 characters of salt and 43 of hash, found "
                                + text.value().length() + " characters",
                        "make it with pinion user hash --salted, or take HEX(authentication_string) of mysql.user, with 0x"
                                + " before it");
            }
            return salted;
        });
    }

    private static Optional<Text> written(String kind, FieldReader hashes) {
        Optional<DocumentNode> node = hashes.node(kind);
        if (node.isPresent() && !(node.get() instanceof Text)) {
            hashes.expected(node.get(), "text", "");
        }
        return node.filter(Text.class::isInstance).map(Text.class::cast);
    }

    private Set<String> allowed(FieldReader reader) {
        reader.required("keyspaces", "write \"keyspaces\": [\"*\"] for all of them");
        // An unknown one counts, too, or the user would seem to have other rights.
        Set<String> allowed = new LinkedHashSet<>();
        for (DocumentNode item : reader.items("keyspaces")) {
            reader.asText(item).ifPresent(name -> {
                allowed.add(name);
                if (!name.equals(User.ALL_KEYSPACES)) {
                    reader.asNameOf("keyspace", item, keyspaces);
                }
            });
        }
        return allowed;
    }
}

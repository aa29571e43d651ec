package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.now;
import static io.pinion.server.admin.AdminTable.number;
import static io.pinion.server.admin.AdminTable.text;
import static io.pinion.server.admin.AdminTable.time;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.SourceStatus;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.config.topology.User;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.server.observe.CertificateSnapshot;
import io.pinion.server.schema.SchemaStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of the topology: where it comes from, the keyspaces and users that it names, the proxies that serve it. */
final class TopologyTables {
    private TopologyTables() {}

    /** One fact by its name. */
    private record StatusLine(String name, @Nullable Object value) {}

    /** {@code SHOW TOPOLOGY STATUS}: the source of the topology, and the problems of its newest document. */
    static AdminTable<?> status() {
        return new AdminTable<StatusLine>(
                "SHOW TOPOLOGY STATUS",
                "where the topology comes from, and what is wrong with the newest document",
                now((arguments, context) -> statusLines(context.proxy())),
                text("name", StatusLine::name, "The name of the fact; problem and schema may come several times"),
                text("value", StatusLine::value, "The fact; NULL where there is none"));
    }

    private static List<StatusLine> statusLines(ProxyView proxy) {
        SourceStatus status = proxy.topologyStatus();
        SchemaStatus schema = proxy.schemaStatus();
        List<StatusLine> lines = new ArrayList<>(List.of(
                new StatusLine("cluster", proxy.topology().cluster()),
                new StatusLine("source", status.origin()),
                new StatusLine(
                        "state", status.state().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                new StatusLine("state_since", status.stateSince()),
                new StatusLine("generation", status.generation()),
                new StatusLine("version", status.version()),
                new StatusLine("adopted", status.adoptedAt()),
                new StatusLine("adopted_from", status.adoptedFrom()),
                new StatusLine("refused", status.refused())));
        status.problems().forEach(problem -> lines.add(new StatusLine("problem", problem)));
        lines.add(new StatusLine("schema_read", schema.equals(SchemaStatus.UNREAD) ? null : schema.readAt()));
        schema.findings().forEach(finding -> lines.add(new StatusLine("schema", finding)));
        return lines;
    }

    /** {@code RELOAD SCHEMA}: reads the tables of the servers at once, instead of within a minute. */
    static AdminTable<?> reloadedSchema() {
        return new AdminTable<String>(
                        List.of(SyntaxLine.of("RELOAD SCHEMA")),
                        "reads the tables of the shards at once, and lists what is wrong with them",
                        (arguments, context) -> context.proxy().readSchema().thenApply(SchemaStatus::findings),
                        text("finding", Function.identity(), "What differs from the topology, or couldn't be read"))
                .changingNothing();
    }

    /** A proxy of a list that was read at some time. */
    private record ListedProxy(RegisteredProxy proxy, Instant asOf) {}

    /** {@code SHOW PROXIES}: the proxies of the cluster and the topology that each serves. */
    static AdminTable<?> proxies() {
        return new AdminTable<ListedProxy>(
                "SHOW PROXIES",
                "the proxies of the cluster and the topology that each serves",
                (arguments, context) -> context.proxy().proxies().thenApply(list -> list.proxies().stream()
                        .sorted(Comparator.comparing(RegisteredProxy::name))
                        .map(proxy -> new ListedProxy(proxy, list.asOf()))
                        .toList()),
                text("proxy", listed -> listed.proxy().name(), "The name of the proxy"),
                text("address", listed -> listed.proxy().address(), "The address that clients connect to"),
                text("version", listed -> listed.proxy().version(), "The version of Pinion"),
                number("generation", listed -> listed.proxy().served(), "The oldest generation in use there"),
                time("started", listed -> listed.proxy().startedAt(), "When the proxy started"),
                time("as_of", ListedProxy::asOf, "When this was true"));
    }

    /** {@code SHOW CERTIFICATES}: the proxy's certificates, their expiry, and why a newer one isn't in use. */
    static AdminTable<?> certificates() {
        return new AdminTable<CertificateSnapshot>(
                "SHOW CERTIFICATES",
                "the certificates in use, and why a newer one isn't",
                now((arguments, context) -> context.proxy().certificates()),
                text("use", CertificateSnapshot::use, "The connections that the certificate is for"),
                text("subject", CertificateSnapshot::subject, "Its subject; NULL where only authorities are trusted"),
                time("expires", CertificateSnapshot::notAfter, "The end of its validity"),
                time("in_use_since", CertificateSnapshot::since, "The time from which this proxy uses it"),
                text("refused", CertificateSnapshot::refused, "Why changed files aren't in use; NULL when they are"));
    }

    /** {@code SHOW KEYSPACES}: how each keyspace finds its shards. */
    static AdminTable<?> keyspaces() {
        return new AdminTable<Keyspace>(
                "SHOW KEYSPACES",
                "how each keyspace finds its shards",
                now((arguments, context) ->
                        List.copyOf(context.topology().keyspaces().values())),
                text("keyspace", Keyspace::name, "The name of the keyspace"),
                text("kind", TopologyTables::kind, "How it finds a shard, by id, mod or single, and what is under way"),
                text("databases", TopologyTables::databases, "The names of its databases"),
                number("open_shards", sharded(many -> many.ranges().shards()), "Its shards that are open"),
                number("pairs", TopologyTables::pairs, "The pairs that have some of it"),
                number("tables", sharded(many -> many.tables().size()), "The tables that the topology names"),
                text("hash", mod(TopologyTables::hash), "The hash that finds the shard of a key"),
                text("key_charset", mod(hashed -> hashed.keyEncoding().charset()), "The character set of hashed keys"),
                text("transactions", keyspace -> keyspace.transactions().word(), "How it commits on several shards"),
                text("scatter", sharded(many -> many.scatter().words()), "What statements without a shard may do"));
    }

    private static String kind(Keyspace keyspace) {
        return switch (keyspace) {
            case Keyspace.Id id -> id.isImporting() ? "id, importing" : "id";
            case Keyspace.Mod mod ->
                "mod" + mod.importing().map(Importing::words).orElse("")
                        + mod.resharding().map(Resharding::words).orElse("");
            case Keyspace.Single single -> "single";
        };
    }

    private static Object databases(Keyspace keyspace) {
        return keyspace instanceof Keyspace.Sharded many ? many.databases() : keyspace.name();
    }

    private static long pairs(Keyspace keyspace) {
        return keyspace instanceof Keyspace.Sharded many
                ? many.ranges().ranges().stream()
                        .map(ShardRange::pair)
                        .distinct()
                        .count()
                : 1;
    }

    static String hash(Keyspace.Mod keyspace) {
        return keyspace.function().name() + " mod " + keyspace.shards();
    }

    /** NULL for a keyspace without shards. */
    private static Function<Keyspace, ?> sharded(Function<Keyspace.Sharded, ?> value) {
        return keyspace -> keyspace instanceof Keyspace.Sharded many ? value.apply(many) : null;
    }

    /** NULL for a keyspace without a hash. */
    private static Function<Keyspace, ?> mod(Function<Keyspace.Mod, ?> value) {
        return keyspace -> keyspace instanceof Keyspace.Mod hashed ? value.apply(hashed) : null;
    }

    /** A user, and what is the matter with the account. */
    private record ShownUser(User user, String grants) {}

    /** {@code SHOW USERS}: the users that may log in, and their rights. Passwords are left out. */
    static AdminTable<?> users() {
        return new AdminTable<ShownUser>(
                "SHOW USERS",
                "who may log in, and what each may do",
                now((arguments, context) -> context.topology().users().values().stream()
                        .map(user -> new ShownUser(user, grants(user, context.proxy())))
                        .toList()),
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
    private static String grants(User user, ProxyView proxy) {
        Optional<Account> account = proxy.topology().account(user.account());
        List<String> problems = account.map(proxy::accountProblems).orElse(List.of());
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

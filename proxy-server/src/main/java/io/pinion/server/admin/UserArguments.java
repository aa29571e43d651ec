package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.DocumentPath;
import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Nothing;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.User;
import io.pinion.config.topology.Verifiers;
import io.pinion.protocol.auth.SaltedVerifier;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What statements say of a user, as the fields of the user in the topology document. */
final class UserArguments {
    private static final DocumentNode NOTHING = new Nothing("", 0);

    private final AdminTokens arguments;

    /** By their names in the document; null takes a field out. */
    private final Map<String, DocumentNode> fields = new LinkedHashMap<>();

    private String password = "";

    private UserArguments(AdminTokens arguments) {
        this.arguments = arguments;
    }

    static DocumentPath path(String user) {
        return DocumentPath.of("users", user);
    }

    static String name(AdminTokens arguments) {
        return arguments.name("the name of a user");
    }

    /** Reads the statement to its end. No error shows the password. */
    static UserArguments read(AdminTokens arguments) {
        UserArguments user = new UserArguments(arguments);
        while (!arguments.atEnd()) {
            user.one();
        }
        return user;
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /** A new user. */
    DocumentEdit added(String name) {
        return new DocumentEdit.Add(path(name), mapping(fields));
    }

    /**
     * Edits of a user that there is. Limits of scatters are replaced as a whole, and so are verifiers: each of them lets somebody in.
     *
     * @param salted whether the user has none but a salted verifier, and gets one again
     */
    List<DocumentEdit> changed(String name, boolean salted) {
        Map<String, DocumentNode> merged = new LinkedHashMap<>(fields);
        DocumentNode scatter = merged.remove("scatter");
        DocumentNode verifiers = merged.remove("password_hash");
        List<DocumentEdit> edits = new ArrayList<>();
        edits.add(new DocumentEdit.Merge(path(name), mapping(merged)));
        if (verifiers != null) {
            edits.add(new DocumentEdit.Put(
                    DocumentPath.of("users", name, "password_hash"), salted ? salted(password) : verifiers));
        }
        if (changesRights() && !has("account")) {
            // The account that every right needs is written out, and none with fewer rights may have it. One that
            // people have made for this user stays.
            edits.add(new DocumentEdit.DropText(DocumentPath.of("users", name, "account"), Account.DATA));
        }
        if (scatter != null) {
            edits.add(new DocumentEdit.Put(DocumentPath.of("users", name, "scatter"), scatter));
        }
        return edits;
    }

    private boolean changesRights() {
        return has("keyspaces") || has("read_only");
    }

    private void one() {
        if (arguments.take("IDENTIFIED BY")) {
            add("password_hash", this::password);
        } else if (arguments.take("KEYSPACES")) {
            add("keyspaces", this::keyspaces);
        } else if (arguments.take("NOT ADMIN")) {
            add("admin", () -> NOTHING);
        } else if (arguments.take("ADMIN")) {
            add("admin", () -> new Flag("", 0, true));
        } else if (arguments.take("READ ONLY")) {
            add("read_only", () -> new Flag("", 0, true));
        } else if (arguments.take("READ WRITE")) {
            add("read_only", () -> NOTHING);
        } else if (arguments.take("FROM")) {
            add("networks", this::networks);
        } else if (arguments.take("REQUIRE")) {
            require();
        } else if (arguments.take("SCATTER")) {
            add("scatter", this::scatter);
        } else if (arguments.take("ACCOUNT")) {
            add("account", () -> arguments.take("DEFAULT") ? NOTHING : text(arguments.name("the name of an account")));
        } else {
            // The token isn't shown: it may be a password behind a misspelt word.
            throw new AdminSyntaxException(
                    "expected IDENTIFIED BY, KEYSPACES, [NOT] ADMIN, READ ONLY, READ WRITE, FROM,"
                            + " REQUIRE, SCATTER or ACCOUNT");
        }
    }

    private void add(String field, Supplier<DocumentNode> value) {
        if (fields.put(field, value.get()) != null) {
            throw new AdminSyntaxException("the statement says " + field + " twice");
        }
    }

    private DocumentNode password() {
        Optional<String> password = arguments.singleQuoted();
        if (password.isEmpty()) {
            // In double quotes it would be a name for servers with ANSI_QUOTES, and names are in logs.
            throw new AdminSyntaxException("expected a password in single quotes behind IDENTIFIED BY");
        }
        if (password.get().isEmpty()) {
            throw new AdminSyntaxException("the password is empty");
        }
        this.password = password.get();
        Verifiers verifiers = Verifiers.of(this.password);
        Map<String, DocumentNode> both = new LinkedHashMap<>();
        both.put("native", text(verifiers.nativeVerifier()));
        both.put("sha2", text(verifiers.sha2Verifier()));
        return mapping(both);
    }

    private static DocumentNode salted(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > SaltedVerifier.MAX_PASSWORD_BYTES) {
            throw new AdminSyntaxException(
                    "the password has more than " + SaltedVerifier.MAX_PASSWORD_BYTES + " bytes");
        }
        return mapping(Map.of(
                "caching_sha2",
                text(SaltedVerifier.of(bytes, new SecureRandom()).text())));
    }

    private DocumentNode keyspaces() {
        return arguments.take("ALL")
                ? sequence(List.of(User.ALL_KEYSPACES))
                : sequence(list(() -> arguments.name("the name of a keyspace")));
    }

    private DocumentNode networks() {
        return arguments.take("ANYWHERE")
                ? NOTHING
                : sequence(list(() -> arguments.string("a network such as 10.1.0.0/16")));
    }

    private void require() {
        DocumentNode tls = NOTHING;
        DocumentNode certificate = NOTHING;
        if (arguments.take("SSL")) {
            tls = new Flag("", 0, true);
        } else if (arguments.take("X509")) {
            certificate = new Flag("", 0, true);
        } else if (arguments.take("SUBJECT")) {
            certificate = text(arguments.string("the subject of a certificate"));
        } else {
            arguments.require("NONE");
        }
        DocumentNode encrypted = tls;
        DocumentNode shown = certificate;
        add("require_tls", () -> encrypted);
        add("require_certificate", () -> shown);
    }

    private DocumentNode scatter() {
        Map<String, DocumentNode> limits = new LinkedHashMap<>();
        limits.put("policy", text(arguments.name("ALLOW, WARN or REFUSE").toLowerCase(Locale.ROOT)));
        if (arguments.take("MAX_SHARDS")) {
            limits.put("max_shards", whole("a number of shards"));
        }
        if (arguments.take("MAX_ROWS")) {
            limits.put("max_rows", whole("a number of rows"));
        }
        if (arguments.take("MAX_TIME")) {
            limits.put("max_time", text(arguments.string("a time such as 5s")));
        }
        return mapping(limits);
    }

    private DocumentNode whole(String what) {
        return new Whole("", 0, OpenShards.whole(arguments, what));
    }

    private List<String> list(Supplier<String> item) {
        List<String> items = new ArrayList<>(List.of(item.get()));
        while (arguments.takeSign(",")) {
            items.add(item.get());
        }
        return items;
    }

    private static DocumentNode text(String value) {
        return new Text("", 0, value);
    }

    private static DocumentNode sequence(List<String> items) {
        return new Sequence("", 0, items.stream().map(UserArguments::text).toList());
    }

    private static DocumentNode mapping(Map<String, DocumentNode> fields) {
        return new Mapping(
                "",
                0,
                fields.entrySet().stream()
                        .map(field -> new Field(field.getKey(), field.getValue()))
                        .toList());
    }
}

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
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.protocol.auth.SaltedVerifier;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What statements say of a user, as the fields of the user in the topology document. */
final class UserArguments {
    private static final DocumentNode NOTHING = new Nothing("", 0);
    private static final DocumentNode YES = new Flag("", 0, true);

    /** What may be said of a user. */
    private static final String OPTION = "{IDENTIFIED BY 'password' | KEYSPACES {ALL | keyspace[, keyspace …]}"
            + " | NOT ADMIN | ADMIN | READ ONLY | READ WRITE | FROM {ANYWHERE | 'network'[, 'network' …]}"
            + " | REQUIRE {SSL | X509 | SUBJECT 'subject' | NONE} | SCATTER {ALLOW | WARN | REFUSE} [MAX_SHARDS n]"
            + " [MAX_ROWS n] [MAX_TIME 'time'] | ACCOUNT {DEFAULT | name}}";

    /** By their names in the document; null takes a field out. */
    private final Map<String, DocumentNode> fields = new LinkedHashMap<>();

    private String password = "";

    /** @throws SyntaxRefused when something is said twice; no error shows the password */
    static UserArguments of(StatementArguments arguments) {
        UserArguments user = new UserArguments();
        List<ArgumentClause> clauses = arguments.clauses();
        for (int i = 0; i < clauses.size(); i++) {
            user.one(clauses.get(i), i + 1 < clauses.size() ? clauses.get(i + 1).words() : "", arguments);
        }
        return user;
    }

    /** The syntax of a statement that has options of a user. */
    static SyntaxLine line(String statement) {
        return SyntaxLine.of(statement, Map.of("option", OPTION));
    }

    static DocumentPath path(String user) {
        return DocumentPath.of("users", user);
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

    /** @param next the words of the next clause, which may be a choice of this one's */
    private void one(ArgumentClause clause, String next, StatementArguments arguments) {
        switch (clause.words()) {
            case "IDENTIFIED BY" ->
                add("password_hash", verifiers(clause.text("'password'").orElseThrow()));
            case "KEYSPACES" ->
                add("keyspaces", sequence(next.equals("ALL") ? List.of(User.ALL_KEYSPACES) : clause.texts("keyspace")));
            case "NOT ADMIN" -> add("admin", NOTHING);
            case "ADMIN" -> add("admin", YES);
            case "READ ONLY" -> add("read_only", YES);
            case "READ WRITE" -> add("read_only", NOTHING);
            case "FROM" -> add("networks", next.equals("ANYWHERE") ? NOTHING : sequence(clause.texts("'network'")));
            case "REQUIRE" -> add("require_tls", next.equals("SSL") ? YES : NOTHING);
            case "X509" -> add("require_certificate", YES);
            case "SUBJECT" ->
                add("require_certificate", text(clause.text("'subject'").orElseThrow()));
            case "SSL", "NONE" -> add("require_certificate", NOTHING);
            case "SCATTER" -> add("scatter", scatter(arguments));
            case "ACCOUNT" ->
                add("account", clause.text("name").map(UserArguments::text).orElse(NOTHING));
            default -> {
                // The words of the statement, and those of choices.
            }
        }
    }

    private void add(String field, DocumentNode value) {
        if (fields.put(field, value) != null) {
            throw new SyntaxRefused("the statement says " + field + " twice");
        }
    }

    private DocumentNode verifiers(String password) {
        if (password.isEmpty()) {
            throw new SyntaxRefused("the password is empty");
        }
        this.password = password;
        Verifiers verifiers = Verifiers.of(password);
        Map<String, DocumentNode> both = new LinkedHashMap<>();
        both.put("native", text(verifiers.nativeVerifier()));
        both.put("sha2", text(verifiers.sha2Verifier()));
        return mapping(both);
    }

    private static DocumentNode salted(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > SaltedVerifier.MAX_PASSWORD_BYTES) {
            throw new SyntaxRefused("the password has more than " + SaltedVerifier.MAX_PASSWORD_BYTES + " bytes");
        }
        return mapping(Map.of(
                "caching_sha2",
                text(SaltedVerifier.of(bytes, new SecureRandom()).text())));
    }

    private static DocumentNode scatter(StatementArguments arguments) {
        Map<String, DocumentNode> limits = new LinkedHashMap<>();
        for (String policy : List.of("ALLOW", "WARN", "REFUSE")) {
            if (arguments.has(policy)) {
                limits.put("policy", text(policy.toLowerCase(Locale.ROOT)));
            }
        }
        arguments.number("MAX_SHARDS").ifPresent(most -> limits.put("max_shards", new Whole("", 0, most)));
        arguments.number("MAX_ROWS").ifPresent(most -> limits.put("max_rows", new Whole("", 0, most)));
        arguments
                .clause("MAX_TIME")
                .flatMap(clause -> clause.text("'time'"))
                .ifPresent(most -> limits.put("max_time", text(most)));
        return mapping(limits);
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

package io.pinion.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.DocumentPath;
import io.pinion.config.document.JsonFields;
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
    /** Takes a field out of a document. */
    private static final JsonNode NOTHING = NullNode.getInstance();

    private static final JsonMapper JSON = new JsonMapper();

    /** What may be said of a user. */
    private static final String OPTION = "{IDENTIFIED BY 'password' | KEYSPACES {ALL | keyspace[, keyspace …]}"
            + " | NOT ADMIN | ADMIN | READ ONLY | READ WRITE | FROM {ANYWHERE | 'network'[, 'network' …]}"
            + " | REQUIRE {SSL | X509 | SUBJECT 'subject' | NONE} | SCATTER {ALLOW | WARN | REFUSE} [MAX_SHARDS n]"
            + " [MAX_ROWS n] [MAX_TIME 'time'] | ACCOUNT {DEFAULT | name}}";

    /** By their names in the document. */
    private final ObjectNode fields = JSON.createObjectNode();

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
        return fields.has(field);
    }

    /** A new user. */
    DocumentEdit added(String name) {
        return new DocumentEdit.Add(path(name), fields);
    }

    /**
     * Edits of a user that there is. Limits of scatters are replaced as a whole, and so are verifiers: each of them lets somebody in.
     *
     * @param salted whether the user has none but a salted verifier, and gets one again
     */
    List<DocumentEdit> changed(String name, boolean salted) {
        ObjectNode merged = fields.deepCopy();
        JsonNode scatter = merged.remove("scatter");
        JsonNode verifiers = merged.remove("password_hash");
        List<DocumentEdit> edits = new ArrayList<>();
        edits.add(new DocumentEdit.Merge(path(name), merged));
        if (verifiers != null) {
            edits.add(put(name, "password_hash", salted ? salted(password) : verifiers));
        }
        if (changesRights() && !has("account")) {
            // The account that every right needs is written out, and none with fewer rights may have it. One that
            // people have made for this user stays.
            edits.add(new DocumentEdit.DropText(DocumentPath.of("users", name, "account"), Account.DATA));
        }
        if (scatter != null) {
            edits.add(put(name, "scatter", scatter));
        }
        return edits;
    }

    private static DocumentEdit put(String user, String field, Object value) {
        return new DocumentEdit.Put(DocumentPath.of("users", user, field), JSON.valueToTree(value));
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
                add("keyspaces", next.equals("ALL") ? List.of(User.ALL_KEYSPACES) : clause.texts("keyspace"));
            case "NOT ADMIN" -> add("admin", NOTHING);
            case "ADMIN" -> add("admin", true);
            case "READ ONLY" -> add("read_only", true);
            case "READ WRITE" -> add("read_only", NOTHING);
            case "FROM" -> add("networks", next.equals("ANYWHERE") ? NOTHING : clause.texts("'network'"));
            case "REQUIRE" -> add("require_tls", next.equals("SSL") ? true : NOTHING);
            case "X509" -> add("require_certificate", true);
            case "SUBJECT" ->
                add("require_certificate", clause.text("'subject'").orElseThrow());
            case "SSL", "NONE" -> add("require_certificate", NOTHING);
            case "SCATTER" -> add("scatter", scatter(arguments));
            case "ACCOUNT" ->
                add("account", clause.text("name").<Object>map(name -> name).orElse(NOTHING));
            default -> {
                // The words of the statement, and those of choices.
            }
        }
    }

    private void add(String field, Object value) {
        if (fields.replace(field, JSON.valueToTree(value)) != null) {
            throw new SyntaxRefused("the statement says " + field + " twice");
        }
    }

    private Object verifiers(String password) {
        if (password.isEmpty()) {
            throw new SyntaxRefused("the password is empty");
        }
        this.password = password;
        Verifiers verifiers = Verifiers.of(password);
        return new JsonFields().with("native", verifiers.nativeVerifier()).with("sha2", verifiers.sha2Verifier());
    }

    private static Object salted(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > SaltedVerifier.MAX_PASSWORD_BYTES) {
            throw new SyntaxRefused("the password has more than " + SaltedVerifier.MAX_PASSWORD_BYTES + " bytes");
        }
        return Map.of(
                "caching_sha2", SaltedVerifier.of(bytes, new SecureRandom()).text());
    }

    private static Object scatter(StatementArguments arguments) {
        Map<String, Object> limits = new LinkedHashMap<>();
        for (String policy : List.of("ALLOW", "WARN", "REFUSE")) {
            if (arguments.has(policy)) {
                limits.put("policy", policy.toLowerCase(Locale.ROOT));
            }
        }
        arguments.number("MAX_SHARDS").ifPresent(most -> limits.put("max_shards", most));
        arguments.number("MAX_ROWS").ifPresent(most -> limits.put("max_rows", most));
        arguments
                .clause("MAX_TIME")
                .flatMap(clause -> clause.text("'time'"))
                .ifPresent(most -> limits.put("max_time", most));
        return limits;
    }
}

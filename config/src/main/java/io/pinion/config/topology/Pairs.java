package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code servers} and {@code pairs}, and finds the pair that a range means. */
final class Pairs {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");

    private final Problems problems;
    private final Map<String, Server> servers = new LinkedHashMap<>();
    private final Map<String, Pair> pairs = new LinkedHashMap<>();

    private Pairs(Problems problems) {
        this.problems = problems;
    }

    static Pairs read(FieldReader root, Problems problems) {
        Pairs read = new Pairs(problems);
        root.required("servers", "name at least one, for example \"servers\": {\"MySQL001A\": \"10.0.0.1:3306\"}");
        for (Field field : root.entries("servers")) {
            read.checkName(field, "server");
            read.server(field, root).ifPresent(server -> read.servers.put(server.name(), server));
        }
        for (Field field : root.entries("pairs")) {
            read.checkName(field, "pair");
            root.asObject(field.value()).ifPresent(reader -> {
                read.declared(field.name(), reader).ifPresent(pair -> read.pairs.put(pair.name(), pair));
                reader.refuseOthers();
            });
        }
        return read;
    }

    Map<String, Server> servers() {
        return servers;
    }

    /** The pairs of the document, then those that ranges named by their servers alone. */
    Map<String, Pair> pairs() {
        return pairs;
    }

    private void checkName(Field field, String kind) {
        if (!NAME.matcher(field.name()).matches()) {
            problems.error(
                    field.value(),
                    "'" + field.name() + "' is no name for a " + kind,
                    "use letters, digits, and _ . - inside, 64 at most");
        }
    }

    /** {@code "host:port"}, or an object with both. */
    private Optional<Server> server(Field field, FieldReader root) {
        if (field.value() instanceof Text text) {
            return Optional.of(address(field.name(), text));
        }
        return root.asObject(field.value()).map(reader -> {
            String host = reader.requiredText("host", "name the server's host or address");
            int port = reader.whole("port", Server.DEFAULT_PORT, 1, 65535);
            reader.refuseOthers();
            return new Server(field.name(), host, port);
        });
    }

    private Server address(String name, Text text) {
        Matcher matcher = HOST_AND_PORT.matcher(text.value());
        boolean good = matcher.matches();
        int port = good && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : Server.DEFAULT_PORT;
        if (!good || port < 1 || port > 65535) {
            problems.error(text, "'" + text.value() + "' is no address", "write \"host:port\", port 1 to 65535");
            return new Server(name, text.value(), Server.DEFAULT_PORT);
        }
        String host = matcher.group(1);
        return new Server(name, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }

    private Optional<Pair> declared(String name, FieldReader reader) {
        boolean held = reader.flag("held", false);
        Optional<Pair> pair = byServers(name, reader, true).map(servers -> servers.withHeld(held));
        if (pair.isEmpty()) {
            return pair;
        }
        for (Pair other : pairs.values()) {
            pair.get().servers().forEach(server -> refuseShared(server, other, reader));
        }
        if (pair.get().standby().isEmpty()) {
            problems.warning(
                    reader.mapping(),
                    "pair " + name + " has no standby: it can't be promoted",
                    "add \"standby\" when there is a second server");
        }
        return pair;
    }

    private void refuseShared(Server server, Pair other, FieldReader reader) {
        if (other.has(server.name())) {
            problems.error(
                    reader.mapping(),
                    "server " + server.name() + " is in pair " + other.name() + " too",
                    "a server belongs to one pair");
        }
    }

    /** The two servers that an object names as primary and standby, or in the article's words. */
    private Optional<Pair> byServers(String name, FieldReader reader, boolean required) {
        Optional<Server> primary = serverField(reader, "primary", "master");
        Optional<Server> standby = serverField(reader, "standby", "slave");
        if (primary.isPresent() && primary.equals(standby)) {
            problems.error(
                    reader.mapping(),
                    "server " + primary.get().name() + " is both primary and standby",
                    "leave standby out when there is only one server");
            return Optional.empty();
        }
        if (primary.isPresent()
                && standby.filter(
                                server -> server.address().equals(primary.get().address()))
                        .isPresent()) {
            problems.error(
                    reader.mapping(),
                    "servers " + primary.get().name() + " and " + standby.get().name()
                            + " are one: both have the address " + primary.get().address(),
                    "give each its own");
            return Optional.empty();
        }
        if (primary.isEmpty()
                && required
                && reader.node("primary").isEmpty()
                && reader.node("master").isEmpty()) {
            reader.missing("primary", "name the server that takes reads and writes");
        }
        return primary.map(server -> new Pair(name, server, standby));
    }

    private Optional<Server> serverField(FieldReader reader, String word, String articlesWord) {
        Optional<DocumentNode> ours = reader.node(word);
        Optional<DocumentNode> articles = reader.node(articlesWord);
        if (ours.isPresent() && articles.isPresent()) {
            problems.error(articles.get(), articlesWord + " says the same as " + word, "keep one of them");
        }
        return ours.or(() -> articles)
                .flatMap(node -> reader.asNameOf("server", node, servers.keySet()))
                .map(servers::get);
    }

    /** The name of a known pair in a text node; an unknown one is reported. */
    Optional<String> named(DocumentNode node, FieldReader reader) {
        return reader.asNameOf("pair", node, pairs.keySet());
    }

    /** The pair that {@code range} names by {@code pair}, or by its servers as the article does. */
    Optional<String> ofRange(FieldReader range) {
        Optional<DocumentNode> byName = range.node("pair");
        Optional<Pair> byServers = byServers("", range, false);
        if (byName.isPresent()) {
            if (byServers.isPresent()) {
                problems.error(byName.get(), "the range names a pair and servers", "keep the pair");
            }
            return named(byName.get(), range);
        }
        if (byServers.isPresent()) {
            return pairOf(byServers.get(), range.mapping());
        }
        if (range.node("primary").isEmpty() && range.node("master").isEmpty()) {
            range.missing("pair", "name the pair that these shards live on");
        }
        return Optional.empty();
    }

    /** The declared pair of these servers; when no pair has any of them, a new one. */
    private Optional<String> pairOf(Pair wanted, Mapping range) {
        for (Pair pair : pairs.values()) {
            boolean sameStandby = wanted.standby().isEmpty() || wanted.standby().equals(pair.standby());
            if (pair.primary().equals(wanted.primary()) && sameStandby) {
                return Optional.of(pair.name());
            }
            boolean shares = pair.has(wanted.primary().name())
                    || wanted.standby()
                            .filter(standby -> pair.has(standby.name()))
                            .isPresent();
            if (shares) {
                problems.error(
                        range,
                        "the range's servers are not those of pair " + pair.name() + ", which has one of them",
                        "name the pair instead: \"pair\": \"" + pair.name() + "\"");
                return Optional.empty();
            }
        }
        String name = freeName(wanted);
        pairs.put(name, new Pair(name, wanted.primary(), wanted.standby()));
        return Optional.of(name);
    }

    /** A free name for a pair: MySQL001A and MySQL001B make MySQL001. */
    private String freeName(Pair pair) {
        String primary = pair.primary().name();
        String name =
                pair.standby().map(standby -> common(primary, standby.name())).orElse(primary);
        return name.isEmpty() || pairs.containsKey(name) ? primary : name;
    }

    private static String common(String a, String b) {
        int length = 0;
        while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
            length++;
        }
        while (length > 0 && "-_.".indexOf(a.charAt(length - 1)) >= 0) {
            length--;
        }
        return a.substring(0, length);
    }
}

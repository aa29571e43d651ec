package io.pinion.config.topology;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The whole cluster at one moment, as one document states it. Immutable, so every thread may share it; {@link
 * TopologyReader} makes sure that every name in it is known.
 *
 * <p>Maps keep the order of the document.
 *
 * @param generation the counter of the document: a change raises it; 0 when the document states none
 * @param cluster the name of the cluster, so that a document can't reach another cluster by mistake
 * @param keyspaces what clients see as databases; servers and pairs are named in their ranges
 * @param knownAnswers by mod keyspace: key → the shard that it must hash to, proven when the document was read
 * @param homePair the name of the pair that holds every database no keyspace names
 */
public record Topology(
        long generation,
        String cluster,
        Map<String, Server> servers,
        Map<String, Pair> pairs,
        Map<String, Keyspace> keyspaces,
        Map<String, Map<String, Integer>> knownAnswers,
        Optional<String> homePair,
        Map<String, User> users,
        Map<String, Account> accounts) {

    public Topology {
        servers = ordered(servers);
        pairs = ordered(pairs);
        keyspaces = ordered(keyspaces);
        Map<String, Map<String, Integer>> answers = new LinkedHashMap<>();
        knownAnswers.forEach((keyspace, known) -> answers.put(keyspace, ordered(known)));
        knownAnswers = Collections.unmodifiableMap(answers);
        users = ordered(users);
        accounts = ordered(accounts);
    }

    /** A copy in the order given, unlike {@link Map#copyOf}. */
    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    public Optional<Server> server(String name) {
        return Optional.ofNullable(servers.get(name));
    }

    /** The pair's name and the first letter, from {@code first} on, that no server has behind it. */
    public String freeServerName(String pair, char first) {
        return IntStream.rangeClosed(first, 'Z')
                .mapToObj(letter -> pair + (char) letter)
                .filter(name -> !servers.containsKey(name))
                .findFirst()
                .orElse(pair + "_new");
    }

    public Optional<Pair> pair(String name) {
        return Optional.ofNullable(pairs.get(name));
    }

    public Optional<Keyspace> keyspace(String name) {
        return Optional.ofNullable(keyspaces.get(name));
    }

    /** Those that have shards, in their order. */
    public Stream<Keyspace.Sharded> shardedKeyspaces() {
        return keyspaces.values().stream()
                .filter(Keyspace.Sharded.class::isInstance)
                .map(Keyspace.Sharded.class::cast);
    }

    public Optional<User> user(String name) {
        return Optional.ofNullable(users.get(name));
    }

    public Optional<Account> account(String name) {
        return Optional.ofNullable(accounts.get(name));
    }

    /** The accounts that the document states; managed accounts follow from the users. */
    public Map<String, Account> statedAccounts() {
        Map<String, Account> stated = new LinkedHashMap<>(accounts);
        stated.values().removeIf(Account::isManaged);
        return stated;
    }

    /** The account that health checks log in with: {@code monitor}, else {@code data}. */
    public Optional<Account> monitorAccount() {
        return account(Account.MONITOR).or(() -> account(Account.DATA));
    }

    /** The part of the topology that planning sees: no server, user or secret. */
    public Catalog toCatalog() {
        return toCatalog(generation);
    }

    /**
     * @param edition see {@link Catalog}: generations begin anew when a saved copy served before the source's document
     */
    public Catalog toCatalog(long edition) {
        Optional<String> first = pairs.keySet().stream().min(Comparator.naturalOrder());
        return new Catalog(edition, keyspaces.values(), homePair, first);
    }

    /** The same cluster with this keyspace, in place of the one of its name if there is one. */
    public Topology withKeyspace(Keyspace changed) {
        Map<String, Keyspace> all = new LinkedHashMap<>(keyspaces);
        all.put(changed.name(), changed);
        return new Topology(generation, cluster, servers, pairs, all, knownAnswers, homePair, users, accounts);
    }

    /** The same cluster, in which this mod keyspace has its rows on the shards that it was getting. */
    public Topology resharded(Keyspace.Mod before) {
        Keyspace.Mod after = before.resharded();
        Map<String, Integer> checks = new LinkedHashMap<>(knownAnswers.getOrDefault(after.name(), Map.of()));
        checks.replaceAll((key, shard) -> after.keyEncoding()
                .bytesOf(key)
                .map(bytes -> after.function().shardOf(bytes, after.shards()))
                .orElse(shard));
        Map<String, Map<String, Integer>> answers = new LinkedHashMap<>(knownAnswers);
        answers.replace(after.name(), checks);
        Map<String, Keyspace> all = new LinkedHashMap<>(keyspaces);
        all.replace(after.name(), after);
        return new Topology(generation, cluster, servers, pairs, all, answers, homePair, users, accounts);
    }

    /** The same cluster without this keyspace. */
    public Topology withoutKeyspace(String name) {
        Map<String, Keyspace> all = new LinkedHashMap<>(keyspaces);
        all.remove(name);
        Map<String, Map<String, Integer>> answers = new LinkedHashMap<>(knownAnswers);
        answers.remove(name);
        return new Topology(generation, cluster, servers, pairs, all, answers, homePair, users, accounts);
    }

    /** The same cluster with this pair in place of the one of its name. */
    public Topology withPair(Pair changed) {
        Map<String, Pair> all = new LinkedHashMap<>(pairs);
        all.replace(changed.name(), changed);
        return new Topology(generation, cluster, servers, all, keyspaces, knownAnswers, homePair, users, accounts);
    }

    /** The same cluster with these servers and pairs, and this home. */
    public Topology with(Map<String, Server> newServers, Map<String, Pair> newPairs, Optional<String> newHome) {
        return new Topology(
                generation, cluster, newServers, newPairs, keyspaces, knownAnswers, newHome, users, accounts);
    }

    public Topology withGeneration(long newGeneration) {
        return new Topology(newGeneration, cluster, servers, pairs, keyspaces, knownAnswers, homePair, users, accounts);
    }
}

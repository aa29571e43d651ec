package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.Answers.RowConsumer;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.GlobalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Asks the servers of one role which links and objects they have. A server gets one question for many shards. Blocks;
 * for one thread.
 */
record LinkQuestions(LinkRules rules, Servers servers) {
    /** A server plans the condition for each link as a range of its own. */
    private static final int AT_ONCE = 400;

    /** The servers that are asked. */
    @FunctionalInterface
    interface Servers {
        ServerConnection of(String pair) throws OperationRefused, SQLException;
    }

    /** A condition on one table. */
    private record Condition(TableName table, String text) {}

    /** Those of the links that the opposite mapping has, too. */
    Set<MappingLink> withOpposite(Collection<MappingLink> links) throws OperationRefused, SQLException {
        LinkSource opposite = rules.opposite();
        List<PlacedLink> reversed = links.stream()
                .map(MappingLink::reversed)
                .filter(link -> opposite.mayBeFrom(LinkRules.id(link.from())))
                .map(link -> new PlacedLink(LinkRules.id(link.from()).shard().number(), link))
                .toList();
        return present(opposite, reversed).stream()
                .map(found -> found.link().reversed())
                .collect(Collectors.toSet());
    }

    /** Those of the links that the mapping itself has. */
    Set<PlacedLink> present(Collection<PlacedLink> links) throws OperationRefused, SQLException {
        return present(rules.links(), links);
    }

    private Set<PlacedLink> present(LinkSource source, Collection<PlacedLink> links)
            throws OperationRefused, SQLException {
        Map<TableName, String> selected = new HashMap<>();
        Map<String, List<Condition>> conditions = new LinkedHashMap<>();
        for (PlacedLink link : links) {
            TableName table = rules.table(link.shard(), source.table());
            selected.putIfAbsent(table, source.ends(link.shard()) + ", " + link.shard());
            conditions
                    .computeIfAbsent(rules.pairOf(link.shard()), pair -> new ArrayList<>())
                    .add(new Condition(table, source.condition(link.link())));
        }
        Set<PlacedLink> found = new LinkedHashSet<>();
        ask(
                conditions,
                table -> "SELECT " + selected.get(table) + " FROM " + table.quoted(),
                row -> found.add(new PlacedLink(row.getInt(3), of(row))));
        return found;
    }

    static MappingLink of(ResultSet row) throws SQLException {
        return new MappingLink(Answers.text(row, 1), Answers.text(row, 2));
    }

    /** Those of the ids whose object is there. */
    Set<String> objects(Collection<String> ids) throws OperationRefused, SQLException {
        Map<String, List<Condition>> conditions = new LinkedHashMap<>();
        Map<TableName, Long> bases = new LinkedHashMap<>();
        for (String text : new HashSet<>(ids)) {
            GlobalId id = LinkRules.id(text);
            TableName table = rules.tableOf(id);
            bases.put(table, id.value() - id.local());
            conditions
                    .computeIfAbsent(rules.pairOf(id.shard().number()), pair -> new ArrayList<>())
                    .add(new Condition(table, "local_id = " + id.local()));
        }
        Set<String> found = new HashSet<>();
        ask(
                conditions,
                table -> "SELECT " + bases.get(table) + " | local_id FROM " + table.quoted(),
                row -> found.add(row.getString(1)));
        return found;
    }

    private void ask(Map<String, List<Condition>> conditions, Function<TableName, String> select, RowConsumer rows)
            throws OperationRefused, SQLException {
        for (Map.Entry<String, List<Condition>> ofPair : conditions.entrySet()) {
            List<Condition> all = ofPair.getValue();
            for (int first = 0; first < all.size(); first += AT_ONCE) {
                Answers.forEach(
                        servers.of(ofPair.getKey()).jdbc(),
                        question(all.subList(first, Math.min(all.size(), first + AT_ONCE)), select),
                        rows);
            }
        }
    }

    private static String question(List<Condition> conditions, Function<TableName, String> select) {
        Map<TableName, List<String>> byTable = conditions.stream()
                .collect(Collectors.groupingBy(
                        Condition::table,
                        LinkedHashMap::new,
                        Collectors.mapping(Condition::text, Collectors.toList())));
        return byTable.entrySet().stream()
                .map(table -> select.apply(table.getKey()) + " WHERE " + String.join(" OR ", table.getValue()))
                .collect(Collectors.joining(" UNION ALL "));
    }
}

package io.pinion.integration.oracle;

import io.pinion.routing.merge.Collations;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Which of a column's texts its collation takes for the same, as the server says. */
final class EqualTexts implements AutoCloseable {
    private final Connection server;
    private final Map<OracleColumn, Map<String, String>> weights = new HashMap<>();

    /** @param server a connection of its own, so that asking changes nothing of the sessions that are compared */
    EqualTexts(Connection server) {
        this.server = server;
    }

    /** Something that is the same for all texts that are equal to this one. */
    String weight(OracleColumn column, String text) {
        return weights.computeIfAbsent(column, any -> new HashMap<>()).computeIfAbsent(text, any -> ask(column, text));
    }

    private String ask(OracleColumn column, String text) {
        String collation = column.type().replaceAll(".*COLLATE (\\w+).*", "$1");
        String charset = collation.substring(0, collation.indexOf('_'));
        String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        try (Statement statement = server.createStatement();
                ResultSet row = statement.executeQuery("SELECT HEX(WEIGHT_STRING(CONVERT(' ' USING " + charset
                        + ") COLLATE " + collation + ")), HEX(WEIGHT_STRING(CONVERT(_utf8mb4 x'" + hex + "' USING "
                        + charset + ") COLLATE " + collation + "))")) {
            row.next();
            String space = row.getString(1);
            String weight = row.getString(2);
            // Where a collation pads, spaces at the end make no difference.
            while (Collations.padsSpace(collation) && weight.endsWith(space)) {
                weight = weight.substring(0, weight.length() - space.length());
            }
            return weight;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        server.close();
    }
}

package io.pinion.routing.planner.session;

import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * System variables that say where a server can be reached. A client that went there would pass Pinion by, so they have
 * Pinion's own values.
 */
public final class AddressVariables {
    private static final Map<String, SessionFunction> BY_NAME = Map.ofEntries(
            Map.entry("port", SessionFunction.PORT),
            Map.entry("report_port", SessionFunction.PORT),
            Map.entry("hostname", SessionFunction.HOST),
            Map.entry("bind_address", SessionFunction.HOST),
            Map.entry("socket", SessionFunction.NO_ADDRESS),
            Map.entry("report_host", SessionFunction.NO_ADDRESS),
            Map.entry("extra_port", SessionFunction.NO_PORT),
            Map.entry("admin_port", SessionFunction.NO_PORT),
            Map.entry("admin_address", SessionFunction.NO_ADDRESS),
            Map.entry("mysqlx_port", SessionFunction.NO_PORT),
            Map.entry("mysqlx_socket", SessionFunction.NO_ADDRESS),
            Map.entry("mysqlx_bind_address", SessionFunction.NO_ADDRESS));

    private static final Set<String> OF_MARIADB = Set.of("extra_port");
    private static final Set<String> OF_MYSQL =
            Set.of("admin_port", "admin_address", "mysqlx_port", "mysqlx_socket", "mysqlx_bind_address");

    private AddressVariables() {}

    /** @return null for any other variable, and where servers of this kind have none of the name */
    static @Nullable SessionFunction of(String name, SqlDialect servers) {
        Set<String> unknown = servers == SqlDialect.MYSQL ? OF_MARIADB : OF_MYSQL;
        return unknown.contains(name) ? null : BY_NAME.get(name);
    }

    /** Pinion's values by the names of the variables, in lower case; none for one that may be another session's. */
    public static Map<String, String> values(Request request) {
        Map<String, String> values = new TreeMap<>();
        BY_NAME.forEach((name, function) -> {
            String value = request.textOf(function);
            values.put(name, value == null ? "" : value);
        });
        if (request.dialect() == SqlDialect.MARIADB) {
            values.put(LastGtid.NAME, "");
        }
        return values;
    }
}

package io.pinion.operations.transfer.binlog;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings that a server's binary log needs, so that it has every change of a row. */
public final class BinlogSettings {
    /** MySQL 8.4 and later have another statement. */
    private static final int PARSE_ERROR = 1064;

    private BinlogSettings() {}

    /** What is set otherwise, each with its cure. */
    public static List<String> problems(ServerConnection server) throws SQLException {
        Map<String, String> set = Answers.byName(
                server.jdbc(),
                "SHOW GLOBAL VARIABLES WHERE variable_name IN ('log_bin', 'binlog_format', 'binlog_row_image',"
                        + " 'binlog_row_value_options', 'binlog_transaction_compression', 'log_bin_compress', 'gtid_mode')");
        List<String> problems = new ArrayList<>();
        if (!set.getOrDefault("log_bin", "OFF").equals("ON")) {
            problems.add(server + " writes no binary log: set log_bin in its configuration and restart it");
        }
        need(problems, server, set, "binlog_format", "ROW");
        need(problems, server, set, "binlog_row_image", "FULL");
        need(problems, server, set, "binlog_row_value_options", "");
        need(problems, server, set, "binlog_transaction_compression", "OFF");
        need(problems, server, set, "log_bin_compress", "OFF");
        String gtids = set.getOrDefault("gtid_mode", "ON");
        if (!gtids.equals("ON")) {
            problems.add("gtid_mode of " + server + " is " + gtids
                    + ": bring it to ON step by step (MySQL's manual, \"Enabling GTID Transactions Online\")");
        }
        filters(problems, server);
        return problems;
    }

    /** Databases whose changes the log leaves out. */
    private static void filters(List<String> problems, ServerConnection server) throws SQLException {
        Map<String, String> status = status(server);
        for (String filter : List.of("Binlog_Do_DB", "Binlog_Ignore_DB")) {
            String databases = status.getOrDefault(filter, "");
            if (!databases.isEmpty()) {
                problems.add(server + " leaves databases out of its binary log (" + filter.toLowerCase(Locale.ROOT)
                        + " = " + databases + "): take that out of its configuration and restart it");
            }
        }
    }

    private static Map<String, String> status(ServerConnection server) throws SQLException {
        try {
            return Answers.firstRow(server.jdbc(), "SHOW MASTER STATUS");
        } catch (SQLException e) {
            if (e.getErrorCode() != PARSE_ERROR) {
                throw e;
            }
            return Answers.firstRow(server.jdbc(), "SHOW BINARY LOG STATUS");
        }
    }

    private static void need(
            List<String> problems, ServerConnection server, Map<String, String> set, String name, String wanted) {
        String found = set.getOrDefault(name, wanted);
        if (!found.equals(wanted)) {
            problems.add(name + " of " + server + " is '" + found + "': SET GLOBAL " + name + " = '" + wanted
                    + "' there, and in its configuration; sessions that are open keep the old value");
        }
    }
}

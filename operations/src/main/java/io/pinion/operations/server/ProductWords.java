package io.pinion.operations.server;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What MariaDB and MySQL call otherwise, or have and lack: for each the words of both, side by side. Asks no server. */
public sealed interface ProductWords permits Dialect {
    /** Before the name of a variable. */
    String GLOBAL = "SELECT @@GLOBAL.";

    /** What is right for this product. */
    default <T> T either(T mariaDb, T mySql) {
        return this instanceof MariaDb ? mariaDb : mySql;
    }

    /** What a text names, with commas between. */
    static List<String> listOf(String names) {
        return List.of(names.split(", "));
    }

    /** The product's name, for messages. */
    default String name() {
        return either("MariaDB", "MySQL");
    }

    /** The first release that understands all of the dialect. */
    default String oldestRelease() {
        return either("10.6", "8.0.26");
    }

    /**
     * The product's words for what both can do.
     *
     * @param replica a server that follows, as status columns spell it
     * @param source the server that it follows, likewise
     * @param ofPartner stands behind a statement that is about the partner and no other server that is followed: a MySQL
     *     may have channels of other pairs' databases beside
     * @param fence the variable that refuses writes
     */
    record ReplicationWords(String replica, String source, String ofPartner, String fence) {
        String statement(String verb, String rest) {
            return verb + " " + replica.toUpperCase(Locale.ROOT) + rest + ofPartner;
        }
    }

    default ReplicationWords words() {
        return either(
                new ReplicationWords("Slave", "Master", "", "read_only"),
                new ReplicationWords("Replica", "Source", " FOR CHANNEL ''", "super_read_only"));
    }

    // --- accounts

    /** Of the operator's rights those without which a promotion of the server, or of its partner, would fail. */
    default List<String> promotionRights() {
        return either(
                List.of("PROCESS", "CONNECTION ADMIN", "READ_ONLY ADMIN", "REPLICATION SLAVE ADMIN", "SLAVE MONITOR"),
                listOf("PROCESS, REPLICATION CLIENT, REPLICATION_SLAVE_ADMIN, CONNECTION_ADMIN, "
                        + "SYSTEM_VARIABLES_ADMIN, XA_RECOVER_ADMIN"));
    }

    /**
     * All accounts: user, host, what their logins must show as {@code mysql.user} has it, 1 for one that is locked,
     * what their certificates must say, 1 for one without limits, and the role that a login begins with. Needs the
     * rights of the operator. MariaDB's view {@code mysql.user} doesn't show whether an account is locked.
     */
    default String accountsQuestion() {
        return either(
                "SELECT u.User, u.Host, u.ssl_type, COALESCE(JSON_VALUE(g.Priv, '$.account_locked'), 0), CONCAT_WS('',"
                        + " u.ssl_cipher, u.x509_issuer, u.x509_subject), u.max_questions + u.max_updates"
                        + " + u.max_connections + u.max_user_connections"
                        + " + COALESCE(JSON_VALUE(g.Priv, '$.max_statement_time'), 0) = 0, u.default_role"
                        + " FROM mysql.user u"
                        + " JOIN mysql.global_priv g ON g.User = u.User AND g.Host = u.Host",
                "SELECT user, host, ssl_type, account_locked = 'Y', CONCAT(ssl_cipher, x509_issuer, x509_subject),"
                        + " max_questions + max_updates + max_connections + max_user_connections = 0, '' FROM"
                        + " mysql.user");
    }

    /** Who has been given which role: user, host, role. */
    default String rolesQuestion() {
        return either(
                "SELECT User, Host, Role FROM mysql.roles_mapping",
                "SELECT to_user, to_host, from_user FROM mysql.role_edges");
    }

    /**
     * Whether REVOKE ALL takes the roles too; a REVOKE of one behind it fails, and before it asks for ADMIN of the
     * role.
     */
    default boolean revokesRolesWithRights() {
        return either(true, false);
    }

    /** Of ALTER USER: takes all limits of an account away. */
    default String noLimits() {
        return " WITH MAX_QUERIES_PER_HOUR 0 MAX_UPDATES_PER_HOUR 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_USER_CONNECTIONS 0"
                + either(" MAX_STATEMENT_TIME 0", "");
    }

    /**
     * Whether statements about accounts are said to the primary and replicated. Where the fence lets the operator
     * write, as read_only does and super_read_only doesn't, they are said to each server instead and stay there: so that
     * none becomes a transaction that the other server lacks.
     */
    default boolean replicatesAccounts() {
        return either(false, true);
    }

    // --- settings

    /** The global variables that each server of a cluster must have otherwise. */
    default List<String> identityVariables() {
        return either(List.of("server_id"), List.of("server_id", "server_uuid"));
    }

    /** The questions that each server of a cluster must answer otherwise. */
    default List<String> identityQuestions() {
        return identityVariables().stream().map(GLOBAL::concat).toList();
    }

    /** The global variables that both servers of a pair must have alike, and that a server takes when it starts. */
    default List<String> commonSettings() {
        return either(List.of("lower_case_table_names", "gtid_domain_id"), List.of("lower_case_table_names"));
    }

    /** What both servers of a pair must answer alike. */
    default List<String> commonQuestions() {
        return commonSettings().stream().map(GLOBAL::concat).toList();
    }

    /** The statement that sets a global variable, for longer than until the next restart where the product can. */
    default String setting(String name, String value) {
        return "SET " + either("GLOBAL ", "PERSIST ") + name + "=" + value;
    }

    // --- replication and the fence

    /** Has a server that is stopped encrypt the connection on which it follows its partner. */
    default String followEncrypted() {
        return either(
                "CHANGE MASTER TO master_ssl=1", "CHANGE REPLICATION SOURCE TO source_ssl=1" + words().ofPartner());
    }

    /** The statement, for people, after which a server has no transactions of its own any more. */
    default String forgetLog() {
        return either("RESET MASTER", "RESET BINARY LOGS AND GTIDS (before 8.2: RESET MASTER)");
    }

    /**
     * Whether a snapshot itself tells where it stands, as MariaDB's notes the place when it begins (its documentation,
     * "START TRANSACTION"). Otherwise nobody may write to what it is taken of from before it begins until the server's
     * place has been read.
     */
    default boolean snapshotTellsItsPlace() {
        return either(true, false);
    }

    /** Opens the server for writes. Only for who holds the pair's lock. */
    default List<String> unfence() {
        return either(
                List.of("SET GLOBAL read_only=0"), List.of("SET GLOBAL super_read_only=0", "SET GLOBAL read_only=0"));
    }

    /**
     * Lets the operator write to a server that stays closed to clients: on MariaDB it may always, and on MySQL who has
     * CONNECTION_ADMIN writes through read_only.
     */
    default List<String> openForOperator() {
        return either(List.of(), List.of("SET GLOBAL read_only=1", "SET GLOBAL super_read_only=0"));
    }

    // --- transactions

    /**
     * The question for the connections that have a transaction open, which InnoDB may answer as of 0.1 s ago. MySQL's
     * performance schema has those that BEGIN has begun and no more; it may be off.
     */
    default String openTransactions() {
        return "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx"
                + either(
                        "",
                        " UNION SELECT t.processlist_id FROM performance_schema.events_transactions_current e"
                                + " JOIN performance_schema.threads t ON t.thread_id = e.thread_id"
                                + " WHERE e.state = 'ACTIVE' AND t.processlist_id IS NOT NULL");
    }

    /**
     * What is said of a connection in the process list that runs a statement; where nothing tells of a transaction that
     * has done nothing yet, also one that has been idle for a moment only. Who has been idle for longer is in InnoDB's
     * list if he has a transaction open, however old the list.
     */
    default String atWork() {
        return either("(command <> 'Sleep' OR time_ms < 120)", "command <> 'Sleep'");
    }

    /** After these, neither a statement nor an idle transaction of the session has a deadline of the server's. */
    default List<String> takeAllTime() {
        return List.of("SET SESSION "
                + either(
                        "max_statement_time=0, idle_transaction_timeout=0, idle_readonly_transaction_timeout=0,"
                                + " idle_write_transaction_timeout=0",
                        "max_execution_time=0"));
    }

    // --- tables

    /** After these, information_schema tells what is, and nothing that it remembers. */
    default List<String> exactStatistics() {
        return either(List.of(), List.of("SET SESSION information_schema_stats_expiry=0"));
    }

    /** Whether an ALTER TABLE of partitions sleeps while InnoDB's purge works on rows of its table. */
    default boolean sleepsForPurge() {
        return either(true, false);
    }

    /** The types whose text the server doesn't take as bytes without a character set. */
    default Set<String> typesOfCharacters() {
        return either(Set.of("uuid", "inet4", "inet6"), Set.of("json"));
    }

    /** After these, a table takes whatever another table of the same definition holds. */
    default List<String> acceptAnyRow() {
        return either(List.of("SET SESSION check_constraint_checks=0"), List.of());
    }

    /** A collation under which exactly equal bytes are equal, for the key columns of hashed tables. */
    default String exactCollation() {
        return either("utf8mb4_nopad_bin", "utf8mb4_0900_bin");
    }
}

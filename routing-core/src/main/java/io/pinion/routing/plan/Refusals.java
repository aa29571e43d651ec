package io.pinion.routing.plan;

import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.text.lexer.TextProblem;
import java.util.List;

/** Every refusal, with the code and SQL state that MySQL would use: the one place for their wording. */
public final class Refusals {
    /** The code of refused scatters. */
    static final int TOO_BIG_SELECT = 1104;

    /** MySQL's ER_AUTOINC_READ_FAILED. */
    private static final int AUTOINC_READ_FAILED = 1467;

    private static final int UNKNOWN_ERROR = 1105;
    static final int NOT_SUPPORTED_YET = 1235;

    private Refusals() {}

    /** For errors without a code of MySQL's: an invalid id, a shard that isn't open. */
    public static Refused general(String reason) {
        return new Refused(UNKNOWN_ERROR, "HY000", reason);
    }

    /** Where any server could answer, and there is none. */
    public static Refused noPair() {
        return general("the topology has no pair: no server can answer; CREATE PAIR makes the first one");
    }

    /** As servers refuse too many tables. */
    public static Refused tooManyTables(int most) {
        return new Refused(1116, "HY000", "Too many tables; servers can only use " + most + " tables in a join");
    }

    /** As servers refuse an aggregate outside of a query. */
    public static Refused groupFunction() {
        return new Refused(1111, "HY000", "Invalid use of group function");
    }

    public static Refused unreadableHint(String reason) {
        return general("Pinion can't read the hint: " + reason);
    }

    /** The statement works on one MySQL, but not (yet) across shards. */
    public static Refused unsupported(String reason) {
        return new Refused(NOT_SUPPORTED_YET, "42000", reason);
    }

    /** As a server refuses a statement that would read too much. */
    public static Refused scatter(String reason) {
        return new Refused(TOO_BIG_SELECT, "42000", reason);
    }

    /** As a server refuses a row when AUTO_INCREMENT is exhausted. */
    public static Refused exhausted(ExhaustedTable table) {
        return new Refused(
                AUTOINC_READ_FAILED,
                "HY000",
                "the ids of " + table.keyspace() + "." + table.table() + " on shard " + table.shard()
                        + " are used up: AUTO_INCREMENT has come to the last 2^20 of the 2^36 local ids; new rows must go to"
                        + " another shard (SET WEIGHT keeps new objects away from one)");
    }

    /** As for {@code FOUND_ROWS()} of a connection that is out of reach. */
    public static Refused insertIdLost() {
        return general(
                "LAST_INSERT_ID() is out of reach: Pinion could not read the id from the connection of its insert."
                        + " The row may be in its table: find it by its values. The function is there again behind the next"
                        + " insert that makes an id");
    }

    public static Refused syntax(String reason) {
        return new Refused(1064, "42000", "You have an error in your SQL syntax: " + reason);
    }

    /**
     * @param unknownMode the session's, whose rules Pinion doesn't know
     * @param why the reason why the server can't get the text unread
     */
    public static Refused unread(TextProblem problem, String unknownMode, SessionView session, String why) {
        String subject =
                switch (problem) {
                    case UNKNOWN_SQL_MODE -> " (" + unknownMode + ")";
                    case UNKNOWN_CHARSET -> " (from " + session.charset() + ")";
                    default -> "";
                };
        return unsupported(
                "a server may read this text otherwise than Pinion: " + problem.message() + subject + "; " + why);
    }

    public static Refused emptyQuery() {
        return new Refused(1065, "42000", "Query was empty");
    }

    /** As servers refuse it, whatever follows the first semicolon. */
    public static Refused severalPrepared() {
        return syntax("a prepared statement can't be several: prepare them one by one");
    }

    /** As servers refuse a PREPARE inside of a PREPARE. */
    public static Refused unpreparable() {
        return new Refused(1295, "HY000", "This command is not supported in the prepared statement protocol yet");
    }

    /** The servers' error for wrong arguments of EXECUTE. */
    public static Refused otherArguments() {
        return otherArguments("mysqld_stmt_execute");
    }

    /** @param executing what servers call the execution */
    public static Refused otherArguments(String executing) {
        return new Refused(1210, "HY000", "Incorrect arguments to " + executing);
    }

    /** The parser failed on a statement that can't be routed without it. */
    public static Refused unreadable(String reason, Keyspace.Sharded keyspace) {
        return new Refused(
                1064,
                "42000",
                "Pinion can't read this statement: " + reason
                        + "; if MySQL can, name the shard's database (such as " + shardDatabase(keyspace)
                        + ") or give a hint (/* pinion: shard=… */)");
    }

    /** The name of one shard database, as an example. */
    public static String shardDatabase(Keyspace.Sharded keyspace) {
        ShardId first = keyspace.ranges().firstShard();
        return keyspace.databases().databaseOf(first == null ? new ShardId(0) : first);
    }

    /** As servers refuse a statement that is nested too deeply. */
    public static Refused tooDeep() {
        return new Refused(
                1436,
                "HY000",
                "Thread stack overrun: this statement has too many operators (AND, OR, + …) in a row, or is nested too"
                        + " deeply, for Pinion to route it; write OR of equal columns as column IN (…)");
    }

    public static Refused noDatabase() {
        return new Refused(1046, "3D000", "No database selected");
    }

    public static Refused unknownDatabase(String database) {
        return new Refused(1049, "42000", "Unknown database '" + database + "'");
    }

    /** As servers refuse an unknown variable. */
    public static Refused unknownVariable(String name) {
        return new Refused(
                1193,
                "HY000",
                "Unknown system variable '" + name
                        + "': a variable that is SET, and @@, have names of ASCII in Pinion, since servers compare them"
                        + " without accents");
    }

    public static Refused sessionsOfAll() {
        return unsupported(
                "the sessions are Pinion's, and a server would show its own: SHOW FULL PROCESSLIST WHERE … shows them");
    }

    public static Refused unknownInformation(String table) {
        return new Refused(1109, "42S02", "Unknown table '" + table + "' in information_schema");
    }

    public static Refused accessDenied(SessionView session, String database) {
        return new Refused(
                1044,
                "42000",
                "Access denied for user '" + session.userName() + "'@'" + session.clientHost() + "' to database '"
                        + database + "'");
    }

    /** With the code of a read-only server, which applications know. */
    public static Refused readOnly(SessionView session) {
        return new Refused(
                1290,
                "HY000",
                "The user '" + session.userName() + "'@'" + session.clientHost()
                        + "' is read-only (read_only in Pinion's topology) so it cannot execute this statement, which"
                        + " writes or may write");
    }

    /** @param tables those of {@code information_schema} that the statement names, at least one */
    public static Refused informationDenied(SessionView session, List<String> tables) {
        return new Refused(
                1142,
                "42000",
                "SELECT command denied to user '" + session.userName() + "'@'" + session.clientHost()
                        + "' for table `information_schema`.`" + tables.get(0)
                        + "`: it tells of databases of others, so that it needs the right to all keyspaces; SHOW answers"
                        + " for your own");
    }

    public static Refused unknownTable(String keyspace, String table) {
        return new Refused(1146, "42S02", "Table '" + keyspace + "." + table + "' doesn't exist");
    }

    /** @param name with its database, if the session has one */
    public static Refused unknownFunction(String name) {
        return new Refused(
                1305,
                "42000",
                "FUNCTION " + name
                        + " does not exist; a stored function of another database needs that one's name before"
                        + " it (database.function)");
    }

    /**
     * A shard may have the function, which only its server knows, so the message also says what else keeps the
     * statement from one shard.
     */
    public static Refused unknownFunction(Keyspace.Sharded keyspace, String function, String reason) {
        return new Refused(
                1305,
                "42000",
                "FUNCTION " + keyspace.name() + "." + function
                        + " does not exist; were it one of the shards' own, it could be called on one shard alone: "
                        + reason);
    }

    /** The servers' error, but without the keyspace's name, which shards don't know. */
    public static Refused unknownStar(String keyspace, String qualifier) {
        return new Refused(1051, "42S02", "Unknown table '" + keyspace + "." + qualifier + "'");
    }

    /** As admin statements refuse users without the admin right. */
    public static Refused adminOnly() {
        return new Refused(
                1227, "42000", "Access denied; you need (at least one of) the ADMIN privilege(s) for this operation");
    }

    public static Refused privilegeNeeded(String privilege) {
        return new Refused(
                1227,
                "42000",
                "Access denied; you need (at least one of) the " + privilege
                        + " privilege(s) for this operation, and of Pinion's users only those with the admin right have it");
    }

    /** @param cure another way to what the statement is for */
    public static Refused flushesServer(String cure) {
        return new Refused(
                1227,
                "42000",
                "Access denied; you need (at least one of) the RELOAD privilege(s) for this operation, which no user of"
                        + " Pinion has: " + cure);
    }

    /** For statements whose answer a server would give about all databases. */
    public static Refused tellsOfOthers() {
        return new Refused(
                1227,
                "42000",
                "Access denied; you need (at least one of) the PROCESS privilege(s) for this operation: it tells of"
                        + " databases of others, so that it needs the right to all keyspaces");
    }

    public static Refused notOpen(String keyspace, int shard) {
        return general("shard " + shard + " of " + keyspace
                + " is not open: no range of the topology holds it (SHOW SHARDS FROM " + keyspace + " lists them)");
    }
}

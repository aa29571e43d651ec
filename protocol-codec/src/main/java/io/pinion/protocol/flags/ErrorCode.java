package io.pinion.protocol.flags;

/**
 * The errors that Pinion sends itself or must recognise from a server. Number and SQLSTATE are those of MySQL 9.7.4
 * (performance_schema.events_errors_summary_global_by_error), names its symbols without {@code ER_} and {@code _ERROR}.
 * An error that is only relayed needs no entry.
 */
public enum ErrorCode {
    CHECKREAD(1020, "HY000"),
    CON_COUNT(1040, "08004"),
    HANDSHAKE(1043, "08S01"),
    DBACCESS_DENIED(1044, "42000"),
    ACCESS_DENIED(1045, "28000"),
    OUT_OF_SORTMEMORY(1038, "HY001"),
    NO_DB(1046, "3D000"),
    UNKNOWN_COM(1047, "08S01"),
    BAD_DB(1049, "42000"),
    TABLE_EXISTS(1050, "42S01"),
    BAD_TABLE(1051, "42S02"),
    SERVER_SHUTDOWN(1053, "08S01"),
    DUP_ENTRY(1062, "23000"),
    PARSE_ERROR(1064, "42000"),
    TOO_BIG_SELECT(1104, "42000"),
    UNKNOWN_ERROR(1105, "HY000"),
    CANT_REOPEN_TABLE(1137, "HY000"),
    TABLEACCESS_DENIED(1142, "42000"),
    NO_SUCH_TABLE(1146, "42S02"),
    NET_PACKET_TOO_LARGE(1153, "08S01"),
    NET_PACKETS_OUT_OF_ORDER(1156, "08S01"),
    NET_UNCOMPRESS(1157, "08S01"),
    NET_READ_INTERRUPTED(1159, "08S01"),
    LOCK_WAIT_TIMEOUT(1205, "HY000"),
    LOCK_TABLE_FULL(1206, "HY000"),
    WRONG_ARGUMENTS(1210, "HY000"),
    LOCK_DEADLOCK(1213, "40001"),
    SPECIFIC_ACCESS_DENIED(1227, "42000"),
    NOT_SUPPORTED_YET(1235, "42000"),
    UNKNOWN_STMT_HANDLER(1243, "HY000"),
    NOT_SUPPORTED_AUTH_MODE(1251, "08004"),
    UNSUPPORTED_PS(1295, "HY000"),
    SP_DOES_NOT_EXIST(1305, "42000"),
    QUERY_INTERRUPTED(1317, "70100"),
    /** An error of MariaDB alone. */
    STATEMENT_TIMEOUT(1969, "70100"),
    TABLE_DEF_CHANGED(1412, "HY000"),
    STMT_HAS_NO_OPEN_CURSOR(1421, "HY000"),
    MAX_PREPARED_STMT_COUNT_REACHED(1461, "42000"),
    AUTOINC_READ_FAILED(1467, "HY000"),
    CANT_CHANGE_TX_CHARACTERISTICS(1568, "25001"),
    CANT_EXECUTE_IN_READ_ONLY_TRANSACTION(1792, "25006"),
    INTERNAL_ERROR(1815, "HY000"),
    MALFORMED_PACKET(1835, "HY000"),
    QUERY_TIMEOUT(3024, "HY000"),
    SECURE_TRANSPORT_REQUIRED(3159, "HY000"),
    CLIENT_LOCAL_FILES_DISABLED(3948, "42000"),
    IMPOSSIBLE_STRING_CONVERSION(3988, "HY000"),
    CLIENT_INTERACTION_TIMEOUT(4031, "HY000");

    private final int number;
    private final String sqlState;

    ErrorCode(int number, String sqlState) {
        this.number = number;
        this.sqlState = sqlState;
    }

    public int number() {
        return number;
    }

    /** Five characters. */
    public String sqlState() {
        return sqlState;
    }
}

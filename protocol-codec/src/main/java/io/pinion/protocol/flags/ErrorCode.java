package io.pinion.protocol.flags;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The errors that Pinion sends itself or must recognise from a server. Number and SQLSTATE are those of MySQL 9.7.4
 * (performance_schema.events_errors_summary_global_by_error), names its symbols without {@code ER_} and {@code _ERROR}.
 * An error that is only relayed needs no entry.
 */
public enum ErrorCode {
    CHECKREAD(1020, "HY000"),
    CON_COUNT(1040, "08004"),
    OUT_OF_RESOURCES(1041, "HY000"),
    HANDSHAKE(1043, "08S01"),
    DBACCESS_DENIED(1044, "42000"),
    ACCESS_DENIED(1045, "28000"),
    OUT_OF_SORTMEMORY(1038, "HY001"),
    NO_DB(1046, "3D000"),
    UNKNOWN_COM(1047, "08S01"),
    BAD_DB(1049, "42000"),
    TABLE_EXISTS(1050, "42S01"),
    BAD_TABLE(1051, "42S02"),
    NON_UNIQ(1052, "23000"),
    SERVER_SHUTDOWN(1053, "08S01"),
    BAD_FIELD(1054, "42S22"),
    DUP_ENTRY(1062, "23000"),
    PARSE_ERROR(1064, "42000"),
    EMPTY_QUERY(1065, "42000"),
    NO_SUCH_THREAD(1094, "HY000"),
    KILL_DENIED(1095, "HY000"),
    TOO_BIG_SELECT(1104, "42000"),
    UNKNOWN_ERROR(1105, "HY000"),
    UNKNOWN_TABLE(1109, "42S02"),
    UNKNOWN_CHARACTER_SET(1115, "42000"),
    HOST_NOT_PRIVILEGED(1130, "HY000"),
    WRONG_VALUE_COUNT_ON_ROW(1136, "21S01"),
    CANT_REOPEN_TABLE(1137, "HY000"),
    TABLEACCESS_DENIED(1142, "42000"),
    NO_SUCH_TABLE(1146, "42S02"),
    NET_PACKET_TOO_LARGE(1153, "08S01"),
    NET_PACKETS_OUT_OF_ORDER(1156, "08S01"),
    NET_UNCOMPRESS(1157, "08S01"),
    NET_READ_ERROR(1158, "08S01"),
    NET_READ_INTERRUPTED(1159, "08S01"),
    NET_ERROR_ON_WRITE(1160, "08S01"),
    NET_WRITE_INTERRUPTED(1161, "08S01"),
    UNKNOWN_SYSTEM_VARIABLE(1193, "HY000"),
    TOO_MANY_USER_CONNECTIONS(1203, "42000"),
    LOCK_WAIT_TIMEOUT(1205, "HY000"),
    LOCK_TABLE_FULL(1206, "HY000"),
    WRONG_ARGUMENTS(1210, "HY000"),
    LOCK_DEADLOCK(1213, "40001"),
    WRONG_NUMBER_OF_COLUMNS_IN_SELECT(1222, "21000"),
    USER_LIMIT_REACHED(1226, "42000"),
    SPECIFIC_ACCESS_DENIED(1227, "42000"),
    LOCAL_VARIABLE(1228, "HY000"),
    GLOBAL_VARIABLE(1229, "HY000"),
    WRONG_VALUE_FOR_VAR(1231, "42000"),
    WRONG_TYPE_FOR_VAR(1232, "42000"),
    NOT_SUPPORTED_YET(1235, "42000"),
    INCORRECT_GLOBAL_LOCAL_VAR(1238, "HY000"),
    UNKNOWN_STMT_HANDLER(1243, "HY000"),
    NOT_SUPPORTED_AUTH_MODE(1251, "08004"),
    WARN_DATA_OUT_OF_RANGE(1264, "22003"),
    UNKNOWN_COLLATION(1273, "HY000"),
    OPTION_PREVENTS_STATEMENT(1290, "HY000"),
    UNSUPPORTED_PS(1295, "HY000"),
    UNKNOWN_TIME_ZONE(1298, "HY000"),
    SP_DOES_NOT_EXIST(1305, "42000"),
    QUERY_INTERRUPTED(1317, "70100"),
    NO_DEFAULT_FOR_FIELD(1364, "HY000"),
    XAER_RMFAIL(1399, "XAE07"),
    /** An error of MariaDB alone. */
    STATEMENT_TIMEOUT(1969, "70100"),
    TABLE_DEF_CHANGED(1412, "HY000"),
    STMT_HAS_NO_OPEN_CURSOR(1421, "HY000"),
    CONNECT_TO_FOREIGN_DATA_SOURCE(1429, "HY000"),
    MAX_PREPARED_STMT_COUNT_REACHED(1461, "42000"),
    AUTOINC_READ_FAILED(1467, "HY000"),
    PLUGIN_IS_NOT_LOADED(1524, "HY000"),
    CANT_CHANGE_TX_CHARACTERISTICS(1568, "25001"),
    DATA_OUT_OF_RANGE(1690, "22003"),
    ACCESS_DENIED_NO_PASSWORD(1698, "28000"),
    CANT_EXECUTE_IN_READ_ONLY_TRANSACTION(1792, "25006"),
    INTERNAL_ERROR(1815, "HY000"),
    MUST_CHANGE_PASSWORD(1820, "HY000"),
    MALFORMED_PACKET(1835, "HY000"),
    QUERY_TIMEOUT(3024, "HY000"),
    SECURE_TRANSPORT_REQUIRED(3159, "HY000"),
    CAPACITY_EXCEEDED(3170, "HY000"),
    CLIENT_LOCAL_FILES_DISABLED(3948, "42000"),
    IMPOSSIBLE_STRING_CONVERSION(3988, "HY000"),
    CLIENT_INTERACTION_TIMEOUT(4031, "HY000");

    private static final Map<Integer, ErrorCode> BY_NUMBER =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(ErrorCode::number, Function.identity()));

    private final int number;
    private final String sqlState;

    ErrorCode(int number, String sqlState) {
        this.number = number;
        this.sqlState = sqlState;
    }

    public static Optional<ErrorCode> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }

    public int number() {
        return number;
    }

    /** Five characters. */
    public String sqlState() {
        return sqlState;
    }
}

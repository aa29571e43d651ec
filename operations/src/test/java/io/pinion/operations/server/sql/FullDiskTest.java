package io.pinion.operations.server.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.replication.ReplicationHealth;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullDiskTest {
    /** Texts of MariaDB 10.11 and 11.4 and of MySQL 9.7. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            3    | Error writing file '/tmp/MLvUYfIf' (Errcode: 28 "No space left on device")
            3    | Error writing file '/tmp/ML7' (OS errno 28 - No space left on device)
            20   | Disk is full writing './binlog.000003' (OS errno 28 - No space left on device)
            1    | Can't create/write to file '/tmp/#sql' (Errcode: 122 "Disk quota exceeded")
            1021 | Disk full (/tmp/#sql-temptable-79ee-48-0.MAI); waiting for someone to free some space...
            1026 | Error writing file './db00000/pins' (errno: 28 "No space left on device")
            1030 | Got error 28 "No space left on device" from storage engine Aria
            1030 | Got error 28 - 'No space left on device' from storage engine
            1114 | The table 'pins' is full
            """)
    void errorsThatMeanIt(int code, String message) {
        assertThat(FullDisk.isPossible(code)).isTrue();
        assertThat(FullDisk.isOne(code, message)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            3    | Error writing file '/tmp/ML7' (Errcode: 27 "File too large")
            1005 | Can't create table `db00000`.`pins` (errno: 121 "Duplicate key on write or update")
            1030 | Got error 168 from storage engine
            1062 | Duplicate entry 'No space left on device' for key 'PRIMARY'
            1290 | The MariaDB server is running with the --read-only option so it cannot execute this statement
            """)
    void errorsThatDont(int code, String message) {
        assertThat(FullDisk.isOne(code, message)).isFalse();
    }

    @Test
    void replicationThatWaitsForRoomSaysSo() {
        ReplicationHealth waiting = ReplicationHealth.ofStatus(
                Map.of(
                        "Replica_IO_Running",
                        "Yes",
                        "Replica_SQL_Running",
                        "Yes",
                        "Replica_IO_State",
                        "Waiting for disk space"),
                "Replica",
                "Source");

        assertThat(FullDisk.isNamedIn(waiting.lastError())).isTrue();
    }

    /** A MySQL's coordinator doesn't say what its worker's error was, but for the number. */
    @Test
    void theNumberTellsWhatTheMessageDoesnt() {
        ReplicationHealth stopped = ReplicationHealth.ofStatus(
                Map.of(
                        "Last_SQL_Error",
                        "Coordinator stopped because there were error(s) in the worker(s).",
                        "Last_SQL_Errno",
                        "1114"),
                "Replica",
                "Source");

        assertThat(stopped.lastError()).endsWith(" (error 1114, no room left)");
        assertThat(FullDisk.isNamedIn(stopped.lastError())).isTrue();
    }
}

package io.pinion.server.execution.fanout;

import io.pinion.protocol.server.ColumnDefinition;
import java.util.List;
import java.util.Set;

/** Whether servers write the values of two columns alike: a UNION may change a column's type. */
final class CellForms {
    private static final int ZEROFILL = 64;
    private static final int BINARY = 63;

    /** VARCHAR, ENUM, SET, TINYBLOB to LONGBLOB, BLOB, VAR_STRING, STRING: bytes of a character set. */
    private static final Set<Integer> TEXTS = Set.of(15, 247, 248, 249, 250, 251, 252, 253, 254);

    private CellForms() {}

    static boolean areSame(List<ColumnDefinition> one, List<ColumnDefinition> other) {
        boolean same = one.size() == other.size();
        for (int column = 0; same && column < one.size(); column++) {
            same = isSame(one.get(column), other.get(column));
        }
        return same;
    }

    private static boolean isSame(ColumnDefinition one, ColumnDefinition other) {
        boolean texts = TEXTS.contains(one.typeCode()) && TEXTS.contains(other.typeCode());
        return texts
                ? (one.collationId() == BINARY) == (other.collationId() == BINARY)
                : one.typeCode() == other.typeCode()
                        && one.decimals() == other.decimals()
                        && (one.flags() & ZEROFILL) == (other.flags() & ZEROFILL)
                        && (!isZerofill(one) || one.length() == other.length());
    }

    private static boolean isZerofill(ColumnDefinition definition) {
        return (definition.flags() & ZEROFILL) != 0;
    }
}

package io.pinion.operations.export.file;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/** How columns are declared in a Parquet file. */
final class ParquetSchema {
    private static final int LONG_DIGITS = 18;
    private static final int DECIMAL_BYTES = 16;

    private ParquetSchema() {}

    /** Whether a decimal of so many digits is stored as a number of 64 bits. */
    static boolean isLong(int precision) {
        return precision <= LONG_DIGITS;
    }

    static Type type(ValueType type) {
        return switch (type) {
            case ValueType.Plain.INT32 -> Type.INT32;
            case ValueType.Plain.INT64 -> Type.INT64;
            case ValueType.Decimal(int precision, int scale) ->
                isLong(precision) ? Type.INT64 : Type.FIXED_LEN_BYTE_ARRAY;
            case ValueType.Plain.FLOAT32 -> Type.FLOAT;
            case ValueType.Plain.FLOAT64 -> Type.DOUBLE;
            case ValueType.Plain.DATE -> Type.INT32;
            case ValueType.DateTime d -> Type.INT64;
            case ValueType.Plain.TEXT -> Type.BYTE_ARRAY;
            case ValueType.Plain.BYTES -> Type.BYTE_ARRAY;
        };
    }

    /** A root, and the columns below it. */
    static List<SchemaElement> elements(List<FileColumn> columns) {
        List<SchemaElement> elements = new ArrayList<>();
        SchemaElement root = new SchemaElement("row");
        root.setNum_children(columns.size());
        elements.add(root);
        for (FileColumn column : columns) {
            elements.add(element(column));
        }
        return elements;
    }

    private static SchemaElement element(FileColumn column) {
        SchemaElement element = new SchemaElement(column.name());
        element.setType(type(column.type()));
        element.setRepetition_type(FieldRepetitionType.OPTIONAL);
        // Older readers know the converted type alone.
        switch (column.type()) {
            case ValueType.Decimal(int precision, int scale) -> {
                if (!isLong(precision)) {
                    element.setType_length(DECIMAL_BYTES);
                }
                element.setPrecision(precision);
                element.setScale(scale);
                element.setConverted_type(ConvertedType.DECIMAL);
                element.setLogicalType(LogicalType.DECIMAL(new DecimalType(scale, precision)));
            }
            case ValueType.Plain.DATE -> {
                element.setConverted_type(ConvertedType.DATE);
                element.setLogicalType(LogicalType.DATE(new DateType()));
            }
            case ValueType.DateTime(boolean instant) -> {
                if (instant) {
                    // To those the converted type is a point in time.
                    element.setConverted_type(ConvertedType.TIMESTAMP_MICROS);
                }
                element.setLogicalType(
                        LogicalType.TIMESTAMP(new TimestampType(instant, TimeUnit.MICROS(new MicroSeconds()))));
            }
            case ValueType.Plain.TEXT -> {
                element.setConverted_type(ConvertedType.UTF8);
                element.setLogicalType(LogicalType.STRING(new StringType()));
            }
            case ValueType.Plain.INT32,
                    ValueType.Plain.INT64,
                    ValueType.Plain.FLOAT32,
                    ValueType.Plain.FLOAT64,
                    ValueType.Plain.BYTES -> {}
        }
        return element;
    }
}

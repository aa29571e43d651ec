package io.pinion.routing.text;

import java.util.List;

/**
 * The values of the {@code ?} of a statement, in their order. Each then counts as a literal whose value comes beside
 * the text, so that {@code id = ?} has the shape, the template and the checks of {@code id = 5}. Immutable.
 */
public final class Parameters {
    /** A statement sent as text: its {@code ?}, if any, have no values. */
    public static final Parameters NONE = new Parameters(List.of());

    /** A statement that is prepared and not executed yet: each of its {@code ?} counts, and none has a value. */
    public static final Parameters UNSET = new Parameters(List.of());

    private final List<ParameterValue> values;

    private Parameters(List<ParameterValue> values) {
        this.values = values;
    }

    public static Parameters of(List<ParameterValue> values) {
        return values.isEmpty() ? NONE : new Parameters(List.copyOf(values));
    }

    /** 0 for {@link #UNSET}, which goes with any number. */
    public int size() {
        return values.size();
    }

    /**
     * @param parameter from 0
     * @throws IndexOutOfBoundsException when there is none, as in {@link #UNSET}
     */
    public ParameterValue value(int parameter) {
        return values.get(parameter);
    }

    List<ParameterValue> values() {
        return values;
    }

    /** Whether a statement's {@code ?} with this number is an anchor. */
    boolean covers(int parameter) {
        return this == UNSET || parameter < values.size();
    }

    AnchorKind kind(int parameter) {
        return this == UNSET ? AnchorKind.UNSET : values.get(parameter).kind();
    }

    /** The number of values; values are never printed by accident. */
    @Override
    public String toString() {
        return "Parameters[" + (this == UNSET ? "unset" : values.size()) + "]";
    }
}

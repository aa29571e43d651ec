package io.pinion.operations.engine;

import io.pinion.config.settings.ExportSettings;
import java.util.List;
import java.util.function.Function;

/**
 * Operations of one kind, or of a few that belong together: the statements by which people ask for them, and what every
 * proxy starts for these. The admin interface has the list of all definitions. Immutable.
 */
public record OperationDefinition(List<OperationStatement<?, ?>> statements, Start start) {
    public OperationDefinition {
        statements = List.copyOf(statements);
    }

    /** Makes what does the operations of a proxy. */
    @FunctionalInterface
    public interface Start {
        /** @param exports the places that files may be written to */
        RequestedOperations on(OperationServices services, ExportSettings exports);
    }

    /** Operations that need nothing but servers, the topology and the journal. */
    public OperationDefinition(
            List<OperationStatement<?, ?>> statements, Function<OperationServices, RequestedOperations> start) {
        this(statements, (services, exports) -> start.apply(services));
    }
}

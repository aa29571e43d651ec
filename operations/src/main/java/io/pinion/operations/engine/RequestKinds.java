package io.pinion.operations.engine;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** All that a proxy does for those who ask, by the class of the request. Thread-safe; no call blocks. */
public record RequestKinds(List<? extends RequestedOperations> operations) {
    public RequestKinds {
        operations = List.copyOf(operations);
    }

    private Stream<RequestKind<?, ?>> all() {
        return operations.stream().flatMap(each -> each.kinds().stream());
    }

    /** The operations of a class, for those who do more with them than people ask for. */
    public <T extends RequestedOperations> T operations(Class<T> of) {
        return operations.stream()
                .filter(of::isInstance)
                .map(of::cast)
                .findFirst()
                .orElseThrow();
    }

    /** The runners of their operations. */
    public OperationRunners runners() {
        return new OperationRunners(all().<OperationRunner<?, ?, ?>>map(RequestKind::runner)
                .distinct()
                .toList());
    }

    /** @param user who asks */
    public <A> CompletionStage<A> run(AnsweredRequest<A> request, String user) {
        return kind(request).run(request, user);
    }

    /** The steps of {@link #run}, after the checks with which it begins. */
    public CompletionStage<List<PlannedAction>> explain(AnsweredRequest<?> request, String user) {
        return kind(request).explain(request, user);
    }

    @SuppressWarnings("unchecked") // a request is answered as its class says
    private <A> RequestKind<?, A> kind(AnsweredRequest<A> request) {
        return (RequestKind<?, A>) all().filter(kind -> kind.asked() == request.getClass())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody does what is asked for"));
    }
}

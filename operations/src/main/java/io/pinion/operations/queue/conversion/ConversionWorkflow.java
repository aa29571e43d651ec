package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.queue.QueueThreads;
import io.pinion.operations.queue.QueueTime;
import java.util.List;

/** {@code CONVERT TABLE}: shards that are done stay so, and the topology calls the table a queue behind the last one. */
record ConversionWorkflow(OperationServices services, QueueTime time, QueueThreads threads)
        implements Workflow<QueueConversion, ConversionAttempt, Done> {
    @Override
    public OperationKind<QueueConversion> kind() {
        return OperationKind.of(QueueConversion.class, "conversion")
                .inBackground()
                .waitingForServers()
                .atATime(2);
    }

    @Override
    public List<Step<ConversionAttempt>> steps(QueueConversion task) {
        return List.of(
                Step.of("checking the shards", ConversionAttempt::check).planned(ConversionAttempt::plannedChecks),
                Step.of("copying and switching", ConversionAttempt::convert)
                        .doneWhen(ConversionAttempt::isOnAllShards)
                        .undoneBy(ConversionAttempt::removeLeft)
                        .planned(ConversionAttempt::planned),
                Step.of("changing the topology", ConversionAttempt::declare)
                        .staying()
                        .planned(ConversionAttempt::plannedDeclaration));
    }

    @Override
    public List<String> pairs(QueueConversion task) {
        return task.pairs();
    }

    @Override
    public ConversionAttempt open(QueueConversion task, RunningOperation operation) {
        return new ConversionAttempt(services, time, threads, task, operation);
    }
}

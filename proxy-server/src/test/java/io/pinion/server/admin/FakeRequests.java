package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.AccountSyncRequest;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.keyspace.KeyspaceRemoval;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.mapping.MappingTask;
import io.pinion.operations.move.WantedMove;
import io.pinion.operations.opening.OpeningRequest;
import io.pinion.operations.opening.WeightRequest;
import io.pinion.operations.pair.PairRemoval;
import io.pinion.operations.pair.PairRequest;
import io.pinion.operations.pair.ReplacementRequest;
import io.pinion.operations.promotion.OpenedPair;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.WantedOpening;
import io.pinion.operations.promotion.WantedPromotion;
import io.pinion.operations.queue.RotationRequest;
import io.pinion.operations.reshard.ReshardRequest;
import io.pinion.operations.restore.ShardsRestore;
import io.pinion.operations.schema.TableDeclaration;
import io.pinion.operations.transfer.ImportRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Whatever is asked for is done, or begins; the answers are those of the manual's examples. */
record FakeRequests(Topology topology) {
    static final Done DONE = Done.of(4, 8, "");

    Object done(AnsweredRequest<?> request, String user) throws OperationRefused {
        return switch (request) {
            case WantedPromotion wanted -> promoted(wanted);
            case WantedOpening wanted ->
                new OpenedPair(topology.pair(wanted.pair()).orElseThrow(), "fenced");
            case PairRequest.Creation asked -> FakePairs.created(asked.wanted());
            case PairRequest.Addition asked -> FakePairs.added(asked);
            case ReplacementRequest asked -> FakePairs.replaced(asked);
            case PairRemoval asked -> FakePairs.dropped(asked);
            case NewKeyspace asked -> Done.of(8, 16, "");
            case KeyspaceRemoval asked -> Done.of(9, 17, "");
            case OpeningRequest asked -> FakeOpenings.opened(asked);
            case WeightRequest asked -> FakeOpenings.weighed(asked);
            case TableDeclaration asked -> DONE;
            case AccountSyncRequest asked -> synced();
            case RotationRequest asked -> FakeQueues.rotated(asked);
            case WantedMove move -> begun(move, user);
            case ImportRequest asked -> FakeImports.begun(asked, user);
            case ReshardRequest asked -> FakeReshardings.begun(asked, user);
            case TableExport asked -> FakeExports.begun(asked, user);
            case ShardsRestore asked -> FakeRestores.begun(asked, user);
            case MappingTask asked -> FakeMappings.begun(asked);
            default -> throw new IllegalArgumentException(request.toString());
        };
    }

    List<PlannedAction> planned(AnsweredRequest<?> request, String user) throws OperationRefused {
        return switch (request) {
            case WantedPromotion wanted -> plannedPromotion();
            case PairRequest.Creation asked -> FakePairs.plannedCreation(asked.wanted());
            case PairRequest.Addition asked -> FakePairs.plannedAddition(asked);
            case ReplacementRequest asked -> FakePairs.plannedReplacement(asked);
            case PairRemoval asked -> FakePairs.plannedDrop(asked);
            case NewKeyspace asked -> FakeKeyspaces.plannedCreation();
            case KeyspaceRemoval asked -> FakeKeyspaces.plannedDrop();
            case OpeningRequest asked -> FakeOpenings.planned();
            case AccountSyncRequest asked ->
                List.of(new PlannedAction(
                        "MySQL001A",
                        "GRANT SELECT ON `db00000`.* TO 'pinion_lookup'@'%'",
                        "account rights:lookup lacks rights on MySQL001A"));
            case RotationRequest asked -> FakeQueues.planned(asked);
            case WantedMove move -> plannedMove();
            case ImportRequest asked -> FakeImports.planned();
            case ReshardRequest asked -> FakeReshardings.planned(asked, user);
            case TableExport asked -> FakeExports.planned(asked, user);
            case ShardsRestore asked -> FakeRestores.planned(asked, user);
            case MappingTask asked -> FakeMappings.planned(asked);
            default -> throw new IllegalArgumentException(request.toString());
        };
    }

    private Promoted promoted(WantedPromotion wanted) throws OperationRefused {
        Pair before = topology.pair(wanted.pair())
                .orElseThrow(() -> new OperationRefused("not promoted: " + UnknownName.pair(topology, wanted.pair())));
        return new Promoted(before.turned(), Duration.ofMillis(41), 12, 14, "nothing");
    }

    private static Done synced() {
        ServerWarning mended = new ServerWarning(
                "Note",
                1105,
                "mended: account 'pinion_data_0123456789ab'@'10.0.%' on MySQL001A (10.0.1.1:3306) lacks rights,"
                        + " SELECT ON `msdb_____`.*");
        return new Done(8, List.of(mended), List.of(), 0);
    }

    private static List<PlannedAction> plannedPromotion() {
        return List.of(
                new PlannedAction("MySQL001A (10.0.0.1:3306)", "SET GLOBAL super_read_only=1", "it refuses writes"),
                new PlannedAction("topology", "pairs.MySQL001.held = true", "new statements wait"));
    }

    private static Operation begun(WantedMove wanted, String user) {
        return new Operation(
                5,
                new Task.Move(wanted.keyspace(), wanted.first(), wanted.last(), "MySQL001", wanted.to()),
                new Origin(user, "operator", List.of(), Instant.EPOCH),
                Progress.beginning(wanted.last() - wanted.first() + 1, "proxy1", Instant.EPOCH),
                0);
    }

    private static List<PlannedAction> plannedMove() {
        return List.of(
                new PlannedAction(
                        "MySQL001A (10.0.1.1:3306)",
                        "START TRANSACTION WITH CONSISTENT SNAPSHOT",
                        "and where that is in the binary log; clients go on"),
                new PlannedAction(
                        "topology",
                        "keyspaces.pinterest.ranges[0-511] = {pair: MySQL002}",
                        "what waits goes to the new pair"));
    }
}

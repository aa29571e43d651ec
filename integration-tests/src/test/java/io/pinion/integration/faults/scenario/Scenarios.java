package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.network.Tripwire.Side;
import io.pinion.operations.journal.Task.Promotion.Manner;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** All that may go wrong. A new kind of scenario is a record of its own and a line here. */
public final class Scenarios {
    private static final int OF_A_ROUND = 4;

    private final List<Scenario> disturbed;
    private final List<Scenario> others;
    private final Iterator<Scenario> first;

    private Scenarios(List<Scenario> disturbed, List<Scenario> others) {
        this.disturbed = disturbed;
        this.others = others;
        this.first = others.iterator();
    }

    /** @param only those in whose names this regular expression is found */
    public static Scenarios of(FaultCluster cluster, String only) {
        List<Scenario> others = List.of(
                new PlannedPromotion(),
                new PlannedOpening(),
                new PlannedMove(PlannedMove.FINISH),
                new PlannedMove(PlannedMove.REVERT),
                new PromotedBeforeTheEnd(false),
                new PromotedBeforeTheEnd(true),
                new PrimaryStaysAway(true),
                new AutomaticInterrupted(),
                new ProxyCutOff(true, 1),
                new ProxyCutOff(true, 2),
                new ProxyCutOff(false, 1),
                new ProxyCutOff(false, 2),
                new PrimaryUnreachable(true),
                new PrimaryUnreachable(false),
                new PrimaryDied(),
                new PrimaryLost(),
                new PrimaryStaysAway(false),
                new PrimaryRestarted());
        List<Scenario> disturbed = new ArrayList<>();
        for (Manner manner : List.of(Manner.PLANNED, Manner.FORCED, Manner.FENCED)) {
            addDisturbed(manner, disturbed);
        }
        addOpenings(disturbed);
        addMoves(ServerWords.of(cluster.dialect()), disturbed);
        return new Scenarios(named(disturbed, only), named(others, only));
    }

    private static void addDisturbed(Manner manner, List<Scenario> into) {
        for (StopPoint point : StopPoint.values()) {
            for (Side side : Side.values()) {
                for (Mishap mishap : Mishap.values()) {
                    PromotionDisturbed disturbed = new PromotionDisturbed(manner, point, side, mishap);
                    if (disturbed.makesSense()) {
                        into.add(disturbed);
                    }
                }
            }
        }
    }

    private static void addMoves(ServerWords words, List<Scenario> into) {
        for (MovePoint point : MovePoint.values()) {
            for (Side side : Side.values()) {
                for (Mishap mishap : Mishap.values()) {
                    if (point.shows(words)) {
                        into.add(new MoveDisturbed(point, side, mishap));
                    }
                }
            }
        }
    }

    private static void addOpenings(List<Scenario> into) {
        for (OpeningPoint point : OpeningPoint.values()) {
            for (Side side : Side.values()) {
                for (Mishap mishap : Mishap.values()) {
                    if (!mishap.ofTwoPairs()) {
                        into.add(new OpeningDisturbed(point, side, mishap));
                    }
                }
            }
        }
    }

    private static List<Scenario> named(List<Scenario> all, String only) {
        Predicate<String> wanted = Pattern.compile(only).asPredicate();
        return all.stream().filter(scenario -> wanted.test(scenario.toString())).toList();
    }

    /** Each of those that have no moment of their own once; then most of the time something at a moment, of which there are most. */
    public Scenario next(SplittableRandom dice) {
        if (first.hasNext()) {
            return first.next();
        }
        boolean other = disturbed.isEmpty() || (!others.isEmpty() && dice.nextInt(OF_A_ROUND) == 0);
        List<Scenario> from = other ? others : disturbed;
        return from.get(dice.nextInt(from.size()));
    }
}

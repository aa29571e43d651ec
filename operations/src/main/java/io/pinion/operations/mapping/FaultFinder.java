package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out what some links lack, by the answers of the servers of one role. Blocks; for one thread. */
record FaultFinder(LinkRules rules, LinkQuestions questions) {
    /** The faults of links, of whatever shards, each with the first that is found. */
    List<LinkFault> of(Collection<PlacedLink> links) throws OperationRefused, SQLException {
        List<LinkFault> faults = new ArrayList<>();
        Set<PlacedLink> sound = new LinkedHashSet<>();
        for (PlacedLink link : links) {
            Optional<LinkFault> byItself = rules.faultOf(link.shard(), link.link());
            byItself.ifPresentOrElse(faults::add, () -> sound.add(link));
        }
        if (rules.asksObjects()) {
            List<LinkFault> dangling = dangling(sound);
            dangling.forEach(fault -> sound.remove(new PlacedLink(fault.shard(), fault.link())));
            faults.addAll(dangling);
        }
        if (rules.asksOpposite()) {
            Set<MappingLink> both =
                    questions.withOpposite(sound.stream().map(PlacedLink::link).toList());
            sound.stream()
                    .filter(link -> !both.contains(link.link()))
                    .forEach(link -> faults.add(new LinkFault(
                            link.shard(),
                            link.link(),
                            LinkFault.Kind.ONE_WAY,
                            rules.opposite().name() + " hasn't " + link.link().reversed())));
        }
        return faults;
    }

    private List<LinkFault> dangling(Collection<PlacedLink> links) throws OperationRefused, SQLException {
        Set<String> ends = new LinkedHashSet<>();
        links.forEach(
                link -> ends.addAll(List.of(link.link().from(), link.link().to())));
        Set<String> there = questions.objects(ends);
        List<LinkFault> faults = new ArrayList<>();
        for (PlacedLink link : links) {
            for (String end : List.of(link.link().from(), link.link().to())) {
                if (!there.contains(end)) {
                    faults.add(new LinkFault(
                            link.shard(),
                            link.link(),
                            LinkFault.Kind.DANGLING,
                            "there is no " + end + " in "
                                    + rules.tableOf(LinkRules.id(end)).table()));
                    break;
                }
            }
        }
        return faults;
    }

    /** Those of the faults that are there still: of links that the mapping has. */
    List<LinkFault> still(Collection<LinkFault> faults) throws OperationRefused, SQLException {
        return of(questions.present(faults.stream()
                .map(fault -> new PlacedLink(fault.shard(), fault.link()))
                .toList()));
    }
}

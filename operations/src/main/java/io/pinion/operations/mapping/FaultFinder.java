package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out what some links lack, by the answers of the servers of one role. Blocks; for one thread. */
final class FaultFinder {
    private final LinkRules rules;
    private final LinkQuestions questions;

    FaultFinder(LinkRules rules, LinkQuestions questions) {
        this.rules = rules;
        this.questions = questions;
    }

    /** The faults of links of one shard, each with the first that is found. */
    List<LinkFault> of(int shard, Collection<MappingLink> links) throws OperationRefused, SQLException {
        List<LinkFault> faults = new ArrayList<>();
        Set<MappingLink> sound = new LinkedHashSet<>();
        for (MappingLink link : links) {
            Optional<LinkFault> byItself = rules.faultOf(shard, link);
            byItself.ifPresentOrElse(faults::add, () -> sound.add(link));
        }
        if (rules.asksObjects()) {
            List<LinkFault> dangling = dangling(shard, sound);
            dangling.forEach(fault -> sound.remove(fault.link()));
            faults.addAll(dangling);
        }
        if (rules.asksOpposite()) {
            Set<MappingLink> both = questions.withOpposite(sound);
            sound.stream()
                    .filter(link -> !both.contains(link))
                    .forEach(link -> faults.add(new LinkFault(
                            shard,
                            link,
                            LinkFault.Kind.ONE_WAY,
                            rules.opposite().name() + " hasn't " + link.reversed())));
        }
        return faults;
    }

    private List<LinkFault> dangling(int shard, Collection<MappingLink> links) throws OperationRefused, SQLException {
        Set<String> ends = new LinkedHashSet<>();
        links.forEach(link -> ends.addAll(List.of(link.from(), link.to())));
        Set<String> there = questions.objects(ends);
        List<LinkFault> faults = new ArrayList<>();
        for (MappingLink link : links) {
            for (String end : List.of(link.from(), link.to())) {
                if (!there.contains(end)) {
                    faults.add(new LinkFault(
                            shard,
                            link,
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
        Map<Integer, List<LinkFault>> byShard = faults.stream().collect(Collectors.groupingBy(LinkFault::shard));
        Map<Integer, List<MappingLink>> links = byShard.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        shard -> shard.getValue().stream().map(LinkFault::link).toList()));
        List<LinkFault> still = new ArrayList<>();
        for (Map.Entry<Integer, List<MappingLink>> shard : links.entrySet()) {
            Set<MappingLink> there = questions.present(Map.of(shard.getKey(), shard.getValue()));
            still.addAll(of(shard.getKey(), there));
        }
        return still;
    }
}

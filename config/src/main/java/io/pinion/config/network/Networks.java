package io.pinion.config.network;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Some networks. Immutable. */
public record Networks(List<Network> networks) {
    public static final Networks NONE = new Networks(List.of());

    public Networks {
        networks = List.copyOf(networks);
    }

    /** Reads networks with commas between; empty when one part is no network. */
    public static Optional<Networks> parse(String text) {
        List<Optional<Network>> parsed = Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .map(Network::parse)
                .toList();
        return parsed.stream().allMatch(Optional::isPresent)
                ? Optional.of(
                        new Networks(parsed.stream().flatMap(Optional::stream).toList()))
                : Optional.empty();
    }

    public boolean isEmpty() {
        return networks.isEmpty();
    }

    public boolean contain(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    @Override
    public String toString() {
        return networks.stream().map(Network::toString).collect(Collectors.joining(", "));
    }
}

package io.pinion.integration.soak;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Memory of this process over time: the proxy's and the crowd's together. */
final class MemorySamples {
    private static final long MEGABYTE = 1 << 20;

    /** Bytes: live objects after a collection, what Netty's allocator holds, what the kernel counts. */
    record Sample(long heapAfterCollection, long direct, long resident) {}

    private final List<Sample> samples = new ArrayList<>();

    void take() {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        samples.add(new Sample(heap, directBytes(), residentBytes()));
    }

    /** How much the last third of the samples lies above the third before it, by their medians. */
    long growthOf(ToLongFunction<Sample> part) {
        int third = samples.size() / 3;
        long before = median(part, samples.size() - 2 * third, samples.size() - third);
        long after = median(part, samples.size() - third, samples.size());
        return after - before;
    }

    @Override
    public String toString() {
        var text = new StringBuilder("MB of heap after collection, direct, resident:");
        for (Sample sample : samples) {
            text.append(" %d/%d/%d"
                    .formatted(
                            sample.heapAfterCollection() / MEGABYTE,
                            sample.direct() / MEGABYTE,
                            sample.resident() / MEGABYTE));
        }
        return text.toString();
    }

    private long median(ToLongFunction<Sample> part, int from, int to) {
        return samples.subList(from, to).stream()
                .mapToLong(part)
                .sorted()
                .skip((to - from) / 2)
                .findFirst()
                .orElseThrow();
    }

    private static long directBytes() {
        return ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider provider
                ? provider.metric().usedDirectMemory()
                : 0;
    }

    private static long residentBytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
            return 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

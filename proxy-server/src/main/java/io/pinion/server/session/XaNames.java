package io.pinion.server.session;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Names the transactions of this proxy that are committed in two phases, so that any proxy of the cluster can tell from the
 * name alone whose a branch is and on which pair its outcome is written. Thread-safe; one for each process.
 *
 * <p>A name is {@code pinion:cluster:home:proxy:number}, in hexadecimal; the cluster and the home pair are there as
 * checksums, since servers take no more than 64 bytes.
 */
public final class XaNames {
    /** "PINI": tells Pinion's branches from those of others on the same servers. */
    public static final int FORMAT_ID = 0x50494E49;

    private static final Pattern GTRID = Pattern.compile(
            "pinion:(?<cluster>[0-9a-f]{8}):(?<home>[0-9a-f]{8}):(?<proxy>[0-9a-f]{16}):(?<number>[0-9a-f]+)");

    private final String cluster;
    private final String proxy;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * What the name of a transaction tells.
     *
     * @param home checksum of the pair's name on which its outcome is written
     * @param proxy the process that began it
     */
    public record Told(String cluster, String home, String proxy) {}

    /**
     * @param cluster its name
     * @param proxy a number that no other process ever had
     */
    public XaNames(String cluster, long proxy) {
        this.cluster = checksum(cluster);
        this.proxy = HexFormat.of().toHexDigits(proxy);
    }

    /** This process, as its transactions name it. */
    public String proxy() {
        return proxy;
    }

    /**
     * Of a new transaction.
     *
     * @param home the pair on which its outcome will be written
     */
    public String next(String home) {
        return "pinion:" + cluster + ":" + checksum(home) + ":" + proxy + ":"
                + Long.toHexString(numbers.incrementAndGet());
    }

    /** From now on its branches may be prepared, and this process takes care of them. */
    public void commits(String gtrid) {
        underWay.add(gtrid);
    }

    /** It is over, or left to recovery. */
    public void end(String gtrid) {
        underWay.remove(gtrid);
    }

    /** This process still takes care of it. */
    public boolean isUnderWay(String gtrid) {
        return underWay.contains(gtrid);
    }

    /** How a branch on {@code pair} is called within its transaction. */
    public static String branch(String pair) {
        return checksum(pair);
    }

    /** Empty for a name that isn't of this cluster's proxies. */
    public Optional<Told> read(String gtrid) {
        Matcher matcher = GTRID.matcher(gtrid);
        return matcher.matches() && matcher.group("cluster").equals(cluster)
                ? Optional.of(new Told(matcher.group("cluster"), matcher.group("home"), matcher.group("proxy")))
                : Optional.empty();
    }

    /** As names have it of a pair. */
    public static String checksum(String name) {
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}

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
 * Names the XA transactions of this proxy. From a name alone any proxy of the cluster knows the proxy that began the
 * transaction and the pair that stores its outcome. Thread-safe; one for each process.
 *
 * <p>A name is {@code pinion:cluster:home:proxy:number}, in hexadecimal; the cluster and the home pair are checksums,
 * because servers take no more than 64 bytes.
 */
public final class XaNames {
    /** "PINI": distinguishes Pinion's branches from those of other programs on the same servers. */
    public static final int FORMAT_ID = 0x50494E49;

    private static final Pattern GTRID = Pattern.compile(
            "pinion:(?<cluster>[0-9a-f]{8}):(?<home>[0-9a-f]{8}):(?<proxy>[0-9a-f]{16}):(?<number>[0-9a-f]+)");

    private final String cluster;
    private final String proxy;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * The parts of a transaction's name.
     *
     * @param home checksum of the name of the pair that stores the outcome
     * @param proxy the process that began the transaction
     */
    public record Told(String cluster, String home, String proxy) {}

    /**
     * @param cluster the name of the cluster
     * @param proxy a number that no other process ever had
     */
    public XaNames(String cluster, long proxy) {
        this.cluster = checksum(cluster);
        this.proxy = HexFormat.of().toHexDigits(proxy);
    }

    /** This process, as the names of its transactions contain it. */
    public String proxy() {
        return proxy;
    }

    /**
     * The name of a new transaction.
     *
     * @param home the pair that will store the outcome
     */
    public String next(String home) {
        return "pinion:" + cluster + ":" + checksum(home) + ":" + proxy + ":"
                + Long.toHexString(numbers.incrementAndGet());
    }

    /** From now on the transaction's branches may be prepared, and this process finishes them. */
    public void commits(String gtrid) {
        underWay.add(gtrid);
    }

    /** The transaction is over, or left to recovery. */
    public void end(String gtrid) {
        underWay.remove(gtrid);
    }

    /** Whether this process still finishes the transaction. */
    public boolean isUnderWay(String gtrid) {
        return underWay.contains(gtrid);
    }

    /** The name of the branch on {@code pair}. */
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

    /** The form in which names contain a pair or a cluster. */
    public static String checksum(String name) {
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}

package io.pinion.config.source;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;

/**
 * The access lists of a process that has a user: its nodes are that user's alone. Everybody may see which clusters there
 * are, and begin another below {@code /pinion}, so that clusters with different secrets can share one ZooKeeper; that
 * node holds nothing itself, and takes no right on the nodes below.
 */
final class NodeAccess implements ACLProvider {
    /** The parent of all clusters. */
    static final String CLUSTERS = "/pinion";

    // ZooKeeper asks its lists whether they hold null, which those of List.of answer with an exception.
    static final List<ACL> OWN = Collections.unmodifiableList(Ids.CREATOR_ALL_ACL);
    static final List<ACL> SHARED =
            Arrays.asList(new ACL(Perms.ALL, Ids.AUTH_IDS), new ACL(Perms.READ | Perms.CREATE, Ids.ANYONE_ID_UNSAFE));

    /** Whether anybody who reaches ZooKeeper has a right by this list. */
    static boolean isOpen(List<ACL> list) {
        return list.stream().anyMatch(entry -> entry.getId().equals(Ids.ANYONE_ID_UNSAFE));
    }

    @Override
    public List<ACL> getDefaultAcl() {
        return OWN;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
        return path.equals(CLUSTERS) ? SHARED : OWN;
    }
}

package io.pinion.routing.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A statement that is the same on every shard except for the name of the shard's database, which stands between each
 * two pieces.
 */
public record ShardedText(List<String> pieces) {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    public ShardedText {
        pieces = List.copyOf(pieces);
        if (pieces.isEmpty()) {
            throw new IllegalArgumentException("a text has at least one piece");
        }
    }

    /** The same with a clause at its end. */
    public ShardedText followedBy(String clause) {
        List<String> longer = new ArrayList<>(pieces);
        longer.set(longer.size() - 1, longer.getLast() + "\n" + clause);
        return new ShardedText(longer);
    }

    /** The statement for one shard, its database quoted where needed. */
    public String in(String database) {
        String name = PLAIN_NAME.matcher(database).matches() ? database : '`' + database.replace("`", "``") + '`';
        return String.join(name, pieces);
    }
}

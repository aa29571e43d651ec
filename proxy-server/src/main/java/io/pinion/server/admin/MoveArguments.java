package io.pinion.server.admin;

/**
 * Which shards go where.
 *
 * @param last inclusive
 */
record MoveArguments(int first, int last, String to, String keyspace) {
    private static final String SHARDS = "the shards, such as 0-511";

    /** @throws AdminSyntaxException when it isn't {@code first-last TO PAIR pair IN keyspace} */
    static MoveArguments read(AdminTokens arguments) {
        String shards = arguments.name(SHARDS);
        int dash = shards.indexOf('-');
        int first = shard(dash < 0 ? shards : shards.substring(0, dash), shards);
        int last = dash < 0 ? first : shard(shards.substring(dash + 1), shards);
        require(arguments, "TO PAIR");
        String to = arguments.name("the name of a pair");
        require(arguments, "IN");
        String keyspace = arguments.name("the name of a keyspace");
        arguments.end();
        return new MoveArguments(first, last, to, keyspace);
    }

    /** @throws AdminSyntaxException when it is one shard */
    MoveArguments upperHalf() {
        if (first >= last) {
            throw new AdminSyntaxException("expected a range of two shards at least, found " + first + "-" + last);
        }
        return new MoveArguments(first + (last - first + 1) / 2, last, to, keyspace);
    }

    private static int shard(String digits, String shards) {
        try {
            return Integer.parseUnsignedInt(digits);
        } catch (NumberFormatException e) {
            throw new AdminSyntaxException("expected " + SHARDS + ", found '" + shards + "'");
        }
    }

    private static void require(AdminTokens arguments, String words) {
        if (!arguments.take(words)) {
            throw new AdminSyntaxException("expected " + words);
        }
    }
}

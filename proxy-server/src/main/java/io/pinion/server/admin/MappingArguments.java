package io.pinion.server.admin;

/**
 * The words that name a mapping and what it is looked at against.
 *
 * @param opposite empty when it isn't asked
 * @param objects whether the objects at both ends are asked
 */
record MappingArguments(String keyspace, String table, String opposite, boolean objects) {
    static final String SYNTAX = "keyspace.table AGAINST {opposite | objects.column[.key] | OBJECTS}[, …]";

    static MappingArguments read(AdminTokens arguments, AdminContext context) {
        LogicalTableName mapping = LogicalTableName.read(arguments, context);
        String table = source(mapping.table(), arguments);
        arguments.require("AGAINST");
        boolean objects = false;
        String opposite = "";
        do {
            if (arguments.take("OBJECTS")) {
                objects = true;
            } else if (opposite.isEmpty()) {
                opposite = source(arguments.name("the opposite mapping, or OBJECTS"), arguments);
            } else {
                throw arguments.expected("OBJECTS");
            }
        } while (arguments.takeSign(","));
        return new MappingArguments(mapping.keyspace(), table, opposite, objects);
    }

    /** A mapping, or a column of objects, or what has a key in its JSON. */
    private static String source(String table, AdminTokens arguments) {
        StringBuilder name = new StringBuilder(table);
        while (arguments.takeSign(".")) {
            name.append('.').append(arguments.name("a column, or a key of its JSON"));
        }
        return name.toString();
    }
}

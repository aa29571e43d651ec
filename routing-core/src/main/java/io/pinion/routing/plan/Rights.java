package io.pinion.routing.plan;

/** What a user may name. Implementations are immutable, or change only between statements. */
@FunctionalInterface
public interface Rights {
    Rights EVERYTHING = keyspace -> true;

    /**
     * @param database a keyspace's name, which also stands for all of its shard databases; or a database at home on the
     *     home pair
     */
    boolean mayUse(String database);
}

package io.pinion.integration.tpcc;

/**
 * How many rows there are; the specification wants 3,000 customers a district and 100,000 items.
 *
 * @param warehouses each with {@link #DISTRICTS} districts
 * @param customers of each district, each with one order from the start
 */
record Sizes(int warehouses, int customers, int items) {
    static final int DISTRICTS = 10;

    /** What a build has the time for, unless {@code -Dpinion.tpcc.warehouses=}, {@code .customers=} or {@code .items=} say more. */
    static Sizes ofThisRun() {
        return new Sizes(
                Integer.getInteger("pinion.tpcc.warehouses", 12),
                Integer.getInteger("pinion.tpcc.customers", 20),
                Integer.getInteger("pinion.tpcc.items", 100));
    }

    /** Few enough names that several customers of a district share one. */
    String lastName(int customer) {
        int number = (customer - 1) % Math.clamp(customers / 3, 1, 1000);
        return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    }

    /** Clause 4.3.2.3. */
    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };
}

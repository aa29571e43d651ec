package io.pinion.integration.copy;

import io.pinion.demo.GivenServers;
import io.pinion.integration.testing.NeedsTwoMySql97;
import java.nio.file.Path;

/** On MySQL 9.7. */
@NeedsTwoMySql97
class DatabaseCopyMySqlIT extends DatabaseCopyScenarios {
    @Override
    TwoServers start(Path directory) throws Exception {
        GivenServers given = GivenServers.mysql97();
        return TwoServers.prepare(given.manage(0), given.manage(1), GivenServers.mysql97Password());
    }

    @Override
    void stopServers() {
        // They are somebody else's.
    }

    @Override
    String ownColumns() {
        return ", ve VECTOR(3)";
    }

    @Override
    String ownValues() {
        return ", ve = STRING_TO_VECTOR('[1.5, -0.0, 3e38]'), ge = ST_GeomFromText('POINT(1 2)', 4326)";
    }
}

package io.pinion.integration.clients;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A package of PyPI's in one version, without what it depends on. */
record PythonPackage(String name, String version) {
    /** A Python that finds the package; empty without Python, pip or, the first time, the network. */
    Optional<InstalledProgram> python() throws IOException {
        Optional<InstalledProgram> pip =
                InstalledProgram.find(List.of("python3", "/usr/bin/python3"), "-m", "pip", "--version");
        if (pip.isEmpty()) {
            return Optional.empty();
        }
        InstalledProgram python = pip.get();
        return Downloads.directory(
                        name + "-" + version,
                        directory -> python.run(
                                Map.of(),
                                "-m",
                                "pip",
                                "install",
                                "--quiet",
                                "--no-deps",
                                "--retries=1",
                                "--target=" + directory,
                                name + "==" + version))
                .map(directory -> new InstalledProgram(List.of(
                        "env", "PYTHONPATH=" + directory, python.command().getFirst())));
    }
}

package org.sing.tcloud;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ZipApplicationTest {

    @TempDir
    Path folder;

    @Test
    void everything_in_the_folder_is_packed() throws IOException {
        var sources = Path.of("src/main/python");
        try (var files = Files.walk(sources)) {
            var names = files.filter(file -> file.toString().endsWith(".py"))
                    .map(file -> sources.relativize(file).toString())
                    .sorted()
                    .toList();
            assertEquals(names, ZipApplication.FILES);
        }
    }

    @Test
    void the_same_sources_are_the_same_bytes() {
        assertArrayEquals(ZipApplication.bytes(), ZipApplication.bytes());
    }

    @Test
    void python_runs_it_wherever_it_lies() throws Exception {
        assumeTrue(Python.there(), "there is no python3 on the PATH");
        var file = Files.write(folder.resolve("tcloud"), ZipApplication.bytes());
        assertEquals("tcloud 0.1.0\n", Python.output(List.of("python3", file.toString(), "--version")));
        file.toFile().setExecutable(true);
        assertEquals("tcloud 0.1.0\n", Python.output(List.of(file.toString(), "--version")));
        assertEquals(
                "#!/usr/bin/env python3",
                Files.readString(file, StandardCharsets.ISO_8859_1)
                        .lines()
                        .findFirst()
                        .orElseThrow());
    }
}

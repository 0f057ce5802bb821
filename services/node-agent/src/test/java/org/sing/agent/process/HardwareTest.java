package org.sing.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sing.schemas.NodeTelemetry.Gpu;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HardwareTest {
    private static final Gpu A100 = new Gpu("GPU-11111111-2222-3333-4444-555555555555", 0, "a100", 80L << 30, false);
    private static final Gpu RTX = new Gpu("GPU-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee", 2, "rtx3090", 0, false);

    /** What one card says, without a card. */
    private static final String DRIVER = "#!/bin/sh\n[ \"$*\" = '-q -x' ] && exec cat '%s'\n";

    @TempDir
    Path folder;

    @Test
    void a_node_offers_the_cards_that_its_driver_names_but_no_divided_one() throws Exception {
        driver(DRIVER.formatted(sample()));
        assertEquals(List.of(A100, RTX), node(look(8)).gpus());
    }

    @Test
    void a_node_with_cards_offers_what_the_machine_has_of_everything_else_too() throws Exception {
        driver(DRIVER.formatted(sample()));
        var node = node(look(0));
        assertEquals(Runtime.getRuntime().availableProcessors(), node.cpus());
        var all = Long.parseLong(
                        Files.readAllLines(Path.of("/proc/meminfo")).getFirst().replaceAll("[^0-9]", ""))
                * 1024;
        assertTrue(node.memoryBytes() > all * 9 / 10 && node.memoryBytes() < all, node.toString());
        var told = new Hardware.Wish(true, 0, Optional.of("big"), 0, Optional.of(12), Optional.of(1L << 30));
        assertEquals(
                List.of("big", "big"),
                node(told).gpus().stream().map(Gpu::model).toList());
        assertEquals(12, node(told).cpus());
        assertEquals(1L << 30, node(told).memoryBytes());
    }

    @Test
    void a_node_without_a_driver_has_no_gpus_unless_it_is_told_to_pretend() throws Exception {
        assertEquals(List.of(), node(look(0)).gpus());
        assertEquals(Runtime.getRuntime().availableProcessors(), node(look(0)).cpus());
        var virtual = node(look(2));
        assertEquals(
                List.of(new Gpu("gpu-07/gpu-0", 0, "virtual", 0, true), new Gpu("gpu-07/gpu-1", 1, "virtual", 0, true)),
                virtual.gpus());
        assertEquals(40, virtual.cpus());
    }

    @Test
    void a_node_that_is_told_a_number_of_virtual_gpus_does_not_look() throws Exception {
        driver(DRIVER.formatted(sample()));
        var wish = new Hardware.Wish(false, 4, Optional.empty(), 0, Optional.empty(), Optional.empty());
        assertEquals(4, node(wish).gpus().size());
        assertTrue(node(wish).gpus().stream().allMatch(Gpu::virtual));
    }

    @Test
    void a_driver_that_is_ill_from_the_beginning_stops_the_agent_with_a_sentence() throws Exception {
        driver("#!/bin/sh\nexit 9\n");
        assertEquals(
                folder.resolve("bin/nvidia-smi") + " ended with exit code 9",
                assertThrows(IOException.class, () -> node(look(8))).getMessage());
        driver("#!/bin/sh\nexec sleep 1000\n");
        assertEquals(
                folder.resolve("bin/nvidia-smi") + " did not answer within 0 s",
                assertThrows(IOException.class, () -> node(look(8), Duration.ofMillis(200)))
                        .getMessage());
        driver("#!/bin/sh\necho 'Failed to initialize NVML'\n");
        assertTrue(assertThrows(IOException.class, () -> node(look(8)))
                .getMessage()
                .startsWith("nvidia-smi did not say what can be read"));
    }

    /** Its jobs are still there, and somebody has to look after them. */
    @Test
    void a_driver_that_fell_ill_later_does_not_keep_the_agent_from_its_jobs() throws Exception {
        driver(DRIVER.formatted(sample()));
        node(look(0));
        driver("#!/bin/sh\nexit 9\n");
        assertEquals(List.of(A100, RTX), node(look(0)).gpus());
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA A100-SXM4-80GB, a100",
        "NVIDIA A100 80GB PCIe, a100",
        "NVIDIA H100 80GB HBM3, h100",
        "NVIDIA GeForce RTX 3090, rtx3090",
        "NVIDIA GeForce RTX 2080 Ti, rtx2080ti",
        "NVIDIA GeForce RTX 4070 SUPER, rtx4070super",
        "NVIDIA RTX A6000, rtxa6000",
        "NVIDIA RTX 6000 Ada Generation, rtx6000",
        "Tesla V100-PCIE-16GB, v100",
        "Tesla T4, t4",
        "NVIDIA L40S, l40s",
        "Quadro RTX 8000, rtx8000",
        "NVIDIA TITAN V, titanv",
        "'', unknown"
    })
    void a_model_is_called_as_people_call_it(String product, String model) {
        assertEquals(model, NvidiaSmi.model(product));
    }

    @Test
    void a_job_is_told_its_cards_by_their_place_on_the_bus() {
        var real = new Devices(List.of(A100, RTX));
        assertEquals(
                Map.of("CUDA_VISIBLE_DEVICES", "2", "CUDA_DEVICE_ORDER", "PCI_BUS_ID"),
                real.variables(List.of(RTX.id())));
        assertEquals("0,2", real.indices(List.of(RTX.id(), A100.id())));
        var virtual = new Devices(List.of(new Gpu("n/gpu-5", 5, "virtual", 0, true)));
        assertEquals(Map.of("CUDA_VISIBLE_DEVICES", "5"), virtual.variables(List.of("n/gpu-5")));
        assertEquals(Map.of("CUDA_VISIBLE_DEVICES", ""), virtual.variables(List.of()));
    }

    private static Hardware.Wish look(int virtual) {
        return new Hardware.Wish(true, virtual, Optional.empty(), 0, Optional.empty(), Optional.empty());
    }

    private Hardware node(Hardware.Wish wish) throws Exception {
        return node(wish, Duration.ofSeconds(30));
    }

    private Hardware node(Hardware.Wish wish, Duration patience) throws Exception {
        return Hardware.of("gpu-07", wish, folder.resolve("none") + ":" + folder.resolve("bin"), folder, patience);
    }

    private void driver(String script) throws IOException {
        var program = Files.createDirectories(folder.resolve("bin")).resolve("nvidia-smi");
        Files.write(program, script.getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private Path sample() throws IOException {
        var file = folder.resolve("sample.xml");
        try (var sample = HardwareTest.class.getResourceAsStream("nvidia-smi.xml")) {
            Files.write(file, sample.readAllBytes());
        }
        return file;
    }
}

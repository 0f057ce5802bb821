package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sing.schemas.Json;
import org.sing.schemas.NodeTelemetry.Gpu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node offers: what it has, or what it is told to pretend. */
public record Hardware(List<Gpu> gpus, int cpus, long memoryBytes) {
    private static final Logger LOG = LoggerFactory.getLogger(Hardware.class);
    private static final int PRETENDED_CPUS = 40;
    private static final long PRETENDED_MEMORY_BYTES = 256L << 30;
    private static final int SYSTEMS_SHARE = 16;

    public Hardware {
        gpus = List.copyOf(gpus);
    }

    /**
     * @param look whether the machine's own GPUs are looked for
     * @param virtual how many GPUs to pretend where none are found
     * @param model of all of them, for real ones the driver's word by default
     * @param cpus and {@code memoryBytes}: by default, of a real node, all its CPUs and fifteen sixteenths of its memory
     */
    public record Wish(
            boolean look,
            int virtual,
            Optional<String> model,
            long virtualMemoryBytes,
            Optional<Integer> cpus,
            Optional<Long> memoryBytes) {}

    /**
     * @param folder of the node, where it is remembered what there was: a driver that is ill by now must not keep the agent
     *     from looking after the jobs that run
     */
    public static Hardware of(String node, Wish wish, String path, Path folder, Duration patience)
            throws IOException, InterruptedException {
        var real = wish.look() ? found(path, folder.resolve("gpus.json"), patience) : Optional.<List<Gpu>>empty();
        if (real.isEmpty() && wish.virtual() > 0)
            return new Hardware(
                    pretended(node, wish),
                    wish.cpus().orElse(PRETENDED_CPUS),
                    wish.memoryBytes().orElse(PRETENDED_MEMORY_BYTES));
        var gpus = real.orElse(List.of()).stream().map(gpu -> named(gpu, wish)).toList();
        LOG.info("{} offers {} GPUs of this machine {}", node, gpus.size(), gpus);
        return new Hardware(
                gpus,
                wish.cpus().orElse(Runtime.getRuntime().availableProcessors()),
                wish.memoryBytes().isPresent() ? wish.memoryBytes().get() : memory());
    }

    private static List<Gpu> pretended(String node, Wish wish) {
        return IntStream.range(0, wish.virtual())
                .mapToObj(index -> new Gpu(
                        node + "/gpu-" + index, index, wish.model().orElse("virtual"), wish.virtualMemoryBytes(), true))
                .toList();
    }

    private static Gpu named(Gpu gpu, Wish wish) {
        return new Gpu(gpu.id(), gpu.index(), wish.model().orElse(gpu.model()), gpu.memoryBytes(), gpu.virtual());
    }

    private static Optional<List<Gpu>> found(String path, Path remembered, Duration patience)
            throws IOException, InterruptedException {
        try {
            var gpus = NvidiaSmi.gpus(path, patience);
            if (gpus.isPresent()) remember(remembered, gpus.get());
            return gpus;
        } catch (IOException e) {
            if (!Files.exists(remembered)) throw e;
            LOG.warn("the driver does not say what GPUs there are; going on with those of before", e);
            return Optional.of(List.of(Json.read(Files.readAllBytes(remembered), Gpu[].class)));
        }
    }

    private static void remember(Path file, List<Gpu> gpus) throws IOException {
        var draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.write(draft, Json.bytes(gpus));
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A part is left to the system: what jobs are promised must be there. */
    private static long memory() throws IOException {
        var kibibytes = Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .flatMap(line -> Arrays.stream(line.split("\\s+")).skip(1).limit(1))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/meminfo does not say how much memory there is"));
        return kibibytes * 1024 / SYSTEMS_SHARE * (SYSTEMS_SHARE - 1);
    }
}

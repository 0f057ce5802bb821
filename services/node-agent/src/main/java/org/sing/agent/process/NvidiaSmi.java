package org.sing.agent.process;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.sing.schemas.NodeTelemetry.Gpu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * The GPUs of this machine, as NVIDIA's driver tells them: {@code nvidia-smi -q -x}.
 *
 * <p>The id is the UUID, which stays with the card; the index is the place on the PCI bus, which changes when a card before
 * it fails. A card that is divided (MIG) is left out: a job that is told its index would get some part of it.
 */
final class NvidiaSmi {
    private static final Logger LOG = LoggerFactory.getLogger(NvidiaSmi.class);
    private static final Pattern MEBIBYTES = Pattern.compile("([0-9]{1,9}) MiB");
    private static final Pattern DIGIT = Pattern.compile(".*[0-9].*");
    private static final List<String> MAKERS = List.of("nvidia", "geforce", "tesla", "quadro", "graphics", "device");
    private static final List<String> KINDS = List.of("ti", "super");

    private NvidiaSmi() {}

    /**
     * What the driver says, where there is one.
     *
     * @param path of folders to look for it in, with colons between them
     * @param patience a driver that is ill may never answer
     * @throws IOException if the driver is there and does not say what GPUs there are
     */
    static Optional<List<Gpu>> gpus(String path, Duration patience) throws IOException, InterruptedException {
        var program = Stream.of(path.split(":"))
                .map(folder -> Path.of(folder, "nvidia-smi"))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) return Optional.empty();
        var said = Files.createTempFile("nvidia-smi", ".xml");
        try {
            var process = new ProcessBuilder(program.get().toString(), "-q", "-x")
                    .redirectOutput(said.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new IOException(program.get() + " did not answer within " + patience.toSeconds() + " s");
            }
            if (process.exitValue() != 0)
                throw new IOException(program.get() + " ended with exit code " + process.exitValue());
            return Optional.of(read(Files.readAllBytes(said)));
        } finally {
            Files.delete(said);
        }
    }

    static List<Gpu> read(byte[] xml) throws IOException {
        var cards = parse(xml).getElementsByTagName("gpu");
        var gpus = new ArrayList<Gpu>();
        for (var index = 0; index < cards.getLength(); index++) {
            var card = (Element) cards.item(index);
            var uuid = text(card, "uuid").orElseThrow(() -> new IOException("nvidia-smi names a GPU without a UUID"));
            if (text(card, "current_mig").filter("Enabled"::equals).isPresent())
                LOG.warn("GPU {} is divided (MIG) and is not offered to jobs", uuid);
            else gpus.add(new Gpu(uuid, index, model(text(card, "product_name").orElse("")), memory(card), false));
        }
        return List.copyOf(gpus);
    }

    /**
     * As people ask for it: "NVIDIA A100-SXM4-80GB" is a100, "NVIDIA GeForce RTX 3090" rtx3090, "Tesla V100-PCIE-16GB" v100. That
     * is what stands before the first word with a digit, and that word up to its first dash.
     */
    static String model(String product) {
        var name = new StringBuilder();
        var numbered = false;
        for (var word : product.toLowerCase(Locale.ROOT).strip().split("[\\s_/]+")) {
            if (numbered && !KINDS.contains(word)) break;
            if (MAKERS.contains(word)) continue;
            name.append(numbered ? word : word.replaceFirst("-.*", ""));
            numbered |= DIGIT.matcher(word).matches();
        }
        var plain = name.toString().replaceAll("[^a-z0-9]", "");
        return plain.isEmpty() ? "unknown" : plain;
    }

    private static long memory(Element card) {
        var usage = card.getElementsByTagName("fb_memory_usage");
        if (usage.getLength() == 0) return 0;
        return text((Element) usage.item(0), "total")
                .map(MEBIBYTES::matcher)
                .filter(Matcher::matches)
                .map(it -> Long.parseLong(it.group(1)) << 20)
                .orElse(0L);
    }

    private static Optional<String> text(Element in, String name) {
        var found = in.getElementsByTagName(name);
        return found.getLength() == 0
                ? Optional.empty()
                : Optional.of(found.item(0).getTextContent().strip())
                        .filter(text -> !text.isEmpty() && !text.equals("N/A"));
    }

    /** It names a document type of its maker's, which is nowhere. */
    private static Element parse(byte[] xml) throws IOException {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new ByteArrayInputStream(xml)).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("nvidia-smi did not say what can be read: " + e.getMessage(), e);
        }
    }
}

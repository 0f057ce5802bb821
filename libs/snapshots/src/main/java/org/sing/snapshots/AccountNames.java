package org.sing.snapshots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What the identity provider calls people, for nodes whose jobs run under the accounts of those who hand them in. The gateway
 * writes it and agents read it, so that no name travels on the bus.
 */
public final class AccountNames {
    private final Path folder;

    public AccountNames(Path folder) {
        this.folder = folder;
    }

    public void remember(String person, String name) throws IOException {
        if (of(person).filter(name::equals).isPresent()) return;
        Private.folder(folder);
        var draft = Files.createTempFile(folder, ".draft", "");
        Files.writeString(draft, name);
        Private.readable(draft);
        Files.move(draft, file(person), StandardCopyOption.ATOMIC_MOVE);
        Layout.sync(folder);
    }

    public Optional<String> of(String person) throws IOException {
        try {
            return Optional.of(Files.readString(file(person)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path file(String person) {
        return folder.resolve(Layout.folder(person));
    }
}

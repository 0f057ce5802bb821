package org.sing.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The users of this node, whatever its directory service: {@code getent} and {@code id} ask as everything else on the node does.
 *
 * @param path of folders to look for the two programs in, with colons between them
 * @param lowest id that is a person's; what is below belongs to the system
 */
public record NameService(String path, int lowest) {
    /** Where Linux distributions begin to count people. */
    public static final int LOWEST = 1000;

    private static final int PATIENCE_SECONDS = 20;

    /** A number would be looked up as one, and what begins with a dash read as an option. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.@-]{0,63}");

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    /** @throws IOException a sentence for who handed the job in */
    Account account(String name) throws IOException {
        if (!NAME.matcher(name).matches()) throw new IOException("'" + name + "' is no name of an account");
        var account = found(name).orElseThrow(() -> new IOException("there is no account " + name + " on this node"));
        if (account.uid() < lowest || account.gid() < lowest)
            throw new IOException("the account " + name + " belongs to the system (" + account.uid() + ":"
                    + account.gid() + "; people have ids of " + lowest + " and more)");
        return new Account(account.uid(), account.gid(), groups(name, account.gid()), account.person());
    }

    /** Whatever account has this name, without its groups. */
    Optional<Account> found(String name) throws IOException {
        var said = ask(List.of("getent", "passwd", name));
        if (said.isEmpty()) return Optional.empty();
        var fields = said.get().lines().findFirst().orElse("").split(":", -1);
        if (fields.length < 7 || !fields[0].equals(name) || !number(fields[2]) || !number(fields[3]))
            return Optional.empty();
        var person = new Account.Person(name, Path.of(fields[5]));
        return Optional.of(
                new Account(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), List.of(), Optional.of(person)));
    }

    /** Those of the system, such as that of the disks, are no business of a job. */
    private List<Integer> groups(String name, int own) throws IOException {
        var said = ask(List.of("id", "-G", name))
                .orElseThrow(() -> new IOException("the groups of " + name + " cannot be told"));
        return Arrays.stream(said.strip().split(" "))
                .filter(NameService::number)
                .map(Integer::valueOf)
                .filter(gid -> gid >= lowest && gid != own)
                .toList();
    }

    private static boolean number(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** Empty when there is no such entry; a service that does not answer is no answer. */
    private Optional<String> ask(List<String> words) throws IOException {
        var command = new ArrayList<>(List.of("/usr/bin/env", "PATH=" + path));
        command.addAll(words);
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the name service of this node does not answer");
            }
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return switch (process.exitValue()) {
                case 0 -> Optional.of(said);
                case 1, 2 -> Optional.empty();
                default -> throw new IOException("the name service of this node does not answer");
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

package org.sing.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.snapshots.AccountNames;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OwnersAccountsTest {
    @TempDir
    Path folder;

    private final AtomicLong millis = new AtomicLong();
    private AccountNames names;
    private Accounts accounts;

    @BeforeEach
    void open() throws IOException {
        names = new AccountNames(folder.resolve("accounts"));
        accounts =
                new OwnersAccounts(names, new NameService(folder + ":/usr/bin:/bin", NameService.LOWEST), millis::get);
    }

    @Test
    void a_job_runs_as_its_owner_with_the_owners_groups_but_none_of_the_systems() throws IOException {
        directory("alice:x:12001:12000:Alice A.:/home/alice:/bin/bash", "12000 27 12005");
        names.remember("8c1f", "alice");
        var person = new Account.Person("alice", Path.of("/home/alice"));
        assertEquals(new Account(12001, 12000, List.of(12005), Optional.of(person)), accounts.of("8c1f"));
        assertEquals(
                List.of("setpriv", "--reuid=12001", "--regid=12000", "--groups=12005"),
                accounts.of("8c1f").prefix());
    }

    /** The name is what the identity provider says of the person; it is never looked for in the job. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "nobody-like-this-here | there is no account nobody-like-this-here on this node",
                "root                  | the account root belongs to the system (0:0; people have ids of 1000 and more)",
                "daemon                | the account daemon belongs to the system (1:1; people have ids of 1000 and more)",
                "0                     | '0' is no name of an account",
                "-h                    | '-h' is no name of an account",
                "alice bob             | 'alice bob' is no name of an account"
            })
    void who_is_nobody_here_or_belongs_to_the_system_is_refused_with_a_sentence(String name, String sentence)
            throws IOException {
        names.remember("8c1f", name);
        assertEquals(
                sentence,
                assertThrows(IOException.class, () -> accounts.of("8c1f")).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"999:12000", "12001:999", "0:12000"})
    void an_account_is_a_persons_by_its_number_and_by_that_of_its_group(String ids) throws IOException {
        directory("alice:x:" + ids + ":Alice A.:/home/alice:/bin/bash", "12000");
        names.remember("8c1f", "alice");
        assertEquals(
                "the account alice belongs to the system (" + ids + "; people have ids of 1000 and more)",
                assertThrows(IOException.class, () -> accounts.of("8c1f")).getMessage());
    }

    /** Directories that do not care about capitals answer with another name than was asked for. */
    @Test
    void an_answer_about_somebody_else_is_none() throws IOException {
        directory("bob:x:12002:12000:Bob B.:/home/bob:/bin/bash", "12000");
        names.remember("8c1f", "alice");
        assertEquals(
                "there is no account alice on this node",
                assertThrows(IOException.class, () -> accounts.of("8c1f")).getMessage());
    }

    @Test
    void an_owner_whose_name_nobody_wrote_down_is_refused() {
        assertEquals(
                "nobody knows yet what the account of its owner is called",
                assertThrows(IOException.class, () -> accounts.of("8c1f")).getMessage());
    }

    @Test
    void a_directory_is_asked_again_after_a_minute_and_a_refusal_is_not_kept() throws IOException {
        names.remember("8c1f", "alice");
        assertThrows(IOException.class, () -> accounts.of("8c1f"));
        directory("alice:x:12001:12000:Alice A.:/home/alice:/bin/bash", "12000");
        assertEquals(12001, accounts.of("8c1f").uid());
        directory("alice:x:12009:12000:Alice A.:/home/alice:/bin/bash", "12000");
        millis.set(59_999);
        assertEquals(12001, accounts.of("8c1f").uid());
        millis.set(60_000);
        assertEquals(12009, accounts.of("8c1f").uid());
    }

    @Test
    void a_directory_that_fails_is_not_a_directory_without_the_account() throws IOException {
        program("getent", "exit 3");
        names.remember("8c1f", "alice");
        assertEquals(
                "the name service of this node does not answer",
                assertThrows(IOException.class, () -> accounts.of("8c1f")).getMessage());
    }

    private void directory(String entry, String groups) throws IOException {
        program("getent", "echo '" + entry + "'");
        program("id", "echo '" + groups + "'");
    }

    private void program(String name, String line) throws IOException {
        var file = folder.resolve(name);
        Files.write(file, ("#!/bin/sh\n" + line + "\n").getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}

package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TimesAndSizesTest {

    @ParameterizedTest
    @CsvSource({
        "30, 1800",
        "1:30, 90",
        "90:00, 5400",
        "2:00:00, 7200",
        "100:00:00, 360000",
        "1-0, 86400",
        "1-12, 129600",
        "1-12:30, 131400",
        "1-12:30:15, 131415",
        "90s, 90",
        "90m, 5400",
        "2h, 7200",
        "1d, 86400",
        "2h30m, 9000",
        "30min, 1800",
        "0, 0",
        "UNLIMITED, 0",
        "infinite, 0"
    })
    void a_time_limit_reads_as_sbatch_reads_it(String text, long seconds) {
        assertEquals(OptionalLong.of(seconds), Times.seconds(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "1:60",
                "1:2:3:4",
                "1-",
                "-",
                "1-2-3",
                "h",
                "1x",
                "1h-2",
                "367-0",
                "999999999",
                "1.5",
                "0-0",
                "0s"
            })
    void what_is_no_time_is_no_time(String text) {
        assertEquals(OptionalLong.empty(), Times.seconds(text));
    }

    @ParameterizedTest
    @CsvSource({
        "500, 524288000",
        "500M, 524288000",
        "1K, 1024",
        "2g, 2147483648",
        "16GB, 17179869184",
        "16GiB, 17179869184",
        "1T, 1099511627776",
        "0, 0"
    })
    void a_size_reads_as_sbatch_reads_it(String text, long bytes) {
        assertEquals(OptionalLong.of(bytes), Sizes.bytes(text, "m"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5G", "G", "1P", "65T", "999999999999999T", "1 2"})
    void what_is_no_size_is_no_size(String text) {
        assertEquals(OptionalLong.empty(), Sizes.bytes(text, "m"));
    }
}

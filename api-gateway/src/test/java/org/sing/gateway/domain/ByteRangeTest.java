package org.sing.gateway.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ByteRangeTest {
    @ParameterizedTest(name = "{0} of {1} bytes is {2}")
    @CsvSource({
        "bytes=0-0, 10, 0-0",
        "bytes=2-4, 10, 2-4",
        "bytes=2-, 10, 2-9",
        "bytes=-3, 10, 7-9",
        "bytes=-30, 10, 0-9",
        "bytes=9-99, 10, 9-9",
        "bytes=10-, 10, nothing",
        "bytes=-0, 10, nothing",
        "bytes=0-, 0, nothing",
        "bytes=-1, 0, nothing",
        "bytes=4-2, 10, all",
        "bytes=-, 10, all",
        "'bytes=0-1,3-4', 10, all",
        "bytes=a-b, 10, all",
        "bytes=99999999999999999999-, 10, all",
        "items=0-1, 10, all"
    })
    void a_range_is_read_as_the_standard_says(String header, long size, String expected) {
        assertEquals(expected, shown(ByteRange.of(Optional.of(header), size)));
    }

    private static String shown(ByteRange.Asked asked) {
        return switch (asked) {
            case ByteRange.Asked.All it -> "all";
            case ByteRange.Asked.Nothing it -> "nothing";
            case ByteRange.Asked.Part it ->
                it.range().first() + "-" + it.range().last();
        };
    }
}

package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.general;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.spec;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sing.schemas.Where;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WhereTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gpu-03                | gpu-03
        gpu-04,gpu-03         | gpu-04 gpu-03
        gpu-[03-05,09]        | gpu-03 gpu-04 gpu-05 gpu-09
        gpu-[1,3],login.a     | gpu-1 gpu-3 login.a
        r[09-11]n2            | r09n2 r10n2 r11n2
        gpu-01,gpu-01         | gpu-01
        """)
    void nodes_are_named_as_sbatch_takes_them(String list, String names) {
        var spec = spec(general("nodelist=" + list));
        assertEquals(List.of(names.split(" ")), spec.where().orElseThrow().nodelist());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gpu-[03-05
        gpu-[05-03]
        gpu-[a-b]
        gpu-[1-2][3-4]
        gpu-[]
        gpu-01,,gpu-02
        gpu 01
        ../etc
        gpu-[0-99999]
        """)
    void what_names_no_node_is_quoted_with_what_does(String list) {
        var problem = problem("command: true\nnodelist: '" + list + "'");
        assertEquals(2, problem.line());
        assertEquals(
                "nodelist has names of nodes such as gpu-01,gpu-02 or gpu-[01-04], at most 4096; not",
                problem.detail().replaceAll(" '.*| \".*", ""));
    }

    @Test
    void too_many_names_are_too_many_however_they_are_written() {
        assertEquals(
                "nodelist names more than 4096 nodes",
                problem(general("nodelist=a[0-4000],b[0-99]")).detail());
    }

    @Test
    void a_profile_names_nodes_in_a_list_as_well() {
        assertEquals(
                Optional.of(new Where(
                        List.of("gpu-01", "gpu-02"), List.of("gpu-07", "gpu-08"), true, Optional.of("course"), 0)),
                spec("command: true\nnodelist: [gpu-01, gpu-02]\nexclude: [gpu-07, 'gpu-[07-08]']\nexclusive: true\nreservation: course")
                        .where());
        assertEquals(
                "nodelist has no value", problem("command: true\nnodelist:").detail());
    }

    @Test
    void whoever_says_nothing_about_it_runs_anywhere() {
        assertEquals(Optional.empty(), spec("command: true").where());
        assertEquals(Optional.empty(), spec("command: true\nexclusive: false").where());
    }

    @Test
    void who_names_nodes_and_no_number_wants_all_of_them() {
        assertEquals(2, spec(general("nodelist=gpu-[03-04]")).nodes());
        var some = compiled(general("nodelist=gpu-[03-05]", "nodes=2"));
        assertEquals(2, some.spec().nodes());
        assertEquals(
                "it runs on 2 nodes of the 3 that are named",
                some.warnings().getFirst().detail());
        assertEquals(
                "nodelist names 1 node, but the job asks for 2",
                problem(general("nodelist=gpu-03", "nodes=2")).detail());
    }

    @Test
    void nobody_names_and_refuses_the_same_node() {
        assertEquals(
                "nodelist and exclude both name gpu-04",
                problem(general("nodelist=gpu-[03-04]", "exclude=gpu-04")).detail());
    }

    @Test
    void a_range_of_nodes_keeps_both_ends() {
        var range = compiled("command: true\nnodes: 2-4");
        assertEquals(2, range.spec().nodes());
        assertEquals(4, range.spec().where().orElseThrow().maxNodes());
        assertEquals(List.of(), range.warnings());
        assertEquals(Optional.empty(), spec(general("nodes=2-2")).where());
        assertEquals(
                "4-2 must go",
                problem(general("nodes=4-2")).detail().replaceAll("nodes must go from.*", "4-2 must go"));
    }

    @Test
    void a_number_in_all_beside_a_range_of_nodes_leaves_nothing_open() {
        var fixed = compiled("command: true\nnodes: 2-4\ngpus: 8");
        assertEquals(4, fixed.spec().gpusPerNode());
        assertEquals(Optional.empty(), fixed.spec().where());
        assertEquals(
                "a number of GPUs or tasks in all beside a range of nodes gets the smaller number: 2",
                fixed.warnings().getFirst().detail());
    }

    @Test
    void exclusive_takes_no_value_in_a_script() {
        assertEquals(
                "exclusive takes no value", problem(general("exclusive=user")).detail());
        assertEquals(true, spec(general("exclusive")).where().orElseThrow().exclusive());
    }
}

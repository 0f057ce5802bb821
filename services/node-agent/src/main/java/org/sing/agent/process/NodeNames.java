package org.sing.agent.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of nodes in Slurm's short form: {@code gpu-[03-05,09],login}. Their order is that of the ranks and stays. */
final class NodeNames {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");

    private NodeNames() {}

    /** Neighbours of one stem and one width, with their numbers as they are written. */
    private record Run(String stem, List<String> numbers) {
        boolean takes(String stem, String number) {
            return this.stem.equals(stem)
                    && !numbers.isEmpty()
                    && numbers.getLast().length() == number.length();
        }

        @Override
        public String toString() {
            if (numbers.isEmpty()) return stem;
            return numbers.size() == 1 ? stem + numbers.getFirst() : stem + "[" + ranges() + "]";
        }

        private String ranges() {
            var ranges = new ArrayList<List<String>>();
            for (var number : numbers)
                if (!ranges.isEmpty() && follows(ranges.getLast().getLast(), number))
                    ranges.getLast().add(number);
                else ranges.add(new ArrayList<>(List.of(number)));
            return ranges.stream()
                    .map(it -> it.size() == 1 ? it.getFirst() : it.getFirst() + "-" + it.getLast())
                    .collect(Collectors.joining(","));
        }

        private static boolean follows(String before, String after) {
            return Integer.parseInt(after) == Integer.parseInt(before) + 1;
        }
    }

    static String of(List<String> names) {
        var runs = new ArrayList<Run>();
        for (var name : names) {
            var numbered = NUMBERED.matcher(name);
            if (!numbered.matches()) runs.add(new Run(name, List.of()));
            else if (!runs.isEmpty() && runs.getLast().takes(numbered.group(1), numbered.group(2)))
                runs.getLast().numbers().add(numbered.group(2));
            else runs.add(new Run(numbered.group(1), new ArrayList<>(List.of(numbered.group(2)))));
        }
        return runs.stream().map(Run::toString).collect(Collectors.joining(","));
    }
}

package org.sing.schemas;

/**
 * Which task of an array a job is. Every task is a job of its own; the array is only what they have in common.
 *
 * @param array id of the array, {@code arr_...}
 * @param number of the array, as people know it: that of its first task. A task is called {@code number_index}
 * @param index that its owner gave it, at least 0
 * @param tasks how many the array has
 */
public record ArrayTask(String array, long number, int index, int tasks) {
    /** How people call it. */
    public String label() {
        return number + "_" + index;
    }
}

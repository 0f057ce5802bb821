package org.sing.profile;

import java.util.List;
import org.sing.schemas.Priority;
import org.sing.schemas.Warning;

/** What a profile said, before it is brought together; every syntax fills the same slots. */
final class Draft {
    final Findings findings;
    final Values values;
    final Slot<String> name;
    final Slot<Integer> nodes;
    final Slot<Integer> maxNodes;
    final Slot<List<String>> nodelist;
    final Slot<List<String>> exclude;
    final Slot<Boolean> exclusive;
    final Slot<String> reservation;
    final Slot<Integer> gpus;
    final Slot<Integer> gpusPerNode;
    final Slot<Integer> gpusPerTask;
    final Slot<String> gpuModel;
    final Slot<Integer> tasks;
    final Slot<Integer> tasksPerNode;
    final Slot<Integer> cpusPerTask;
    final Slot<Integer> cpusPerGpu;
    final Slot<Integer> cpusPerNode;
    final Slot<Long> memory;
    final Slot<Long> memoryPerCpu;
    final Slot<Long> memoryPerGpu;
    final Slot<Long> timeLimit;
    final Slot<String> group;
    final Slot<String> account;
    final Slot<Boolean> requeueable;
    final Slot<Boolean> held;
    final Slot<Priority> priority;
    final Slot<Warning> warning;
    final Slot<String> workDirectory;
    final Slot<String> file;
    final Slot<TaskArray> array;
    final Script script;
    final BatchScript batch;
    final Variables variables;
    final Waiting waiting;

    Draft(Findings findings) {
        this.findings = findings;
        values = new Values(findings);
        name = slot("the job's name");
        nodes = slot("the number of nodes");
        maxNodes = slot("the largest number of nodes");
        nodelist = slot("nodelist");
        exclude = slot("exclude");
        exclusive = slot("exclusive");
        reservation = slot("the reservation");
        gpus = slot("the number of GPUs");
        gpusPerNode = slot("the number of GPUs per node");
        gpusPerTask = slot("the number of GPUs per task");
        gpuModel = slot("the GPU model");
        tasks = slot("the number of tasks");
        tasksPerNode = slot("the number of tasks per node");
        cpusPerTask = slot("the number of CPUs per task");
        cpusPerGpu = slot("the number of CPUs per GPU");
        cpusPerNode = slot("the number of CPUs per node");
        memory = slot("the memory per node");
        memoryPerCpu = slot("the memory per CPU");
        memoryPerGpu = slot("the memory per GPU");
        timeLimit = slot("the time limit in seconds");
        group = slot("the resource group");
        account = slot("the project");
        requeueable = slot("requeue");
        held = slot("hold");
        priority = slot("the priority");
        warning = slot("signal");
        workDirectory = slot("the work directory");
        file = slot("the file's name");
        array = slot("the array");
        batch = new BatchScript(findings);
        script = new Script(findings);
        variables = new Variables(findings);
        waiting = new Waiting(findings);
    }

    /** What was said so far stays, also against another way to say the same: {@code gpus} beside {@code gres}. */
    void fix() {
        var families = List.<List<Slot<?>>>of(
                List.of(gpus, gpusPerNode, gpusPerTask, gpuModel),
                List.of(cpusPerTask, cpusPerGpu, cpusPerNode),
                List.of(memory, memoryPerCpu, memoryPerGpu),
                List.of(nodes, maxNodes));
        var alone = List.of(
                name,
                nodelist,
                exclude,
                exclusive,
                reservation,
                tasks,
                tasksPerNode,
                timeLimit,
                group,
                account,
                requeueable,
                held,
                priority,
                warning,
                workDirectory,
                array);
        for (var family : families) if (family.stream().anyMatch(Slot::given)) family.forEach(Slot::fix);
        for (var slot : alone) if (slot.given()) slot.fix();
        waiting.fix();
    }

    private <T> Slot<T> slot(String what) {
        return new Slot<>(what, findings);
    }
}

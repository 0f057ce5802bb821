-- The one order that everybody sees. The row is locked by whoever appends, so positions commit in their order.
create table feed_counter (
    one      boolean primary key default true check (one),
    position bigint  not null
);
insert into feed_counter (position) values (0);

create table feed (
    position bigint primary key,
    type     text not null,
    job      text not null,
    owner    text not null,
    project  text not null,
    event    json not null
);
create index feed_of_job on feed (job, position) where job <> '';

-- Events of jobs that submission has not introduced yet: nobody knows whose they are, so nobody may see them.
create table feed_waiting (
    id    bigint generated always as identity primary key,
    job   text not null,
    event json not null
);
create index feed_waiting_of_job on feed_waiting (job);

create table job (
    id           text primary key,
    number       bigint      not null,
    owner        text        not null,
    project      text        not null,
    phase        text        not null,
    submitted_at timestamptz,
    finished_at  timestamptz,
    position     bigint      not null,
    view         json        not null,
    spec         json
) with (fillfactor = 70);
create index job_number on job (number) where number > 0;
create index job_newest on job (submitted_at desc, id desc) where submitted_at is not null;
create index job_of_owner on job (owner, submitted_at desc, id desc) where submitted_at is not null;
create index job_of_project on job (project, submitted_at desc, id desc) where submitted_at is not null;
create index job_alive on job (submitted_at desc, id desc) where submitted_at is not null and finished_at is null;

-- Two jobs may seem to hold one GPU for a moment, because topics are not ordered against each other: the newest counts.
create table gpu_hold (
    allocation text        not null,
    node       text        not null,
    gpu        text        not null,
    job        text        not null,
    placed_at  timestamptz not null,
    primary key (allocation, node, gpu)
);
create index gpu_hold_of_node on gpu_hold (node);

create table node (
    name     text primary key,
    sequence bigint not null,
    position bigint not null,
    view     json   not null
);

create table incident (
    id        text primary key,
    sequence  bigint      not null,
    state     text        not null,
    opened_at timestamptz not null,
    view      json        not null
);
create index incident_newest on incident (opened_at desc, id desc);

create table limits (
    scope         text   not null,
    name          text   not null,
    version       bigint not null,
    running_jobs  bigint not null,
    running_gpus  bigint not null,
    nodes_per_job bigint not null,
    primary key (scope, name)
);

create table ledger (
    entry       text primary key,
    kind        text        not null,
    job         text        not null,
    owner       text        not null,
    project     text        not null,
    gpu_seconds bigint      not null,
    ended_at    timestamptz not null
);
create index ledger_of_job on ledger (job);

create table usage_total (
    owner             text   not null,
    project           text   not null,
    gpu_seconds       bigint not null,
    refunded_seconds  bigint not null,
    primary key (owner, project)
);
create index usage_of_project on usage_total (project);

-- The one place that knows whose pseudonymous id it is; filled from tokens, and told to those who may see the id.
create table person (
    id      text primary key,
    name    text        not null,
    seen_at timestamptz not null
);

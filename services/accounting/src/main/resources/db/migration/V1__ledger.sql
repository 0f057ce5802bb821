-- One row per job that was heard of: the lock of everything about its usage.
create table job_account (
    job      text primary key,
    owner    text,
    project  text,
    sequence bigint not null default 0,
    check ((owner is null) = (project is null))
);

-- The ledger. Lines are added, never changed.
create table ledger_entry (
    job         text        not null references job_account,
    attempt     int         not null,
    rank        int         not null,
    kind        text        not null check (kind in ('USAGE', 'REFUND')),
    sequence    bigint      not null,
    owner       text        not null,
    project     text        not null,
    node        text        not null,
    gpus        int         not null check (gpus >= 0),
    seconds     bigint      not null,
    gpu_seconds bigint      not null check (gpu_seconds = seconds * gpus),
    ended_at    timestamptz not null,
    primary key (job, attempt, rank, kind),
    unique (job, sequence),
    check (kind = 'USAGE' and seconds >= 0 or kind = 'REFUND' and seconds <= 0)
);
create index ledger_entry_owner on ledger_entry (owner, ended_at);
create index ledger_entry_project on ledger_entry (project, ended_at);

-- Runs that wait until it is known who pays.
create table pending_run (
    job      text        not null references job_account,
    attempt  int         not null,
    rank     int         not null,
    node     text        not null,
    gpus     int         not null,
    seconds  bigint      not null,
    ended_at timestamptz not null,
    primary key (job, attempt, rank)
);

-- Attempts that are given back, lines that are still to come included.
create table refunded_attempt (
    job     text not null references job_account,
    attempt int  not null,
    cause   text not null,
    primary key (job, attempt)
);

create view usage_by_user as
    select owner, sum(gpu_seconds) as gpu_seconds from ledger_entry group by owner;
create view usage_by_project as
    select project, sum(gpu_seconds) as gpu_seconds from ledger_entry group by project;
create view usage_of_cluster as
    select coalesce(sum(gpu_seconds), 0) as gpu_seconds from ledger_entry;

-- What operators set; everything else follows the configuration.
create table limit_setting (
    scope      text   not null,
    name       text   not null,
    limit_name text   not null,
    value      bigint not null check (value >= 0),
    primary key (scope, name, limit_name)
);

create table limit_published (
    scope         text   not null,
    name          text   not null,
    version       bigint not null,
    running_jobs  bigint not null,
    running_gpus  bigint not null,
    nodes_per_job bigint not null,
    primary key (scope, name)
);

-- Every answer that was given: a command is answered once, however often it is heard.
create table limit_answer (
    command  text   primary key,
    subject  text   not null,
    sequence bigint not null,
    unique (subject, sequence)
);

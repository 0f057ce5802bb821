-- The books of the scheduler. A document is a record of the core as it stands; the columns beside it are derived from
-- it, for indexes, operators and auditors, and can never disagree with it.

create table queue_entry (
    job            text  primary key,
    document       jsonb not null,
    number         bigint generated always as (cast(document ->> 'number' as bigint)) stored,
    resource_group text   generated always as (document ->> 'group') stored,
    owner          text   generated always as (document -> 'account' ->> 'owner') stored,
    project        text   generated always as (document -> 'account' ->> 'project') stored,
    state          text   generated always as (document ->> 'state') stored,
    attempt        int    generated always as (cast(document ->> 'attempt' as int)) stored,
    eligible_at    text   generated always as (document ->> 'eligible_at') stored,
    sequence       bigint generated always as (cast(document ->> 'told' as bigint)) stored
);
create index queue_entry_open on queue_entry (number) where state <> 'DONE';

-- What a job needs to be started, and the chain of messages that it belongs to. Written once.
create table job_order (
    job      text  primary key,
    document jsonb not null
);

create table allocation (
    id       text  primary key,
    document jsonb not null,
    job      text    generated always as (document ->> 'job') stored,
    attempt  int     generated always as (cast(document ->> 'attempt' as int)) stored,
    epoch    bigint  generated always as (cast(document ->> 'epoch' as bigint)) stored,
    released boolean generated always as (not jsonb_path_exists(document, '$.ranks[*] ? (@.phase != "OVER")')) stored
);
create index allocation_live on allocation (id) where not released;
create unique index allocation_of_attempt on allocation (job, attempt);

-- The ledger of GPUs.
create table allocation_gpu (
    allocation  text not null references allocation (id),
    node        text not null,
    gpu         text not null,
    released_at timestamptz,
    primary key (allocation, node, gpu)
);
-- A second holder of a GPU cannot be written, whatever anybody believes.
create unique index allocation_gpu_held on allocation_gpu (node, gpu) where released_at is null;

create table node (
    name             text  primary key,
    document         jsonb not null,
    incarnation      bigint  generated always as (cast(document ->> 'incarnation' as bigint)) stored,
    cordon_version   bigint  generated always as (cast(document ->> 'cordon_version' as bigint)) stored,
    cordoned         boolean generated always as (cast(document ->> 'cordoned' as boolean)) stored,
    lost             boolean generated always as (cast(document ->> 'lost' as boolean)) stored,
    safe_at          text    generated always as (document ->> 'safe_at') stored,
    command_sequence bigint  generated always as (cast(document ->> 'commands' as bigint)) stored
);

create table usage_limit (
    id       text  primary key,
    document jsonb not null
);

-- The head of each group and what may still overtake it.
create table queue_head (
    resource_group text  primary key,
    document       jsonb not null
);

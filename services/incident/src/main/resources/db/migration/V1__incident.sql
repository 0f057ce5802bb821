-- What is known about the end of an attempt, and its classification once there is one.
create table attempt_case (
    job      text        not null,
    attempt  int         not null,
    sequence bigint      not null default 0, -- of the classification among those of the job; 0 while there is none
    since    timestamptz,                    -- since when somebody waits for it
    document jsonb       not null,
    cause    jsonb       not null,           -- the message that was heard last, for the chain of causes
    primary key (job, attempt)
);
create index attempt_case_waiting on attempt_case (since) where sequence = 0 and since is not null;
create unique index attempt_case_sequence on attempt_case (job, sequence) where sequence > 0;

create table node_past (
    node       text   primary key,
    lost       bigint not null,
    rebooted   bigint not null,
    registered bigint not null
);

create table incident (
    incident  text        primary key,
    dedup_key text        not null,
    count     bigint      not null,
    sequence  bigint      not null,
    state     text        not null check (state in ('open', 'resolved')),
    opened_at timestamptz not null,
    document  jsonb       not null,
    unique (dedup_key, count)
);
-- At most one open incident for the same trouble.
create unique index incident_open on incident (dedup_key) where state = 'open';

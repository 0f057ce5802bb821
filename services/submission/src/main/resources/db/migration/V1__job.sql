-- The small integer that people use for a job. A sequence never gives the same number twice, whatever is rolled back.
create sequence job_number;

-- A job: what it is stands in columns and in spec and never changes; what becomes of it stands in life. Its version is
-- the sequence of its last event.
create table job (
    id           text        primary key,
    number       bigint      unique, -- none for a rejected job
    owner        text        not null,
    project      text        not null,
    phase        text        not null,
    version      bigint      not null,
    payload_hash text        not null,
    submitted_at timestamptz not null,
    finished_at  timestamptz,
    classify_by  timestamptz,
    spec         jsonb,
    life         jsonb       not null
) with (fillfactor = 80);

-- The few that wait for the cause of their failure.
create index job_classify_by on job (classify_by) where classify_by is not null;

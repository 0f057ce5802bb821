-- When time alone ends a job that has a deadline, as long as nothing else happens to it.
alter table job add column ends_at timestamptz;

create index job_ends_at on job (ends_at) where ends_at is not null;

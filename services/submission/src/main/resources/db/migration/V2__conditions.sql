-- The few that wait for a time or for other jobs; what for stands in spec.
create index job_blocked on job (number) where phase = 'BLOCKED';

-- Jobs of one owner and name that have not ended: a singleton waits for all of them.
create index job_unfinished on job (owner, (spec ->> 'name')) where finished_at is null;

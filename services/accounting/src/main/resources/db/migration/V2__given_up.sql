-- A rank whose node was lost may live on: it waits for its end, or until scheduling gives its attempt up.
alter table pending_run add column lost boolean not null default false;
comment on table pending_run is 'Runs that wait until it is known who pays, or whether the lost rank has ended.';

-- Attempts that ended with a lost node, ranks that are told later included.
create table given_up_attempt (
    job     text not null references job_account,
    attempt int  not null,
    primary key (job, attempt)
);

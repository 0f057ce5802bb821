-- What-if questions and their answers; kept for 30 days.
create table simulation (
    id             text        primary key,
    sequence       bigint      not null,
    owner          text        not null,
    state          text        not null,
    percent        int         not null,
    requested_at   timestamptz not null,
    started_at     timestamptz,
    finished_at    timestamptz,
    question       json,
    result         json,
    failure_code   text,
    failure_detail text
);
create index simulation_newest on simulation (requested_at desc, id desc);
create index simulation_of_owner on simulation (owner, requested_at desc, id desc);

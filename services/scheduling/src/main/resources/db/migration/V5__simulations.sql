-- What-if questions: where each stands. The question itself, which may hold a trace, is kept until it is answered.
create table simulation (
    id           text  primary key,
    document     jsonb not null,
    question     text,
    state        text   generated always as (document ->> 'state') stored,
    owner        text   generated always as (document ->> 'owner') stored,
    requested_at text   generated always as (document ->> 'requested_at') stored,
    sequence     bigint generated always as (cast(document ->> 'told' as bigint)) stored
);
create index simulation_open on simulation (requested_at, id) where state in ('QUEUED', 'RUNNING');

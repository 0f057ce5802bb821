-- What the rules learn and owe, so that a new leader neither guesses anew nor forgets whom the oldest let pass.

-- How long the finished runs of one kind took.
create table run_history (
    kind     text  primary key,
    document jsonb not null
);

-- Placements that passed older jobs which may still wait; a row goes when nobody older waits any more.
create table overtaker (
    allocation     text  primary key,
    document       jsonb not null,
    resource_group text   generated always as (document ->> 'group') stored,
    number         bigint generated always as (cast(document ->> 'number' as bigint)) stored
);

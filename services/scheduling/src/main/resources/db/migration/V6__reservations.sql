-- Nodes that are kept for somebody for a while.
create table reservation (
    name     text  primary key,
    document jsonb not null
);

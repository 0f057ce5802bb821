-- Nodes that are kept for somebody for a while, as it was said last; those that are over stay, for they are few.
create table reservation (
    name     text   primary key,
    sequence bigint not null,
    view     jsonb  not null
);

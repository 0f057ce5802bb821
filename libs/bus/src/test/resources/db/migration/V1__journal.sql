create table journal (
    position bigint generated always as identity primary key,
    id       text   not null,
    topic    text   not null,
    subject  text   not null,
    sequence bigint not null
);
create table tally (
    subject text   primary key,
    total   bigint not null,
    version bigint not null
);

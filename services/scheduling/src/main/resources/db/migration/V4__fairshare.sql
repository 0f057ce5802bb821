-- What projects and their users used lately, half of it forgotten after every half-life.
create table account_usage (
    name     text  primary key,
    document jsonb not null
);

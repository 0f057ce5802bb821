-- The tasks of an array.
create index job_array on job ((spec -> 'array' ->> 'array')) where spec ? 'array';

-- Of a task of an array: the number of the array and the index of the task.
alter table job add column array_number bigint, add column array_index int;
create index job_of_array on job (array_number, array_index) where array_number is not null;

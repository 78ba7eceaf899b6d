-- The history can start at a time. With the times in the index, it is found without reading the log itself.
create index changes_in_order on changes (project_key, transaction_id, seq, at);
drop index changes_of_project;

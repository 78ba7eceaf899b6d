-- The history is asked for a time: with the times in the index of the log, that is found without reading the log itself.
create index changes_in_order on changes (project_key, transaction_id, seq, at);
drop index changes_of_project;

-- For the history of one person, newest first. Without this index it would read the changes of all others.
create index changes_of_actor on changes (project_key, actor, transaction_id, seq);

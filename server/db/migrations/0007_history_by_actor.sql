-- The history asks for what one person did, newest first; without this it would go through what all the others did.
create index changes_of_actor on changes (project_key, actor, transaction_id, seq);

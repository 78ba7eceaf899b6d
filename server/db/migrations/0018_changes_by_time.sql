-- A search for what changed since a time reads only what changed since, even if the clock was set back meanwhile.
create index changes_by_time on changes (project_key, at, seq);

-- What each node looks up every second. The rows themselves have long texts: of a thousand imports with headers of 100 kB,
-- reading these columns took 0.17 s.
create index imports_waiting on imports
  (state, holder_kind, holder_key, key, lease_owner, lease_term, lease_beat, lease_until)
  where state in ('checking', 'running', 'undoing');

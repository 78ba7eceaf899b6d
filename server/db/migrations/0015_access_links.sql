-- Where a person gets mail: an invitation, or a link to a new password.
alter table users add column email text;

-- Links that let a person set a password: `kind` is invitation or reset. A person has at most one. The token is random,
-- and stored as sha-256. `created_by` is who made it, as it is shown to the person.
create table access_links (
  key {{identity}},
  id text not null unique,
  kind text not null,
  user_key bigint not null unique references users (key),
  token_hash text not null unique,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null
);

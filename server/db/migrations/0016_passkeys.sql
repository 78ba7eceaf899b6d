-- Passkeys of people. `credential_id` and `public_key` are base64url; nobody can sign in with them. `counter` is that of
-- the authenticator: a copy of it would fall behind. `transports` is a JSON list.
create table passkeys (
  key {{identity}},
  id text not null unique,
  user_key bigint not null references users (key),
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);

create index passkeys_of_user on passkeys (user_key);

-- Challenges that wait for their answer, as sha-256. `purpose` is sign-in, or add for the passkey of a user.
create table passkey_challenges (
  challenge_hash text primary key,
  purpose text not null,
  user_key bigint,
  address text not null,
  expires_at bigint not null
);

create index passkey_challenges_by_address on passkey_challenges (address, expires_at);

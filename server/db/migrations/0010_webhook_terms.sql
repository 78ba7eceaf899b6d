-- `lease_term` counts the successive owners of a lease, `lease_beat` the heartbeats of all of them. A lease is free when
-- `lease_until` is 0. Its time is only for nodes of the previous version; a later version drops it.
alter table webhooks add column lease_term bigint not null default 0;
alter table webhooks add column lease_beat bigint not null default 0;

-- The start of the pause that ends at `hold_until`: a clock that shows an earlier time was set back.
alter table webhooks add column hold_from bigint not null default 0;

-- How many changes of its entity a delivery stands for, and the number of the first one if there are several.
alter table webhook_deliveries add column saves integer not null default 1;
alter table webhook_deliveries add column first_seq bigint;

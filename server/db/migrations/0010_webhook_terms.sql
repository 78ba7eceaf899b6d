-- `lease_term` counts who delivers for a webhook one after the other, `lease_beat` how often any of them said that it is still
-- there. A lease is free when `lease_until` is 0; its time is only for nodes of the version before, a later one drops it.
alter table webhooks add column lease_term bigint not null default 0;
alter table webhooks add column lease_beat bigint not null default 0;

-- When the pause began that ends at `hold_until`: a clock that shows less was set back.
alter table webhooks add column hold_from bigint not null default 0;

-- How many changes of its thing a delivery stands for, and the number of the first of them where there are several.
alter table webhook_deliveries add column saves integer not null default 1;
alter table webhook_deliveries add column first_seq bigint;

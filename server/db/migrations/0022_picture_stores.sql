-- Where each running node keeps the pictures, so that nodes notice that they do not share them: `store` is disk, or the
-- address of a bucket. A node on disk has a file with its name in its folder. `seen_at` says when it last ran.
create table picture_stores (
  node text primary key,
  store text not null,
  seen_at bigint not null
);

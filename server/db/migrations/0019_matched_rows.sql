-- What each row of a chunk was matched to, as compressed JSON; null until the whole file is matched, which `matched` says.
alter table import_chunks add column matches {{bytes}};
alter table imports add column matched integer not null default 0;

-- What whoever started an import saw then, as JSON: they see the import as long as they see all of it.
alter table imports add column scopes text not null default '[]';

-- The digests of the file and of the archive beside it. Empty for imports that are older than this column.
alter table imports add column contents text not null default '';

-- Of a file that was imported again on purpose: what tells repetitions of that request apart.
alter table imports add column again text not null default '';

-- Counts the changes of the options, so that what was checked is what is carried out.
alter table imports add column revision integer not null default 1;

/**
 * The files that start the app. Those of the first list run on both engines: together they send PostgreSQL every
 * statement of the service that all of them would. A new file belongs there if it has statements of its own, or if its
 * result depends on how an engine locks, orders, notifies or fails.
 */
export const onBothEngines: readonly string[] = [
  // Whole sessions against a model, and every request of the contract.
  "test/contract/contract.test.ts",
  "test/model.test.ts",

  // Transactions, races and locks: what happens at the same time, or between a check and its write.
  "test/access/account-races.test.ts",
  "test/access/guessed-passwords.test.ts",
  "test/access/passkeys.test.ts",
  "test/access/second-step.test.ts",
  "test/changes/conflicts.test.ts",
  "test/changes/item-keys.test.ts",
  "test/fresh-answers.test.ts",
  "test/races.test.ts",
  "test/reads.test.ts",

  // Input that PostgreSQL refuses and SQLite stores, such as U+0000 in an id or a number out of range.
  "test/bad-input/bad-values.test.ts",

  // Writes of many rows at once.
  "test/bulk/rows.test.ts",
  "test/bulk/where.test.ts",

  // The order of the log, and reading it in pages: PostgreSQL orders it by transactions.
  "test/changes/addresses.test.ts",
  "test/changes/entity-history.test.ts",
  "test/changes/project-changes.test.ts",
  "test/changes/set-clock.test.ts",
  "test/live/events.test.ts",
  "test/live/long-pages.test.ts",
  "test/live/recent.test.ts",
  "test/live/resume.test.ts",

  // Undo.
  "test/changes/large-undo.test.ts",
  "test/changes/undo-property.test.ts",
  "test/changes/undo.test.ts",

  // Idempotency.
  "test/changes/idempotency.test.ts",

  // Retention, of changes and of the audit log.
  "test/access/audit.test.ts",
  "test/changes/retention.test.ts",

  // Imports, and values of any kind that are stored, exported and stored again.
  "test/imports/colliding-rows.test.ts",
  "test/imports/edited-export.test.ts",
  "test/imports/import-grants.test.ts",
  "test/imports/import-holders.test.ts",
  "test/imports/import-pictures.test.ts",
  "test/imports/imports.test.ts",
  "test/imports/sent-again.test.ts",

  // Search that follows the log, and reads what it found.
  "test/search/find.test.ts",
  "test/search/follows-the-log.test.ts",
  "test/search/prepared-indexes.test.ts",
  "test/search/translation-state.test.ts",

  // Commits notify listeners.
  "test/access/ended-access.test.ts",
  "test/exports/held-exports.test.ts",
  "test/live/notices.test.ts",

  // Webhooks: leases, retries, and the position in the log.
  "test/webhooks/comment-events.test.ts",
  "test/webhooks/leases.test.ts",
  "test/webhooks/webhooks.test.ts",

  // Texts that only one engine stores.
  "test/bad-input/unknown-parameters.test.ts",

  // Statements that no other file of this list sends.
  "test/access/grants.test.ts",
  "test/access/mail-address.test.ts",
  "test/access/provider.test.ts",
  "test/access/reader-pages.test.ts",
  "test/access/shared-limits.test.ts",
  "test/comments/comments.test.ts",
  "test/images/lifecycle.test.ts",
  "test/views/views.test.ts",
];

/** The files that run on the embedded engine only: every statement that they send is in a file of the first list too. */
export const onOneEngine: readonly string[] = [
  // Refused before anything is read: by headers, by limits, by the schema of a body, or because it ends too early. If the
  // schema let a value through, the embedded engine would store it, and the test would fail. And the documents of the API.
  "test/access/browser-safety.test.ts",
  "test/access/limits.test.ts",
  "test/bad-input/bad-input.test.ts",
  "test/bad-input/cut-off.test.ts",
  "test/contract/pages.test.ts",

  // Who may do what is decided in TypeScript, from rows that grants.test.ts and contract.test.ts read on both. A stored
  // answer and an undo are asked the same; idempotency.test.ts and undo.test.ts show them on both.
  "test/access/matrix.test.ts",
  "test/access/owasp.test.ts",
  "test/access/presence-rights.test.ts",
  "test/access/repeated-requests.test.ts",
  "test/access/undo-rights.test.ts",

  // Passwords, hashes, mails and pages of accounts. Their rows are those of account-races.test.ts, audit.test.ts,
  // mail-address.test.ts and passkeys.test.ts.
  "test/access/forgotten.test.ts",
  "test/access/invitations.test.ts",
  "test/access/keys-and-users.test.ts",
  "test/access/sign-in.test.ts",

  // Encryption of secrets, which the database stores as text; sessions, as in second-step.test.ts and ended-access.test.ts.
  "test/access/sealed-secrets.test.ts",
  "test/access/sessions.test.ts",

  // The bytes of pictures, which are in files or in a bucket.
  "test/images/bombs.test.ts",
  "test/images/malformed.test.ts",
  "test/images/many-ask.test.ts",
  "test/images/most-uploads.test.ts",
  "test/images/serve.test.ts",
  "test/images/store-fails.test.ts",
  "test/images/store.test.ts",
  "test/images/strangers-ask.test.ts",
  "test/images/tall.test.ts",
  "test/images/upload.test.ts",

  // The index in memory ranks, sorts and filters, and is kept in a file; it is filled by the same reads as in
  // follows-the-log.test.ts.
  "test/search/index-on-disk.test.ts",
  "test/search/mutated-index.test.ts",
  "test/search/items-of-project.test.ts",
  "test/search/search-quality.test.ts",

  // Formats of files, and what their cells mean: filled and stored as in edited-export.test.ts and imports.test.ts.
  "test/exports/exports.test.ts",
  "test/imports/counted-rows.test.ts",
  "test/imports/decimal-sign.test.ts",
  "test/imports/imported-files.test.ts",
  "test/imports/incoming-files.test.ts",
  "test/imports/reading-options.test.ts",
  "test/imports/saved-files.test.ts",
  "test/imports/there-and-back.test.ts",

  // What one event says, and when a message is sent again, is decided in TypeScript from the log and from deliveries. On
  // PostgreSQL events.test.ts, webhooks.test.ts, comment-events.test.ts and leases.test.ts read and write those.
  "test/imports/hostile-imports.test.ts",
  "test/imports/import-events.test.ts",
  "test/webhooks/failing-targets.test.ts",

  // Limits of connections, reads and memory, and who is present, in one process. On PostgreSQL two-nodes.test.ts shows
  // presence.
  "test/access/reads-of-listeners.test.ts",
  "test/imports/most-files.test.ts",
  "test/live/most-listeners.test.ts",
  "test/live/presence.test.ts",
  "test/live/slow-and-gone.test.ts",
  "test/memory.test.ts",

  // The database is away or hangs by an error that the test makes. On PostgreSQL faults.test.ts and hung.test.ts do it.
  "test/operations/metrics.test.ts",
  "test/leased-work.test.ts",
];

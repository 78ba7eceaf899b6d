import { forgetAnswers } from "./api/idempotency.sql.ts";
import { forgetUndos } from "./history/undos.sql.ts";
import { forgetImports } from "./imports/forget-imports.sql.ts";
import { emptyTrash } from "./log/empty-trash.sql.ts";
import { pruneChanges } from "./log/prune-changes.sql.ts";
import { deleteCommentStatesOf, forgetNotices, forgetRemovedComments } from "./notices/notices.sql.ts";
import { forgetAudit } from "./people/audit.sql.ts";
import { forgetFailures } from "./sign-in/sign-in-throttle.sql.ts";
import { forgetDeliveries } from "./webhooks/deliveries.sql.ts";

/** How long a deletion can be undone, and how much of the history and the audit log to keep; Infinity for all. */
export type Retention = { trashMs: number; historyMs: number; historyBytes: number; auditMs: number };

/** Everything that is removed once it is too old, in the order in which it is removed. */
export const retentionJobs = ({ trashMs, historyMs, historyBytes, auditMs }: Retention) => ({
  trashed: emptyTrash({ trashMs, forgetItems: deleteCommentStatesOf }),
  changes: pruneChanges({ historyMs, historyBytes }),
  answers: forgetAnswers,
  audit: forgetAudit(auditMs),
  signIns: forgetFailures,
  notices: forgetNotices,
  comments: forgetRemovedComments(trashMs),
  undos: forgetUndos,
  imports: forgetImports,
  deliveries: forgetDeliveries,
});

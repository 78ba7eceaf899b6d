import type { BulkDone } from "../../contract/bulk.ts";
import { limits } from "../../contract/limits.ts";
import type { Fields } from "../log/changes.sql.ts";

type PreviewRow = NonNullable<BulkDone["preview"]>[number];

/** What a bulk request changed: how many items, and the first of them. */
export class BulkOutcome {
  changed = 0;
  readonly preview: PreviewRow[] = [];

  add({ id, name }: { id: string; name: string }, before: Fields, after: Fields): void {
    this.changed++;
    if (this.preview.length < limits.bulkPreview) this.preview.push({ id, name, before, after });
  }
}

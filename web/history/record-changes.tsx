import { useState } from "react";
import type { HistorySearch } from "../catalog/addresses.ts";
import type { RecordRef } from "../saving/edit.ts";
import { ChangeList } from "./change-list.tsx";
import { useRecordHistory } from "./history-data.ts";

/** The history of one record, with the filters of the project's history. */
export default function RecordChanges({ record }: { record: RecordRef }) {
  const [filters, setFilters] = useState<HistorySearch>({});
  const history = useRecordHistory(record, filters);
  return <ChangeList history={history} filters={filters} setFilters={setFilters} about={record.kind} />;
}

import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { Lines, LoadFailed } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import type { RecordRef } from "../saving/edit.ts";
import { useRecordHistory } from "./history-data.ts";
import { HistoryList } from "./history-list.tsx";

/** What happened to one record, read when someone asks for it. */
export function RecordHistory({ record }: { record: RecordRef }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useRecordHistory(record, open);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className="panel-section" aria-label={t.history.title}>
      <h2>{t.history.title}</h2>
      {!open ? (
        <div>
          <Button variant="default" size="xs" leftSection={<IconHistory size={15} />} onClick={() => setOpen(true)}>
            {t.history.show}
          </Button>
        </div>
      ) : isError ? (
        <LoadFailed retry={() => void refetch()} />
      ) : !data ? (
        <Lines count={3} height={48} />
      ) : entries.length === 0 ? (
        <p className="quiet">{t.history.empty}</p>
      ) : (
        <HistoryList entries={entries} named={false} more={hasNextPage ? () => void fetchNextPage() : undefined} />
      )}
    </section>
  );
}

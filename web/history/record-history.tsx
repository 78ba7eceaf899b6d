import { Button, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { withWords } from "../platform/i18n/later-words.ts";
import { later } from "../platform/later.tsx";
import type { RecordRef } from "../saving/edit.ts";
import { Part } from "../widgets/boundary.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";

const RecordChanges = later(() => withWords(() => import("./record-changes.tsx")));

/** The history of one record, loaded when it is opened. */
export function RecordHistory({ record }: { record: RecordRef }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <section className="panel-section" aria-label={t.sections.history}>
      <Title order={2} size="h3">
        {t.sections.history}
      </Title>
      {open ? (
        <Part place="line" wait={<Skeleton shape="lines" count={3} />}>
          <RecordChanges record={record} />
        </Part>
      ) : (
        <div>
          <Button variant="default" size="xs" leftSection={<IconHistory size={15} />} onClick={() => setOpen(true)}>
            {t.history.show}
          </Button>
        </div>
      )}
    </section>
  );
}

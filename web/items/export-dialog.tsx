import { Anchor, Button, Group, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DialogFoot, DialogFrame } from "../components/dialog-frame.tsx";
import { useText } from "../i18n/i18n.ts";
import { type Columns, type ExportChoice, exportAddress, exportChoice, type Format, type Separator } from "./export.ts";
import type { ItemList } from "./item-list.ts";
import { pageQuery } from "./item-pages.ts";

type Props = { list: ItemList; close(): void };

/** A list of items as a file. The browser fetches it, so that it can be larger than the memory of a page. */
export function ExportDialog({ list, close }: Props) {
  const t = useText();
  const total = useQuery(pageQuery(list, 1)).data?.total;
  const [choice, setChoice] = useState(exportChoice.get());
  const choose = (change: Partial<ExportChoice>) => {
    const next = { ...choice, ...change };
    setChoice(next);
    exportChoice.set(next);
  };
  const { format, columns, separator } = choice;
  return (
    <DialogFrame close={close} title={t.exporting.title}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {total === undefined ? t.exporting.whatever : t.exporting.what(total)}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t.exporting.format}
          value={format}
          onChange={(value) => choose({ format: value as Format })}
          data={[
            { value: "xlsx", label: t.exporting.xlsx },
            { value: "csv", label: "CSV" },
            { value: "jsonl", label: "JSONL" },
          ]}
        />
        {format === "csv" && (
          <Radio.Group
            label={t.exporting.separator}
            value={separator}
            onChange={(value) => choose({ separator: value as Separator })}
          >
            <Group mt={6} gap="lg">
              <Radio value="comma" label={t.exporting.comma} />
              <Radio value="semicolon" label={t.exporting.semicolon} />
              <Radio value="tab" label={t.exporting.tab} />
            </Group>
          </Radio.Group>
        )}
        <Radio.Group
          label={t.exporting.columns}
          value={columns}
          onChange={(value) => choose({ columns: value as Columns })}
        >
          <Stack mt={6} gap={6}>
            <Radio value="all" label={t.exporting.allColumns} />
            <Radio value="shown" label={t.exporting.shownColumns} />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {t.exporting.also}{" "}
          <Anchor href={exportAddress(list, choice, "template")} download>
            {t.exporting.template}
          </Anchor>
          {", "}
          <Anchor href={exportAddress(list, choice, "tree")} download>
            {t.exporting.tree}
          </Anchor>
        </Text>
      </Stack>
      <DialogFoot>
        <Button variant="default" onClick={close}>
          {t.common.cancel}
        </Button>
        <Button
          component="a"
          href={exportAddress(list, choice, "items")}
          download
          data-autofocus
          leftSection={<IconDownload size={16} />}
          onClick={close}
        >
          {t.exporting.download}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}

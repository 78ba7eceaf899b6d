import { Anchor, Button, Group, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ItemList } from "../catalog/item-list.ts";
import { pageQuery } from "../items/item-pages.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";
import { type Columns, type ExportChoice, exportAddress, exportChoice, type Format, type Separator } from "./export.ts";

type Props = { list: ItemList; close(): void };

/** A list of items as a file. The browser fetches it, so that it can be larger than the memory of a page. */
export default function ExportDialog({ list, close }: Props) {
  const { exporting } = useLater();
  const total = useQuery(pageQuery(list, 1)).data?.total;
  const [choice, setChoice] = useState(exportChoice.get());
  const choose = (change: Partial<ExportChoice>) => {
    const next = { ...choice, ...change };
    setChoice(next);
    exportChoice.set(next);
  };
  const { format, columns, separator } = choice;
  return (
    <DialogFrame close={close} title={exporting.title}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {total === undefined ? exporting.whatever : exporting.what(total)}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={exporting.format}
          value={format}
          onChange={(value) => choose({ format: value as Format })}
          data={[
            { value: "xlsx", label: exporting.xlsx },
            { value: "csv", label: "CSV" },
            { value: "jsonl", label: "JSONL" },
          ]}
        />
        {format === "csv" && (
          <Radio.Group
            label={exporting.separator}
            value={separator}
            onChange={(value) => choose({ separator: value as Separator })}
          >
            <Group mt={6} gap="lg">
              <Radio value="comma" label={exporting.comma} />
              <Radio value="semicolon" label={exporting.semicolon} />
              <Radio value="tab" label={exporting.tab} />
            </Group>
            <Text size="sm" c="dimmed" mt="xs">
              {exporting.csvHint}
            </Text>
          </Radio.Group>
        )}
        <Radio.Group
          label={exporting.columns}
          value={columns}
          onChange={(value) => choose({ columns: value as Columns })}
        >
          <Stack mt={6} gap={6}>
            <Radio value="all" label={exporting.allColumns} />
            <Radio value="shown" label={exporting.shownColumns} />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {exporting.also}{" "}
          <Anchor href={exportAddress(list, choice, "template")} download>
            {exporting.template}
          </Anchor>
          {", "}
          <Anchor href={exportAddress(list, choice, "tree")} download>
            {exporting.tree}
          </Anchor>
        </Text>
      </Stack>
      <DialogFoot cancel={close}>
        <Button
          component="a"
          href={exportAddress(list, choice, "items")}
          download
          data-autofocus
          leftSection={<IconDownload size={16} />}
          onClick={close}
        >
          {exporting.download}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}

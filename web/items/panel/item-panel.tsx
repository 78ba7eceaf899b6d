import { ActionIcon, Badge, Button, Group, Text } from "@mantine/core";
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconPackageOff, IconUsers, IconX } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { memo, useEffect, useRef, useState } from "react";
import type { Item } from "../../../contract/items.ts";
import { HeldBack } from "../../access/held-back.tsx";
import { mayWriteAt } from "../../access/rights.ts";
import { useRights } from "../../access/use-rights.ts";
import { commentHash } from "../../catalog/addresses.ts";
import { useShownName } from "../../catalog/catalog-language.ts";
import { addressOf, nodeKey, type Tree } from "../../catalog/tree.ts";
import { RecordHistory } from "../../history/record-history.tsx";
import { presentStore } from "../../live/use-live.ts";
import { PicturesField } from "../../pictures/pictures-field.tsx";
import { isGone, type Versioned } from "../../platform/api.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { later } from "../../platform/later.tsx";
import { useStore } from "../../platform/store.ts";
import { PageTitle } from "../../projects/page-title.tsx";
import { fieldKey } from "../../saving/edit.ts";
import { isTemporary } from "../../saving/temporary-ids.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { Part } from "../../widgets/boundary.tsx";
import { CopyAddress } from "../../widgets/copyable.tsx";
import { NumberField, SwitchField, TextField } from "../../widgets/fields.tsx";
import { MayWrite } from "../../widgets/may-write.ts";
import { Near } from "../../widgets/near.tsx";
import { Skeleton } from "../../widgets/skeleton.tsx";
import { Empty, LoadFailed } from "../../widgets/states.tsx";
import { renamedItem } from "../grid/adding.ts";
import { candidateOf, mayShow } from "../grid/showing.ts";
import { useItem } from "../items-data.ts";
import { AttributesField } from "./attributes-field.tsx";
import { ItemHead, ItemMore } from "./item-head.tsx";
import { ItemLanguages } from "./item-languages.tsx";
import { KeyField } from "./key-field.tsx";
import { PanelSections } from "./panel-sections.tsx";
import { PriceFields } from "./price-fields.tsx";
import { TagsField } from "./tags-field.tsx";

const Comments = later(() => import("../../comments/comments-section.tsx"));

type Props = { projectId: string; itemId: string; tree: Tree; step(by: 1 | -1): void; close(): void };

export default function ItemPanel({ projectId, itemId, tree, step, close }: Props) {
  const t = useText();
  const { data, error, refetch } = useItem(itemId);
  return (
    <>
      <div className="panel-head">
        <ActionIcon hiddenFrom="sm" aria-label={t.common.back} onClick={close}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        {data ? (
          <ItemHead versioned={data}>
            <AlsoHere itemId={itemId} />
          </ItemHead>
        ) : (
          <Text size="sm" fw={500} c="dimmed" flex={1}>
            {t.item.title}
          </Text>
        )}
        <ActionIcon data-tip={t.item.previous} aria-label={t.item.previous} onClick={() => step(-1)}>
          <IconChevronUp size={18} />
        </ActionIcon>
        <ActionIcon data-tip={t.item.next} aria-label={t.item.next} onClick={() => step(1)}>
          <IconChevronDown size={18} />
        </ActionIcon>
        {data && <ItemMore projectId={projectId} versioned={data} />}
        <ActionIcon visibleFrom="sm" aria-label={t.item.close} onClick={close}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {data ? (
        <ItemFields projectId={projectId} versioned={data} tree={tree} />
      ) : isGone(error) ? (
        <Empty icon={<IconPackageOff />} title={t.item.gone} hint={t.item.goneHint} />
      ) : error ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton shape="fields" count={7} />
      )}
    </>
  );
}

/** Others who have the same item open. */
function AlsoHere({ itemId }: { itemId: string }) {
  const t = useText();
  const others = useStore(presentStore).filter((person) => person.itemId === itemId);
  if (others.length === 0) return null;
  const names = others.map((person) => person.name || t.history.someone).join(", ");
  return (
    <Badge className="presence" color="warn" miw={0} role="status" leftSection={<IconUsers size={14} aria-hidden />}>
      {t.item.alsoHere(names)}
    </Badge>
  );
}

type FieldsProps = { projectId: string; versioned: Versioned<Item>; tree: Tree };

const ItemFields = memo(function ItemFields({ projectId, versioned, tree }: FieldsProps) {
  const t = useText();
  const item = versioned.data;
  const source: Source = { record: { kind: "item", id: item.id }, data: item, etag: versioned.etag };
  const subcategory = nodeKey("subcategory", item.subcategoryId);
  const rights = useRights(projectId);
  const wantsComment = useLocation({ select: ({ hash }) => hash.startsWith(commentHash("")) });
  const body = useRef<HTMLDivElement>(null);
  const basics = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (renamedItem.get() !== item.id) return;
    renamedItem.set(undefined);
    const name = basics.current?.querySelector("input");
    name?.focus();
    name?.select();
  }, [item.id]);
  return (
    <>
      <Part place="line">
        <PanelSections body={body} />
      </Part>
      <div className="panel-body" ref={body}>
        <PageTitle of={useShownName()(item)} />
        <MayWrite value={mayWriteAt(rights, subcategory)}>
          <HeldBack rights={rights} at={subcategory} />
          <div className="panel-section" data-section="basics" ref={basics}>
            <TextField source={source} path="name" label={t.item.name} />
            <Group justify="space-between" wrap="nowrap">
              <SwitchField
                source={source}
                path="visible"
                label={t.item.visible}
                mayTurnOn={() => mayShow([candidateOf(item)])}
              />
              <CopyAddress address={addressOf(tree, subcategory, item.id)} />
            </Group>
            <TextField source={source} path="simpleDescription" label={t.item.short} lines={3} />
            <KeyField source={source} />
            <More source={source} />
          </div>
          <div className="panel-section" data-section="price">
            <PriceFields source={source} />
            <div className="field-pair">
              <NumberField source={source} path="quantity" label={t.item.quantity} />
            </div>
          </div>
          <div className="panel-section" data-section="pictures">
            <PicturesField source={source} />
          </div>
          <div className="panel-section" data-section="tags">
            <TagsField source={source} path="tags" label={t.item.tags} placeholder={t.item.addTag} />
            <TagsField source={source} path="badges" label={t.item.badges} placeholder={t.item.addBadge} />
          </div>
          <div className="panel-section" data-section="properties">
            <AttributesField source={source} path="description" label={t.item.description} />
          </div>
          <div data-section="languages">
            <Part place="line">
              <ItemLanguages projectId={projectId} rights={rights} source={source} item={item} />
            </Part>
          </div>
          <Near section="comments" field={fieldKey(source.record, "comments")} wanted={wantsComment}>
            <Part
              place="line"
              wait={
                <div className="panel-section">
                  <Skeleton shape="lines" count={2} />
                </div>
              }
            >
              <Comments projectId={projectId} item={item} />
            </Part>
          </Near>
          {!isTemporary(item.id) && (
            <div data-section="history">
              <RecordHistory record={source.record} />
            </div>
          )}
        </MayWrite>
      </div>
    </>
  );
});

/** What hardly anyone types: items are ordered by dragging them. */
function More({ source }: { source: Source }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { status } = useField(source, "priority").state;
  if (isOpen || status === "failed" || status === "conflict")
    return <NumberField source={source} path="priority" label={t.item.priority} hint={t.node.priorityHint} />;
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        ml={-8}
        leftSection={<IconChevronDown size={14} />}
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        {t.item.more}
      </Button>
    </div>
  );
}

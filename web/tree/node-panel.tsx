import { ActionIcon, Box, Button, Group, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconPencil, IconTrash, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Category, Subcategory } from "../../contract/categories.ts";
import { HeldBack } from "../access/held-back.tsx";
import { mayWriteAt, type Rights } from "../access/rights.ts";
import { useRights } from "../access/use-rights.ts";
import { addressOf, type Tree, type TreeNode } from "../catalog/tree.ts";
import { useNode } from "../catalog/tree-data.ts";
import { RecordHistory } from "../history/record-history.tsx";
import { takesFocalPoint, withoutFocalPoint } from "../pictures/focal-point.ts";
import { PictureDrop } from "../pictures/picture-drop.tsx";
import { FocalPoint, FocalPointButton, Picture, RemovePicture } from "../pictures/pictures-field.tsx";
import type { Versioned } from "../platform/api.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useStore } from "../platform/store.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { useContentLanguage } from "../translations/content-language.ts";
import { LanguageTabs } from "../translations/language-tabs.tsx";
import { TranslationMark } from "../translations/translation-mark.tsx";
import { useUnconfirmed } from "../translations/use-unconfirmed.ts";
import { changeWithUndo } from "../undo/change-with-undo.ts";
import { Copyable } from "../widgets/copyable.tsx";
import { FieldFrame, FieldHead, NumberField, SwitchField, TextField } from "../widgets/fields.tsx";
import { MayWrite } from "../widgets/may-write.ts";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { useFocusNext } from "../widgets/use-focus-next.ts";
import { openAddress, openDeleteNode } from "./tree-dialogs.ts";

type Props = { projectId: string; tree: Tree; node: TreeNode; close(): void };

export default function NodePanel({ projectId, tree, node, close }: Props) {
  const t = useText();
  const { data, error, refetch } = useNode(node);
  return (
    <>
      <div className="panel-head">
        <ActionIcon hiddenFrom="sm" aria-label={t.common.back} onClick={close}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <Text size="sm" fw={500} c="dimmed">
          {t.node[node.kind]}
        </Text>
        <Box flex={1} />
        {useRights(projectId).edit(node.key) && (
          <ActionIcon aria-label={t.common.delete} onClick={() => openDeleteNode({ projectId, node: node.key })}>
            <IconTrash size={17} />
          </ActionIcon>
        )}
        <ActionIcon visibleFrom="sm" aria-label={t.common.close} onClick={close}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {data ? (
        <NodeFields projectId={projectId} tree={tree} node={node} versioned={data} />
      ) : error ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton shape="fields" count={5} />
      )}
    </>
  );
}

type FieldsProps = Omit<Props, "close"> & { versioned: Versioned<Category | Subcategory> };

function NodeFields({ projectId, tree, node, versioned }: FieldsProps) {
  const t = useText();
  const source: Source = { record: { kind: node.kind, id: node.id }, ...versioned };
  const rights = useRights(projectId);
  return (
    <div className="panel-body">
      <MayWrite value={mayWriteAt(rights, node.key)}>
        <HeldBack rights={rights} at={node.key} />
        <div className="panel-section">
          <TextField source={source} path="name" label={t.node.name} />
          <div className="field-pair">
            <SwitchField source={source} path="visible" label={t.node.visible} />
            <NumberField source={source} path="priority" label={t.node.priority} hint={t.node.priorityHint} />
          </div>
        </div>
        <div className="panel-section">
          <FieldHead label={t.address.title} />
          <Group gap="xs" wrap="nowrap">
            <Copyable text={addressOf(tree, node.key)} />
            {node.kind === "subcategory" && rights.edit(node.key) && (
              <Button
                size="compact-sm"
                flex="none"
                variant="default"
                leftSection={<IconPencil size={14} />}
                onClick={() => openAddress({ projectId, node: node.key })}
              >
                {t.tree.changeAddress}
              </Button>
            )}
          </Group>
        </div>
        <div className="panel-section">
          <NodePicture source={source} />
        </div>
        <NodeNames projectId={projectId} rights={rights} source={source} data={versioned.data} />
        {!isTemporary(node.id) && <RecordHistory record={source.record} />}
      </MayWrite>
    </div>
  );
}

function NodePicture({ source }: { source: Source }) {
  const t = useText();
  const field = useField<string>(source, "img");
  const [focused, setFocused] = useState<string>();
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const write = (url: string) => {
    field.set(url);
    field.leave();
  };
  const remove = () => {
    focusNext(".picture-invite button");
    changeWithUndo(source.record, "img", () => field.set(""), t.undo.pictures.removed);
  };
  return (
    <FieldFrame
      source={source}
      path="img"
      field={field}
      label={t.node.picture}
      plain={
        field.value && (
          <div className="picture picture-single">
            <Picture url={field.value} alt={t.node.picture} />
          </div>
        )
      }
    >
      <div ref={whole} className="contents">
        <PictureDrop multiple={false} uploaded={write}>
          {field.value && (
            <div className="picture picture-single">
              <Picture key={withoutFocalPoint(field.value)} url={field.value} alt={t.node.picture} />
              <span className="picture-actions">
                {takesFocalPoint(field.value) && (
                  <FocalPointButton of={t.node.picture} open={() => setFocused(withoutFocalPoint(field.value))} />
                )}
                <RemovePicture label={t.pictures.remove} remove={remove} />
              </span>
            </div>
          )}
        </PictureDrop>
      </div>
      {focused && (
        <FocalPoint
          url={withoutFocalPoint(field.value) === focused ? field.value : undefined}
          change={field.set}
          leave={field.leave}
          close={() => setFocused(undefined)}
        />
      )}
    </FieldFrame>
  );
}

type NamesProps = { projectId: string; rights: Rights; source: Source; data: Category | Subcategory };

function NodeNames({ projectId, rights, source, data }: NamesProps) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const languages = Object.keys(data.translations);
  const [language, setLanguage] = useContentLanguage(projectId);
  const isThere = !!data.translations[language]?.name;
  const unconfirmed = useUnconfirmed(source, languages.length > 0);
  const { stale, copied } = unconfirmed(language);
  const isDone = (code: string) => {
    const left = unconfirmed(code);
    return !!data.translations[code]?.name && !left.stale.has("name") && !left.copied.has("name");
  };
  return (
    <section className="panel-section languages" aria-label={t.node.names}>
      <Title order={2} size="h3">
        {t.node.names}
      </Title>
      <LanguageTabs
        languages={languages}
        rights={rights}
        language={language}
        choose={setLanguage}
        share={(code) => ({ done: isDone(code) ? 1 : 0, of: 1 })}
      />
      <TextField
        source={source}
        path={`translations.${language}.name`}
        label={`${t.node.name} · ${languageName(language, inLanguage)}`}
        placeholder={data.name}
        hint={
          <TranslationMark
            missing={!isThere}
            copied={isThere && copied.has("name")}
            translatedFrom={isThere ? stale.get("name") : undefined}
            projectId={projectId}
            translation={{ record: source.record, language, field: "name" }}
            of={`${data.name} · ${language.toUpperCase()}`}
          />
        }
      />
    </section>
  );
}

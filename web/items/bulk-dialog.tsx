import { Button, Modal, Progress } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useEffect, useId, useMemo, useState } from "react";
import { currencies, type Item, type ItemPatch } from "../../contract/items.ts";
import { offerUndo } from "../changes/undo.ts";
import { fieldLabel } from "../components/field-names.ts";
import { shownValue } from "../components/field-note.tsx";
import { TagsInput } from "../components/tags-input.tsx";
import { useText } from "../i18n/i18n.ts";
import { sameValue } from "../saving/edit.ts";
import { toast } from "../toasts.ts";
import { explain } from "../tree/tree-data.ts";
import { bulkUpdate } from "./item-commands.ts";
import { knownItems } from "./items-data.ts";
import { parseNumber } from "./price.ts";

const fields = ["visible", "price", "discount", "quantity", "currency", "tags", "badges", "simpleDescription"] as const;
type BulkField = (typeof fields)[number];
const shownRows = 6;

/** The same values for many items: shows every difference before it is made. */
export function BulkDialog({ ids, close }: { ids: string[]; close(): void }) {
  const t = useText();
  const [items, setItems] = useState<Item[]>();
  const [field, setField] = useState<BulkField>("discount");
  const [typed, setTyped] = useState<Partial<Record<BulkField, unknown>>>({});
  const [share, setShare] = useState<number>();
  const fieldId = useId();
  useEffect(() => {
    let live = true;
    knownItems(ids, (done, of) => live && setShare((100 * done) / of))
      .then((found) => live && setItems(found))
      .catch((error: unknown) => toast(explain(error), { tone: "bad" }))
      .finally(() => live && setShare(undefined));
    return () => {
      live = false;
    };
  }, [ids]);
  const value = meant(field, typed[field]);
  const changing = useMemo(
    () => (value === undefined ? [] : (items ?? []).filter((item) => !sameValue(item[field], value))),
    [items, field, value],
  );
  const apply = async () => {
    if (value === undefined) return;
    setShare(0);
    try {
      const progress = (done: number, of: number) => setShare((100 * done) / of);
      const changeSets = await bulkUpdate(
        changing.map((item) => item.id),
        { [field]: value } as ItemPatch,
        progress,
      );
      offerUndo(t.bulk.done(changing.length), changeSets);
      close();
    } catch (error) {
      toast(explain(error), { tone: "bad" });
      setShare(undefined);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t.bulk.title(ids.length)}
      closeButtonProps={{ "aria-label": t.common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <div className="field-grid">
          <div className="field">
            <div className="field-head">
              <label htmlFor={fieldId}>{t.bulk.field}</label>
            </div>
            <select
              id={fieldId}
              className="control"
              value={field}
              onChange={(event) => setField(event.currentTarget.value as BulkField)}
            >
              {fields.map((one) => (
                <option key={one} value={one}>
                  {fieldLabel(t, one)}
                </option>
              ))}
            </select>
          </div>
          <BulkValue
            field={field}
            typed={typed[field]}
            type={(next) => setTyped((now) => ({ ...now, [field]: next }))}
          />
        </div>
        <section className="preview" aria-label={t.bulk.preview} aria-live="polite">
          <h3>{t.bulk.preview}</h3>
          {value === undefined || !items ? (
            <p className="quiet">{items ? t.bulk.nothing : t.bulk.collecting}</p>
          ) : (
            <>
              <p className="quiet">
                {t.bulk.changes(changing.length)}
                {items.length > changing.length && ` · ${t.bulk.unchanged(items.length - changing.length)}`}
              </p>
              <ul>
                {changing.slice(0, shownRows).map((item) => (
                  <li key={item.id}>
                    <span className="preview-name">{item.name}</span>
                    <span className="preview-old">{shownValue(t, item[field])}</span>
                    <IconArrowRight size={14} aria-hidden />
                    <span className="preview-new">{shownValue(t, value)}</span>
                  </li>
                ))}
              </ul>
              {changing.length > shownRows && <p className="quiet">{t.bulk.more(changing.length - shownRows)}</p>}
            </>
          )}
        </section>
        {share !== undefined && <Progress value={share} aria-label={t.bulk.collecting} />}
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={changing.length === 0} loading={share !== undefined}>
            {t.bulk.apply(changing.length)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function meant(field: BulkField, typed: unknown): unknown {
  if (field === "visible") return typed ?? true;
  if (field === "currency") return typed ?? "USD";
  if (field === "tags" || field === "badges" || field === "simpleDescription") return typed;
  const number = typeof typed === "string" ? parseNumber(typed) : undefined;
  if (number === undefined || number < 0) return undefined;
  return field === "discount" && (number > 100 || !Number.isInteger(number)) ? undefined : number;
}

function BulkValue({ field, typed, type }: { field: BulkField; typed: unknown; type(value: unknown): void }) {
  const t = useText();
  const id = useId();
  const head = (
    <div className="field-head">
      <label htmlFor={id}>{t.bulk.value}</label>
      {(field === "tags" || field === "badges") && <span className="field-hint">{t.bulk.replace}</span>}
    </div>
  );
  if (field === "visible" || field === "currency") {
    const options =
      field === "visible"
        ? [
            { value: "true", label: t.items.onlyVisible },
            { value: "false", label: t.items.onlyHidden },
          ]
        : currencies.map((code) => ({ value: code as string, label: code as string }));
    return (
      <div className="field">
        {head}
        <select
          id={id}
          className="control"
          value={String(meant(field, typed))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            type(field === "visible" ? value === "true" : value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    );
  }
  if (field === "tags" || field === "badges")
    return (
      <div className="field">
        {head}
        <TagsInput
          id={id}
          value={(typed as string[] | undefined) ?? []}
          words={field}
          placeholder={field === "tags" ? t.item.addTag : t.item.addBadge}
          change={type}
        />
      </div>
    );
  return (
    <div className="field">
      {head}
      <input
        id={id}
        className="control"
        inputMode={field === "simpleDescription" ? "text" : "decimal"}
        autoComplete="off"
        data-autofocus
        value={(typed as string | undefined) ?? ""}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </div>
  );
}

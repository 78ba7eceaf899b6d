import { useId } from "react";
import { currencies } from "../../contract/constants.ts";
import type { Item } from "../../contract/items.ts";
import { FieldFrame, NumberField } from "../components/fields.tsx";
import { languageStore, useText } from "../i18n/i18n.ts";
import { money } from "../i18n/numbers.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { useStore } from "../store.ts";
import { discounted } from "./price.ts";

export function PriceFields({ source }: { source: Source }) {
  const t = useText();
  const language = useStore(languageStore);
  const id = useId();
  const price = useField<number>(source, "price").value;
  const discount = useField<number>(source, "discount").value;
  const currency = useField<Item["currency"]>(source, "currency");
  const pays = discounted(price, discount);
  return (
    <div className="panel-section">
      <div className="field-grid field-grid-3">
        <NumberField source={source} path="price" label={t.item.price} />
        <FieldFrame source={source} path="currency" field={currency} label={t.item.currency} control={id}>
          <select
            id={id}
            className="control"
            value={currency.value}
            onChange={(event) => {
              currency.set(event.currentTarget.value as Item["currency"]);
              currency.leave();
            }}
          >
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </FieldFrame>
        <NumberField source={source} path="discount" label={t.item.discount} />
      </div>
      <div className="buyer-price">
        <span className="buyer-label">{t.item.buyerSees}</span>
        <strong>{money(pays, currency.value, language)}</strong>
        {discount > 0 && (
          <>
            <s>{money(price, currency.value, language)}</s>
            <span className="discount-badge">−{discount}%</span>
            <span className="buyer-saves">{t.item.saves(money(price - pays, currency.value, language))}</span>
          </>
        )}
      </div>
    </div>
  );
}

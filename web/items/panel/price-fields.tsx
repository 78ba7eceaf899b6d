import { Badge, Group, Paper, Text } from "@mantine/core";
import { useId } from "react";
import { currencies } from "../../../contract/constants.ts";
import type { Item } from "../../../contract/items.ts";
import { languageStore, useText } from "../../platform/i18n/i18n.ts";
import { money } from "../../platform/i18n/numbers.ts";
import { useStore } from "../../platform/store.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { Choice } from "../../widgets/choice.tsx";
import { FieldFrame, NumberField } from "../../widgets/fields.tsx";
import { discounted } from "../price.ts";

export function PriceFields({ source }: { source: Source }) {
  const t = useText();
  const language = useStore(languageStore);
  const id = useId();
  const price = useField<number>(source, "price").value;
  const discount = useField<number>(source, "discount").value;
  const currency = useField<Item["currency"]>(source, "currency");
  const pays = discounted(price, discount);
  return (
    <>
      <div className="price-fields">
        <NumberField source={source} path="price" label={t.item.price} />
        <FieldFrame source={source} path="currency" field={currency} label={t.item.currency} control={id}>
          <Choice
            id={id}
            value={currency.value}
            choose={(code) => {
              currency.set(code);
              currency.leave();
            }}
            options={currencies.map((code) => ({ value: code, label: code }))}
          />
        </FieldFrame>
        <NumberField source={source} path="discount" label={t.item.discount} />
      </div>
      <Paper p="sm" className="tinted">
        <Text size="xs" c="dimmed">
          {t.item.buyerSees}
        </Text>
        <Group gap={10} align="baseline">
          <Text span size="xl" fw={600} lts="-0.01em">
            {money(pays, currency.value, language)}
          </Text>
          {discount > 0 && (
            <>
              <Text span c="dimmed" td="line-through">
                {money(price, currency.value, language)}
              </Text>
              <Badge>−{discount}%</Badge>
              <Text span size="sm" c="good">
                {t.item.saves(money(price - pays, currency.value, language))}
              </Text>
            </>
          )}
        </Group>
      </Paper>
    </>
  );
}

import type { Text } from "../i18n/i18n.ts";

/** What the user calls a field of the contract. */
export function fieldLabel(t: Text, field: string): string {
  const [head = "", language, leaf] = field.split(".");
  if (head === "translations" || head === "translatedFrom")
    return `${fieldLabel(t, leaf ?? "name")} · ${(language ?? "").toUpperCase()}`;
  const names: Record<string, string> = {
    name: t.item.name,
    price: t.item.price,
    discount: t.item.discount,
    currency: t.item.currency,
    quantity: t.item.quantity,
    priority: t.item.priority,
    visible: t.item.visible,
    tags: t.item.tags,
    badges: t.item.badges,
    imgs: t.item.pictures,
    img: t.node.picture,
    simpleDescription: t.item.short,
    description: t.item.description,
    comments: t.item.comments,
    subcategoryId: t.translations.place,
    parentId: t.translations.place,
    id: t.node.address,
  };
  return names[head] ?? head;
}

import type { Text } from "../platform/i18n/i18n.ts";

/** The name of a field in the interface. */
export function fieldLabel(t: Text, field: string): string {
  const [head = "", language, name] = field.split(".");
  if (head === "translations" || head === "translatedFrom")
    return `${fieldLabel(t, name ?? "name")} · ${(language ?? "").toUpperCase()}`;
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
    resolved: t.item.comments,
    subcategoryId: t.node.category,
    parentId: t.node.category,
    id: t.node.address,
    key: t.item.key,
  };
  return names[head] ?? head;
}

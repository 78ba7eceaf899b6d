import { type Act, type ActRequest, request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import type { Translation } from "./translation.ts";

function confirmation({ record: { kind, id }, language, field }: Translation): ActRequest {
  const body = { language, field };
  if (kind === "item") return request("confirmItemTranslation", { params: { itemId: id }, body });
  if (kind === "category") return request("confirmCategoryTranslation", { params: { categoryId: id }, body });
  return request("confirmSubcategoryTranslation", { params: { subcategoryId: id }, body });
}

/** A translator confirms that the translation still fits the changed original. */
export const confirmTranslation = (projectId: string, translation: Translation, name: string) =>
  saving.act({ projectId, title: { what: "confirmTranslation", name }, requests: [confirmation(translation)] });

const isOf = ({ call, params = {}, body = {} }: ActRequest, wanted: ActRequest) =>
  call === wanted.call &&
  Object.values(params)[0] === Object.values(wanted.params ?? {})[0] &&
  body.language === wanted.body?.language &&
  body.field === wanted.body?.field;

/** Whether a confirmation of this translation waits to be sent. */
export const isConfirmed = (acts: readonly Act[], translation: Translation): boolean => {
  const wanted = confirmation(translation);
  return acts.some(({ requests, hold }) => !hold && requests.some((one) => isOf(one, wanted)));
};

import { z } from "zod";
import {
  imageUrl,
  name,
  nodeTranslations,
  nodeTranslationsPatch,
  patchOf,
  priority,
  reference,
  subcategoryId,
  visible,
} from "./fields.ts";

const nodeOptions = { visible, priority, img: imageUrl, translations: nodeTranslations };

export const nodeDefaults = { visible: true, priority: 0, img: "", translations: {} } as const;

export const subcategory = z.object({
  id: z.string(),
  name,
  visible,
  priority,
  img: imageUrl,
  translations: nodeTranslations,
  categoryId: z.string().meta({ description: "Always the id of the root category of the tree." }),
  parentId: z.string().meta({ description: "The direct parent: a category's or a subcategory's id." }),
  itemCount: z.int().min(0),
  hasItems: z.boolean(),
  get subcategories() {
    return z.array(subcategory);
  },
});
// Registered separately: with a chained .meta() the type would refer to itself before it exists.
z.globalRegistry.add(subcategory, { id: "Subcategory" });

export type Subcategory = z.infer<typeof subcategory>;

export const category = z
  .object({ id: z.string(), name, ...nodeOptions, projectId: z.string(), subcategories: z.array(subcategory) })
  .meta({ id: "Category" });

export type Category = z.infer<typeof category>;

export const categoryCreate = z
  .strictObject({ name, ...patchOf(nodeOptions) })
  .meta({ id: "CategoryCreate", examples: [{ name: "Electronics", translations: { ru: { name: "Электроника" } } }] });

export const categoryPatch = z
  .strictObject({ name: name.optional(), ...patchOf(nodeOptions) })
  .meta({ id: "CategoryPatch", examples: [{ visible: false }] });

export const categoryMergePatch = categoryPatch
  .extend({ translations: nodeTranslationsPatch.nullish() })
  .meta({ id: "CategoryMergePatch", examples: [{ translations: { ru: { name: "Техника" } } }] });

export const subcategoryCreate = z
  .strictObject({ id: subcategoryId.nullish(), name, ...patchOf(nodeOptions) })
  .meta({ id: "SubcategoryCreate", examples: [{ id: "smartphones", name: "Smartphones" }] });

export const subcategoryPatch = z
  .strictObject({
    id: subcategoryId.optional(),
    name: name.optional(),
    ...patchOf(nodeOptions),
    parentId: reference.optional().meta({ description: "Moves the subcategory to another parent in its project." }),
  })
  .meta({ id: "SubcategoryPatch", examples: [{ id: "phones" }] });

export const subcategoryMergePatch = subcategoryPatch
  .extend({ translations: nodeTranslationsPatch.nullish() })
  .meta({ id: "SubcategoryMergePatch", examples: [{ translations: { ru: { name: "Телефоны" } } }] });

export type CategoryCreate = z.infer<typeof categoryCreate>;
export type CategoryPatch = z.infer<typeof categoryPatch>;
export type CategoryMergePatch = z.infer<typeof categoryMergePatch>;
export type SubcategoryCreate = z.infer<typeof subcategoryCreate>;
export type SubcategoryPatch = z.infer<typeof subcategoryPatch>;
export type SubcategoryMergePatch = z.infer<typeof subcategoryMergePatch>;

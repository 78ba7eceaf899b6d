import type { Category, Subcategory } from "../../contract/categories.ts";
import type { Answer } from "../../contract/client.ts";
import { api, keys, queryClient } from "../platform/api.ts";
import { refresh, refreshLoading } from "../platform/refresh.ts";
import { type ActEffect, patchBody, type RecordAccess } from "../saving/saving-features.ts";
import { treeAfter } from "./pending-tree.ts";
import { nodeKey, type Tree, updateNode } from "./tree.ts";

const stored = ({ data, etag }: Answer<Category | Subcategory>) => ({ data, etag });

function show(kind: "category" | "subcategory", id: string, data: Category | Subcategory, etag: string | undefined) {
  queryClient.setQueryData(keys.node(kind, id), { data, etag });
  const { name, visible, priority, img, translations } = data;
  queryClient.setQueriesData<Tree>(
    { queryKey: ["tree"] },
    (tree) => tree && updateNode(tree, nodeKey(kind, id), { name, visible, priority, img, translations }),
  );
  refreshLoading(keys.node(kind, id));
  refreshLoading(["tree"]);
}

export const categoryRecords: RecordAccess = {
  async patch(id, { field, value, ifMatch, signal }) {
    const given = { ...patchBody(field, value), ...(ifMatch && { ifMatch }), signal };
    const call = { ...given, query: { depth: 0 }, params: { categoryId: id } };
    const answer = await api.updateCategory(call as Parameters<typeof api.updateCategory>[0]);
    return { ...stored(answer), changeSet: answer.headers.get("change-set") };
  },
  read: async (id, signal) =>
    stored(await api.getCategory({ params: { categoryId: id }, query: { depth: 0 }, signal })),
  show: (id, { data, etag }) => show("category", id, data as Category, etag),
};

export const subcategoryRecords: RecordAccess = {
  async patch(id, { field, value, ifMatch, signal }) {
    const given = { ...patchBody(field, value), ...(ifMatch && { ifMatch }), signal };
    const call = { ...given, query: { depth: 0 }, params: { subcategoryId: id } };
    const answer = await api.updateSubcategory(call as Parameters<typeof api.updateSubcategory>[0]);
    return { ...stored(answer), changeSet: answer.headers.get("change-set") };
  },
  read: async (id, signal) =>
    stored(await api.getSubcategory({ params: { subcategoryId: id }, query: { depth: 0 }, signal })),
  show: (id, { data, etag }) => show("subcategory", id, data as Subcategory, etag),
};

export const treeEffect: ActEffect = {
  settled(act) {
    queryClient.setQueryData<Tree>(keys.tree(act.projectId), (tree) => tree && treeAfter(tree, act.projectId, [act]));
    refreshLoading(keys.tree(act.projectId));
    void refresh({ queryKey: ["node"] });
  },
};

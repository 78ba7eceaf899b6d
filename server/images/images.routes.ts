import { allowAnywhere } from "../access/allow.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import type { Images } from "./create-images.ts";
import { type Connections, ImageIntake } from "./image-intake.ts";
import { imageKinds } from "./image-kinds.ts";
import { usageOf } from "./usage.sql.ts";

export function imageRoutes(db: Db, images: Images, publicUrl: string | undefined, connections: Connections): Route[] {
  const intake = new ImageIntake(images, publicUrl, connections);
  return [
    route("uploadImage", async ({ request, caller, answerOnce }) => {
      allowAnywhere(caller, "edit");
      const { url, hash } = await intake.one(request, caller);
      return answerOnce(hash, { body: JSON.stringify({ url }) });
    }),
    route("uploadImages", async ({ request, caller, answerOnce }) => {
      allowAnywhere(caller, "edit");
      const results = await intake.several(request, caller);
      const content = JSON.stringify(results.map(({ filename, image }) => [filename, image?.hash]));
      return answerOnce(content, { body: JSON.stringify({ results }) });
    }),
    route("uploadImageFromUrl", async ({ body, request, caller, answerOnce }) => {
      allowAnywhere(caller, "edit");
      return answerOnce(body.url, { body: JSON.stringify(await intake.fromUrl(body.url, request, caller)) });
    }),
    route("getImageUsage", async ({ params, caller }) => {
      allowAnywhere(caller, "view");
      if (!/^[0-9a-f]{64}$/.test(params.hash)) throw notFound("picture", params.hash);
      const usage = await usageOf(db, params.hash, caller);
      const used = usage.categories.length + usage.subcategories.length + usage.items.length > 0;
      if (!used && !(await isStored(images, params.hash))) throw notFound("picture", params.hash);
      return { body: JSON.stringify(usage) };
    }),
  ];
}

async function isStored({ store }: Images, hash: string): Promise<boolean> {
  const names = Object.keys(imageKinds).map((extension) => `${hash}.${extension}`);
  return (await Promise.all(names.map((name) => store.open(name)))).some((found) => found !== undefined);
}

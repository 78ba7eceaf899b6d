import { define } from "./endpoint.ts";
import { image, imageUsage, uploadFromUrl, uploadOutcomes, uploadResult } from "./images.ts";
import { routes } from "./routes.ts";

const pictureErrors = ["image_broken", "image_too_large", "image_too_complex", "not_an_image"] as const;

/** Pictures. Their bytes are served under /uploads, which is no part of the API. */
export const imageEndpoints = {
  uploadImage: define({
    ...routes.uploadImage,
    tag: "Images",
    summary: "Upload a picture",
    permission: "edit",
    upload: { part: "image", several: false },
    success: 201,
    response: uploadResult,
    errors: pictureErrors,
  }),
  uploadImages: define({
    ...routes.uploadImages,
    tag: "Images",
    summary: "Upload several pictures; each is taken or refused on its own",
    permission: "edit",
    upload: { part: "images", several: true },
    success: 200,
    response: uploadOutcomes,
  }),
  uploadImageFromUrl: define({
    ...routes.uploadImageFromUrl,
    tag: "Images",
    summary: "Fetch a picture from an address of the public internet",
    permission: "edit",
    body: uploadFromUrl,
    success: 201,
    response: image,
    errors: [...pictureErrors, "url_not_allowed", "url_unreachable"],
  }),
  getImageUsage: define({
    ...routes.getImageUsage,
    tag: "Images",
    summary: "Which items, subcategories and categories use a picture",
    permission: "view",
    success: 200,
    response: imageUsage,
    errors: ["not_found"],
  }),
} as const;

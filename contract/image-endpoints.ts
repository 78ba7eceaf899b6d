import { define } from "./endpoint.ts";
import { image, imageUsage, uploadFromUrl, uploadOutcomes, uploadResult } from "./images.ts";
import { routes } from "./routes.ts";

const pictureErrors = ["image_broken", "image_too_large", "image_too_complex", "not_an_image"] as const;

/** Pictures. Their bytes are served under /uploads, which is not part of the API. */
export const imageEndpoints = {
  uploadImage: define({
    ...routes.uploadImage,
    tag: "Images",
    summary: "Upload a picture",
    permission: "edit",
    otherParameters: "ignored",
    upload: { part: "image", several: false },
    success: 201,
    response: uploadResult,
    errors: pictureErrors,
  }),
  uploadImages: define({
    ...routes.uploadImages,
    tag: "Images",
    summary: "Upload several pictures; each one is accepted or refused separately",
    permission: "edit",
    upload: { part: "images", several: true },
    success: 200,
    response: uploadOutcomes,
  }),
  uploadImageFromUrl: define({
    ...routes.uploadImageFromUrl,
    tag: "Images",
    summary: "Fetch a picture from a public address on the internet",
    permission: "edit",
    body: uploadFromUrl,
    success: 201,
    response: image,
    errors: [...pictureErrors, "url_not_allowed", "url_unreachable"],
  }),
  getImageUsage: define({
    ...routes.getImageUsage,
    tag: "Images",
    summary: "The items, subcategories and categories that use a picture",
    permission: "view",
    success: 200,
    response: imageUsage,
    errors: ["not_found"],
  }),
} as const;

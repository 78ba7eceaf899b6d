/**
 * Every error that the service can return. The set is closed: docs/errors.md explains each code, and a test compares the
 * two lists.
 */
export const errorCodes = {
  invalid_body: { status: 400, title: "The request body is not valid" },
  invalid_query: { status: 400, title: "A query parameter is not valid" },
  host_invalid: { status: 400, title: "The Host header is missing or malformed" },
  malformed_json: { status: 400, title: "The request body is not well-formed JSON" },
  unknown_category: { status: 400, title: "The category does not exist" },
  has_items: { status: 400, title: "The subcategory holds items, so it cannot hold subcategories" },
  has_subcategories: { status: 400, title: "The subcategory holds subcategories, so it cannot hold items" },
  idempotency_key_invalid: { status: 400, title: "The Idempotency-Key is not valid" },
  item_key_invalid: { status: 400, title: "The key of an item is not valid" },
  unreadable_file: { status: 400, title: "The file cannot be read as a spreadsheet" },
  change_set_invalid: { status: 400, title: "The Change-Set is not valid" },
  weak_password: { status: 400, title: "The password is too easy to guess" },
  passkey_not_valid: { status: 400, title: "The passkey could not be checked" },
  move_not_possible: { status: 400, title: "The move is not possible" },
  result_not_allowed: { status: 400, title: "An operation would make a value that is not allowed" },
  image_broken: { status: 400, title: "The picture cannot be read" },
  url_not_allowed: { status: 400, title: "The address may not be fetched" },
  url_unreachable: { status: 400, title: "Nothing could be fetched from the address" },
  not_signed_in: { status: 401, title: "Sign in first" },
  sign_in_failed: { status: 401, title: "The sign-in failed" },
  second_step_needed: { status: 401, title: "The sign-in needs a code of the authenticator" },
  not_allowed: { status: 403, title: "You may see this but not do it" },
  access_is_open: { status: 403, title: "Nobody signs in to this service" },
  host_not_allowed: { status: 403, title: "The Host header does not name this service" },
  origin_not_allowed: { status: 403, title: "A page of another origin may not write to this service" },
  not_found: { status: 404, title: "There is nothing with this id" },
  route_not_found: { status: 404, title: "There is no such path" },
  method_not_allowed: { status: 405, title: "The path does not take this method" },
  too_slow: { status: 408, title: "The request body came too slowly" },
  id_taken: { status: 409, title: "The id is taken" },
  key_taken: { status: 409, title: "The key is taken" },
  import_state: { status: 409, title: "The import is not in a state for this" },
  too_many_mappings: { status: 409, title: "There are too many saved mappings" },
  matches_changed: { status: 409, title: "The items that match are no longer those that were expected" },
  last_admin: { status: 409, title: "Nobody would be left to administer the service" },
  last_credential: { status: 409, title: "Nobody could sign in to this account any more" },
  too_many_passkeys: { status: 409, title: "There are too many passkeys" },
  secrets_key_missing: { status: 409, title: "The service has no key to seal secrets with" },
  too_many_views: { status: 409, title: "There are too many views" },
  link_not_valid: { status: 410, title: "The link does not work any more" },
  edit_conflict: { status: 412, title: "The field was changed by someone else" },
  body_too_large: { status: 413, title: "The request body is too large" },
  image_too_large: { status: 413, title: "The picture is too large" },
  image_too_complex: { status: 413, title: "The picture takes too much to unpack" },
  path_too_long: { status: 414, title: "The request path is too long" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },
  not_an_image: { status: 415, title: "The file is not a picture of a kind that is taken" },
  range_not_satisfiable: { status: 416, title: "The range lies outside of the file" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was used for another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "The service made a mistake" },
  outcome_unknown: { status: 503, title: "Nobody can tell whether the change was saved" },
  unavailable: { status: 503, title: "The service cannot answer right now" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** What is wrong with one value. */
export const faultCodes = [
  "required",
  "wrong_type",
  "blank",
  "too_long",
  "too_many",
  "out_of_range",
  "not_allowed",
  "unknown_field",
  "duplicate_key",
  "invalid_text",
] as const;

export type FaultCode = (typeof faultCodes)[number];

export type Fault = { pointer: string; code: FaultCode; message: string };

/** What is wrong with a cell of a spreadsheet, beyond what can be wrong with any value. */
export const cellFaultCodes = [
  "is_date",
  "is_error",
  "no_result",
  "merged_cells",
  "digits_lost",
  "letters_lost",
  "made_number",
] as const;

export type CellFaultCode = FaultCode | (typeof cellFaultCodes)[number];

/** Why a file cannot be read as a spreadsheet, or not from some row on. */
export const fileFaultCodes = [
  "unknown_format",
  "empty_file",
  "cut_off",
  "damaged",
  "too_many",
  "too_long",
  "too_large",
  "invalid_text",
  "no_sheet",
  "no_header",
] as const;

export type FileFaultCode = (typeof fileFaultCodes)[number];

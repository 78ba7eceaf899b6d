export const seenDatabase = "catalog-seen";

/** Removes all data of the catalog that is stored on this device for reading without the network. */
export function forgetSeen() {
  try {
    indexedDB.deleteDatabase(seenDatabase);
  } catch {
    // Where storage is forbidden, nothing is stored.
  }
}

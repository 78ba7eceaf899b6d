export type KeyPriority = { key: string; priority: number };

/**
 * The priorities to write so that `moved` comes to `index` of `others` (which are in order). Between two different
 * priorities that is one row. Between two equal ones there is no number, so those that follow get higher priorities too,
 * as far as needed.
 */
export function prioritiesAt(others: readonly KeyPriority[], moved: string, index: number): KeyPriority[] {
  const before = others[index - 1];
  const after = others[index];
  if (!before && !after) return [{ key: moved, priority: 0 }];
  if (!before && after) return [{ key: moved, priority: Math.floor(after.priority) - 1 }];
  if (before && !after) return [{ key: moved, priority: Math.ceil(before.priority) + 1 }];
  const low = before?.priority ?? 0;
  const high = after?.priority ?? 0;
  const middle = low + (high - low) / 2;
  if (middle > low && middle < high) return [{ key: moved, priority: middle }];
  const changes: KeyPriority[] = [{ key: moved, priority: low + 1 }];
  let last = low + 1;
  for (const other of others.slice(index)) {
    if (other.priority > last) break;
    last += 1;
    changes.push({ key: other.key, priority: last });
  }
  return changes;
}

// The lab's names for single operations on entities, in the user's language; the rows of a run contain the key. Pure.
import { t } from '../strings/t';

/** As it is where the lab does not know it. */
export function operationName(operation: string): string {
  return Object.hasOwn(names, operation) ? (names[operation]?.() ?? operation) : operation;
}

const names: Readonly<Record<string, () => string>> = {
  insert: () => t`insert`,
  get: () => t`get`,
  update: () => t`update`,
  delete: () => t`delete`,
};

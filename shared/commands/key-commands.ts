// The command that fills a table with rows under designed keys. Pure.
import { shellQuoted } from './shell-text';

/** @param keys key expressions, as an import takes them */
export function importCommand(keys: { readonly partition: string; readonly row: string }): string {
  return `stowage import NEWTABLE rows.jsonl --pk ${shellQuoted(keys.partition)} --rk ${shellQuoted(keys.row)}`;
}

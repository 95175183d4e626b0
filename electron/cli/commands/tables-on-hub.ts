// Imports and exports with `--hub FILE`: which options do not apply there, and their orders.
import { resolve } from 'node:path';
import {
  type ExportWish,
  type ImportWish,
  exportOrder,
  importOrder,
  rejectRandomKeys,
} from '../../engine/cluster/order-tables';
import type { ImportSettings } from '@shared/model/table-import';
import type { Session } from '../session';
import { type HubFlags, rejectOnHub, run } from './on-hub';

interface ExportFlags extends HubFlags {
  readonly resume?: boolean;
  readonly limit?: string;
}

interface ImportFlags extends HubFlags {
  readonly resume?: boolean;
  readonly rejects?: string;
}

export async function exportOnHub(wish: ExportWish, flags: ExportFlags, session: Session): Promise<number> {
  rejectOnHub({ '--resume': flags.resume, '--limit': flags.limit });
  return run(await exportOrder(wish, session.engine.rooms.accounts), flags, session);
}

export function rejectImportOnHub({ resume }: ImportFlags, settings: ImportSettings): void {
  rejectOnHub({ '--resume': resume });
  rejectRandomKeys(settings);
}

export async function importOnHub(
  wish: Omit<ImportWish, 'rejectsDir'>,
  flags: ImportFlags,
  session: Session,
): Promise<number> {
  const rejects = flags.rejects === undefined ? {} : { rejectsDir: resolve(flags.rejects) };
  return run(await importOrder({ ...wish, ...rejects }, session.engine.rooms.accounts), flags, session);
}

// From an order to sync two places to the record of its job.
import { join, resolve, sep } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { SyncSettings } from '@shared/model/sync';
import { type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { foreseeNameRules } from '../plan/folding';
import { storedPatterns } from '../plan/glob';
import { rootOf } from '../plan/plan';
import type { SyncSpec } from './sync-plan';

/** A folder on this machine, or a container or a folder in one. */
export type SyncLocation =
  | { readonly kind: 'local'; readonly dir: string }
  | { readonly kind: 'remote'; readonly connectionId: string; readonly container: string; readonly prefix: string };

export interface SyncRequest {
  /** As for every transfer. */
  readonly begins?: 'now';
  readonly source: SyncLocation;
  readonly target: SyncLocation;
  /** How files are moved; what is moved, and its times, follow from the sync. */
  readonly options?: Partial<TransferOptions>;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly settings: SyncSettings;
}

/** `nowMs`: names the folder of this run's backups. Throws StowageError `invalid.input`. */
export async function syncSpecOf(request: SyncRequest, nowMs: number): Promise<SyncSpec> {
  const { source, target } = request;
  if (request.options?.followLinks !== undefined && source.kind !== 'local') {
    throw invalidInput('--follow-links', t`only a source on this machine has links.`, t`Remove it.`);
  }
  const { include, exclude } = storedPatterns(request);
  const common = {
    include: [...include],
    exclude: [...exclude],
    // The times of files are what a later run compares.
    options: { ...defaultTransferOptions, ...request.options, overwrite: 'always' as const, preserveTimes: true },
    sync: { ...request.settings, ...backupIn(request, nowMs) },
  };
  if (target.kind === 'local') {
    if (source.kind === 'local') {
      throw invalidInput('TARGET', t`both places are on this machine.`, t`Name a container for one of them.`);
    }
    const { connectionId, container } = source;
    const targetDir = resolve(target.dir);
    const localNaming = await foreseeNameRules(targetDir);
    const selection = [{ kind: 'prefix' as const, prefix: rootOf(source.prefix), as: '' }];
    return { kind: 'download', connectionId, container, selection, targetDir, localNaming, ...common };
  }
  const { connectionId, container } = target;
  const prefix = rootOf(target.prefix);
  if (source.kind === 'local') {
    const dir = resolve(source.dir);
    const localNaming = await foreseeNameRules(dir);
    return { kind: 'upload', connectionId, container, prefix, paths: [dir + sep], localNaming, ...common };
  }
  const options = { ...common.options, recordSourceEtag: request.settings.compare === 'etag' };
  return {
    kind: 'copy',
    connectionId,
    container,
    prefix,
    from: { connectionId: source.connectionId, container: source.container },
    selection: [{ kind: 'prefix', prefix: rootOf(source.prefix), as: '' }],
    ...common,
    options,
  };
}

/** A folder of its own for each run: what an earlier one has saved is never replaced. */
function backupIn({ target, settings: { backup } }: SyncRequest, nowMs: number): Pick<SyncSettings, 'backup'> {
  if (backup === undefined) return {};
  const run = new Date(nowMs)
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/gu, '')
    .replace('T', '-');
  const field = '--backup-dir';
  if (target.kind === 'local') {
    if (resolve(backup) === resolve(target.dir))
      throw invalidInput(field, t`it is the target itself.`, t`Name another folder.`);
    return { backup: join(resolve(backup), run) };
  }
  const path = backup.replace(/\/+$/u, '');
  if (path === `${target.container}/${target.prefix}`.replace(/\/+$/u, '')) {
    throw invalidInput(field, t`it is the target itself.`, t`Name another folder.`);
  }
  return { backup: `${path}/${run}/` };
}

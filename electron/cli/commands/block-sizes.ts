// `stowage connections blocks`: block sizes and parallel blocks by file size, saved with a connection; and which of them
// a transfer uses, because options of the command take precedence.
import { invalidInput } from '@shared/errors';
import {
  type BlockSizeRow,
  type BlockSizes,
  maxBlockBytes,
  maxBlockSizeRows,
  maxParallelBlocks,
  orderedRows,
  rowsText,
} from '@shared/model/block-sizes';
import type { TransferOptions } from '@shared/model/transfer';
import { formatRoundBytes } from '@shared/units';
import { withSizes } from '../../engine/transfers/plan/specs';
import { exitCodes } from '../exit-codes';
import { counted, parseBytes, parseWhole } from '../numbers';
import type { CommandAction, Session } from '../session';
import { findConnection } from './connections';

export interface BlocksFlags {
  readonly set?: readonly string[];
  readonly clear?: boolean;
}

export function blockSizesOf(name: string, { set = [], clear = false }: BlocksFlags): CommandAction {
  return async (session) => {
    const { engine, output, signal } = session;
    if (clear && set.length > 0) throw invalidInput('--clear', 'it cannot be combined with --set.', 'Use one of them.');
    const connection = await findConnection(engine, name);
    const rows = orderedRows(set.map(rowOf));
    if (rows.length > maxBlockSizeRows) {
      throw invalidInput('--set', `${rows.length} rows are too many.`, `Use at most ${maxBlockSizeRows}.`);
    }
    if (clear || set.length > 0) {
      await engine.calls['lab.set-block-sizes']({ connectionId: connection.id, rows: [...rows] }, { signal });
    }
    const sizes = await savedSizes(connection.id, session);
    const saved = sizes?.rows ?? [];
    output.table(
      ['FILES FROM', 'BLOCK SIZE', 'PARALLEL BLOCKS'],
      saved.map(({ fromBytes, blockBytes, parallel }) => [
        formatRoundBytes(fromBytes),
        blockBytes === 'auto' ? 'auto' : formatRoundBytes(blockBytes),
        String(parallel),
      ]),
      saved.map((row) => ({ ...row, from: sourceOf(sizes) })),
    );
    if (saved.length === 0) output.info(`Block sizes of ${name} are automatic.`);
    else output.info(`${counted(saved.length, 'row')} ${textOfSource(sizes)}. Uploads and downloads use them.`);
    return exitCodes.done;
  };
}

/** `100MiB=8MiBx8`: for files from 100 MiB, blocks of 8 MiB, 8 at once; `auto` for either. */
function rowOf(text: string): BlockSizeRow {
  const match = /^\s*([^=]+)=\s*(auto|[^x×*]+)\s*[x×*]\s*(auto|\d+)\s*$/u.exec(text);
  const [, from = '', size = '', parallel = ''] = match ?? [];
  if (match === null) {
    throw invalidInput('--set', `"${text}" is not a row.`, 'Write SIZE=BLOCKxPARALLEL, such as 100MiB=8MiBx8.');
  }
  return {
    fromBytes: /^0\s*$/u.test(from) ? 0 : parseBytes('--set', from),
    blockBytes: size.trim() === 'auto' ? 'auto' : parseBytes('--set', size, maxBlockBytes),
    parallel: parallel === 'auto' ? 'auto' : parseWhole('--set', parallel, 1, maxParallelBlocks),
  };
}

async function savedSizes(connectionId: string, { engine, signal }: Session): Promise<BlockSizes | null> {
  const applied = (await engine.calls['lab.applied']({}, { signal })).find((one) => one.connectionId === connectionId);
  if (applied?.sizes === undefined) return null;
  return { rows: applied.sizes, from: applied.isEdited === true ? '' : applied.runName };
}

/** What the command itself sets. */
export interface GivenSizes {
  readonly blockSize?: string;
  readonly concurrency?: string;
}

/** The options of an upload or download of that connection, after a line about what the connection contributes. */
export async function optionsOn(
  connectionId: string,
  options: TransferOptions,
  flags: GivenSizes,
  session: Session,
): Promise<TransferOptions> {
  const sizes = await savedSizes(connectionId, session);
  if (sizes === null) return options;
  const given = [
    ...(flags.blockSize === undefined ? [] : ['--block-size']),
    ...(flags.concurrency === undefined ? [] : ['--concurrency']),
  ];
  const rows = orderedRows(
    sizes.rows.map((row) => ({
      ...row,
      ...(flags.blockSize === undefined ? {} : { blockBytes: 'auto' as const }),
      ...(flags.concurrency === undefined ? {} : { parallel: 'auto' as const }),
    })),
  );
  const precedence = given.length === 0 ? '' : ` ${given.join(' and ')} takes precedence.`;
  // For the whole connection nothing is left to say.
  if (rows.length === 0) return { ...options, sizes: { rows: [], from: '' } };
  session.output.info(`By file size, ${textOfSource(sizes)}: ${rowsText(sizes.rows)}.${precedence}`);
  return withSizes(options, { ...sizes, rows: [...rows] });
}

const sourceOf = (sizes: BlockSizes | null): string => (sizes?.from === '' ? 'user' : `run ${sizes?.from ?? ''}`);

const textOfSource = (sizes: BlockSizes | null): string =>
  sizes?.from === '' ? 'as set for this connection' : `as recommended by the run ${sizes?.from ?? ''}`;

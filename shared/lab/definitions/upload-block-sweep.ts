// File sizes × block sizes × parallelism against a single stream: how much faster parallel blocks are, and which block
// size is best for which file.
import { t } from '../../strings/t';
import { KiB, MiB, formatBytes } from '../../units';
import { transferColumns } from '../columns';
import { type Experiment, commonParameters, numbers } from '../experiment';
import { numbersOf } from '../parameters';
import { analyseBlockSweep } from './upload-block-analysis';

/** Of the same study as the transfer study. */
const publishedSizes = [2, 32, 64, 128, 512]
  .map((size) => size * KiB)
  .concat([1, 5, 10, 25, 50, 100, 250, 500, 750, 1024].map((size) => size * MiB));

export const uploadBlockSweep: Experiment = {
  id: 'upload-block-sweep',
  title: t`Upload block sweep`,
  purpose: t`Which block size and concurrency upload a file fastest, compared with one stream.`,
  study: t`External upload optimisation, 2010`,
  service: 'blob',
  parameters: [
    numbers(
      'fileSizes',
      t`File sizes`,
      t`Random bytes of each size are uploaded.`,
      [1 * MiB, 4 * MiB, 16 * MiB],
      1024,
      1024 * MiB,
      'bytes',
    ),
    numbers(
      'blockSizes',
      t`Block sizes`,
      t`A file smaller than a block is staged as one block, too.`,
      [256 * KiB, 1 * MiB, 4 * MiB],
      64 * KiB,
      100 * MiB,
      'bytes',
    ),
    numbers('concurrencies', t`Blocks in flight`, t`How many blocks are sent at the same time.`, [4], 1, 64),
    ...commonParameters({ repetitions: 3, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: {
        fileSizes: publishedSizes,
        blockSizes: [256 * KiB, 512 * KiB, 1 * MiB, 2 * MiB, 4 * MiB],
        concurrencies: [8],
        repetitions: 50,
        maxMinutes: 1440,
        maxMebibytes: 1_048_576,
        maxRequests: 5_000_000,
      },
    },
    {
      id: 'lab-2010',
      title: t`On a network of 2010`,
      values: { line: 'lab-2010', fileSizes: [1 * MiB, 4 * MiB], concurrencies: [16], repetitions: 1 },
    },
  ],
  columns: transferColumns,
  steps: (values) =>
    numbersOf(values, 'fileSizes').flatMap((fileBytes) => [
      {
        label: t`${formatBytes(fileBytes)}, one stream`,
        step: {
          kind: 'transfer',
          limitMs: 0,
          direction: 'up',
          mode: 'single',
          files: 1,
          fileBytes,
          blockBytes: 0,
          concurrency: 1,
        } as const,
      },
      ...numbersOf(values, 'blockSizes').flatMap((blockBytes) =>
        numbersOf(values, 'concurrencies').map((concurrency) => ({
          label: t`${formatBytes(fileBytes)} in ${formatBytes(blockBytes)} × ${concurrency}`,
          step: {
            kind: 'transfer',
            limitMs: 0,
            direction: 'up',
            mode: 'blocks',
            isStaged: true,
            files: 1,
            fileBytes,
            blockBytes,
            concurrency,
          } as const,
        })),
      ),
    ]),
  analyse: analyseBlockSweep,
};

// Many whole files in parallel against parallel blocks of one file after another, up and down: which way fills the
// line.
import { t } from '../../strings/t';
import { MiB } from '../../units';
import { transferColumns } from '../columns';
import { type Experiment, commonParameters, number } from '../experiment';
import { numberOf } from '../parameters';
import { analyseFileOrBlock, directions, modes } from './file-or-block-analysis';

export const fileOrBlock: Experiment = {
  id: 'file-or-block',
  title: t`Whole files or blocks`,
  purpose: t`Whether many files transfer faster as whole files in parallel or block by block, and where time is idle.`,
  study: t`Maximizing throughput, 2009–2010`,
  service: 'blob',
  parameters: [
    number('files', t`Files`, t`Transferred in each of the three ways, up and down.`, 8, 2, 200),
    number('fileBytes', t`File size`, t`Random bytes.`, 4 * MiB, 64 * 1024, 1024 * MiB, 'bytes'),
    number('blockBytes', t`Block size`, t`For transfers in blocks.`, 1 * MiB, 64 * 1024, 100 * MiB, 'bytes'),
    number('concurrency', t`In flight`, t`Files, or blocks of one file, at the same time.`, 4, 1, 64),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study',
      title: t`As published`,
      values: {
        files: 50,
        fileBytes: 500 * MiB,
        blockBytes: 4 * MiB,
        concurrency: 8,
        repetitions: 3,
        maxMebibytes: 1_048_576,
        maxRequests: 200_000,
        maxMinutes: 1440,
      },
    },
    { id: 'same-region', title: t`In the same region`, values: { line: 'same-region' } },
  ],
  columns: transferColumns,
  steps: (values) =>
    directions.flatMap(({ value: direction, label }) =>
      modes.map(({ mode, label: way }) => ({
        label: `${label}, ${way}`,
        step: {
          kind: 'transfer',
          limitMs: 0,
          direction,
          mode,
          files: numberOf(values, 'files'),
          fileBytes: numberOf(values, 'fileBytes'),
          blockBytes: mode === 'blocks' ? numberOf(values, 'blockBytes') : 0,
          concurrency: mode === 'single' ? 1 : numberOf(values, 'concurrency'),
        } as const,
      })),
    ),
  analyse: analyseFileOrBlock,
};

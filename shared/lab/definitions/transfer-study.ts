// N random files of each size, or those of a folder, up and down in random order, on one target or on several in turn.
import { t } from '../../strings/t';
import { KiB, MiB, formatBytes } from '../../units';
import { studyColumns } from '../columns';
import { type Experiment, type LabelledStep, choice, commonParameters, number, numbers } from '../experiment';
import { bySizeClass, sizeClassText } from '../file-sizes';
import { type ParameterValues, numberOf, numbersOf, textOf } from '../parameters';
import type { OwnFile, TransferStep } from '../steps';
import { analyseTransferStudy, directions } from './transfer-study-analysis';

const publishedSizes = [2, 32, 64, 128, 512]
  .map((size) => size * KiB)
  .concat([1, 5, 10, 25, 50, 100, 250, 500, 750, 1024].map((size) => size * MiB));

export const transferStudy: Experiment = {
  id: 'transfer-study',
  title: t`Transfer study`,
  purpose: t`How long files of each size take up and down, how much that varies, and which rate they reach.`,
  study: t`Transfer studies of cloud storage, 2010`,
  service: 'blob',
  maxTargets: 6,
  takesFolder: true,
  takesTimetable: true,
  parameters: [
    choice('input', t`Files`, t`Files of a folder replace the sizes and numbers below.`, [
      ['random', t`random bytes`],
      ['folder', t`a folder of my own`],
    ]),
    numbers(
      'fileSizes',
      t`File sizes`,
      t`Random bytes of each size are uploaded and downloaded.`,
      [64 * KiB, 1 * MiB, 4 * MiB],
      1024,
      1024 * MiB,
      'bytes',
    ),
    number('files', t`Files of each size`, t`Each is uploaded and downloaded once per repetition.`, 6, 1, 100),
    number(
      'blockBytes',
      t`Block size`,
      t`Larger files are transferred in blocks of this size; 0 moves every file in one stream.`,
      1 * MiB,
      0,
      100 * MiB,
      'bytes',
    ),
    number(
      'concurrency',
      t`Blocks in flight`,
      t`How many blocks of a file are transferred at the same time.`,
      4,
      1,
      64,
    ),
    number('filesAtOnce', t`Files at once`, t`How many files of one size are transferred at the same time.`, 1, 1, 16),
    ...commonParameters({ repetitions: 1, line: 'none' }),
  ],
  presets: [
    { id: 'quick', title: t`Quick look`, values: {} },
    {
      id: 'study-small',
      title: t`As published, up to 100 MiB`,
      values: { fileSizes: publishedSizes.slice(0, 11), files: 50, maxMinutes: 600, maxMebibytes: 65_536 },
    },
    {
      id: 'study',
      title: t`As published`,
      values: {
        fileSizes: publishedSizes,
        files: 50,
        maxMinutes: 1440,
        maxMebibytes: 524_288,
        maxRequests: 1_000_000,
      },
    },
    {
      id: 'study-plain',
      title: t`As published, one stream`,
      values: {
        fileSizes: publishedSizes,
        files: 50,
        blockBytes: 0,
        maxMinutes: 1440,
        maxMebibytes: 524_288,
        maxRequests: 1_000_000,
      },
    },
    {
      id: 'study-six',
      title: t`As published, six files at once`,
      values: {
        fileSizes: publishedSizes.slice(0, 11),
        files: 48,
        filesAtOnce: 6,
        maxMinutes: 600,
        maxMebibytes: 65_536,
      },
    },
    { id: 'home', title: t`Over home DSL`, values: { line: 'home-dsl', fileSizes: [64 * KiB, 512 * KiB], files: 5 } },
  ],
  columns: studyColumns,
  steps: (values, own = []) => (textOf(values, 'input') === 'folder' ? stepsOfOwn(values, own) : stepsOfRandom(values)),
  analyse: analyseTransferStudy,
};

function stepsOfRandom(values: ParameterValues): readonly LabelledStep[] {
  const [files, atOnce] = [numberOf(values, 'files'), numberOf(values, 'filesAtOnce')];
  return numbersOf(values, 'fileSizes').flatMap((fileBytes) =>
    directions.flatMap(({ value: direction, label }) =>
      Array.from({ length: Math.ceil(files / atOnce) }, (_, index) => ({
        label: `${formatBytes(fileBytes)} ${label}`,
        step: {
          ...howToMove(values, fileBytes),
          direction,
          files: Math.min(atOnce, files - index * atOnce),
          fileBytes,
        },
      })),
    ),
  );
}

/** Files that move at once are of one class. */
function stepsOfOwn(values: ParameterValues, own: readonly OwnFile[]): readonly LabelledStep[] {
  const atOnce = numberOf(values, 'filesAtOnce');
  return [...bySizeClass(own)].flatMap(([sizeClass, files]) =>
    directions.flatMap(({ value: direction, label }) =>
      Array.from({ length: Math.ceil(files.length / atOnce) }, (_, index) => {
        const part = files.slice(index * atOnce, (index + 1) * atOnce);
        const largest = Math.max(...part.map(({ bytes }) => bytes));
        return {
          label: `${sizeClassText(sizeClass)} ${label}`,
          step: {
            ...howToMove(values, largest),
            direction,
            files: part.length,
            fileBytes: Math.round(part.reduce((sum, { bytes }) => sum + bytes, 0) / part.length),
            own: part,
            sizeClass,
          },
        };
      }),
    ),
  );
}

type HowToMove = Pick<TransferStep, 'kind' | 'limitMs' | 'mode' | 'blockBytes' | 'concurrency'>;

/** `bytes`: of the largest file. */
function howToMove(values: ParameterValues, bytes: number): HowToMove {
  const atOnce = numberOf(values, 'filesAtOnce');
  const [blockBytes, concurrency] = [numberOf(values, 'blockBytes'), numberOf(values, 'concurrency')];
  const isOneStream = blockBytes === 0 || bytes <= blockBytes;
  return {
    kind: 'transfer',
    limitMs: 0,
    mode: atOnce > 1 ? 'files' : isOneStream ? 'single' : 'blocks',
    blockBytes: isOneStream ? 0 : blockBytes,
    concurrency: (isOneStream ? 1 : concurrency) * atOnce,
  };
}

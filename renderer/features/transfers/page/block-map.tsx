// The blocks of one file: which are waiting, in flight, done or sent again, and how long each took.
import { useEffect, useState } from 'react';
import type { FileBlocks } from '@shared/model/transfer-trace';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { call } from '@renderer/bridge';
import { classNames } from '@renderer/ui';
import { sayFailure } from '../job-actions';
import { blockGroups, blockSummary } from './block-groups';
import styles from './block-map.module.css';

export interface BlockMapProps {
  readonly jobId: string;
  readonly file: number;
  /** Changes when the blocks may have changed. */
  readonly revision: string;
}

/** More cells than these would be too small to see; neighbours share one. */
const mostCells = 1200;

const legend = [
  { state: '0', word: 'waiting' },
  { state: '1', word: 'in flight' },
  { state: '2', word: 'done' },
  { state: '3', word: 'sent again' },
] as const;

export function BlockMap({ jobId, file, revision }: BlockMapProps) {
  const blocks = useBlocks(jobId, file, revision);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  if (blocks === undefined) return null;
  if (blocks === null) return <p className={styles.gone}>This file is done; its blocks are no longer held.</p>;
  const groups = blockGroups(blocks, mostCells);
  const pointed = pointedAt === null ? undefined : groups[pointedAt];
  return (
    <section className={styles.map} aria-label={`Blocks of ${blocks.name}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>{blocks.name}</h2>
        <span className={styles.size}>
          {blocks.blockBytes === 0
            ? `${formatBytes(blocks.bytes)} in one request`
            : `${formatCount(blocks.states.length)} blocks of ${formatBytes(blocks.blockBytes)}`}
        </span>
        <ul className={styles.legend} aria-hidden="true">
          {legend.map(({ state, word }) => (
            <li key={state}>
              <span className={styles.cell} data-state={state} /> {word}
            </li>
          ))}
        </ul>
      </header>
      <div
        className={styles.cells}
        role="img"
        aria-label={blockSummary(blocks)}
        onPointerLeave={() => setPointedAt(null)}
      >
        {groups.map(({ state, wasRetried }, index) => (
          <span
            key={index}
            data-state={state}
            className={classNames(styles.cell, wasRetried && styles.retried)}
            onPointerEnter={() => setPointedAt(index)}
          />
        ))}
      </div>
      <p className={styles.words}>{pointed ? wordsOf(pointed) : blockSummary(blocks)}</p>
    </section>
  );
}

function wordsOf({ first, last, latencyMs, state }: ReturnType<typeof blockGroups>[number]): string {
  const name =
    first === last ? `Block ${formatCount(first + 1)}` : `Blocks ${formatCount(first + 1)} to ${formatCount(last + 1)}`;
  const word = legend.find((one) => one.state === state)?.word ?? '';
  return latencyMs === null ? `${name}: ${word}` : `${name}: ${word}, ${formatDuration(latencyMs)}`;
}

/** Undefined before the first answer. */
function useBlocks(jobId: string, file: number, revision: string): FileBlocks | null | undefined {
  const [answer, setAnswer] = useState<{ readonly file: number; readonly blocks: FileBlocks | null } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    call('transfers.blocks', { jobId, file }, { signal: controller.signal }).then(
      (blocks) => setAnswer({ file, blocks }),
      (thrown: unknown) => {
        if (!controller.signal.aborted) sayFailure(thrown);
      },
    );
    return () => controller.abort();
  }, [jobId, file, revision]);
  return answer?.file === file ? answer.blocks : undefined;
}

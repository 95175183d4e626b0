// The cards of the selected jobs, a feed for the arrow keys and PageUp and PageDown; only those in view are rendered.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { JobCard } from './job-card';
import { jobText } from './job-text';
import styles from './jobs-tab.module.css';

const defaultHeight = 112;

export interface JobListProps {
  readonly jobs: readonly TableJob[];
  /** The name of a connection; undefined where it was removed. */
  readonly nameOf: (connectionId: string) => string | undefined;
}

export function JobList({ jobs, nameOf }: JobListProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const cards = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => defaultHeight,
    getItemKey: (index) => jobs[index]?.id ?? index,
    overscan: 4,
    initialRect: { width: 800, height: 600 },
  });

  const goTo = (index: number): void => {
    const at = Math.max(0, Math.min(jobs.length - 1, index));
    cards.scrollToIndex(at);
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`article[data-index="${at}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('article[data-index]');
    const step = steps[event.key];
    // Inside a card the arrows belong to what has the keyboard there.
    const isOnCard = card === event.target || event.key.startsWith('Page');
    if (card === null || step === undefined || !isOnCard) return;
    event.preventDefault();
    goTo(step(Number(card.dataset.index), jobs.length));
  };

  return (
    <div
      ref={scroll}
      className={styles.scroll}
      data-kept-scroll="jobs"
      role="feed"
      aria-label={t`Table jobs`}
      onKeyDown={onKeyDown}
    >
      <div className={styles.cards} style={{ height: cards.getTotalSize() }}>
        {cards.getVirtualItems().map(({ index, key, start }) => {
          const job = jobs[index];
          if (!job) return null;
          const connectionName = nameOf(job.connectionId);
          return (
            <article
              key={key}
              ref={cards.measureElement}
              data-index={index}
              tabIndex={0}
              aria-label={jobText(job).spoken}
              aria-posinset={index + 1}
              aria-setsize={jobs.length}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <JobCard job={job} connectionName={connectionName ?? t`connection removed`} />
            </article>
          );
        })}
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 1,
  PageUp: (index) => index - 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

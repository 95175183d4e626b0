// Decides what deserves a notification: work that has just ended or cannot continue without the user. Pure; whether the
// user is looking at the window anyway is up to the caller.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { type Work, isUnderWay } from './work';

export interface WorkNotice {
  readonly title: string;
  readonly body: string;
}

/** More than this many at once are combined. */
const maxSingle = 2;

const endings = ['done', 'failed', 'needs-person'] as const;
type Outcome = (typeof endings)[number];

export function noticesOf(before: readonly Work[], now: readonly Work[]): readonly WorkNotice[] {
  const underWay = new Set(before.filter(isUnderWay).map(({ id }) => id));
  const ended = now.flatMap((work) => {
    const { state } = work;
    return underWay.has(work.id) && isOutcome(state) ? [{ ...work, state }] : [];
  });
  if (ended.length <= maxSingle) {
    return ended.map(({ noun, title, state, detail }) => ({
      title: titleOf(noun, state),
      body: detail === '' ? title : `${title}\n${detail}`,
    }));
  }
  const counts = endings
    .map((outcome) => ({ ending: outcome, count: ended.filter(({ state }) => state === outcome).length }))
    .filter(({ count }) => count > 0);
  return [
    {
      title: t`${counted(ended.length, 'job')} ended`,
      body: counts.map(({ ending: outcome, count }) => sumOf(outcome, count)).join(', '),
    },
  ];
}

function titleOf(noun: string, outcome: Outcome): string {
  switch (outcome) {
    case 'done':
      return t`${noun} finished`;
    case 'failed':
      return t`${noun} failed`;
    case 'needs-person':
      return t`${noun} needs attention`;
  }
}

function sumOf(outcome: Outcome, count: number): string {
  switch (outcome) {
    case 'done':
      return t`${count} finished`;
    case 'failed':
      return t`${count} failed`;
    case 'needs-person':
      return plural(count)`${count} needs attention | ${count} need attention`;
  }
}

function isOutcome(state: Work['state']): state is Outcome {
  return endings.some((outcome) => outcome === state);
}

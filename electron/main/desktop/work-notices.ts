// Decides what deserves a notification: work that has just ended or cannot continue without a person. Pure; whether
// anybody is looking at the window anyway is up to the caller.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { type Work, isUnderWay } from './work';

export interface WorkNotice {
  readonly title: string;
  readonly body: string;
}

/** More than this many at once are combined. */
const mostSingle = 2;

const endings = ['done', 'failed', 'needs-person'] as const;
type Ending = (typeof endings)[number];

export function noticesOf(before: readonly Work[], now: readonly Work[]): readonly WorkNotice[] {
  const underWay = new Set(before.filter(isUnderWay).map(({ id }) => id));
  const ended = now.flatMap((work) => {
    const { standing } = work;
    return underWay.has(work.id) && isEnding(standing) ? [{ ...work, standing }] : [];
  });
  if (ended.length <= mostSingle) {
    return ended.map(({ noun, title, standing, detail }) => ({
      title: titleOf(noun, standing),
      body: detail === '' ? title : `${title}\n${detail}`,
    }));
  }
  const counts = endings
    .map((ending) => ({ ending, count: ended.filter(({ standing }) => standing === ending).length }))
    .filter(({ count }) => count > 0);
  return [
    {
      title: t`${counted(ended.length, 'job')} ended`,
      body: counts.map(({ ending, count }) => sumOf(ending, count)).join(', '),
    },
  ];
}

function titleOf(noun: string, ending: Ending): string {
  switch (ending) {
    case 'done':
      return t`${noun} finished`;
    case 'failed':
      return t`${noun} failed`;
    case 'needs-person':
      return t`${noun} needs you`;
  }
}

function sumOf(ending: Ending, count: number): string {
  switch (ending) {
    case 'done':
      return t`${count} finished`;
    case 'failed':
      return t`${count} failed`;
    case 'needs-person':
      return plural(count)`${count} needs you | ${count} need you`;
  }
}

function isEnding(standing: Work['standing']): standing is Ending {
  return endings.some((ending) => ending === standing);
}

// What is worth a notification: work that was under way a moment ago and has ended, or cannot go on without a person.
// Pure; whether somebody looks at the window anyway is for the caller to know.
import { type Work, isUnderWay } from './work';

export interface WorkNotice {
  readonly title: string;
  readonly body: string;
}

/** So many at once are told together. */
const mostSingle = 2;

const endings = { done: 'finished', failed: 'failed', 'needs-person': 'needs you' } as const;
type Ending = keyof typeof endings;

export function noticesOf(before: readonly Work[], now: readonly Work[]): readonly WorkNotice[] {
  const underWay = new Set(before.filter(isUnderWay).map(({ id }) => id));
  const ended = now.flatMap((work) => {
    const { standing } = work;
    return underWay.has(work.id) && isEnding(standing) ? [{ ...work, standing }] : [];
  });
  if (ended.length <= mostSingle) {
    return ended.map(({ noun, title, standing, detail }) => ({
      title: `${noun} ${endings[standing]}`,
      body: detail === '' ? title : `${title}\n${detail}`,
    }));
  }
  const counts = (Object.keys(endings) as Ending[])
    .map((ending) => ({ ending, count: ended.filter(({ standing }) => standing === ending).length }))
    .filter(({ count }) => count > 0);
  return [
    {
      title: `${ended.length} jobs ended`,
      body: counts.map(({ ending, count }) => `${count} ${sumWords(ending, count)}`).join(', '),
    },
  ];
}

function sumWords(ending: Ending, count: number): string {
  if (ending !== 'needs-person') return endings[ending];
  return count === 1 ? 'needs you' : 'need you';
}

function isEnding(standing: Work['standing']): standing is Ending {
  return Object.hasOwn(endings, standing);
}

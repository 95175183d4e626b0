// What a check says of itself: its verdict, and what reading blobs in full takes. Pure.
import type { VerifyReport } from '@shared/model/verify-report';
import { GiB, formatBytes, formatCount } from '@shared/units';

/** One or two sentences; says no more than was looked at. */
export function verdictWords(report: VerifyReport, when: 'under way' | 'over'): string {
  const { same, missingHere, missingThere, differs, notCompared, failed, mode } = report;
  if (when === 'under way') return 'The counts are of what was compared so far.';
  const troubles = missingHere + missingThere + differs + failed;
  const how = mode === 'md5' ? 'by MD5' : 'by length alone; their bytes were not compared';
  if (troubles === 0 && notCompared.files === 0) {
    return same === 0 ? 'There was nothing to compare.' : `Both sides are the same, compared ${how}.`;
  }
  const open =
    notCompared.files === 0
      ? ''
      : `${plural(notCompared.files, 'blob has', 'blobs have')} no MD5: compared by length alone.`;
  if (troubles === 0) return open;
  const verdict = `${plural(troubles, 'file is', 'files are')} not the same on both sides; the list says which and why.`;
  return [verdict, open].filter(Boolean).join(' ');
}

/** Dollars a GB that leaves a region of the service for the internet, at the usual list price of the first terabytes. */
const egressPerGb = 0.087;

/** What it costs to read them, in requests, bytes and about how much money. */
export function readingWords({ files, bytes, requests }: VerifyReport['notCompared']): string {
  const money = (bytes / 1e9) * egressPerGb;
  const price =
    bytes < GiB / 10
      ? 'less than $0.01'
      : `about $${money.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const sum = `${formatBytes(bytes)} in ${plural(requests, 'request', 'requests')}`;
  return `${plural(files, 'blob is', 'blobs are')} read to compare every byte: ${sum}. Nothing is kept. Data that leaves its region costs ${price} at a usual list price; within the region it is free. Blobs in a cool, cold or archive tier cost more to read.`;
}

function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

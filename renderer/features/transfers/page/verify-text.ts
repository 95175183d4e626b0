// The texts of a check: its verdict, and what reading blobs in full costs. Pure.
import { formatNumber } from '@shared/strings/numbers';
import type { VerifyReport } from '@shared/model/verify-report';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { GiB, formatBytes, formatCount } from '@shared/units';

/** One or two sentences; claims no more than was read. */
export function verdictText(report: VerifyReport, when: 'under-way' | 'over'): string {
  const { same, missingHere, missingThere, differs, notCompared, failed, mode } = report;
  if (when === 'under-way') return t`The counts are of what was compared so far.`;
  const problems = missingHere + missingThere + differs + failed;
  const byHash = report.of === 'blobs' ? t`by the MD5 stored with both` : t`by MD5`;
  const how = mode === 'md5' ? byHash : t`by length alone; their bytes were not compared`;
  if (problems === 0 && notCompared.files === 0) {
    return same === 0 ? t`There was nothing to compare.` : t`Both sides are the same, compared ${how}.`;
  }
  const without = formatCount(notCompared.files);
  const open =
    notCompared.files === 0
      ? ''
      : plural(
          notCompared.files,
        )`${without} blob has no MD5: compared by length alone. | ${without} blobs have no MD5: compared by length alone.`;
  if (problems === 0) return open;
  const many = formatCount(problems);
  const verdict = plural(
    problems,
  )`${many} file is not the same on both sides; the list says which and why. | ${many} files are not the same on both sides; the list says which and why.`;
  return [verdict, open].filter(Boolean).join(' ');
}

/** Dollars a GB that leaves a region of the service for the internet, at the usual list price of the first terabytes. */
const egressPerGb = 0.087;

/** The cost of reading them, in requests, bytes and an approximate amount of money. */
export function readingText({ files, bytes, requests }: VerifyReport['notCompared']): string {
  const money = (bytes / 1e9) * egressPerGb;
  const price =
    bytes < GiB / 10
      ? t`less than $${formatNumber(0.01, { max: 2 })}`
      : t`about $${formatNumber(money, { min: 2, max: 2 })}`;
  const sum = t`${formatBytes(bytes)} in ${counted(requests, 'request')}`;
  return [
    plural(
      files,
    )`${formatCount(files)} blob is read to compare every byte: ${sum}. | ${formatCount(files)} blobs are read to compare every byte: ${sum}.`,
    t`Nothing is kept. Data that leaves its region costs ${price} at a usual list price; within the region it is free. Blobs in a cool, cold or archive tier cost more to read.`,
  ].join(' ');
}

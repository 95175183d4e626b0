// The texts of a check: its verdict, and what reading blobs in full costs. Pure.
import { formatNumber } from '@shared/strings/numbers';
import type { VerifyReport } from '@shared/model/verify-report';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { GiB, formatBytes, formatCount } from '@shared/units';

/** One or two sentences; claims no more than was read. */
export function verdictText(report: VerifyReport, when: 'under-way' | 'over'): string {
  const { same, missingHere, missingThere, differs, notCompared, failed, mode } = report;
  if (when === 'under-way') return t`The counts cover the files compared so far.`;
  const problems = missingHere + missingThere + differs + failed;
  const byHash = report.of === 'blobs' ? t`by their stored MD5` : t`by MD5`;
  const how = mode === 'md5' ? byHash : t`by length only; content was not compared`;
  if (problems === 0 && notCompared.files === 0) {
    return same === 0 ? t`Nothing to compare.` : t`Both sides are equal, compared ${how}.`;
  }
  const without = formatCount(notCompared.files);
  const open =
    notCompared.files === 0
      ? ''
      : plural(
          notCompared.files,
        )`${without} blob has no MD5 and was compared by length only. | ${without} blobs have no MD5 and were compared by length only.`;
  if (problems === 0) return open;
  const many = formatCount(problems);
  const verdict = plural(
    problems,
  )`${many} file differs; see the list for the reason. | ${many} files differ; see the list for the reasons.`;
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
    )`${formatCount(files)} blob is downloaded to compare every byte: ${sum}. | ${formatCount(files)} blobs are downloaded to compare every byte: ${sum}.`,
    t`The data is not saved. Data that leaves its region costs ${price} at a typical list price; within the region it is free. Reading blobs in the cool, cold or archive tier costs more.`,
  ].join(' ');
}

// The sizes of a study’s files as charts put them together: each size alone, or the classes of files of any size. Pure.
import { t } from '../strings/t';
import { KiB, formatBytes, formatRoundBytes } from '../units';
import { numberIn } from './grouping';
import type { Sample } from './run';
import type { OwnFile } from './steps';

/** The smallest class that the size belongs to: 4 KiB, 16 KiB, 64 KiB … */
export function sizeClassOf(bytes: number): number {
  let limit = 4 * KiB;
  while (limit < bytes) limit *= 4;
  return limit;
}

/** Ascending, each with its files in their order. */
export function bySizeClass(files: readonly OwnFile[]): ReadonlyMap<number, readonly OwnFile[]> {
  const classes = new Map<number, OwnFile[]>();
  for (const file of [...files].sort((a, b) => a.bytes - b.bytes)) {
    const limit = sizeClassOf(file.bytes);
    classes.set(limit, [...(classes.get(limit) ?? []), file]);
  }
  return classes;
}

/** Rows of earlier versions have no class. */
const classOf = (sample: Sample): number =>
  typeof sample.sizeClass === 'number' ? sample.sizeClass : numberIn(sample, 'fileBytes');

/** The sizes or classes of the rows, ascending. */
export function sizesIn(samples: readonly Sample[]): readonly number[] {
  return [...new Set(samples.map(classOf))].sort((a, b) => a - b);
}

export const ofSize = (samples: readonly Sample[], size: number): readonly Sample[] =>
  samples.filter((sample) => classOf(sample) === size);

/** A class is named by its largest size. */
export function sizeName(samples: readonly Sample[], size: number): string {
  const isClass = ofSize(samples, size).some((sample) => numberIn(sample, 'fileBytes') !== size);
  return isClass ? t`up to ${formatRoundBytes(size)}` : formatRoundBytes(size);
}

/** As `sizeName`, for a class before anything is measured. */
export const sizeClassText = (size: number): string => t`up to ${formatBytes(size)}`;

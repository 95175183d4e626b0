// The title of a job, made from what was chosen.
import { basename } from 'node:path';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { JobSpec } from '../records/job-records';

/** `IMG_0421.heic`, or `scans and 2 more`. */
export function titleOf(spec: JobSpec): string {
  if (spec.kind === 'verify') return spec.of.kind === 'folder' ? basename(spec.of.dir) : spec.of.title;
  if ((spec.kind === 'upload' || spec.kind === 'download') && spec.repairs !== undefined) {
    return spec.kind === 'upload'
      ? t`What differs in ${spec.container}`
      : t`What differs in ${basename(spec.targetDir)}`;
  }
  const container = spec.kind === 'copy' || spec.kind === 'move' ? spec.from.container : spec.container;
  const names =
    spec.kind === 'upload'
      ? spec.paths.map((path) => basename(path))
      : spec.selection.map((chosen) =>
          chosen.kind === 'prefix'
            ? lastSegment(chosen.prefix.replace(/\/$/u, '')) || container
            : lastSegment(chosen.name),
        );
  const [first, ...more] = names;
  return more.length === 0 ? (first ?? '') : t`${first ?? ''} and ${formatCount(more.length)} more`;
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

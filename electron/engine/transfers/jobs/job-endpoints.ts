// Source and target of a job, as people read them. Pure.
import { join } from 'node:path';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { CopySpec, DownloadSpec, JobSpec } from '../records/job-records';

/** The first name, and how many more there are. */
export function jobEndpointsOf(spec: JobSpec): Pick<TransferJob, 'source' | 'target' | 'serves'> {
  switch (spec.kind) {
    case 'upload':
      return { source: firstOfPaths(spec.paths), target: `${spec.container}/${spec.as ?? spec.prefix}` };
    case 'download':
      return {
        source: firstOfBlobs(spec),
        target: downloadTargetOf(spec),
        ...(spec.serves && { serves: spec.serves }),
      };
    case 'verify': {
      if (spec.of.kind === 'copy') return { source: spec.of.from.container, target: `${spec.container}/` };
      const targetPath = spec.of.kind === 'folder' ? spec.of.dir : spec.of.targetDir || spec.of.title;
      return { source: targetPath, target: `${spec.container}/${spec.of.kind === 'folder' ? spec.of.prefix : ''}` };
    }
    case 'copy':
    case 'move':
      return copyEndpointsOf(spec);
  }
}

/** The target; for a single item that is renamed, its new name too. */
function copyEndpointsOf({ container, prefix, from, selection }: CopySpec): Pick<TransferJob, 'source' | 'target'> {
  const names = selection.map((chosen) => (chosen.kind === 'prefix' ? chosen.prefix : chosen.name));
  const [as = ''] = selection.map((chosen) => prefix + chosen.as);
  const isRenamed = names.length === 1 && as !== '' && lastPart(as) !== lastPart(names[0] ?? '');
  const target = isRenamed ? as : as.slice(0, as.length - lastPart(as).length);
  return { source: firstOfPaths(names.map((name) => `${from.container}/${name}`)), target: `${container}/${target}` };
}

/** The last segment of a path; a folder keeps its slash. */
const lastPart = (path: string): string => /[^/]*\/?$/u.exec(path)?.[0] ?? '';

/** The file, for a single blob that gets another name. */
function downloadTargetOf({ targetDir, selection: [first] }: DownloadSpec): string {
  return first?.kind === 'blob' && first.as !== undefined ? join(targetDir, first.as) : targetDir;
}

function firstOfBlobs({ container, selection }: DownloadSpec): string {
  const places = selection.map((chosen) => (chosen.kind === 'prefix' ? chosen.prefix : chosen.name));
  // A repair takes what the check found, wherever it is in the container.
  if (places.length === 0) return container;
  return firstOfPaths(places.map((targetPath) => (targetPath === '' ? container : `${container}/${targetPath}`)));
}

function firstOfPaths([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : t`${first} and ${formatCount(others.length)} more`;
}

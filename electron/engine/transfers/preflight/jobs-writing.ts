// Jobs that write to the place of a transfer: until they end it is unknown which names will exist, and what they stored
// during the survey was not counted.
import { basename } from 'node:path';
import { type NameFolding, collisionKey } from '../plan/names';
import { titleOf } from '../plan/specs';
import { type JobSpec, meansContents } from '../records/job-records';
import { type JobState, isEnded } from '../records/job-state';

/**
 * Titles of those of `others` that may write a name that `spec` writes too. `folding`: how the target disk compares
 * names.
 */
export function jobsWriting(spec: JobSpec, others: readonly JobSpec[], folding: NameFolding): readonly string[] {
  const own = targetsOf(spec, folding);
  const tops = new Set(own.names);
  const onTheWay = new Set(own.names.flatMap(withFoldersAbove));
  const meets = (name: string): boolean => onTheWay.has(name) || withFoldersAbove(name).some((each) => tops.has(each));
  return others
    .filter((other) => {
      const { place, names } = targetsOf(other, folding);
      return place === own.place && names.some(meets);
    })
    .map(titleOf);
}

/** The jobs that wrote since the first call; ended ones only if they have created names. */
export function jobsWritingSince(
  spec: JobSpec,
  jobs: () => readonly JobState[],
  folding: NameFolding,
): () => readonly string[] {
  const seen = new Map<string, string>();
  return () => {
    for (const { head, state, filesDone } of jobs()) {
      const [title] = isEnded(state) ? [] : jobsWriting(spec, [head.spec], folding);
      if (title !== undefined) seen.set(head.id, title);
      else if (filesDone === 0) seen.delete(head.id);
    }
    return [...new Set(seen.values())];
  };
}

interface Targets {
  readonly place: string;
  /** Files, blobs, or folders with everything below them; the empty name is the whole place. */
  readonly names: readonly string[];
}

function targetsOf(spec: JobSpec, folding: NameFolding): Targets {
  switch (spec.kind) {
    case 'upload':
      // Only its check knows which files a repair writes.
      if (spec.repairs !== undefined) return inContainer(spec, ['']);
      return inContainer(
        spec,
        spec.as === undefined
          ? spec.paths.map((path) => (meansContents(path) ? '' : basename(path)))
          : [spec.as.slice(spec.prefix.length)],
      );
    case 'copy':
    case 'move':
      return inContainer(
        spec,
        spec.selection.map(({ as }) => as),
      );
    case 'download': {
      const names =
        spec.repairs === undefined
          ? spec.selection.map((chosen) =>
              chosen.kind === 'prefix' || (chosen.kind === 'blob' && chosen.as !== undefined)
                ? (chosen.as ?? '')
                : basename(chosen.name),
            )
          : [''];
      const onDisk = (name: string): string => collisionKey([plainName(`${spec.targetDir}/${name}`)], folding);
      return { place: 'disk', names: names.map(onDisk) };
    }
    case 'verify':
      return { place: '', names: [] };
  }
}

function inContainer(
  { connectionId, container, prefix }: Extract<JobSpec, { prefix: string }>,
  names: readonly string[],
): Targets {
  return { place: `${connectionId} ${container}`, names: names.map((name) => plainName(`${prefix}/${name}`)) };
}

/** Without slashes at its ends, and one between its parts. */
function plainName(path: string): string {
  return path
    .split(/[/\\]+/u)
    .filter(Boolean)
    .join('/');
}

/** `a/b` with `a` and the place itself. */
function withFoldersAbove(name: string): readonly string[] {
  const parts = name.split('/');
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}

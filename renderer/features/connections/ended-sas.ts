// The message under the field of a SAS whose `se` has passed, before the service is asked. Pure.
import { formatMoment } from '@shared/strings/moments';
import type { SasScope } from '@shared/model/connection';
import { parseConnectionInput } from '@shared/model/connection-string';
import { t } from '@shared/strings/t';
import { type ConnectionDraft, type FieldProblems, inputOf } from './connection-draft';

/**
 * `storedSas`: the SAS that is stored, where the draft has none of its own. It does not keep anybody from asking or saving:
 * the service goes by its own clock.
 */
export function endedSas(draft: ConnectionDraft, storedSas: SasScope | undefined, nowMs: number): FieldProblems {
  if (draft.kind !== 'sas' && draft.kind !== 'connection-string') return {};
  const endMs = Date.parse((storedSas ?? scopeIn(draft))?.expiresOn ?? '');
  if (!(endMs <= nowMs)) return {};
  const end = formatMoment(endMs, 'utc', 'minute');
  const text = t`The SAS has expired: its end (se) was ${end} UTC. Create a new SAS and paste it here.`;
  return draft.kind === 'sas' ? { sas: text } : { connectionString: text };
}

function scopeIn(draft: ConnectionDraft): SasScope | undefined {
  try {
    return parseConnectionInput(inputOf(draft)).sas;
  } catch {
    // An unfinished SAS is judged when it is tested.
    return undefined;
  }
}

// The settings of a signature while the dialog is open, and the resulting request.
import { useState } from 'react';
import { type SasRequest, type SasResource, sasTime } from '@shared/sas/sas-request';

/** `protocol`: null until the user chooses. */
type Draft = Omit<SasRequest, 'resource' | 'protocol'> & { readonly protocol: SasRequest['protocol'] | null };

export interface SasDraft {
  /** Times as they are typed. */
  readonly draft: Draft;
  readonly request: SasRequest;
  readonly change: (part: Partial<Draft>) => void;
  /** A policy replaces the chosen permissions and times; those return when no policy ('') is chosen. */
  readonly choosePolicy: (policy: string) => void;
}

/** @param endpoint of the service; empty while it is not known */
export function useSasDraft(resource: SasResource, endpoint: string): SasDraft {
  const [draft, setDraft] = useState<Draft>(() => firstDraft(Date.now()));
  /** The permissions and times before a policy was chosen. */
  const [own, setOwn] = useState<Pick<Draft, 'rights' | 'startsOn' | 'expiresOn'> | null>(null);
  // A local store speaks plain HTTP only.
  const defaultProtocol = endpoint.startsWith('http:') ? 'https,http' : 'https';
  const times = { startsOn: sasTime(draft.startsOn), expiresOn: sasTime(draft.expiresOn) };
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  return {
    draft,
    request: { resource, ...draft, ...times, protocol: draft.protocol ?? defaultProtocol },
    change,
    choosePolicy: (policy) => {
      const { rights, startsOn, expiresOn } = draft;
      const isLeft = `${rights}${startsOn}${expiresOn}` === '';
      if (policy === '') change({ policy, ...(isLeft ? own : null) });
      else {
        if (!isLeft) setOwn({ rights, startsOn, expiresOn });
        change({ policy, rights: '', startsOn: '', expiresOn: '' });
      }
    },
  };
}

/** Reading for a day. */
function firstDraft(nowMs: number): Draft {
  const expiresOn = `${new Date(nowMs + 86_400_000).toISOString().slice(0, 19)}Z`;
  return { rights: 'r', startsOn: '', expiresOn, ipRange: '', protocol: null, policy: '' };
}

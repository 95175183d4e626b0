// The network settings while they are edited, and their errors. Pure.
import type { NetworkSettings, TrustedAuthority } from '@shared/model/network';
import { t } from '@shared/strings/t';

type ManualProxy = Extract<NetworkSettings['proxy'], { readonly mode: 'manual' }>;

export interface NetworkDraft {
  readonly access: NetworkSettings['access'];
  readonly mode: NetworkSettings['proxy']['mode'];
  readonly scheme: ManualProxy['scheme'];
  readonly host: string;
  readonly port: string;
  readonly user: string;
  /** `request`: main requests another one. */
  readonly password: 'keep' | 'ask';
  readonly bypass: string;
  readonly authorities: readonly TrustedAuthority[];
}

export type NetworkProblems = Partial<Record<'host' | 'port', string>>;

const defaultPort = 8080;

export function draftOf({ access, proxy, authorities }: NetworkSettings): NetworkDraft {
  const none = { scheme: 'http', host: '', port: defaultPort, user: '', bypass: [] } as const;
  const manual = proxy.mode === 'manual' ? proxy : none;
  return {
    access,
    authorities,
    mode: proxy.mode,
    password: 'keep',
    scheme: manual.scheme,
    host: manual.host,
    port: String(manual.port),
    user: manual.user,
    bypass: manual.bypass.join(' '),
  };
}

export function settingsOf(draft: NetworkDraft): NetworkSettings {
  const { access, mode, scheme, host, port, user, bypass } = draft;
  const proxy: NetworkSettings['proxy'] =
    mode === 'manual'
      ? {
          mode,
          scheme,
          host: host.trim(),
          port: Number(port),
          user: user.trim(),
          bypass: bypass.split(/[\s,]+/).filter((each) => each !== ''),
        }
      : { mode };
  return { access, proxy, authorities: [...draft.authorities] };
}

/** Empty where the draft can be applied. */
export function problemsOf({ mode, host, port }: NetworkDraft): NetworkProblems {
  if (mode !== 'manual') return {};
  const number = Number(port);
  return {
    ...(/^[^\s/:@]+$|^[0-9a-f:]+$/i.test(host.trim())
      ? {}
      : { host: t`Enter a name or an address, without http:// and port.` }),
    ...(Number.isInteger(number) && number >= 1 && number <= 65_535
      ? {}
      : { port: t`Enter a number from 1 to 65535.` }),
  };
}

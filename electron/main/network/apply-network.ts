// Applies network settings that a window sent: main prompts the user for every change of the proxy and of the trusted
// authorities, receives the proxy's password directly, and trusts only certificates that were read from picked files.
import { X509Certificate } from 'node:crypto';
import { StowageError, cancelled } from '@shared/errors';
import type { CallInput } from '@shared/ipc/contract';
import type { NetworkSettings, TrustedAuthority } from '@shared/model/network';
import type { Prompts } from '../prompts/prompts';
import { authorityOf } from './authorities';
import { type NetworkKeeper, proxyLogin } from './network-keeper';

export interface NetworkParts {
  readonly network: Pick<NetworkKeeper, 'read' | 'apply'>;
  readonly prompts: Pick<Prompts, 'promptForNetwork'>;
}

/**
 * `picked`: the certificates (PEM) of files that the user picked.
 * @throws StowageError `cancelled.by-user` when the user declines, `invalid.refused` for a certificate from no picked
 * file
 */
export function applyNetwork(
  input: CallInput<'network.apply'>,
  parts: NetworkParts,
  picked: ReadonlySet<string>,
): Promise<void> {
  // Serialized: the settings that the user is shown are compared with those in effect when they are applied, and not
  // with those before an answer to another dialog.
  const mine = (lastOf.get(parts.network) ?? Promise.resolve()).then(() => promptAndApply(input, parts, picked));
  lastOf.set(
    parts.network,
    mine.catch(() => undefined),
  );
  return mine;
}

const lastOf = new WeakMap<NetworkParts['network'], Promise<void>>();

async function promptAndApply(
  { settings: wanted, password }: CallInput<'network.apply'>,
  { network, prompts }: NetworkParts,
  picked: ReadonlySet<string>,
): Promise<void> {
  const before = await network.read();
  const settings = { ...wanted, authorities: wanted.authorities.map((each) => known(each, before.settings, picked)) };
  const login = proxyLogin(settings);
  const promptsForPassword =
    login !== '' && (password === 'ask' || (password === 'keep' && login !== proxyLogin(before.settings)));
  const given = await prompts.promptForNetwork(
    before.settings,
    settings,
    promptsForPassword ? 'asked for' : 'not asked for',
  );
  if (given.answer === 'declined') throw cancelled();
  const typed = promptsForPassword && given.text !== '' ? given.text : null;
  await network.apply(settings, promptsForPassword || password === 'remove' ? typed : undefined);
}

/** As main parses the certificate: a page could give it another name. */
function known(
  { pem }: TrustedAuthority,
  { authorities }: NetworkSettings,
  picked: ReadonlySet<string>,
): TrustedAuthority {
  const saved = authorities.find((each) => each.pem === pem);
  if (saved !== undefined) return saved;
  if (picked.has(pem)) return authorityOf(new X509Certificate(pem));
  throw new StowageError('invalid.refused', 'Only certificates of picked files can be trusted.');
}

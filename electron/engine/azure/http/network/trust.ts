// The certificate authorities that a connection trusts: the usual ones, and those that the user added.
import { rootCertificates } from 'node:tls';
import type { NetworkRoute } from '@shared/model/network';

/** For `ca` of a TLS connection; undefined leaves Node's own choice. */
export function trustedIn(route: NetworkRoute | undefined): string[] | undefined {
  if (route === undefined || route.authorities.length === 0) return undefined;
  return [...rootCertificates, ...route.authorities];
}

// Parses the challenge by which a service names the token that it requires: tenant, authority and claims. Source:
// "Authorize with Microsoft Entra ID", bearer challenge; RFC 6750.

export interface BearerChallenge {
  /** Null when the challenge names none. */
  readonly tenant: string | null;
  /** Origin of the authority; null when the challenge names none. */
  readonly authority: string | null;
  /** The additional claims that the token must contain, JSON; null when none. */
  readonly claims: string | null;
}

/** Null when the header is absent or not a bearer challenge. */
export function parseChallenge(header: string | undefined): BearerChallenge | null {
  if (header === undefined || !/^Bearer\b/iu.test(header)) return null;
  const parameters = new Map<string, string>();
  // Storage leaves its values unquoted and separates them by blanks; Resource Manager quotes them and uses commas.
  for (const [, name = '', quoted, plain = ''] of header.matchAll(/([a-z_]+)=(?:"([^"]*)"|([^\s,]*))/giu)) {
    parameters.set(name.toLowerCase(), quoted ?? plain);
  }
  const { authority, tenant } = tenantIn(parameters.get('authorization_uri') ?? parameters.get('authorization') ?? '');
  return { authority, tenant, claims: claimsIn(parameters.get('claims')) };
}

function tenantIn(address: string): Pick<BearerChallenge, 'authority' | 'tenant'> {
  if (!URL.canParse(address)) return { authority: null, tenant: null };
  const { protocol, origin, pathname } = new URL(address);
  if (protocol !== 'https:') return { authority: null, tenant: null };
  const [, tenant = ''] = pathname.split('/');
  return { authority: origin, tenant: tenant === '' || tenant === 'common' ? null : tenant };
}

function claimsIn(encoded: string | undefined): string | null {
  if (encoded === undefined || encoded === '') return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

// The declared scope of a shared access signature: level, resource, permissions and validity. Reads the token's
// parameters and never repeats its signature.
import type { SasRight, SasScope } from './connection';
import { invalidInputAs } from './endpoint-address';
import { t } from '../strings/t';

const inputError = invalidInputAs('invalid.sas');

/** What the address of a blob or container names. */
export interface AddressedResource {
  readonly container?: string | undefined;
  readonly blob?: string | undefined;
}

/** A valid token. */
export interface SasToken {
  /** Query string without `?`, its signature encoded as it must be sent. */
  readonly token: string;
  readonly scope: SasScope;
  /** Services that an account SAS covers, or the one a service SAS belongs to. */
  readonly services: readonly ('blob' | 'table')[];
}

/**
 * `token`: query string with or without `?`. `addressed`: the container and blob in the address, for a SAS that is bound to
 * one without naming it. Throws `invalid.sas`.
 */
export function parseSasToken(token: string, addressed: AddressedResource = {}): SasToken {
  const parameters = parametersOf(token.trim().replace(/^\?/, ''));
  const signature = checkedSignature(parameters);
  const services = servicesOf(parameters);
  const level = levelOf(parameters);
  const expiresOn = checkedDate(parameters, 'se');
  const startsOn = checkedDate(parameters, 'st');
  const policy = parameters.get('si');
  const letters = parameters.get('sp');
  if (letters === undefined && policy === undefined) {
    throw inputError(
      'sp',
      t`is missing: the SAS grants no permissions.`,
      t`Create the SAS with at least one permission.`,
    );
  }
  if (expiresOn === undefined && policy === undefined) {
    throw inputError('se', t`is missing: the SAS has no expiry.`, t`Copy the whole SAS, or create it again.`);
  }
  const { container, blob } = level === 'blob' ? blobAt(addressed) : { ...addressed, blob: undefined };
  const resource = level === 'table' ? parameters.get('tn') : level === 'account' ? undefined : container;
  const keyRange = keyRangeOf(parameters);
  return {
    token: [...parameters]
      .map(([name, value]) => `${name}=${encodeURIComponent(name === 'sig' ? signature : value)}`)
      .join('&'),
    services,
    scope: {
      level,
      ...(resource === undefined ? {} : { resource }),
      ...(blob === undefined ? {} : { blob }),
      rights: rightsOf(letters ?? '', level),
      ...(level === 'account' ? { resourceTypes: resourceTypesOf(parameters) } : {}),
      ...(startsOn === undefined ? {} : { startsOn }),
      ...(expiresOn === undefined ? {} : { expiresOn }),
      ...(keyRange === undefined ? {} : { keyRange }),
      ...(policy === undefined ? {} : { policy }),
    },
  };
}

/** An address with a single name is that of a blob in the root container. */
function blobAt({ container, blob }: AddressedResource): AddressedResource {
  return container === undefined || blob !== undefined ? { container, blob } : { container: '$root', blob: container };
}

type Parameters = ReadonlyMap<string, string>;

function parametersOf(query: string): Parameters {
  if (query === '') throw inputError('SAS', t`is empty.`, t`Copy the whole SAS, starting with sv= or ?sv=.`);
  const parameters = new Map<string, string>();
  for (const [index, part] of query.split('&').entries()) {
    const equals = part.indexOf('=');
    const name = equals > 0 ? part.slice(0, equals) : '';
    if (!/^[A-Za-z0-9_.-]{1,40}$/.test(name)) {
      throw inputError(t`SAS part ${index + 1}`, t`is not of the form name=value.`, t`Copy the whole SAS again.`);
    }
    if (parameters.has(name)) throw inputError(fieldName(name), t`occurs twice.`, t`Use only one SAS.`);
    parameters.set(name, decodedValue(part.slice(equals + 1), name));
  }
  return parameters;
}

/** The published names of SAS parameters; anything else might be a misplaced secret. */
const knownNames: ReadonlySet<string> = new Set(
  'sv ss srt sp sr tn spk srk epk erk st se si sig spr sip skoid sktid skt ske sks skv ses rscc rscd rsce rscl rsct sdd saoid suoid scid'.split(
    ' ',
  ),
);

function fieldName(name: string): string {
  return knownNames.has(name) ? name : 'SAS';
}

function decodedValue(value: string, name: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw inputError(fieldName(name), t`contains an invalid % sequence.`, t`Copy the whole SAS again.`);
  }
}

/** An HMAC-SHA256 in base64. Copying through a form may have turned a plus into a space. */
function checkedSignature(parameters: Parameters): string {
  const signature = parameters.get('sig');
  if (signature === undefined) {
    throw inputError('sig', t`is missing.`, t`Copy the whole SAS, including the signature at its end.`);
  }
  const restored = signature.replace(/ /g, '+');
  if (!/^[A-Za-z0-9+/]{43}=$/.test(restored)) {
    throw inputError('sig', t`is not a complete signature.`, t`Copy the whole SAS, including the trailing = or %3D.`);
  }
  return restored;
}

function levelOf(parameters: Parameters): SasScope['level'] {
  if (parameters.has('ss') || parameters.has('srt')) return 'account';
  if (parameters.has('tn')) return 'table';
  switch (parameters.get('sr')) {
    case 'c':
    case 'd':
      return 'container';
    case 'b':
    case 'bs':
    case 'bv':
      return 'blob';
    case undefined:
      throw inputError(
        'SAS',
        t`does not specify its resource (ss, sr or tn is missing).`,
        t`Copy the whole SAS again.`,
      );
    default:
      throw inputError('sr', t`is for a resource type that Stowage does not support.`, t`Use a blob or container SAS.`);
  }
}

function servicesOf(parameters: Parameters): readonly ('blob' | 'table')[] {
  const letters = parameters.get('ss');
  if (letters === undefined) {
    if (parameters.has('srt')) throw inputError('ss', t`is missing.`, t`Copy the whole SAS again.`);
    return [parameters.has('tn') ? 'table' : 'blob'];
  }
  if (!/^[bfqt]+$/.test(letters)) throw inputError('ss', t`contains unknown services.`, t`Copy the whole SAS again.`);
  if (!parameters.has('srt')) throw inputError('srt', t`is missing.`, t`Copy the whole SAS again.`);
  if (!/^[sco]+$/.test(parameters.get('srt') ?? '')) {
    throw inputError('srt', t`contains unknown resource types.`, t`Copy the whole SAS again.`);
  }
  const services: ('blob' | 'table')[] = [];
  if (letters.includes('b')) services.push('blob');
  if (letters.includes('t')) services.push('table');
  if (services.length === 0) {
    throw inputError('ss', t`covers neither blobs nor tables.`, t`Create the SAS for the Blob or the Table service.`);
  }
  return services;
}

const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,7})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function checkedDate(parameters: Parameters, name: 'st' | 'se'): string | undefined {
  // A plus sign of a time offset may have become a space.
  const text = parameters.get(name)?.replace(/ /g, '+');
  if (text === undefined) return undefined;
  if (!datePattern.test(text) || Number.isNaN(Date.parse(text))) {
    throw inputError(name, t`is not a date.`, t`Copy the whole SAS again; dates look like 2030-01-31T00:00:00Z.`);
  }
  return text;
}

const rightLetters: Readonly<Record<string, SasRight>> = {
  r: 'read',
  w: 'write',
  d: 'delete',
  l: 'list',
  a: 'add',
  c: 'create',
  u: 'update',
  p: 'process',
};

function rightsOf(letters: string, level: SasScope['level']): SasRight[] {
  if (!/^[a-z]*$/.test(letters)) throw inputError('sp', t`contains unknown permissions.`, t`Copy the whole SAS again.`);
  const rights = new Set<SasRight>();
  for (const letter of letters) {
    rights.add(letter === 'r' && level === 'table' ? 'query' : (rightLetters[letter] ?? 'other'));
  }
  return [...rights];
}

const typeLetters = { s: 'service', c: 'container', o: 'object' } as const;

function resourceTypesOf(parameters: Parameters): NonNullable<SasScope['resourceTypes']> {
  const letters = parameters.get('srt') ?? '';
  return (['s', 'c', 'o'] as const).filter((letter) => letters.includes(letter)).map((letter) => typeLetters[letter]);
}

/** The bounds of a table SAS as text: `A; 1 … B; 9`. */
function keyRangeOf(parameters: Parameters): string | undefined {
  const bound = (pk: string, rk: string): string =>
    [parameters.get(pk), parameters.get(rk)].filter((value) => value !== undefined).join('; ');
  const from = bound('spk', 'srk');
  const to = bound('epk', 'erk');
  return from === '' && to === '' ? undefined : `${from === '' ? 'start' : from} … ${to === '' ? 'end' : to}`;
}

// The fields of the connection dialog while they are edited: from a summary, to the input of the contract, and what is
// missing. Secrets are held only as long as the dialog is open. Pure.
import type { StowageError } from '@shared/errors';
import type { ConnectionInput, ConnectionMarking, ConnectionSummary, S3Settings } from '@shared/model/connection';
import { amazonEndpoint } from '@shared/model/connection-string';
import { t } from '@shared/strings/t';

export type DraftKind = ConnectionInput['kind'];
export type DraftField =
  | 'name'
  | 'connectionString'
  | 'accountName'
  | 'accountKey'
  | 'endpointSuffix'
  | 'sas'
  | 'host'
  | 'blobPort'
  | 'tablePort'
  | 'identityId'
  | 'account'
  | 'endpoint'
  | 'region'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'profile';
export type FieldProblems = Readonly<Partial<Record<DraftField, string>>>;

export interface ConnectionDraft {
  readonly kind: DraftKind;
  readonly name: string;
  readonly connectionString: string;
  readonly accountName: string;
  readonly accountKey: string;
  readonly endpointSuffix: string;
  readonly sas: string;
  readonly host: string;
  readonly blobPort: number;
  readonly tablePort: number;
  readonly identityId: string;
  /** Name or address. */
  readonly account: string;
  /** Empty until chosen from the list: then the account provides it. */
  readonly tenant: string;
  /** Of an account that was chosen from the list or is saved; null for one that was entered. */
  readonly endpoints: ConnectionSummary['endpoints'] | null;
  /** Of an S3 service; empty for Amazon's. */
  readonly endpoint: string;
  readonly region: string;
  readonly s3Keys: S3Settings['keys'];
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly profile: string;
  readonly addressing: 'automatic' | 'path' | 'host';
  readonly marking: ConnectionMarking;
}

export const emptyDraft: ConnectionDraft = {
  kind: 'connection-string',
  name: '',
  connectionString: '',
  accountName: '',
  accountKey: '',
  endpointSuffix: 'core.windows.net',
  sas: '',
  host: '127.0.0.1',
  blobPort: 10_000,
  tablePort: 10_002,
  identityId: '',
  account: '',
  tenant: '',
  endpoints: null,
  endpoint: '',
  region: '',
  s3Keys: 'given',
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
  profile: '',
  addressing: 'automatic',
  marking: { production: false, colour: 'none' },
};

/** The fields of a summary; secrets are not in it and stay empty. */
export function draftOf(connection: ConnectionSummary): ConnectionDraft {
  const { kind, name, marking, accountName, endpoints } = connection;
  const base = { ...emptyDraft, name, marking, accountName };
  if (kind === 'embedded') return base;
  if (kind === 'sign-in') {
    const { id = '', tenant = '' } = connection.identity ?? {};
    return { ...base, kind, identityId: id, tenant, account: addressOf(accountName, endpoints), endpoints };
  }
  if (kind === 's3') {
    const { region = '', keys = 'given', accessKeyId = '', profile = '', pathStyle = true } = connection.s3 ?? {};
    const isAmazon = endpoints.blob === amazonEndpoint(region);
    const addressing = isAmazon !== pathStyle ? 'automatic' : pathStyle ? 'path' : 'host';
    const endpoint = isAmazon ? '' : (endpoints.blob ?? '');
    return { ...base, kind, endpoint, region, s3Keys: keys, accessKeyId, profile, addressing };
  }
  if (kind === 'emulator') {
    return {
      ...base,
      kind,
      host: hostOf(endpoints.blob ?? endpoints.table) ?? emptyDraft.host,
      blobPort: portOf(endpoints.blob) ?? emptyDraft.blobPort,
      tablePort: portOf(endpoints.table) ?? emptyDraft.tablePort,
    };
  }
  const suffix = hostOf(endpoints.blob)?.split('.blob.')[1] ?? hostOf(endpoints.table)?.split('.table.')[1];
  return { ...base, kind, ...(suffix === undefined ? {} : { endpointSuffix: suffix }) };
}

/** The account as the field shows it. */
export function addressOf(name: string, { blob, table }: ConnectionSummary['endpoints']): string {
  return blob ?? table ?? name;
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : urlOf(address)?.hostname;
}

function portOf(address: string | undefined): number | undefined {
  const port = address === undefined ? 0 : Number(urlOf(address)?.port);
  return port > 0 ? port : undefined;
}

/** The contract's input; a name left empty becomes the account's or host's. */
export function inputOf(draft: ConnectionDraft): ConnectionInput {
  const common = { name: draft.name.trim() || suggestedName(draft), marking: draft.marking };
  switch (draft.kind) {
    case 'emulator':
      return {
        kind: 'emulator',
        host: draft.host.trim(),
        blobPort: draft.blobPort,
        tablePort: draft.tablePort,
        ...common,
      };
    case 'connection-string':
      return { kind: 'connection-string', connectionString: draft.connectionString.trim(), ...common };
    case 'account-key':
      return {
        kind: 'account-key',
        accountName: draft.accountName.trim(),
        accountKey: draft.accountKey.trim(),
        endpointSuffix: draft.endpointSuffix.trim(),
        ...common,
      };
    case 'sas':
      return { kind: 'sas', sas: draft.sas.trim(), ...common };
    case 'sign-in':
      return {
        kind: 'sign-in',
        identityId: draft.identityId,
        account: draft.account.trim(),
        ...(draft.tenant === '' ? {} : { tenant: draft.tenant }),
        ...(draft.endpoints === null ? {} : { endpoints: draft.endpoints }),
        ...common,
      };
    case 's3': {
      const { s3Keys: keys, addressing } = draft;
      const [endpoint, region, accessKeyId] = [draft.endpoint, draft.region, draft.accessKeyId].map((text) =>
        text.trim(),
      );
      return {
        kind: 's3',
        endpoint: endpoint ?? '',
        region: region ?? '',
        keys,
        accessKeyId: accessKeyId ?? '',
        secretAccessKey: draft.secretAccessKey.trim(),
        sessionToken: draft.sessionToken.trim(),
        profile: draft.profile.trim(),
        addressing,
        ...common,
      };
    }
  }
}

/** The name the connection gets when none is typed; shown as the placeholder. */
export function suggestedName(draft: ConnectionDraft): string {
  switch (draft.kind) {
    case 'emulator':
      return t`Emulator on ${draft.host.trim() || emptyDraft.host}:${draft.blobPort}`;
    case 'connection-string':
      return accountIn(draft.connectionString) ?? t`New connection`;
    case 'account-key':
      return draft.accountName.trim() || t`New connection`;
    case 'sas':
      return accountIn(draft.sas) ?? accountOfAddress(draft.sas) ?? t`Shared access signature`;
    case 'sign-in':
      return accountOfAddress(draft.account) ?? (draft.account.trim() || t`New connection`);
    case 's3':
      return urlOf(draft.endpoint.trim())?.host ?? (draft.profile.trim() || t`Amazon S3`);
  }
}

/** Fewer characters at once are typed. */
const shortestPaste = 20;

/**
 * The change after a text was pasted into the field of another method: a SAS URL moves to the field for SAS, a
 * connection string with a key to that for connection strings. `before`: what the field contained.
 */
export function pasted(
  change: Pick<ConnectionDraft, 'connectionString'> | Pick<ConnectionDraft, 'sas'>,
  before: string,
): Partial<ConnectionDraft> {
  const text = 'sas' in change ? change.sas : change.connectionString;
  if (text.length - before.length < shortestPaste) return change;
  if (!('sas' in change) && /^\s*https?:\/\/\S*[?&]sig=/iu.test(text)) {
    return { kind: 'sas', sas: text, connectionString: '' };
  }
  if ('sas' in change && /(?:^|;)\s*AccountKey=/iu.test(text)) {
    return { kind: 'connection-string', connectionString: text, sas: '' };
  }
  return change;
}

function accountIn(text: string): string | undefined {
  if (/(^|;)\s*UseDevelopmentStorage=true/i.test(text)) return t`Emulator`;
  const named = /(?:^|;)\s*AccountName=([^;\s]+)/i.exec(text)?.[1];
  const endpoint = /(?:^|;)\s*(?:Blob|Table)Endpoint=([^;\s]+)/i.exec(text)?.[1];
  return named ?? (endpoint === undefined ? undefined : accountOfAddress(endpoint));
}

function accountOfAddress(text: string): string | undefined {
  const url = urlOf(text.trim());
  // An IP address names no account: emulators have it in the path.
  if (url !== undefined && /^(?:\[|\d+(?:\.\d+){3}$)/u.test(url.hostname))
    return url.pathname.split('/')[1] || url.hostname;
  return url?.hostname.split('.')[0];
}

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

export type SecretNeed = 'required' | 'optional';

/** Fields that are still empty, each with a sentence. An edited connection may keep its secret: `optional`. */
export function missingFields(draft: ConnectionDraft, secret: SecretNeed): FieldProblems {
  const missing: Partial<Record<DraftField, string>> = {};
  const need = (field: DraftField, text: string, sentence: string): void => {
    if (text.trim() === '') missing[field] = sentence;
  };
  switch (draft.kind) {
    case 'emulator':
      need('host', draft.host, t`Enter the host of the emulator, such as 127.0.0.1.`);
      break;
    case 'connection-string':
      if (secret === 'required') {
        need(
          'connectionString',
          draft.connectionString,
          t`Paste a connection string from the account’s Access keys page.`,
        );
      }
      break;
    case 'account-key':
      need('accountName', draft.accountName, t`Enter the account name, such as contosodata.`);
      need(
        'endpointSuffix',
        draft.endpointSuffix,
        t`Enter the endpoint suffix, such as core.windows.net for the public cloud.`,
      );
      if (secret === 'required') need('accountKey', draft.accountKey, t`Paste one of the account’s two keys.`);
      break;
    case 'sas':
      if (secret === 'required') need('sas', draft.sas, t`Paste a SAS URL or a SAS connection string.`);
      break;
    case 'sign-in':
      need('identityId', draft.identityId, t`Choose an identity, or sign in first.`);
      need('account', draft.account, t`Enter the account name, or choose an account from the list.`);
      break;
    case 's3':
      if (draft.s3Keys !== 'given') break;
      need('accessKeyId', draft.accessKeyId, t`Enter the ID of the access key.`);
      if (secret === 'required') need('secretAccessKey', draft.secretAccessKey, t`Paste the secret access key.`);
      break;
  }
  return missing;
}

/** The fields of each kind; the first also shows errors of a part of it (a key inside a connection string). */
const kindFields: Record<DraftKind, readonly [DraftField, ...DraftField[]]> = {
  'connection-string': ['connectionString'],
  'account-key': ['accountKey', 'accountName', 'endpointSuffix'],
  sas: ['sas'],
  emulator: ['host', 'blobPort', 'tablePort'],
  'sign-in': ['account', 'identityId'],
  s3: ['endpoint', 'region', 'accessKeyId', 'secretAccessKey', 'sessionToken', 'profile'],
};

/** The field a failure is about; null when it is about none of them. */
export function fieldOf(error: StowageError, kind: DraftKind): DraftField | null {
  if (error.kind !== 'invalid' && error.code !== 'auth.secret-missing') return null;
  const [main, ...others] = kindFields[kind];
  const named = String(error.context.field ?? '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const known = (['name', main, ...others] as const).find((field) => field.toLowerCase() === named);
  return known ?? main;
}

// Reads the fields of a connection to S3. Errors give the field, the problem and the fix.
import type { ConnectionInput } from '../connection';
import { invalidInputAs, originOf, parseAddress } from '../endpoint-address';
import { t } from '../../strings/t';
import type { ParsedConnection } from './parsed-connection';

type S3Input = Extract<ConnectionInput, { readonly kind: 's3' }>;

/** The region of services that have none, and of Amazon where none is chosen. */
export const defaultS3Region = 'us-east-1';

/** Throws `invalid.input`. */
export function parseS3(input: S3Input): ParsedConnection {
  const { keys } = input;
  const region = checkedRegion(input.region);
  const accessKeyId = keys === 'given' ? required('AccessKeyId', input.accessKeyId, 'AKIA…') : '';
  const secretAccessKey = keys === 'given' ? required('SecretAccessKey', input.secretAccessKey, '') : '';
  const profile = keys === 'profile' ? input.profile.trim() : '';
  const isAmazon = input.endpoint.trim() === '';
  const blob = isAmazon ? amazonEndpoint(region) : addressOf(input.endpoint);
  // Servers of one's own have no names for their buckets, as a rule.
  const pathStyle = input.addressing === 'automatic' ? !isAmazon : input.addressing === 'path';
  return {
    accountName: blob.replace(/^https?:\/\//u, ''),
    endpoints: { blob },
    credential: {
      kind: 's3',
      s3: { region, pathStyle, keys, accessKeyId, profile },
      secret: keys === 'given' ? { secretAccessKey, sessionToken: input.sessionToken.trim() } : null,
    },
  };
}

/** Amazon's address for a region. Regions in China have one of their own. */
export function amazonEndpoint(region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://s3.${region === '' ? defaultS3Region : region}.${suffix}`;
}

function addressOf(endpoint: string): string {
  const inputError = invalidInputAs('invalid.input');
  const address = parseAddress(endpoint, 'Endpoint', inputError);
  if (address.query !== '')
    throw inputError('Endpoint', t`has a query.`, t`Remove everything from the question mark on.`);
  const path = address.segments.map((segment) => `/${segment}`).join('');
  return `${originOf(address)}${path}`;
}

function checkedRegion(text: string): string {
  const region = text.trim().toLowerCase();
  if (/^[a-z0-9-]*$/u.test(region)) return region;
  throw invalidInputAs('invalid.input')('Region', t`is not the name of a region.`, t`Enter one such as eu-central-1.`);
}

function required(field: string, text: string, example: string): string {
  const value = text.trim();
  if (value !== '' && !/\s/u.test(value)) return value;
  const fix = example === '' ? t`Copy the whole key.` : t`Copy the ID of the key, such as ${example}`;
  throw invalidInputAs('invalid.input')(field, value === '' ? t`is empty.` : t`contains blanks.`, fix);
}

// Reads CA certificates from files, PEM or DER, and names their subjects.
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { TrustedAuthority } from '@shared/model/network';
import { t } from '@shared/strings/t';

const inPem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const maxBytes = 1_000_000;

/** Every certificate in these files. Throws `invalid.input` for a file without one. */
export async function readAuthorities(paths: readonly string[]): Promise<TrustedAuthority[]> {
  const files = await Promise.all(paths.map(readOne));
  return files.flat();
}

async function readOne(path: string): Promise<TrustedAuthority[]> {
  const found = await stat(path);
  // A device has no size and could be read for ever.
  const content = found.isFile() && found.size <= maxBytes ? await readFile(path) : Buffer.alloc(0);
  const pems = content.toString('latin1').match(inPem);
  try {
    return (pems ?? [content]).map((each) => authorityOf(new X509Certificate(each)));
  } catch {
    throw invalidInput(basename(path), t`is not a certificate`, t`Choose a PEM or DER file (.pem, .crt, .cer)`);
  }
}

/** The shown properties of a certificate, and the data for the engine. */
export function authorityOf(certificate: X509Certificate): TrustedAuthority {
  return {
    name: nameIn(certificate.subject),
    expiresOn: new Date(certificate.validTo).toISOString(),
    fingerprint: certificate.fingerprint256,
    pem: certificate.toString(),
  };
}

/** The common name if there is one, otherwise the whole subject on one line. */
function nameIn(subject: string): string {
  const common = /^CN=(.+)$/m.exec(subject)?.[1];
  return (common ?? subject.split('\n').join(', ')).slice(0, 400);
}

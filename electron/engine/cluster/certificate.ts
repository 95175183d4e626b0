// The self-signed certificate of a hub, which is all that its clients trust: they get it with the join file. Node signs
// but cannot write certificates, so the few structures of X.509 that one needs are written here.
import { X509Certificate, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

export interface KeyAndCertificate {
  readonly keyPem: string;
  readonly certPem: string;
}

const validYears = 10;
/** Clocks of other machines may be behind. */
const earlierMs = 24 * 60 * 60_000;

/** For a server that is reached by any of these names and addresses. */
export function createCertificate(names: readonly string[], nowMs: number): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const subject = sequence(set(sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from('Stowage hub')))));
  const from = new Date(nowMs - earlierMs);
  const to = new Date(nowMs);
  to.setUTCFullYear(to.getUTCFullYear() + validYears);
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    subject,
    sequence(time(from), time(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension('2.5.29.17', sequence(...names.map(alternativeName))))),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').replace(/.{64}/gu, '$&\n').trimEnd();
  const certPem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  return { keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certPem };
}

/** Whether a server with this certificate can be reached by all of these names. */
export function isFor(certPem: string, names: readonly string[], nowMs: number): boolean {
  const certificate = new X509Certificate(certPem);
  return (
    new Date(certificate.validTo).getTime() > nowMs &&
    names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined)
  );
}

/** As people compare it. */
export function fingerprintOf(certPem: string): string {
  return createHash('sha256').update(new X509Certificate(certPem).raw).digest('hex');
}

function alternativeName(name: string): Buffer {
  const family = isIP(name);
  if (family === 0) return tagged(0x82, Buffer.from(name, 'latin1'));
  return tagged(0x87, family === 4 ? Buffer.from(name.split('.').map(Number)) : addressBytes(name));
}

/** The sixteen bytes of an IPv6 address. */
function addressBytes(address: string): Buffer {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string | undefined): readonly string[] =>
    text === undefined || text === '' ? [] : text.split(':');
  const [head, tail] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return Buffer.concat([...head, ...zeros, ...tail].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tagged(0x04, value));
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);

/** GeneralizedTime is for years from 2050 on only. */
function time(at: Date): Buffer {
  const text = `${at.toISOString().replaceAll(/[-:T]/gu, '').slice(0, 14)}Z`;
  return at.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(text.slice(2))) : tagged(0x18, Buffer.from(text));
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const digits = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return tagged(0x06, Buffer.from(bytes));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), content]);
}

// The form of a lease ID: a GUID with dashes, in either case. Source: Lease Blob.
const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

export function isLeaseId(text: string): boolean {
  return form.test(text);
}

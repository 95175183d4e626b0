// Where the Data Lake (dfs) endpoint of an account is, given its blob endpoint. Pure.

/**
 * Follows from the name of the host in every cloud, DNS zone and private link: `NAME.blob.…` becomes `NAME.dfs.…`.
 * Null for emulators and for custom domains, whose dfs endpoint has to be entered.
 */
export function dfsEndpointOf(blobEndpoint: string): string | null {
  if (!URL.canParse(blobEndpoint)) return null;
  const url = new URL(blobEndpoint);
  const host = url.host.replace(/^([a-z0-9-]+(?:\.z\d+)?(?:\.privatelink)?)\.blob\./u, '$1.dfs.');
  return host === url.host ? null : `${url.protocol}//${host}${url.pathname.replace(/\/$/u, '')}`;
}

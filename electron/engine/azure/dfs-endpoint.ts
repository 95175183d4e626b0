// Where the Data Lake (dfs) endpoint of an account is, given its blob endpoint. Pure.

/**
 * Follows from the name of the host in Azure's clouds, DNS zones and private links: `NAME.blob.…` becomes `NAME.dfs.…`.
 * Null for emulators and for all other domains, whose dfs endpoint has to be entered: the credential must not go to a
 * host that the user has not agreed to.
 */
export function dfsEndpointOf(blobEndpoint: string): string | null {
  if (!URL.canParse(blobEndpoint)) return null;
  const url = new URL(blobEndpoint);
  if (!ofAzure.test(url.hostname)) return null;
  const host = url.host.replace(/^([a-z0-9-]+(?:\.z\d+)?(?:\.privatelink)?)\.blob\./u, '$1.dfs.');
  return host === url.host ? null : `${url.protocol}//${host}${url.pathname.replace(/\/$/u, '')}`;
}

/** Public, China, US Government, Germany, and DNS zones. */
const ofAzure =
  /\.blob\.(?:core\.(?:windows\.net|chinacloudapi\.cn|usgovcloudapi\.net|cloudapi\.de)|storage\.azure\.net)$/u;

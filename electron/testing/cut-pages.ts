// Lists that a service may split into pages anywhere: pages may be empty although the list continues, a folder may be
// on two pages, and markers are opaque. Answers List Blobs, List Containers and Query Tables.

export interface CutLists {
  /** The names of blobs in the one container; changes are seen by the pages that follow. */
  readonly blobs: Set<string>;
  readonly containers: readonly string[];
  readonly tables: readonly string[];
  /** The number of entries of each page, in turn; not all are 0. */
  readonly cuts: readonly number[];
}

export interface CutPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `query`: of the request, with names in lower case as the services write them. */
export function createCutLists({ blobs, containers, tables, cuts }: CutLists) {
  let pages = 0;
  /** Entries behind the marker, which names the last entry before it and is never the same twice. */
  const cut = (all: readonly string[], marker: string): { readonly page: readonly string[]; readonly next: string } => {
    const rest = all.filter((name) => name > decodeURIComponent(marker.slice(marker.indexOf('-') + 1)));
    const page = rest.slice(0, cuts[pages % cuts.length] ?? 1);
    pages += 1;
    const last = page.at(-1);
    const before = last === undefined ? marker.slice(marker.indexOf('-') + 1) : encodeURIComponent(last);
    return { page, next: page.length < rest.length ? `${pages}-${before}` : '' };
  };
  return {
    pages: () => pages,
    tables: (query: Readonly<Record<string, string>>): CutPage => {
      const { page, next } = cut(tables, query.NextTableName ?? '');
      const body = JSON.stringify({ value: page.map((TableName) => ({ TableName })) });
      return { body, headers: next === '' ? {} : { 'x-ms-continuation-nexttablename': next } };
    },
    containers: (query: Readonly<Record<string, string>>): CutPage => {
      const { page, next } = cut(containers, query.marker ?? '');
      const entries = page.map(
        (name) => `<Container><Name>${name}</Name><Properties>${modified}</Properties></Container>`,
      );
      return xml(`<Containers>${entries.join('')}</Containers>`, next);
    },
    blobs: ({ prefix = '', delimiter, marker = '' }: Readonly<Record<string, string>>): CutPage => {
      const { page, next } = cut([...blobs].filter((name) => name.startsWith(prefix)).sort(), marker);
      const entries = page.map((name) => {
        const slash = delimiter === undefined ? -1 : name.indexOf('/', prefix.length);
        return slash === -1 ? blobEntry(name) : `<BlobPrefix><Name>${name.slice(0, slash + 1)}</Name></BlobPrefix>`;
      });
      return xml(`<Blobs>${[...new Set(entries)].join('')}</Blobs>`, next);
    },
  };
}

const modified = '<Last-Modified>Tue, 24 Nov 2026 20:00:00 GMT</Last-Modified>';

const blobEntry = (name: string): string =>
  `<Blob><Name>${name}</Name><Properties>${modified}<Etag>0x1</Etag><Content-Length>${name.length}</Content-Length><BlobType>BlockBlob</BlobType></Properties><Metadata/></Blob>`;

const xml = (list: string, next: string): CutPage => ({
  body: `<EnumerationResults>${list}<NextMarker>${next}</NextMarker></EnumerationResults>`,
  headers: { 'content-type': 'application/xml' },
});

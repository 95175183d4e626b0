// What users of Storage Explorer, AzCopy, rclone and the portal type for an action, in English and German: it is searched,
// never shown, so the catalogue does not contain it. Pure.

/** Separated by commas; by the id of the action, or by what it begins with. */
const synonyms: Readonly<Record<string, string>> = {
  'sign-in':
    'anmelden, einloggen, Konto, log in, login, Entra ID, Azure AD, Microsoft account, subscription, tenant, azcopy login',
  'connect-sas': 'Freigabesignatur, SAS token, shared access signature, SAS URL',
  'connect-s3': 'Amazon, AWS, access key, bucket, MinIO, Ceph, R2, compatible storage',
  'connect-emulator': 'Azurite, development storage, UseDevelopmentStorage, localhost',
  'new-connection':
    'verbinden, anmelden, connect, attach, sign in, log in, login, Entra ID, connection string, account key, SAS, subscription, Cosmos DB for Table',
  'export-table': 'herunterladen, sichern, download table, save as CSV, JSON, Parquet, dump, back up',
  'upload-to': 'hochladen, senden, azcopy copy, put, send files',
  'download-from': 'herunterladen, speichern, azcopy copy, get, save files, export blobs',
  'properties-container': 'Eigenschaften, metadata, details, public access level',
  'design-keys': 'Schlüsselentwurf, PartitionKey, RowKey, hot partition, key design',
  'share-container': 'freigeben, teilen, get shared access signature, get link, URL',
  'share-table': 'freigeben, teilen, get shared access signature, get link, URL',
  export: 'herunterladen, sichern, download table, save as CSV, JSON, Parquet, dump, back up',
  'import:': 'hochladen, laden, upload table, load CSV, JSON, restore, ingest',
  'insert-entity': 'Zeile hinzufügen, add entity, add row, new row',
  'bulk-edit': 'Zeilen ändern, ersetzen, update rows, delete rows, replace',
  'clear-table': 'leeren, alle Zeilen löschen, delete all rows, truncate, empty',
  'copy-table': 'duplizieren, kopieren, clone, duplicate, migrate',
  'compare-table': 'vergleichen, abgleichen, diff, sync',
  'delete-tables': 'löschen, drop table, remove',
  'delete-containers': 'löschen, drop container, remove',
  'create:tables': 'new table, add table',
  'create:containers': 'new container, add container, bucket, azcopy make',
  'table-jobs': 'activities, activity, history of jobs',
  'toggle-dock': 'activities, activity, transfers, uploads, downloads, azcopy jobs, progress',
  'keys-connection': 'Schlüssel erneuern, access keys, regenerate key, roll key',
  'test-connection': 'ping, diagnose',
  'unlock-connection': 'allow writing, read-only',
  monitor: 'Messwerte, Latenz, metrics, latency, throughput, requests, throttling',
  lab: 'Messung, Geschwindigkeit, benchmark, azcopy bench, speed test',
  settings: 'Optionen, preferences, options',
  'open-tables': 'attach table, go to table',
  'open-containers': 'attach container, go to container',
  // Of the view in front.
  'upload-files': 'hochladen, senden, azcopy copy, put, send files, impor',
  'upload-folder': 'hochladen, senden, azcopy copy, put, send folder, sync',
  download: 'herunterladen, speichern, azcopy copy, get, save, export, fetch',
  signature: 'SAS, shared access signature, share, get link, URL',
  share: 'SAS, shared access signature, get link, URL',
  properties: 'metadata, details, content type',
  'access-policy': 'stored access policy, public access level',
  remove: 'delete, azcopy remove, rm',
  delete: 'remove, azcopy remove, rm',
  copy: 'azcopy copy, duplicate, migrate, sync',
  'compute-md5': 'checksum, hash, digest, verify, rclone md5sum',
  verify: 'check, compare, checksum, MD5, rclone check',
  sizes: 'folder statistics, du, usage',
};

/** Undefined where people know it by its name. */
export function synonymsOf(id: string): string | undefined {
  const [kind = id] = id.split(':');
  const own = synonyms[id] ?? synonyms[`${kind}:`] ?? synonyms[kind];
  if (own !== undefined) return own;
  const parts = id.split(':').slice(0, 2).join(':');
  return synonyms[parts];
}

// The emulator as a separate program in a single file, with only those parts of its hundreds of packages that are used.
import './close-once';
import './azurite-patches';
import './save-all';
import { useAccountKey } from './account-key';
import { claimData } from './claim-data';

const { argv } = process;
// Its files are for its owner only, whatever the umask of its parent.
process.umask(0o077);
const location = argv.indexOf('--location');
const folder = location === -1 ? undefined : argv[location + 1];

async function start(): Promise<void> {
  if (folder !== undefined && (await claimData(folder)) === 'taken') {
    throw new Error(`another process runs a store on the data in ${folder}.`);
  }
  useAccountKey(argv);
  const { startServices } = await import('./services');
  await startServices();
}

start().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  // In the app it would not end otherwise, as it listens to its parent.
  process.stderr.write(`The store does not start: ${why}\n`, () => process.exit(1));
});

// How the app is started once more by itself: as this time, but for what was to be opened this time.
import { opensOf } from './asked-things';

export function againWith(
  opens: readonly string[],
  { argv, env }: Pick<NodeJS.Process, 'argv' | 'env'> = process,
  cwd: string = process.cwd(),
): { readonly args: string[]; readonly execPath?: string } {
  const own = argv.slice(1).filter((word) => opensOf([word], cwd).length === 0);
  // An AppImage is gone with the process that it started.
  return { args: [...own, ...opens], ...(env.APPIMAGE === undefined ? {} : { execPath: env.APPIMAGE }) };
}

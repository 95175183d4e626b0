// Restarts the app with the same arguments, except for what should have been opened.
import { opensOf } from './pending-opens';

export function againWith(
  opens: readonly string[],
  { argv, env }: Pick<NodeJS.Process, 'argv' | 'env'> = process,
  cwd: string = process.cwd(),
): { readonly args: string[]; readonly execPath?: string } {
  const own = argv.slice(1).filter((arg) => opensOf([arg], cwd).length === 0);
  // An AppImage is unmounted when the process that it started ends.
  return { args: [...own, ...opens], ...(env.APPIMAGE === undefined ? {} : { execPath: env.APPIMAGE }) };
}

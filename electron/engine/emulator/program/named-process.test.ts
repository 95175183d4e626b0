import { afterEach, expect, it, vi } from 'vitest';
import { isThatProcess, thisProcess } from './named-process';

const { platform } = process;
const runsOn = (system: NodeJS.Platform): unknown => Object.defineProperty(process, 'platform', { value: system });
afterEach(() => {
  runsOn(platform);
  vi.unstubAllEnvs();
});

it.each(['linux', 'darwin'] as const)(
  'finds this process again, and no other by its name, as on %s',
  async (system) => {
    runsOn(system);
    const name = await thisProcess();
    expect(await isThatProcess(name)).toBe(true);
    expect(await isThatProcess(name.replace(` ${process.pid} `, ' 1 '))).toBe(false);
    expect(await isThatProcess(`${name}0`)).toBe(false);
    expect(await isThatProcess('')).toBe(false);
  },
);

it('finds it from another time zone and another language too', async () => {
  runsOn('darwin');
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const name = await thisProcess();
  vi.stubEnv('TZ', 'America/New_York');
  vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
  expect(await isThatProcess(name)).toBe(true);
});

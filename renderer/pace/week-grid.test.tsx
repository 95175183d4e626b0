// Hours are painted as rectangles, with the pointer or the keyboard; every hour describes its limit.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Pace } from '@shared/model/transfer-pace';
import { evenTimetable } from '@shared/timetable/pace-at';
import { PaceEditor } from './pace-editor';
import { cellAt, indexOf, painted } from './paint';

afterEach(cleanup);

function Editing({ first }: { readonly first: Pace }) {
  const [pace, setPace] = useState(first);
  return <PaceEditor of="a job" value={pace} timeZone="Europe/Berlin" onChange={setPace} />;
}

describe('painting', () => {
  it('changes a rectangle and nothing else, whichever corner comes first', () => {
    const index = fc.nat({ max: 167 });
    fc.assert(
      fc.property(index, index, (one, other) => {
        const hours = painted(evenTimetable('full'), cellAt(one), cellAt(other), 'pause');
        expect(hours).toEqual(painted(evenTimetable('full'), cellAt(other), cellAt(one), 'pause'));
        const [a, b] = [cellAt(one), cellAt(other)];
        const size = (Math.abs(a.day - b.day) + 1) * (Math.abs(a.hour - b.hour) + 1);
        expect(hours.filter((hour) => hour === 'pause')).toHaveLength(size);
        expect(hours[indexOf(a)]).toBe('pause');
      }),
    );
  });

  it('is painted by keyboard, retains the painted hours while other choices are compared, and its sentence describes what applies', async () => {
    render(<Editing first={{ kind: 'full' }} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Schedule' }));
    screen.getByRole('gridcell', { name: 'Mon 00–01: full speed' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight} {Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    expect(screen.getByRole('gridcell', { name: 'Mon 02–03: 20 Mbit/s' })).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tue 03–04: 20 Mbit/s');
    const statusText = (): string | null => screen.getByRole('status').textContent;
    expect(statusText()).toBe('Mon, Tue 02–04: 20 Mbit/s (2.4 MiB/s), otherwise full speed.');
    // One step beyond and back: the hours there are restored.
    await user.keyboard('{Shift>}{ArrowDown}{ArrowUp}{ArrowUp}{/Shift}');
    expect(statusText()).toBe('Mon 02–04: 20 Mbit/s (2.4 MiB/s), otherwise full speed.');
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowRight}{/Shift}');
    expect(statusText()).toBe(
      'Mon 02–04: 20 Mbit/s (2.4 MiB/s); Wed 03–05: 20 Mbit/s (2.4 MiB/s), otherwise full speed.',
    );
    const speeds = within(screen.getByRole('radiogroup', { name: 'Speed of a job' }));
    await user.click(speeds.getByRole('radio', { name: 'Limit' }));
    expect(statusText()).toBe('Up to 20 Mbit/s (2.4 MiB/s).');
    // A user who moves through the choices by arrow keys returns to the painted hours.
    await user.click(speeds.getByRole('radio', { name: 'Full speed' }));
    await user.click(speeds.getByRole('radio', { name: 'Schedule' }));
    expect(statusText()).toBe(
      'Mon 02–04: 20 Mbit/s (2.4 MiB/s); Wed 03–05: 20 Mbit/s (2.4 MiB/s), otherwise full speed.',
    );
    // Pressing the current choice again changes nothing.
    screen.getByRole('gridcell', { name: 'Mon 00–01: full speed' }).focus();
    await user.keyboard(' ');
    const week = statusText();
    expect(week).toContain('Mon 00–01: 20 Mbit/s');
    await user.click(speeds.getByRole('radio', { name: 'Schedule' }));
    expect(statusText()).toBe(week);
  });
});

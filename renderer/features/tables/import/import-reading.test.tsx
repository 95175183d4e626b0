// An input that cannot be read as it is understood keeps the choices of reading open.
import { StowageError } from '@shared/errors';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { requests, openTab, preview } from '../fixtures/opened-tab';

it('leaves the choice of the delimiter where the input cannot be read with the one that was found', async () => {
  const user = openTab({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.delimiter === '|') return preview;
        throw new StowageError('invalid.input', 'A quoted cell never ends.', { context: {} });
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'The input cannot be read' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Delimiter/ }));
  await user.click(await screen.findByRole('option', { name: /Vertical bar/ }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
  expect(requests('imports.preview').at(-1)).toMatchObject({ reading: { delimiter: '|' } });
});

it('leaves the format open, and the keyboard where it is, while an input is tried to be read otherwise', async () => {
  const user = openTab({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.format === 'csv') return preview;
        throw new StowageError('invalid.input', 'no array', { context: {} });
      },
    },
  });
  const format = await screen.findByRole('button', { name: /^As detected Format/ });
  const encoding = screen.getByRole('button', { name: /Encoding/ });
  act(() => encoding.focus());
  await user.keyboard('{ArrowRight}');
  expect(requests('imports.preview').at(-1)).toMatchObject({ reading: { encoding: 'utf-8' } });
  expect(document.activeElement).toBe(encoding);
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(encoding);
  await user.click(format);
  await user.click(await screen.findByRole('option', { name: 'CSV' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});

it('keeps what can be changed on the page where the input cannot be read as chosen', async () => {
  const user = openTab({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.format !== 'json') return preview;
        throw new StowageError('invalid.input', 'no array', {
          context: { field: 'Line 1', problem: 'this is not an array of objects.', fix: 'Choose another format.' },
        });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Format/ }));
  await user.click(screen.getByRole('option', { name: /^JSON An array/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('this is not an array of objects');
  await user.click(screen.getByRole('button', { name: 'Detect again' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});

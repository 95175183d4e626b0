// An entity as JSON: every character of it, and lines that go on below their own beginning.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { JsonView } from './json-view';

afterEach(cleanup);

it('shows the text as it is, each line with room for what it goes on with', () => {
  const json = JSON.stringify({ RowKey: 'a  b', Nested: '{\n}', Empty: '' }, undefined, 2);
  render(<JsonView json={json} />);
  const text = screen.getByLabelText('Entity as JSON');
  expect(text.textContent).toBe(json);
  const indents = [...text.children].map((line) => (line as HTMLElement).style.getPropertyValue('--indent'));
  expect(indents).toEqual(['4ch', '6ch', '6ch', '6ch', '4ch']);
});

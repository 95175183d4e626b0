// Names and texts from outside, which can hide or reorder characters, as the components show them.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import {
  Dialog,
  ErrorNotice,
  ErrorState,
  IconButton,
  ToastRegion,
  Truncate,
  TruncateName,
  TruncatePath,
  TruncateLocation,
  showToast,
} from '.';

afterEach(cleanup);

const name = 'rtl\u202egpj.exe';
const path = `folder/${name}`;
const error = new StowageError('local.denied', 'Denied.', { context: { path } });

describe('names with characters that reorder text', () => {
  it.each<readonly [string, ReactNode]>([
    ['a text that is cut', <Truncate key="one">{name}</Truncate>],
    ['a text with a longer one on hover', <Truncate key="two" text={path}>{`${name} …`}</Truncate>],
    [
      'a name',
      <TruncateName key="three" tail={null}>
        {name}
      </TruncateName>,
    ],
    [
      'a name cut in its middle',
      <TruncateName key="four" tail={6}>
        {name}
      </TruncateName>,
    ],
    ['a path', <TruncatePath key="five">{path}</TruncatePath>],
    ['a place', <TruncateLocation key="six">{path}</TruncateLocation>],
    ['the label of a button', <IconButton key="seven" label={`Remove ${name}`} icon={null} />],
    [
      'the title of a dialog',
      <Dialog key="eight" title={`Delete ${name}`} isOpen onClose={() => undefined}>
        {null}
      </Dialog>,
    ],
    ['an error in place of a view', <ErrorState key="nine" error={error} />],
    ['an error beside others', <ErrorNotice key="ten" error={error} />],
    ['a toast', <ToastRegion key="eleven" />],
  ])('names: are shown with marks in %s', (what, element) => {
    render(element);
    if (what === 'a toast') act(() => void showToast({ tone: 'good', title: `Saved ${name}`, text: path }));
    for (const each of document.querySelectorAll('span')) fireEvent.pointerEnter(each);
    expect(document.body.outerHTML).toContain('rtl[U+202E]gpj.exe');
    expect(document.body.outerHTML).not.toContain('\u202e');
    for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  });
});

// Sets the window's formats, like its language: from its URL, before anything is drawn.
import { formatsOf, writeAs } from '@shared/strings/formats';
import { regionOf } from '@shared/strings/languages';
import { spokenTag } from '@shared/strings/t';

/** Writes as the address of the window asks; needs the language first. */
export function chooseFormats({ location, navigator }: Window): void {
  const requestedFormats = new URLSearchParams(location.search).get('formats') ?? '';
  writeAs({ ...formatsOf(requestedFormats, regionOf(spokenTag(), navigator.languages)), unitSpace: '\u00a0' });
}

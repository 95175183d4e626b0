// Splits a JSON array into its objects while text arrives, holding only one of them at a time.
import { StowageError, invalidInput } from '@shared/errors';
import { MiB } from '@shared/units';
import { t } from '@shared/strings/t';

export interface ObjectText {
  readonly text: string;
  /** Its first line, from 1. */
  readonly line: number;
}

const longestObject = 16 * MiB;
const longestLead = MiB;
const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;

/** Also accepts an object with a member that is such an array: `{"value":[…]}`, the form of the service's answers. */
export class ObjectSplitter {
  #state: 'before' | 'between' | 'inside' | 'after' = 'before';
  /** How deep the position is in the object around the array; 0 before it. */
  #leadDepth = 0;
  #leadLength = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #held: string[] = [];
  #heldLength = 0;
  #line = 1;
  #startLine = 1;
  #rows = 0;

  /** @throws StowageError `invalid.input` when the text is not an array */
  add(text: string): readonly ObjectText[] {
    const found: ObjectText[] = [];
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === newline) this.#line += 1;
      if (this.#state === 'inside') {
        if (this.#inText) {
          if (this.#escaped) this.#escaped = false;
          else if (code === backslash) this.#escaped = true;
          else if (code === quote) this.#inText = false;
        } else if (code === quote) this.#inText = true;
        else if (code === 0x7b || code === 0x5b) this.#depth += 1;
        else if ((code === 0x7d || code === 0x5d) && (this.#depth -= 1) === 0) {
          found.push({ text: this.#held.join('') + text.slice(start, index + 1), line: this.#startLine });
          this.#held = [];
          this.#heldLength = 0;
          this.#state = 'between';
        }
        continue;
      }
      if (code <= 0x20 && !this.#inText) continue;
      if (this.#state === 'before') this.#begin(code);
      else if (this.#state === 'between') {
        if (this.#isOtherArray(code)) continue;
        if (code === 0x2c) continue;
        if (code === 0x5d) this.#state = this.#leadDepth === 1 && this.#rows === 0 ? 'before' : 'after';
        else if (code === 0x7b) {
          this.#state = 'inside';
          this.#depth = 1;
          this.#rows += 1;
          this.#startLine = this.#line;
          start = index;
        } else throw misplaced(this.#line);
      }
    }
    if (this.#state === 'inside') {
      this.#held.push(text.slice(start));
      this.#heldLength += text.length - start;
      if (this.#heldLength > longestObject) throw misplaced(this.#startLine);
    }
    return found;
  }

  end(): readonly ObjectText[] {
    if (this.#state === 'before' && this.#leadLength === 0) return [];
    if (this.#state === 'after' || (this.#state === 'before' && this.#leadDepth === 0)) return [];
    throw new StowageError('invalid.input', 'The JSON ends before its array does.', {
      context: {
        field: `Line ${this.#state === 'inside' ? this.#startLine : this.#line}`,
        problem: t`the JSON ends before its array is closed.`,
        fix: t`Complete the file, or convert it to JSON Lines.`,
      },
    });
  }

  /** The text before the array: nothing, or an object up to the first array of objects among its members. */
  #begin(code: number): void {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (code === backslash) this.#escaped = true;
      else if (code === quote) this.#inText = false;
      return;
    }
    this.#leadLength += 1;
    if (this.#leadLength > longestLead) throw misplaced(this.#line);
    if (code === 0x5b && this.#leadDepth <= 1) this.#state = 'between';
    else if (this.#leadLength === 1 && code !== 0x7b) throw misplaced(this.#line);
    else if (code === quote) this.#inText = true;
    else if (code === 0x7b || code === 0x5b) this.#leadDepth += 1;
    else if (code === 0x7d || code === 0x5d) this.#leadDepth -= 1;
  }

  /** A member that is an array of other values belongs to the object around the rows. */
  #isOtherArray(code: number): boolean {
    const isFirst = this.#leadDepth === 1 && this.#rows === 0;
    if (!isFirst || code === 0x7b || code === 0x5d) return false;
    this.#state = 'before';
    this.#leadDepth += 1;
    this.#begin(code);
    return true;
  }
}

function misplaced(line: number): StowageError {
  return invalidInput(
    t`Line ${line}`,
    t`this is not an array of objects.`,
    t`Use an array such as [{…},{…}], or JSON Lines.`,
  );
}

// The error for an invalid filter: the position, the text found, and what would be valid.
import { StowageError } from '../errors';

/**
 * @param position 0-based UTF-16 offset into the text; the sentence counts from 1
 * @param problem half a sentence that describes the mistake
 * @param expected what would be valid there
 */
export function invalidFilter(position: number, problem: string, expected: string): StowageError {
  return new StowageError('invalid.filter', `Filter, character ${position + 1}: ${problem}. Expected ${expected}.`, {
    context: { field: 'filter', position, problem, expected },
  });
}

/** As `invalidFilter` for a filter that was built, not typed: names the property instead of a position. */
export function invalidCondition(property: string, problem: string, fix: string): StowageError {
  return new StowageError('invalid.filter', `Condition on ${property}: ${problem} ${fix}`, {
    context: { field: property, problem, fix },
  });
}

import { expect, test } from '@jest/globals';
import { returnedFields } from './returned.js';

test.each([
  [
    { state: 's', code: 'c', error: 'e', error_description: 'd', iss: 'i', user: '{}', scope: 'x' },
    { state: 's', code: 'c', error: 'e', error_description: 'd', iss: 'i' },
  ],
  [{ state: '', code: 7, iss: ['i'] }, { state: '' }],
  [{ code: 'x'.repeat(4_096), state: 'x'.repeat(4_097) }, { code: 'x'.repeat(4_096) }],
  [Object.create({ state: 's' }), {}],
  [null, {}],
  [undefined, {}],
  ['state', {}],
])(
  'a field of a callback is read only if it is known, a text, and not too long (case %#)',
  (sent, fields) => {
    expect(returnedFields(sent)).toEqual(fields);
  },
);

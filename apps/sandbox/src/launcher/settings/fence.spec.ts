import { expect, test } from '@jest/globals';
import { fenceFor } from './fence.js';

function decided(publicUrl: string, isForbidden: boolean, given?: string) {
  const notes: string[] = [];
  const settings = { publicUrl, environment: { FENCE: given } };
  const variables = fenceFor(
    settings,
    () => isForbidden,
    (warning) => notes.push(warning),
  );
  return { variables, notes };
}

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://localhost'])(
  'on a machine without namespaces, the service at %s converts without a fence, and a warning says so',
  (publicUrl) => {
    const { variables, notes } = decided(publicUrl, true);
    expect(variables).toEqual({ FENCE: 'container' });
    expect(notes).toEqual([expect.stringMatching(/forbids namespaces.*WITHOUT a fence/)]);
  },
);

test.each([
  ['a service with a public address', 'https://print.example.com', true, undefined],
  [
    'a host whose name only begins like that of this machine',
    'http://localhost.example.com',
    true,
    undefined,
  ],
  ['a machine that allows namespaces', 'http://localhost:3000', false, undefined],
  ['a set FENCE', 'http://localhost:3000', true, 'own'],
])('the launcher sets no FENCE for %s', (_, publicUrl, isForbidden, given) => {
  expect(decided(publicUrl, isForbidden, given)).toEqual({ variables: {}, notes: [] });
});

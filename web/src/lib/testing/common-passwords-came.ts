import { act } from '@testing-library/react';

/** Ends when the field of a password has the list that it began to fetch with the first key. */
export async function commonPasswordsCame(): Promise<void> {
  await act(async () => {
    await import('../common-passwords.js');
  });
}

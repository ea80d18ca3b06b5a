import { act } from '@testing-library/react';

/**
 * Resolves when the password field has loaded the list of common passwords, which it fetches at the first
 * key.
 */
export async function commonPasswordsLoaded(): Promise<void> {
  await act(async () => {
    await import('../common-passwords.js');
  });
}

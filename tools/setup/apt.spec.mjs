import { expect, test } from '@jest/globals';
import { systemOf } from './apt.mjs';

test.each([
  [
    'Debian 12',
    'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\nVERSION_CODENAME=bookworm\n',
    'debian',
    'bookworm',
  ],
  ['Ubuntu', 'ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME="noble"\n', 'ubuntu', 'noble'],
  ['Debian before its release', 'ID=debian\n', 'debian', undefined],
])('the system is read from the os-release of %s', (_name, text, id, codename) => {
  expect(systemOf(text)).toEqual({ id, codename });
});

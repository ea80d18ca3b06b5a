import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A user's fontconfig rule that prefers one font to all others. */
const favourite = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>Liberation Mono</string></edit></match>
</fontconfig>`;

/** Answers as Debian's libpaper-utils does when American paper is configured. */
const paperconf = '#!/bin/sh\necho letter\n';

/** Runs a command that sees another /etc and one more program. The machine itself does not change. */
const setUpAndRun = `set -e
cp -a /etc "$0/etc" 2>/dev/null || :
cp "$0/papersize" "$0/etc/papersize"
mkdir -p "$0/etc/fonts" "$0/etc/default"
cp "$0/local.conf" "$0/etc/fonts/local.conf"
rm -f "$0/etc/localtime"; cp "$0/localtime" "$0/etc/localtime"
echo 'LANG=de_DE.UTF-8' > "$0/etc/default/locale"
mount --bind "$0/etc" /etc
mount --bind "$0/programs" /usr/local/sbin
exec "$@"`;

/**
 * A machine with other settings: American paper with Debian's program that reports it, another language, time
 * zone, and favourite font.
 * @returns the words before a command that run it there, and the environment for it
 */
export function foreignMachine(folder: string) {
  mkdirSync(join(folder, 'programs'));
  writeFileSync(join(folder, 'programs/paperconf'), paperconf, { mode: 0o755 });
  writeFileSync(join(folder, 'papersize'), 'letter\n');
  writeFileSync(join(folder, 'local.conf'), favourite);
  writeFileSync(join(folder, 'localtime'), fourteenHoursAhead());
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return {
    within: ['unshare', ...asRoot, '--mount', 'sh', '-c', setUpAndRun, folder],
    environment: {
      PATH: `/usr/local/sbin:${process.env.PATH}`,
      PAPERCONF: '/etc/papersize',
      PAPERSIZE: 'letter',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'de_DE.UTF-8',
      TZ: 'Pacific/Kiritimati',
    },
  };
}

/** A file of tzfile(5), version 1, with one type of time and no transitions. */
function fourteenHoursAhead(): Buffer {
  const counts = Buffer.alloc(24);
  counts.writeUInt32BE(1, 16);
  counts.writeUInt32BE(4, 20);
  const type = Buffer.alloc(6);
  type.writeInt32BE(14 * 3_600, 0);
  const head = Buffer.concat([Buffer.from('TZif'), Buffer.alloc(16)]);
  return Buffer.concat([head, counts, type, Buffer.from('+14\0')]);
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { officeForms, installed, unpacked } from '../../tools/setup/tool-list.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

const rows = [...read('docs/programs.md').matchAll(/^\|(.*)\|$/gm)]
  .map(([, line = '']) => line.split('|').map((cell) => cell.trim()))
  .slice(2)
  .map(([program = '', here = '', of = '', from = '', _what, forReal = '']) => ({
    program: program.replaceAll('`', ''),
    here,
    of,
    from,
    forReal,
  }));
const rowOf = (program) => rows.find((row) => row.program === program);

/** The packages that a row names. */
const packagesIn = ({ from }) => [...from.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('the table names the package of every program that the set-up installs', () => {
  const wanted = [
    ...Object.values(unpacked).map(({ package: name }) => name),
    ...Object.values(installed).map(({ packages: [first = ''] }) => first),
  ];
  expect(wanted).toEqual(expect.arrayContaining(['nats-server', 'qpdf', 'chromium-headless-shell']));
  const named = rows.flatMap(packagesIn);
  expect(wanted.filter((name) => !named.includes(name))).toEqual([]);
  // The forms of LibreOffice have its version.
  expect(officeForms.versionOf).toBe('libreoffice-core-nogui');
});

test('each row has a version, its date, its source, and the production program', () => {
  expect(rows.length).toBeGreaterThanOrEqual(11);
  for (const row of rows) {
    expect(row.here).toMatch(/^(\d+(\.\d+)+|the newest)$/);
    expect(row.of).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(row.from).toMatch(/^(npm|Debian 1[23]): /);
    expect(row.forReal).not.toBe('');
  }
});

test('programs from npm have the version in package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const ofNpm = rows.filter(({ from }) => from.startsWith('npm: '));
  expect(ofNpm.map(({ program }) => program)).toEqual(['Node', 'PostgreSQL', 'pdfium']);
  for (const row of ofNpm) {
    const [name = ''] = packagesIn(row);
    expect(`${name} ${packages[`node_modules/${name}`]?.version?.replace(/-.*/, '')}`).toBe(
      `${name} ${row.here}`,
    );
  }
});

test('the servers of docker-compose.yml are the production programs of the table', () => {
  for (const [, image = ''] of read('docker-compose.yml').matchAll(/^ {4}image: (\S+)$/gm))
    expect(rows.map(({ forReal }) => forReal).join()).toContain(`\`${image}\``);
});

test('the newer NATS is from another Debian release than the fallback', () => {
  expect(rowOf('NATS')?.from).toBe('Debian 13: `nats-server`');
  expect(unpacked['newer nats-server'].release).toBe('trixie');
  expect(rowOf('NATS, fallback')?.from).toBe('Debian 12: `nats-server`');
});

/** How each Debian program prints its version. */
const commands = {
  NATS: [join(root, '.data/tools/bin/nats-server-newer'), '--version'],
  'NATS, fallback': [join(root, '.data/tools/bin/nats-server'), '--version'],
  qpdf: [join(root, '.data/tools/bin/qpdf'), '--version'],
  ippeveprinter: [join(root, '.data/tools/bin/ippeveprinter'), '--version'],
  'dbus-daemon': [join(root, '.data/tools/bin/dbus-daemon'), '--version'],
  LibreOffice: ['/usr/bin/dpkg-query', '--show', '--showformat', '${Version}', 'libreoffice-core-nogui'],
  poppler: ['/usr/bin/dpkg-query', '--show', '--showformat', '${Version}', 'poppler-utils'],
};

const isDebian12 =
  existsSync('/etc/os-release') &&
  /^VERSION_CODENAME=bookworm$/m.test(readFileSync('/etc/os-release', 'utf8'));

const onThisMachine = Object.entries(commands).filter(([, [file]]) => isDebian12 && existsSync(file));

test('on Debian 12 the version of each program matches the table', () => {
  const found = onThisMachine.map(([program, [file, ...args]]) => {
    const output = execFileSync(file, args, { encoding: 'utf8' });
    // Debian adds an epoch before the program’s version and a revision after it.
    return [program, /\d+(\.\d+)+/.exec(output.replace(/^\d+:/, ''))?.[0]];
  });
  expect(found).toEqual(onThisMachine.map(([program]) => [program, rowOf(program)?.here]));
});

test('every Debian program is checked, except the browser, which changes weekly', () => {
  const ofDebian = rows.filter(({ from }) => from.startsWith('Debian ')).map(({ program }) => program);
  expect(Object.keys(commands).sort()).toEqual(ofDebian.filter((program) => program !== 'Chromium').sort());
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../process/checkout.mjs';
import { announcementLines } from './announcement.mjs';
import { forBench, installed, officeForms, packages, unpacked } from './tool-list.mjs';

const none = { packages: [], tools: [], installed: [] };
const sum = (...programs) => programs.reduce((all, { megabytes }) => all + megabytes, 0);

test('nothing is announced if nothing is missing', () => {
  expect(announcementLines(none)).toEqual([]);
});

test('each place is announced with its programs and their total size', () => {
  const tools = [
    ['qpdf', { megabytes: 4 }],
    ['newer nats-server', { megabytes: 66, release: 'trixie' }],
  ];
  expect(announcementLines({ ...none, tools, installed: [['Chromium', { megabytes: 590 }]] })).toEqual([
    '  about 70 MB unpacked into .data/tools/: qpdf, newer nats-server (of Debian trixie)',
    '  about 590 MB added to this machine, by apt: Chromium',
  ]);
});

test('the announced sizes are those of docs/setting-up.md', () => {
  const page = readFileSync(join(checkout, 'docs/setting-up.md'), 'utf8');
  const sizes = [...page.matchAll(/^\|.*\| +(\d+) MB/gm)].map(([, megabytes]) => Number(megabytes));
  expect(sizes).toEqual([
    packages.megabytes,
    sum(...Object.values(unpacked), officeForms),
    sum(...Object.values(forBench)),
    sum(installed.LibreOffice, installed.poppler),
    installed.Chromium.megabytes,
  ]);
});

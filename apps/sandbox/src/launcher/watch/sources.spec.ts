import { mkdtempSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { followSources } from './sources.js';

let folder: string;
let stop: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-sources-'));
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

test('a change in a nested folder calls back, and a change during the call calls again', async () => {
  const save = (text: string) => {
    writeFileSync(join(folder, 'deep/er/a.ts'), text);
  };
  let calls = 0;
  const calledTwice = anEvent();
  stop = await followSources(
    () => {
      calls += 1;
      if (calls === 1) save('two');
      else calledTwice.happens();
      return Promise.resolve();
    },
    console.error,
    [folder],
  );
  save('one');
  await calledTwice.happened;
  expect(calls).toBe(2);
});

test('a failed call is reported, and the next change calls again', async () => {
  const errors: unknown[] = [];
  const save = (text: string) => {
    writeFileSync(join(folder, 'a.ts'), text);
  };
  const calledAgain = anEvent();
  stop = await followSources(
    () => {
      if (errors.length === 0) return Promise.reject(new Error('no compiler'));
      calledAgain.happens();
      return Promise.resolve();
    },
    (error) => {
      errors.push(error);
      save('again');
    },
    [folder],
  );
  save('one');
  await calledAgain.happened;
  expect(errors).toEqual([new Error('no compiler')]);
});

test('a file that is replaced, as git does, is still followed', async () => {
  const file = join(folder, 'deep/a.ts');
  writeFileSync(file, 'one');
  let called = anEvent();
  stop = await followSources(
    () => {
      called.happens();
      return Promise.resolve();
    },
    console.error,
    [folder],
  );
  const expectCall = async (change: () => void) => {
    // Late events of the previous change have passed by then.
    await sleep(300);
    called = anEvent();
    change();
    await called.happened;
  };
  const elsewhere = mkdtempSync(join(tmpdir(), 'sixpence-elsewhere-'));
  for (const text of ['two', 'three']) {
    writeFileSync(join(elsewhere, 'a.ts'), text);
    await expectCall(() => renameSync(join(elsewhere, 'a.ts'), file));
  }
  await expectCall(() => {
    rmSync(file);
    writeFileSync(file, 'four');
  });
  await expectCall(() => writeFileSync(file, 'five'));
  rmSync(elsewhere, { recursive: true });
});

function anEvent() {
  let happens: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    happens = resolve;
  });
  return { happened, happens: () => happens() };
}

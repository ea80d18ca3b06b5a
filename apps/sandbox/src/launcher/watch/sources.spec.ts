import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { followSources } from './sources.js';

let folder: string;
let stop: () => void = () => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-sources-'));
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true });
});

test('a change in a folder far below calls, and one that comes during the call calls again', async () => {
  const save = (text: string) => {
    writeFileSync(join(folder, 'deep/er/a.ts'), text);
  };
  let calls = 0;
  await new Promise<void>((resolve, reject) => {
    stop = followSources(
      () => {
        calls += 1;
        if (calls === 1) save('two');
        else resolve();
        return Promise.resolve();
      },
      reject,
      [folder],
    );
    save('one');
  });
  expect(calls).toBe(2);
});

test('a call that fails is told of, and the next change calls again', async () => {
  const errors: unknown[] = [];
  const save = (text: string) => {
    writeFileSync(join(folder, 'a.ts'), text);
  };
  await new Promise<void>((resolve) => {
    stop = followSources(
      () => {
        if (errors.length === 0) return Promise.reject(new Error('no compiler'));
        resolve();
        return Promise.resolve();
      },
      (error) => {
        errors.push(error);
        save('again');
      },
      [folder],
    );
    save('one');
  });
  expect(errors).toEqual([new Error('no compiler')]);
});

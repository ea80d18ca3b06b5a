import process from 'node:process';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { showProgress, step } from './progress.mjs';

const { isTTY } = process.stdout;
let printed;
let written;
beforeEach(() => {
  jest.useFakeTimers();
  printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  written = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterEach(() => {
  jest.useRealTimers();
  // Jest restores spies when the next test begins, and reports this one before.
  jest.restoreAllMocks();
  process.stdout.isTTY = isTTY;
});

const lasting = (ms, result) => () => new Promise((done) => setTimeout(() => done(result), ms));
const lines = () => printed.mock.calls.flat();
const screen = () => written.mock.calls.flat().filter((text) => text.startsWith('…'));

test('a log gets a line for each half minute of a step, and one at its end', async () => {
  process.stdout.isTTY = false;
  const done = step('packages', lasting(70_000));
  await jest.advanceTimersByTimeAsync(70_000);
  await done;
  expect(lines()).toEqual(['… packages 30 s', '… packages 60 s', '✓ packages (70.0 s)']);
  expect(screen()).toEqual([]);
});

test('a terminal shows all steps under way, each second, and the more exact name of a step at its end', async () => {
  process.stdout.isTTY = true;
  const both = [step('qpdf', lasting(1_500, 'qpdf 11.3.0')), showProgress('unit', lasting(2_500))];
  await jest.advanceTimersByTimeAsync(3_000);
  await Promise.all(both);
  expect(screen()).toEqual(['… qpdf 1 s, unit 1 s', '… unit 2 s', '… unit 2 s', '… unit 2 s']);
  expect(lines()).toEqual(['✓ qpdf 11.3.0 (1.5 s)']);
});

test('no progress line follows a failed step', async () => {
  process.stdout.isTTY = false;
  await expect(step('packages', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  await jest.advanceTimersByTimeAsync(90_000);
  expect(lines()).toEqual([]);
});

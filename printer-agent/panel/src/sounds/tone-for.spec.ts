import { expect, test } from '@jest/globals';
import type { PanelView } from '@sixpence/contracts/agent/panel';
import { storyViews } from '../story-views.js';
import { toneFor } from './tone-for.js';

const view = (name: string): PanelView => {
  const found = storyViews[name];
  if (!found) throw new Error(`No screen is called ${name}`);
  return found;
};

test.each([
  ['checking', 'documents', 'success'],
  ['pairing', 'documents', 'success'],
  ['checking', 'wrong', 'trouble'],
  ['documents', 'changed', 'trouble'],
  ['printing', 'media-jam', 'trouble'],
  ['printing', 'done-well', 'success'],
  ['printing', 'done-cancelled', 'success'],
  ['printing', 'done', 'trouble'],
  ['done', 'done', undefined],
  ['attract', 'keypad', undefined],
  ['documents', 'printing', undefined],
  ['media-jam', 'printing', undefined],
  ['wrong', 'wrong', undefined],
  ['attract', 'attract-paper', undefined],
])('the change from "%s" to "%s" has the tone %s', (before, after, tone) => {
  expect(toneFor(view(before), view(after))).toBe(tone);
});

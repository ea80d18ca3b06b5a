import { expect, test } from '@jest/globals';
import { booleanOf, groupsOf, integersOf, textsOf, valuesOf, write } from './attributes.js';
import type { Group, Value } from './message.js';
import { groupTag, valueTag } from './tags.js';

const lingual: Value = {
  kind: 'text-with-language',
  tag: valueTag.textWithLanguage,
  language: 'en',
  text: 'Lobby',
};
const group: Group = {
  tag: groupTag.printer,
  attributes: [
    write.integer('first', 1),
    {
      name: 'mixed',
      values: [...write.keyword('', 'a', 'b').values, ...write.integer('', 5).values, lingual],
    },
    write.boolean('on', true),
    write.boolean('off', false),
  ],
};

test('values are read by name and kind', () => {
  expect(textsOf(group, 'mixed')).toEqual(['a', 'b', 'Lobby']);
  expect(integersOf(group, 'mixed')).toEqual([5]);
  expect(['on', 'off', 'first', 'none'].map((name) => booleanOf(group, name))).toEqual([
    true,
    false,
    undefined,
    undefined,
  ]);
  expect(valuesOf(group, 'none')).toEqual([]);
});

test('groups are read by kind, in order', () => {
  const [one, other] = [groupTag.job, groupTag.job].map((tag, index) => ({
    tag,
    attributes: [write.integer('job-id', index)],
  }));
  const message = { version: { major: 2, minor: 0 }, code: 0, requestId: 1, groups: [one!, group, other!] };
  expect(groupsOf(message, groupTag.job)).toEqual([one, other]);
});

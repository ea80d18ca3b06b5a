import { expect, test } from '@jest/globals';
import { groupTag, valueTag } from './tags.js';

const hex = (tags: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, tag.toString(16).padStart(2, '0')]));

/** RFC 8010 §3.5.2. A printer refuses a value with a wrong tag, or reads it as a value of another type. */
test('the tags of values have the numbers of the RFC', () => {
  expect(hex(valueTag)).toMatchObject({
    integer: '21',
    boolean: '22',
    enum: '23',
    octetString: '30',
    dateTime: '31',
    resolution: '32',
    rangeOfInteger: '33',
    begCollection: '34',
    textWithLanguage: '35',
    nameWithLanguage: '36',
    endCollection: '37',
    textWithoutLanguage: '41',
    nameWithoutLanguage: '42',
    keyword: '44',
    uri: '45',
    uriScheme: '46',
    charset: '47',
    naturalLanguage: '48',
    mimeMediaType: '49',
    memberAttrName: '4a',
  });
});

/** RFC 8010 §3.5.1. */
test('the tags of groups have the numbers of the RFC', () => {
  expect(hex(groupTag)).toMatchObject({ operation: '01', job: '02', printer: '04', unsupported: '05' });
});

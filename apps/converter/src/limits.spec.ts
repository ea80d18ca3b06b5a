import { expect, test } from '@jest/globals';
import { limits, pageImagePixels } from './limits.js';

const [megabytes, gigabytes] = [1024 ** 2, 1024 ** 3];

test('the limits of a conversion are those that its documentation and the site state', () => {
  expect({ ...limits, pageImagePixels }).toEqual({
    ...{ conversionMs: 60_000, briefMs: 500, ordinaryMs: 3_000 },
    ...{ memoryBytes: 1.5 * gigabytes, processBytes: 3 * gigabytes, workFolderBytes: 512 * megabytes },
    ...{ processes: 200, processesOfAll: 4_096 },
    ...{ sourceBytes: 200 * megabytes, zipEntries: 10_000, unpackedBytes: 200 * megabytes },
    ...{ normalisedBytes: 200 * megabytes, previewBytes: 4 * megabytes, answerBytes: 512 * megabytes },
    ...{ pages: 500, pagePoints: 1_000_000, imagePixels: 100_000_000, pageImagePixels: 1_200 },
  });
});

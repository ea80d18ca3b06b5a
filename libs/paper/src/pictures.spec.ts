import { expect, test } from '@jest/globals';
import { pictureNames } from '@sixpence/content/content';
import { drawPicture } from './pictures.js';
import { newSheet } from './sheet.js';

test.each(pictureNames)('the picture %s takes space on the page and stays on one page', (picture) => {
  const sheet = newSheet({ title: 'Pictures', at: new Date(0) });
  const top = sheet.y;
  drawPicture(sheet, picture, 'What it shows.');
  expect(sheet.y - top).toBeGreaterThan(100);
  expect(sheet.bufferedPageRange().count).toBe(1);
});

test.each(pictureNames)('the picture %s is not cut at the end of a page', (picture) => {
  const sheet = newSheet({ title: 'Pictures', at: new Date(0) });
  sheet.y = sheet.page.height - sheet.page.margins.bottom - 90;
  drawPicture(sheet, picture, 'What it shows.');
  expect(sheet.bufferedPageRange().count).toBe(2);
});

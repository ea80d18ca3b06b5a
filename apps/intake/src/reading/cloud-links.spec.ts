import { expect, test } from '@jest/globals';
import { cloudServicesLinkedIn } from './cloud-links.js';

test.each([
  ['https://drive.google.com/file/d/1/view', ['Google Drive']],
  ['<a href="HTTPS://Docs.Google.com/document/d/1">', ['Google Drive']],
  ['https://1drv.ms/b/1', ['OneDrive']],
  ['https://my-school.sharepoint.com/:b:/g/1', ['OneDrive']],
  ['https://onedrive.live.com/?id=1', ['OneDrive']],
  ['https://dropbox.com/s/1', ['Dropbox']],
  ['https://wetransfer.com/downloads/1 http://www.wetransfer.com/', ['WeTransfer']],
  ['https://www.icloud.com/attachment/?u=1', ['Mail Drop']],
  ['https://www.dropbox.com/s/1 and https://we.tl/t-1', ['Dropbox', 'WeTransfer']],
  ['https://we.tl/t-1', ['WeTransfer']],
  ['https://my-school.sharepoint.com.example/ https://sharepoint.com/', []],
  ['https://drive.google.com.evil.example/ drive.google.com https://example.com/?u=https%3A%2F%2Fwe.tl', []],
  ['', []],
])('%j links to %j', (text, names) => {
  expect(cloudServicesLinkedIn([text])).toEqual(names);
});

test('links in all texts of a mail count, each cloud service one time', () => {
  const texts = ['https://we.tl/t-1', 'https://we.tl/t-2', 'https://drive.google.com/1'];
  expect(cloudServicesLinkedIn(texts)).toEqual(['Google Drive', 'WeTransfer']);
});

import { describe, expect, test } from '@jest/globals';
import { isSmallPicture, kindOf, printedName, smallPictureBytes } from './part-kind.js';

describe('the kind of a part', () => {
  test.each([
    ['a.pdf', 'application/octet-stream', 'document'],
    ['', 'image/jpeg', 'document'],
    ['holiday.zip', 'application/octet-stream', 'archive'],
    ['holiday', 'application/x-zip-compressed', 'archive'],
    ['winmail.dat', 'application/octet-stream', 'winmail'],
    ['IMG_1.HEIC', 'application/octet-stream', 'heic'],
    ['IMG_1', 'image/heif', 'heic'],
    ['smime.p7m', 'application/x-pkcs7-mime', 'encrypted'],
    ['smime.p7s', 'application/x-pkcs7-signature', 'decoration'],
    ['OpenPGP_signature.asc', 'application/pgp-signature', 'decoration'],
    ['invite.ics', 'text/calendar', 'decoration'],
    ['Re: hello.eml', 'application/octet-stream', 'mail'],
    ['', 'message/rfc822', 'mail'],
    ['', 'application/vnd.ms-tnef', 'winmail'],
    ['', 'application/ms-tnef', 'winmail'],
    ['letter.pgp', 'application/octet-stream', 'encrypted'],
    ['letter.gpg', 'application/octet-stream', 'encrypted'],
    ['letter.ASC', 'application/octet-stream', 'encrypted'],
    ['', 'application/pgp-encrypted', 'decoration'],
    ['', 'image/heic-sequence', 'heic'],
    ['essays.tar.gz', 'application/octet-stream', 'archive'],
    ['OLD.EML', 'application/octet-stream', 'mail'],
    ['film.mp4', 'video/mp4', 'type'],
    ['', 'application/pkcs7-mime', 'encrypted'],
    ['', 'application/pkcs7-signature', 'decoration'],
    ['', 'application/pgp-keys', 'decoration'],
    ['anna.vcf', 'text/vcard', 'decoration'],
    ['anna.vcf', 'text/x-vcard', 'decoration'],
    ['invite.ics', 'application/ics', 'decoration'],
    ['._a.pdf', 'application/applefile', 'decoration'],
    ['photo.heif', 'application/octet-stream', 'heic'],
    ['', 'image/heif-sequence', 'heic'],
    ...['zip', 'x-zip', 'x-7z-compressed', 'x-rar', 'x-rar-compressed', 'x-tar', 'gzip', 'x-gzip'].map(
      (type) => ['', `application/${type}`, 'archive'],
    ),
    ...['a.7z', 'a.rar', 'a.TAR', 'a.gz', 'a.tgz'].map((name) => [
      name,
      'application/octet-stream',
      'archive',
    ]),
    ['a.zip.txt.xyz', 'application/octet-stream', 'type'],
    ['winmail.data', 'application/octet-stream', 'type'],
    ['a.pdf', 'application/zip', 'document'],
    ['', 'application/octet-stream', 'type'],
  ])('%j of %s is %s', (name, contentType, kind) => {
    expect(kindOf({ name, contentType })).toBe(kind);
  });
});

describe('the name of a document', () => {
  test.each([
    ['a.pdf', 'application/pdf', 'a.pdf'],
    ['a', 'application/pdf', 'a.pdf'],
    ['a.b', 'image/png', 'a.b.png'],
    ['', 'image/jpeg', 'attachment-1.jpg'],
    [' \r\n\t ', 'application/pdf', 'attachment-1.pdf'],
    ['a\u0000\r\nb\ud800.pdf', 'application/pdf', 'ab.pdf'],
    ['notes.xyz', 'application/octet-stream', 'notes.xyz'],
    ['a'.repeat(255), 'application/octet-stream', 'a'.repeat(255)],
    [`b${'a'.repeat(255)}`, 'application/octet-stream', 'a'.repeat(255)],
    [`b${'a'.repeat(251)}`, 'application/pdf', `${'a'.repeat(251)}.pdf`],
  ])('%j of %s is %j', (name, contentType, printed) => {
    expect(printedName({ name, contentType }, 'attachment-1')).toBe(printed);
  });

  test.each([`${'😀'.repeat(300)}.pdf`, '😀'.repeat(300)])(
    'has at most 255 characters, including its extension',
    (name) => {
      const printed = printedName({ name, contentType: 'application/pdf' }, '');
      expect(printed.length).toBeLessThanOrEqual(255);
      expect(printed).toMatch(/^(?:😀)+\.pdf$/u);
    },
  );
});

test('a small picture is inline, and smaller than a photo', () => {
  const picture = { name: '', contentType: 'image/png', isInline: true, byteLength: smallPictureBytes - 1 };
  expect(isSmallPicture(picture, 'logo.png')).toBe(true);
  expect(isSmallPicture({ ...picture, byteLength: smallPictureBytes }, 'logo.png')).toBe(false);
  expect(isSmallPicture({ ...picture, isInline: false }, 'logo.png')).toBe(false);
  expect(isSmallPicture(picture, 'plan.pdf')).toBe(false);
});

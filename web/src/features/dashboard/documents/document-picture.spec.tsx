import { afterEach, expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { DocumentPicture } from './document-picture.js';

afterEach(cleanup);

const ready = {
  fileName: 'photo.jpg',
  status: 'ready',
  pagePreviews: ['/document-pages/x/1/1', '/document-pages/x/1/2'],
} as DocumentRow;

test('a document shows its first page, or an icon of its kind if the picture is missing', () => {
  const { container, rerender } = render(<DocumentPicture document={ready} />);
  const picture = () => container.querySelector('img');
  expect(picture()?.getAttribute('src')).toBe('/document-pages/x/1/1?size=tile');
  fireEvent.error(picture()!);
  expect([picture(), container.querySelector('svg')]).toEqual([null, expect.anything()]);
  // The picture of a new revision is loaded.
  rerender(<DocumentPicture document={{ ...ready, pagePreviews: ['/document-pages/x/2/1'] }} />);
  expect(picture()?.getAttribute('src')).toBe('/document-pages/x/2/1?size=tile');
});

test.each([
  ['processing', 'photo.jpg', 'lucide-image'],
  ['processing', 'thesis.pdf', 'lucide-file-text'],
  ['processing', 'notes', 'lucide-file-text'],
  ['failed', 'photo.jpg', 'lucide-triangle-alert'],
] as const)(
  'a document in the state %s with the name %s shows the icon %s instead of a picture',
  (status, fileName, icon) => {
    const { container } = render(<DocumentPicture document={{ ...ready, status, fileName }} />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('svg')?.classList).toContain(icon);
  },
);
